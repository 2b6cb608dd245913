"""Which measures, of which runs, under which judgements, on which topics.

A selection becomes one query, composed of the views that it needs, with overrides that filter the
tables.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from hashlib import sha256

import duckdb

from evalstore.config import CURRENT, DEFAULTS
from evalstore.database import only_value
from evalstore.errors import UsageError
from evalstore.measures.catalogue import CatalogueRow, catalogue_row, values_of
from evalstore.measures.custom import custom_definitions, custom_families
from evalstore.measures.grammar import Measure, parse_all
from evalstore.measures.parameters import with_default_rel
from evalstore.measures.weights import temporary_weights
from evalstore.names import Named, find_collection, find_qrels, find_runs, find_topics, topic_ids
from evalstore.patterns import Names, several
from evalstore.query import Query, Row
from evalstore.quoting import literals
from evalstore.scored import check_scored, check_select, default_measures
from evalstore.views import compose

DEFAULT_MEASURES: tuple[str, ...] = tuple(DEFAULTS["measures"])
AVERAGES = ("all", "retrieved")

_ANSWERED_TOPICS_ONLY = """select
    * replace (case when is_retrieved then value end as value)
from measures.topic_value"""


@dataclass(frozen=True)
class Selection:
    """Measures, qrels set, runs and topics, every name resolved.

    Without topics, all that are judged. `ties` is `best` or `worst`: the order of tied documents
    that replaces the stored one. `values` is the table of its topic values if it is `evaluated`;
    it is no argument, since a changed selection has others.
    """

    connection: duckdb.DuckDBPyConnection
    measures: list[Measure]
    collection: Named
    qrels: Named
    runs: list[Named]
    topics: list[str]
    average: str = "all"
    every_run: bool = False
    ties: str | None = None
    values: str | None = field(default=None, init=False)

    @cached_property
    def rows(self) -> list[CatalogueRow]:
        return [catalogue_row(measure) for measure in self.measures]

    @property
    def best(self) -> dict[str, bool]:
        """The measures by name; True if higher is better."""
        return {row.measure: row.higher_is_better for row in self.rows}

    @property
    def title(self) -> str:
        return f"{self.collection.name} · {self.qrels.name}"

    @cached_property
    def topic_filter(self) -> str:
        """The selected topics as an SQL condition on `topic_id`."""
        if not self.topics:
            return "true"
        ids = topic_ids(self.connection, self.collection, self.topics)
        return f"topic_id in ({literals(ids)})"

    @property
    def run_filter(self) -> str:
        """The selected runs as an SQL condition on `run_id`."""
        if self.every_run:
            return "true"
        return f"run_id in ({literals(run.number for run in self.runs)})"

    def sql(self, select: str) -> str:
        """The complete query for a select over the views."""
        overrides = self.overrides()
        check_select(self.connection, overrides, select)
        return compose(select, overrides, [row.family for row in self.rows])

    def query(self, select: str) -> Query:
        """A select over the views, which runs when its rows are read."""
        return Query(self.connection, self.sql(select))

    def fetch(self, select: str) -> list[Row]:
        """The rows of a select over the views."""
        return self.connection.execute(self.sql(select)).fetchall()

    @cached_property
    def _weights(self) -> dict[str, str]:
        return temporary_weights(self.connection, self.rows)

    def evaluated(self) -> Selection:
        """The same with its topic values in a temporary table, for several selects over them."""
        table = self._temporary("topic_value", self.sql("select * from measures.topic_value"))
        found = replace(self)
        object.__setattr__(found, "values", table)
        return found

    def overrides(self) -> dict[str, str]:
        """Selects that replace tables and views, by name."""
        of_qrels, of_runs = f"qrels_id = {self.qrels.number}", self.run_filter
        of_collection, of_topics = f"collection_id = {self.collection.number}", self.topic_filter
        overrides = {
            "measure": values_of(self.rows),
            "qrels": f"select * from qrels where {of_qrels}",
            "run": f"select * from run where {of_collection} and {of_runs}",
            "run_topic": f"select * from run_topic where {of_runs} and {of_topics}",
            "ranking": f"select * from ranking where {of_runs} and {of_topics}",
            "judgement": f"select * from judgement where {of_qrels} and {of_topics}",
            "judged_ranking": self._judged_ranking(f"{of_qrels} and {of_runs} and {of_topics}"),
        }
        overrides |= self._weights
        overrides |= custom_families(self.connection, self.rows, self.runs, self.qrels)
        if self.values is not None:
            overrides["topic_value"] = f"select * from {self.values}"
        if self.average == "retrieved":
            overrides["averaged_value"] = _ANSWERED_TOPICS_ONLY
        if self.measures:
            check_scored(self.connection, overrides, self.ties)
        return overrides

    def _judged_ranking(self, condition: str) -> str:
        """The stored rankings, or those with reordered ties, in a temporary table: a measure reads
        them several times."""
        stored = f"select * from judged_ranking where {condition}"
        if self.ties is None:
            return stored
        overrides = {
            "judged_ranking": stored,
            "ranking": f"select * from ranking where {self.run_filter} and {self.topic_filter}",
        }
        select = compose(f"select * from steps.{self.ties}_ranking", overrides)
        return f"select * from {self._temporary(f'{self.ties}_ranking', select)}"

    def _temporary(self, name: str, select: str) -> str:
        """A temporary table of a select, and its name."""
        table = f"{name}_{sha256(select.encode()).hexdigest()[:16]}"
        self.connection.execute(f"create or replace temp table {table} as {select}")
        return table


def select_scores(
    connection: duckdb.DuckDBPyConnection,
    measures: Names = (),
    *,
    collection: str | None = None,
    qrels: str | None = None,
    runs: Names | None = (),
    topics: Names | None = (),
    average: str = "all",
) -> Selection:
    """Resolve every name; an unknown one is an error with suggestions."""
    if average not in AVERAGES:
        raise UsageError(f"`average` must be {' or '.join(map(repr, AVERAGES))}, not {average!r}")
    asked, custom = several(measures), custom_definitions(connection)
    parsed = parse_all(asked, custom)
    found = find_collection(connection, collection)
    preferred = partial(CURRENT.get().value, collection=found.name)
    chosen = asked or preferred("measures") or default_measures(connection, DEFAULT_MEASURES)
    if not asked:
        parsed = parse_all(chosen, custom)
    if (rel := preferred("rel")) is not None:
        parsed = with_default_rel(parsed, chosen, rel)
    _check_collection_size(connection, parsed, found)
    return Selection(
        connection,
        parsed,
        found,
        find_qrels(connection, found, qrels or preferred("qrels")),
        find_runs(connection, found, runs),
        find_topics(connection, found, topics),
        average,
        every_run=not several(runs),
    )


def _check_collection_size(
    connection: duckdb.DuckDBPyConnection, measures: Sequence[Measure], collection: Named
) -> None:
    """Refuse measures that count the collection's documents where their number is unknown."""
    needing = [measure for measure in measures if _needs_collection_size(measure)]
    if not needing:
        return
    size = "select documents from collection where collection_id = ?"
    if only_value(connection.execute(size, [collection.number])) is None:
        name = needing[0].definition.name
        raise UsageError(
            f"{needing[0].name} needs the number of documents in the collection: "
            f"{name}(documents=N)"
        )


def _needs_collection_size(measure: Measure) -> bool:
    if measure.value("documents") is not None:
        return False
    counts_the_rest = measure.definition.name == "Utility" and bool(measure.value("d"))
    return measure.definition.name == "Fallout" or counts_the_rest
