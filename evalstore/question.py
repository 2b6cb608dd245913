"""A question: which measures, of which runs, under which judgements, on which topics.

It becomes one query, composed of the views that it needs, with stand-ins that narrow the tables
to what was asked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from evalstore.errors import UsageError
from evalstore.lists import listed
from evalstore.measures.catalogue import CatalogueRow, catalogue_row, values_of
from evalstore.measures.filling import temporary_weights
from evalstore.measures.grammar import Measure, parse_all
from evalstore.measures.own import own_definitions, own_families
from evalstore.names import Named, find_collection, find_qrels, find_runs, find_topics
from evalstore.quoting import literals
from evalstore.rows import only
from evalstore.views import compose, views

if TYPE_CHECKING:
    import duckdb

DEFAULT_MEASURES = ("nDCG@10", "AP", "P@10", "RR")
AVERAGES = ("all", "retrieved")

_OF_ANSWERED_TOPICS = """select
    * replace (case when is_retrieved then value end as value)
from topic_value"""


Needs = Callable[[CatalogueRow], bool]

# Views of which few measures need more than what stands before `union all`, and which do: what
# is left out is neither parsed, nor planned, nor computed.
_MOSTLY_FIRST: dict[str, Needs] = {
    "seen_list": lambda row: row.judged_only,
    "hit_list": lambda row: row.rel not in (None, 1) or row.judged_only,
}

# Steps that few measures need, which do, and what stands there for the others.
_RARE: dict[str, tuple[Needs, str]] = {
    "retrieved_ideal_gain": (
        lambda row: row.option.get("ideal") == "run",
        "select ''::varchar as measure, 0 as run_id, 0 as qrels_id, ''::varchar as topic, "
        "0.0::double as dcg where false",
    )
}


@dataclass(frozen=True)
class Question:
    """What is asked, every name resolved."""

    connection: duckdb.DuckDBPyConnection
    measures: list[Measure]
    collection: Named
    qrels: Named
    runs: list[Named]
    topics: list[str]
    average: str = "all"
    every_run: bool = False
    ties: str | None = None

    @cached_property
    def rows(self) -> list[CatalogueRow]:
        return [catalogue_row(measure) for measure in self.measures]

    def sql(self, select: str) -> str:
        """The whole query for a select over the views."""
        return compose(select, self._stand_ins(), [row.family for row in self.rows])

    def _stand_ins(self) -> dict[str, str]:
        of_qrels = f"qrels_id = {self.qrels.number}"
        of_runs = self._of_runs()
        of_topics = f" and topic in ({literals(self.topics)})" if self.topics else ""
        stand_ins = {
            "measure": values_of(self.rows),
            "qrels": f"select * from qrels where {of_qrels}",
            "run": f"select * from run where collection_id = {self.collection.number}{of_runs}",
            "retrieved": f"select * from retrieved where true{of_runs}{of_topics}",
            "grade_count": f"select * from grade_count where {of_qrels}{of_topics}",
            "judgement": f"select * from judgement where {of_qrels}{of_topics}",
            "judged_place": self._lists(f"{of_qrels}{of_runs}{of_topics}"),
        }
        stand_ins |= self._unneeded()
        stand_ins |= temporary_weights(self.connection, self.rows)
        stand_ins |= own_families(self.connection, self.rows, self.runs, self.qrels)
        if self.average == "retrieved":
            stand_ins["averaged_value"] = _OF_ANSWERED_TOPICS
        return stand_ins

    def _unneeded(self) -> dict[str, str]:
        first = {
            name: views()[name].select.partition("\nunion all\n")[0]
            for name, needs in _MOSTLY_FIRST.items()
            if not any(map(needs, self.rows))
        }
        empty = {
            name: nothing
            for name, (needs, nothing) in _RARE.items()
            if not any(map(needs, self.rows))
        }
        return first | empty

    def _lists(self, scope: str) -> str:
        """The judged rankings as they are, or with ties as good or as bad as they can fall."""
        kept = f"select * from judged_place where {scope}"
        return listed(f"{self.ties}_ranking", {"judged_place": kept}) if self.ties else kept

    def _of_runs(self) -> str:
        if self.every_run:
            return ""
        return f" and run_id in ({', '.join(str(run.number) for run in self.runs)})"


def ask(
    connection: duckdb.DuckDBPyConnection,
    measures: Sequence[str] = (),
    *,
    collection: str | None = None,
    qrels: str | None = None,
    runs: Sequence[str] = (),
    topics: Sequence[str] = (),
    average: str = "all",
) -> Question:
    """Resolve every name, or say which one is unknown."""
    if average not in AVERAGES:
        raise UsageError(f"--average is {' or '.join(AVERAGES)}, not {average!r}")
    asked = parse_all(measures or DEFAULT_MEASURES, own_definitions(connection))
    found = find_collection(connection, collection)
    _check_size(connection, asked, found)
    return Question(
        connection,
        asked,
        found,
        find_qrels(connection, found, qrels),
        find_runs(connection, found, runs),
        find_topics(connection, found, topics) if topics else [],
        average,
        every_run=not runs,
    )


def _check_size(
    connection: duckdb.DuckDBPyConnection, measures: Sequence[Measure], collection: Named
) -> None:
    """Refuse what counts the documents of the collection where nobody told how many there are."""
    needing = [measure for measure in measures if _needs_size(measure)]
    if not needing:
        return
    held = "select documents from collection where collection_id = ?"
    if only(connection.execute(held, [collection.number])) is None:
        name = needing[0].definition.name
        raise UsageError(
            f"{needing[0].name} needs the number of documents in the collection: "
            f"{name}(documents=N)"
        )


def _needs_size(measure: Measure) -> bool:
    if measure.value("documents") is not None:
        return False
    counts_the_rest = measure.definition.name == "Utility" and bool(measure.value("d"))
    return measure.definition.name == "Fallout" or counts_the_rest
