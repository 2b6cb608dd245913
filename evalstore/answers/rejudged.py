"""The same question under many changed sets of judgements at once.

Each variant leaves some judgements out. It becomes a set of judgements of its own number, so that
one query of the unchanged views measures all runs under all variants.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

from evalstore.question import Question
from evalstore.quoting import literals
from evalstore.rows import only

if TYPE_CHECKING:
    import pyarrow as pa

# Judged rows of all variants together: enough for speed, little enough for any laptop.
ROWS_AT_ONCE = 6_000_000

# variant, topic, document_id: what to leave out.
LEFT_OUT = "left_out_judgement"

_IS_LEFT_OUT = f"""
anti join {LEFT_OUT} as gone
    on variants.qrels_id = gone.variant
    and {{table}}.topic = gone.topic
    and {{table}}.document_id = gone.document_id"""


@dataclass(frozen=True)
class Rejudged(Question):
    """A question whose judgements are those of the variants, numbered as they are."""

    variants: tuple[int, ...] = ()

    def _stand_ins(self) -> dict[str, str]:
        return super()._stand_ins() | {
            "qrels": f"""select qrels.* replace (variants.qrels_id as qrels_id)
from qrels
cross join {self._numbers()}
where qrels.qrels_id = {self.qrels.number}""",
            "judgement": self._judgements("judgement", "judgement.*"),
            "grade_count": f"""select qrels_id, topic, grade, count(*) as documents
from (
    {self._judgements("graded", "graded.*")}
)
group by all""".replace("from graded\n", f"from {self._graded()}\n"),
            "judged_ranking": self._judged_rankings(),
        }

    def _numbers(self) -> str:
        rows = ", ".join(f"({number})" for number in self.variants)
        return f"(values {rows}) as variants (qrels_id)"

    def _of_topics(self) -> str:
        return f" and topic in ({literals(self.topics)})" if self.topics else ""

    def _graded(self) -> str:
        return f"""(
        select qrels_id, topic, document_id, max(grade) as grade
        from judgement
        where qrels_id = {self.qrels.number}{self._of_topics()}
        group by all
    ) as graded"""

    def _judgements(self, table: str, columns: str) -> str:
        return f"""select {columns} replace (variants.qrels_id as qrels_id)
from {table}
cross join {self._numbers()}{_IS_LEFT_OUT.format(table=table)}
where {table}.qrels_id = {self.qrels.number}"""

    def _judged_rankings(self) -> str:
        return f"""select judged.* replace (
    variants.qrels_id as qrels_id,
    case
        when judged.grade >= 0 then count(*) filter (judged.grade >= 0) over (
            partition by judged.run_id, variants.qrels_id, judged.topic
            order by judged.rank
        )
    end as judged_rank
)
from judged_ranking as judged
cross join {self._numbers()}{_IS_LEFT_OUT.format(table="judged")}
where judged.qrels_id = {self.qrels.number}{self._of_runs()}{self._of_topics_of("judged")}"""

    def _of_topics_of(self, table: str) -> str:
        return f" and {table}.topic in ({literals(self.topics)})" if self.topics else ""


def values_of_variants(question: Question, variants: int) -> pa.Table:
    """measure, run_id, qrels_id (the variant, from 0), value; several variants at a time."""
    import pyarrow as pa

    held = question.sql("select count(*) from judged_ranking")
    rows = only(question.connection.execute(held))
    step = max(1, ROWS_AT_ONCE // max(1, rows))
    parts = [
        _values(question, tuple(range(start, min(start + step, variants))))
        for start in range(0, variants, step)
    ]
    return pa.concat_tables(parts)


def _values(question: Question, variants: tuple[int, ...]) -> pa.Table:
    given = {field.name: getattr(question, field.name) for field in fields(Question)}
    asked = Rejudged(**given, variants=variants)
    select = asked.sql("select measure, run_id, qrels_id, value from run_value")
    return question.connection.sql(select).to_arrow_table()
