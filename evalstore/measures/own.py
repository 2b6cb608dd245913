"""Measures of a user's own: a select over the views, or a Python function over a ranking.

They live in the store, so every command and view has them. What a Python function gives is kept
in the table `own_value`; a run that was loaded where the function was not known has no values,
and asking for them says so instead of counting zeros.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from evalstore.docnos import WITH_NAMES, docno_of
from evalstore.engine import Error
from evalstore.errors import DataError, QueryError, UsageError
from evalstore.measures.catalogue import CatalogueRow
from evalstore.measures.definition import Definition, names
from evalstore.names import Named
from evalstore.quoting import literal
from evalstore.remembered import remembered
from evalstore.rows import execute_on
from evalstore.views import View

if TYPE_CHECKING:
    import duckdb

_NAME = re.compile(r"^[A-Za-z]\w*$")
_COLUMNS = {"run_id", "qrels_id", "topic", "value"}


@dataclass(frozen=True)
class TopicRanking:
    """What a Python measure sees: one run's ranking of one topic, in rank order.

    `grades` has None where a document is unjudged; `judged` holds the grades of all judged
    documents of the topic, highest first. A topic that the run misses has an empty ranking.
    """

    topic: str
    docnos: list[str]
    scores: list[float | None]
    grades: list[float | None]
    judged: list[float]


Function = Callable[[TopicRanking], float]


def family_of(name: str) -> str:
    return f"own_{name.lower()}"


def _body(name: str) -> str:
    return f"select run_id, qrels_id, topic, value from own_value where name = {literal(name)}"


def own_definitions(connection: duckdb.DuckDBPyConnection) -> dict[str, Definition]:
    """The measures that users of this store registered, by name."""
    rows = remembered(
        connection,
        "select name, meaning, body, is_function, aggregate, higher_is_better from own_measure",
    )
    return {
        name: Definition(
            name=name,
            family=family_of(name),
            title=name,
            meaning=meaning,
            formula="a Python function" if is_function else body,
            citation="",
            reference="",
            cutoff="none",
            aggregate=aggregate,
            higher_is_better=higher_is_better,
        )
        for name, meaning, body, is_function, aggregate, higher_is_better in rows
    }


def own_views(connection: duckdb.DuckDBPyConnection) -> dict[str, View]:
    """The family of each own measure."""
    rows = connection.execute("select name, meaning, body from own_measure").fetchall()
    return {
        family_of(name): View(family_of(name), "measures", meaning, _family(name, body))
        for name, meaning, body in rows
    }


def _family(name: str, body: str) -> str:
    return f"""select measure.measure, own.run_id, own.qrels_id, own.topic, own.value
from measure
cross join (
{body}
) as own
where measure.family = {literal(family_of(name))}"""


def own_families(
    connection: duckdb.DuckDBPyConnection,
    rows: Iterable[CatalogueRow],
    runs: Sequence[Named],
    qrels: Named,
) -> dict[str, str]:
    """Stand-ins for the families of own measures among those asked."""
    asked = {row.family: row.name for row in rows if row.family.startswith("own_")}
    if not asked:
        return {}
    views = own_views(connection)
    for name in asked.values():
        _check_computed(connection, name, runs, qrels)
    return {family: views[family].select for family in asked}


def _check_computed(
    connection: duckdb.DuckDBPyConnection, name: str, runs: Sequence[Named], qrels: Named
) -> None:
    found = connection.execute(
        "select is_function from own_measure where name = ?", [name]
    ).fetchall()
    if not found or not found[0][0]:
        return
    held = connection.execute(
        "select distinct run_id from own_value where name = ? and qrels_id = ?",
        [name, qrels.number],
    ).fetchall()
    lacking = sorted({run.number: run.name for run in runs}.keys() - {row[0] for row in held})
    if lacking:
        system = next(run.name for run in runs if run.number == lacking[0])
        raise DataError(
            f"measure {name} has no values for {len(lacking)} runs ({system} is one): they were "
            "loaded where its Python function was not registered; register it again"
        )


def register_select(
    connection: duckdb.DuckDBPyConnection,
    name: str,
    select: str,
    *,
    meaning: str,
    aggregate: str = "mean",
    higher_is_better: bool = True,
) -> None:
    """Keep a measure that is a select of run_id, qrels_id, topic, value over tables and views."""
    _check_name(name)
    _check_select(connection, select)
    _keep(connection, name, meaning, select, False, aggregate, higher_is_better)


def register_function(
    connection: duckdb.DuckDBPyConnection,
    name: str,
    function: Function,
    *,
    meaning: str,
    aggregate: str = "mean",
    higher_is_better: bool = True,
) -> None:
    """Keep a measure that is a Python function, with its value on every judged topic."""
    _check_name(name)
    _keep(connection, name, meaning, _body(name), True, aggregate, higher_is_better)
    connection.execute("delete from own_value where name = ?", [name])
    compute(connection, {name: function})


def _check_name(name: str) -> None:
    if not _NAME.match(name):
        raise UsageError(f"a measure's name is a word, not {name!r}")
    if name.casefold() in (known.casefold() for known in names()):
        raise UsageError(f"{name} is a measure already; choose another name")


def _check_select(connection: duckdb.DuckDBPyConnection, select: str) -> None:
    try:
        columns = {row[0] for row in connection.execute(f"describe {select}").fetchall()}
    except Error as error:
        raise QueryError(f"the measure's SQL: {str(error).splitlines()[0]}") from error
    if columns != _COLUMNS:
        raise UsageError(
            f"the measure's select yields {', '.join(sorted(columns))}; "
            f"it must yield {', '.join(sorted(_COLUMNS))}"
        )


def _keep(connection: duckdb.DuckDBPyConnection, name: str, *values: Any) -> None:
    marks = ", ".join("?" * (len(values) + 1))
    connection.execute(f"insert or replace into own_measure values ({marks})", [name, *values])


def compute(connection: duckdb.DuckDBPyConnection, functions: dict[str, Function]) -> None:
    """Call each function on every ranking that it has not seen, and keep what it gives."""
    for name, function in functions.items():
        rows = [
            (name, run_id, qrels_id, ranking.topic, float(function(ranking)))
            for run_id, qrels_id, ranking in _unseen(connection, name)
        ]
        if rows:
            _insert(connection, rows)


def _insert(connection: duckdb.DuckDBPyConnection, rows: list[tuple[Any, ...]]) -> None:
    import pyarrow as pa

    columns = ("name", "run_id", "qrels_id", "topic", "value")
    table = pa.table(dict(zip(columns, map(list, zip(*rows, strict=True)), strict=True)))
    execute_on(connection, table, "insert into own_value from incoming_rows")


def _unseen(
    connection: duckdb.DuckDBPyConnection, name: str
) -> Iterable[tuple[int, int, TopicRanking]]:
    rows = connection.execute(
        f"""
        with
        judged as (
            select qrels_id, topic, list(grade order by grade desc) as grades
            from (
                select qrels_id, topic, document_id, max(grade) as grade
                from judgement group by all
            )
            group by all
        ),
        ranked as (
            select run_id, topic, list({docno_of("ranking")} order by rank) as docnos,
                list(score order by rank) as scores, list(document_id order by rank) as documents
            from ranking {WITH_NAMES}
            group by all
        ),
        grades as (
            select run_id, qrels_id, topic, map(document_ids, grades) as grades
            from judged_place
        )
        select run.run_id, qrels.qrels_id, judged.topic, ranked.docnos, ranked.scores,
            [grades.grades[document] for document in ranked.documents], judged.grades
        from run
        inner join qrels using (collection_id)
        inner join judged using (qrels_id)
        left join ranked on run.run_id = ranked.run_id and judged.topic = ranked.topic
        left join grades on run.run_id = grades.run_id and qrels.qrels_id = grades.qrels_id
            and judged.topic = grades.topic
        where not exists (
            from own_value where own_value.name = ? and own_value.run_id = run.run_id
                and own_value.qrels_id = qrels.qrels_id
        )
        """,
        [name],
    ).fetchall()
    for run_id, qrels_id, topic, docnos, scores, grades, judged in rows:
        found = grades if grades is not None else [None] * len(docnos or [])
        yield run_id, qrels_id, TopicRanking(topic, docnos or [], scores or [], found, judged)
