"""The same question under many changed sets of judgements at once.

Each variant leaves some judgements out. It becomes a set of judgements of its own number, so that
one query of the unchanged views measures all runs under all variants.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

from evalstore.engine import relation
from evalstore.errors import UsageError
from evalstore.lists import listed
from evalstore.measures.catalogue import CatalogueRow
from evalstore.question import Question
from evalstore.quoting import literals
from evalstore.rows import only
from evalstore.views import in_order, views

if TYPE_CHECKING:
    import pyarrow as pa

# Judged rows of all variants together: enough for speed, little enough for any laptop.
ROWS_AT_ONCE = 6_000_000

# variant, topic, document_id: what to leave out.
LEFT_OUT = "left_out_judgement"

_GRADE_COUNT = """select qrels_id, topic, grade, count(*) as documents
from (
    select qrels_id, topic, document_id, max(grade) as grade
    from judgement
    group by all
)
group by all"""

_RECOUNTED = """, case
        when judged_ranking.grade >= 0 then count(*) filter (judged_ranking.grade >= 0) over (
            partition by judged_ranking.run_id, variants.qrels_id, judged_ranking.topic
            order by judged_ranking.rank
        )
    end as judged_rank"""

# These pass it on, for measures of judged documents only, or count it.
_CONTENT_WITH_ITS_ABSENCE = {"examined", "judged_retrieved", "discounted_gain", "hit_list"}


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
            "judgement": self._kept("judgement", "variants.qrels_id as qrels_id"),
            "grade_count": _GRADE_COUNT,
            "judged_place": listed(f"(\n{self._kept_rankings()}\n)"),
        }

    def _kept_rankings(self) -> str:
        replaced = f"variants.qrels_id as qrels_id{self._judged_rank()}"
        return self._kept("judged_ranking", replaced)

    def _numbers(self) -> str:
        rows = ", ".join(f"({number})" for number in self.variants)
        return f"(values {rows}) as variants (qrels_id)"

    def _kept(self, table: str, replaced: str) -> str:
        """The rows of a table for every variant, without those of its left-out judgements."""
        of_topics = f"\n    and {table}.topic in ({literals(self.topics)})" if self.topics else ""
        of_runs = self._of_runs() if table == "judged_ranking" else ""
        return f"""select {table}.* replace ({replaced})
from {table}
cross join {self._numbers()}
anti join {LEFT_OUT} as gone
    on variants.qrels_id = gone.variant
    and {table}.topic = gone.topic
    and {table}.document_id = gone.document_id
where {table}.qrels_id = {self.qrels.number}{of_runs}{of_topics}"""

    def _judged_rank(self) -> str:
        """Counting again is half the work, and few measures look at more than its absence."""
        return _RECOUNTED if _needs_judged_rank(self.rows) else ""


def _needs_judged_rank(rows: Sequence[CatalogueRow]) -> bool:
    if any(row.judged_only for row in rows):
        return True
    read = in_order(sorted({row.family for row in rows}), views())
    return any(
        re.search(r"\bjudged_ranks?\b", view.select)
        for view in read
        if view.name not in _CONTENT_WITH_ITS_ABSENCE
    )


def values_of_variants(question: Question, variants: int) -> pa.Table:
    """measure, run_id, qrels_id (the variant, from 0), value; several variants at a time."""
    import pyarrow as pa

    _refuse_functions(question)
    held = question.sql("select coalesce(sum(len(places)), 0) from judged_place")
    rows = only(question.connection.execute(held))
    step = max(1, ROWS_AT_ONCE // max(1, rows))
    parts = [
        _values(question, tuple(range(start, min(start + step, variants))))
        for start in range(0, variants, step)
    ]
    return pa.concat_tables(parts)


def _refuse_functions(question: Question) -> None:
    """The values of a Python measure are kept for the judgements as loaded, and for no others."""
    functions = question.connection.execute("select name from own_measure where is_function")
    for (name,) in functions.fetchall():
        if any(row.name == name for row in question.rows):
            raise UsageError(f"{name} is a Python function, which changed judgements never reach")


def _values(question: Question, variants: tuple[int, ...]) -> pa.Table:
    given = {field.name: getattr(question, field.name) for field in fields(Question)}
    asked = Rejudged(**given, variants=variants)
    select = asked.sql("select measure, run_id, qrels_id, value from run_value")
    return relation(question.connection, select).to_arrow_table()
