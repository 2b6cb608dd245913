"""The same selection under many changed sets of judgements in one query.

Each variant leaves some judgements out. It becomes a qrels set with a separate number, so that one
query of the unchanged views measures all runs under all variants.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np

from evalstore.errors import UsageError
from evalstore.query import Row
from evalstore.selection import Selection
from evalstore.statistics.distributions import Matrix

# Judged rows of all variants in one query: enough for speed, and bounded in memory.
BATCH_ROWS = 6_000_000

# variant, topic_id, document_id: the judgements to leave out.
LEFT_OUT = "left_out_judgement"

_REJUDGED = "rejudged_ranking"


@dataclass(frozen=True)
class Rejudged(Selection):
    """A selection whose qrels sets are the variants, by number."""

    variants: tuple[int, ...] = ()

    def overrides(self) -> dict[str, str]:
        stored = super().overrides()
        return stored | {
            "qrels": f"""select stored.* replace (variants.qrels_id as qrels_id)
from ({stored["qrels"]}) as stored
cross join {self._numbers()}""",
            "judgement": self._remaining(stored["judgement"]),
            "judged_ranking": f"select * from {_REJUDGED}",
        }

    def store_rankings(self) -> None:
        """Create the temporary table that replaces `judged_ranking`."""
        recounted = """, case
        when stored.grade >= 0 then count(*) filter (stored.grade >= 0) over (
            partition by variants.qrels_id, stored.run_id, stored.topic_id
            order by stored.rank
        )
    end as judged_rank"""
        select = self._remaining(super().overrides()["judged_ranking"], recounted)
        self.connection.execute(f"create or replace temp table {_REJUDGED} as {select}")

    def _numbers(self) -> str:
        rows = ", ".join(f"({number})" for number in self.variants)
        return f"(values {rows}) as variants (qrels_id)"

    def _remaining(self, select: str, columns: str = "") -> str:
        """The rows of a select for every variant, without those of its left-out judgements."""
        return f"""select stored.* replace (variants.qrels_id as qrels_id{columns})
from ({select}) as stored
cross join {self._numbers()}
anti join {LEFT_OUT} as left_out
    on variants.qrels_id = left_out.variant
    and stored.topic_id = left_out.topic_id
    and stored.document_id = left_out.document_id"""


def values_of_variants(selection: Selection, variants: int) -> Matrix:
    """The values of measures by variants by systems; one more variant leaves nothing out.

    NaN where a variant leaves no judgement to measure with.
    """
    _refuse_functions(selection)
    measures = {row.measure: number for number, row in enumerate(selection.rows)}
    runs = {run.number: number for number, run in enumerate(selection.runs)}
    cube = np.full((len(measures), variants + 1, len(runs)), np.nan)
    [[count]] = selection.fetch("select count(*) from judged_ranking")
    step = max(1, BATCH_ROWS // max(1, count))
    for start in range(0, variants + 1, step):
        batch = tuple(range(start, min(start + step, variants + 1)))
        for measure, run, variant, value in _values(selection, batch):
            cube[measures[measure], variant, runs[run]] = value
    return cube


def _refuse_functions(selection: Selection) -> None:
    """The values of a Python measure are stored for the judgements as loaded, and no others."""
    functions = selection.connection.execute("select name from custom_measure where is_function")
    for (name,) in functions.fetchall():
        if any(row.name == name for row in selection.rows):
            raise UsageError(
                f"{name} is a Python function, which cannot be recomputed for changed judgements"
            )


def _values(selection: Selection, variants: tuple[int, ...]) -> list[Row]:
    given = {
        field.name: getattr(selection, field.name) for field in fields(Selection) if field.init
    }
    rejudged = Rejudged(**given, variants=variants)
    rejudged.store_rankings()
    return rejudged.fetch("select measure, run_id, qrels_id, value from measures.run_value")
