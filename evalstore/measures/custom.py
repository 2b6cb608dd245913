"""User-defined measures: a select over the views, or a Python function over a ranking.

They are stored, so every command and view has them. The values of a Python function are stored in
the table `custom_value`; a run that was loaded where the function was not registered has none, and
selecting the measure then raises an error instead of counting zeros.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import duckdb

from evalstore.database import execute_on
from evalstore.errors import DataError, QueryError, UsageError
from evalstore.measures.catalogue import CatalogueRow
from evalstore.measures.definition import Definition, names
from evalstore.names import Named
from evalstore.plural import counted
from evalstore.quoting import literal
from evalstore.views import View

_NAME = re.compile(r"^[A-Za-z]\w*$")
_COLUMNS = {"run_id", "qrels_id", "topic_id", "value"}


@dataclass(frozen=True)
class TopicRanking:
    """The argument of a Python measure: one run's ranking of one topic, in rank order.

    `grades` has None where a document is unjudged; `judged` has the grades of all judged
    documents of the topic, highest first. A topic that the run misses has an empty ranking.
    """

    topic: str
    docnos: list[str]
    scores: list[float | None]
    grades: list[float | None]
    judged: list[float]


Function = Callable[[TopicRanking], float]


def family_of(name: str) -> str:
    return f"custom_{name.lower()}"


def _body(name: str) -> str:
    return (
        f"select run_id, qrels_id, topic_id, value from custom_value where name = {literal(name)}"
    )


def custom_definitions(connection: duckdb.DuckDBPyConnection) -> dict[str, Definition]:
    """The user-defined measures of this store, by name."""
    rows = connection.execute(
        "select name, meaning, body, is_function, aggregate, higher_is_better from custom_measure"
    ).fetchall()
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


def custom_views(connection: duckdb.DuckDBPyConnection) -> dict[str, View]:
    """The family of each user-defined measure."""
    rows = connection.execute("select name, meaning, body from custom_measure").fetchall()
    return {
        family_of(name): View(family_of(name), "measures", meaning, _family(name, body))
        for name, meaning, body in rows
    }


def _family(name: str, body: str) -> str:
    return f"""select measure.measure, custom.run_id, custom.qrels_id, custom.topic_id, custom.value
from measure
cross join (
{body}
) as custom
where measure.family = {literal(family_of(name))}"""


def custom_families(
    connection: duckdb.DuckDBPyConnection,
    rows: Iterable[CatalogueRow],
    runs: Sequence[Named],
    qrels: Named,
) -> dict[str, str]:
    """Overrides for the families of the user-defined measures among those selected."""
    selected = {row.family: row.name for row in rows if row.family.startswith("custom_")}
    if not selected:
        return {}
    views = custom_views(connection)
    for name in selected.values():
        _check_computed(connection, name, runs, qrels)
    return {family: views[family].select for family in selected}


def _check_computed(
    connection: duckdb.DuckDBPyConnection, name: str, runs: Sequence[Named], qrels: Named
) -> None:
    found = connection.execute(
        "select is_function from custom_measure where name = ?", [name]
    ).fetchall()
    if not found or not found[0][0]:
        return
    computed = connection.execute(
        "select distinct run_id from custom_value where name = ? and qrels_id = ?",
        [name, qrels.number],
    ).fetchall()
    lacking = sorted({run.number: run.name for run in runs}.keys() - {row[0] for row in computed})
    if lacking:
        system = next(run.name for run in runs if run.number == lacking[0])
        raise DataError(
            f"measure {name} has no values for {counted(len(lacking), 'run')} (such as {system}), "
            "loaded while its Python function was not registered; register it again"
        )


def register(
    connection: duckdb.DuckDBPyConnection,
    name: str,
    definition: str | Function,
    *,
    meaning: str,
    aggregate: str = "mean",
    higher_is_better: bool = True,
) -> None:
    """Store a measure, inside a transaction: a select, or a function with its values so far."""
    _check_name(connection, name)
    if isinstance(definition, str):
        _check_select(connection, definition)
        body, is_function = definition, False
    else:
        body, is_function = _body(name), True
    values = [name, meaning, body, is_function, aggregate, higher_is_better]
    connection.execute("insert or replace into custom_measure values (?, ?, ?, ?, ?, ?)", values)
    if not isinstance(definition, str):
        connection.execute("delete from custom_value where name = ?", [name])
        compute(connection, {name: definition})


def unregister(connection: duckdb.DuckDBPyConnection, names: Iterable[str]) -> None:
    """Delete the user-defined ones of these measures: their definitions and their values."""
    for name in set(names) & custom_definitions(connection).keys():
        connection.execute(f"drop view if exists measures.{family_of(name)}")
        connection.execute("delete from custom_value where name = ?", [name])
        connection.execute("delete from custom_measure where name = ?", [name])


def _check_name(connection: duckdb.DuckDBPyConnection, name: str) -> None:
    if not _NAME.match(name):
        raise UsageError(f"the name of a measure must be one word, not {name!r}")
    if name.casefold() in (known.casefold() for known in names()):
        raise UsageError(f"{name} is a built-in measure; choose another name")
    for other in custom_definitions(connection):
        # Their views would have the same name.
        if other != name and family_of(other) == family_of(name):
            raise UsageError(f"there is a measure {other}; choose another name than {name}")


def _check_select(connection: duckdb.DuckDBPyConnection, select: str) -> None:
    try:
        columns = {row[0] for row in connection.execute(f"describe {select}").fetchall()}
    except duckdb.Error as error:
        raise QueryError(f"the measure's SQL: {str(error).splitlines()[0]}") from error
    if columns != _COLUMNS:
        raise UsageError(
            f"the measure's select yields {', '.join(sorted(columns))}; "
            f"it must yield {', '.join(sorted(_COLUMNS))}"
        )


def compute(connection: duckdb.DuckDBPyConnection, functions: dict[str, Function]) -> None:
    """Call each function on every ranking that it has no value for, and store the values."""
    for name, function in functions.items():
        rows = [
            (name, run_id, qrels_id, topic_id, float(function(ranking)))
            for run_id, qrels_id, topic_id, ranking in _without_value(connection, name)
        ]
        if rows:
            _insert(connection, rows)


def _insert(connection: duckdb.DuckDBPyConnection, rows: list[tuple[Any, ...]]) -> None:
    import pyarrow as pa

    columns = ("name", "run_id", "qrels_id", "topic_id", "value")
    table = pa.table(dict(zip(columns, map(list, zip(*rows, strict=True)), strict=True)))
    execute_on(connection, table, "insert into custom_value from incoming_rows")


_RANKINGS = """
with

judged as (
    select qrels_id, topic_id, list(grade order by grade desc) as grades
    from (
        select qrels_id, topic_id, document_id, max(grade) as grade
        from judgement
        group by all
    ) as graded
    group by all
),

pending as (
    select run.run_id, qrels.qrels_id, judged.topic_id, judged.grades
    from run
    inner join qrels using (collection_id)
    inner join judged using (qrels_id)
    where not exists (
        from custom_value
        where
            custom_value.name = ?
            and custom_value.run_id = run.run_id
            and custom_value.qrels_id = qrels.qrels_id
    )
)

select
    pending.run_id,
    pending.qrels_id,
    pending.topic_id,
    topic.name,
    list(document.docno order by ranking.rank) filter (ranking.rank is not null) as docnos,
    list(ranking.score order by ranking.rank) filter (ranking.rank is not null) as scores,
    list(judged_ranking.grade order by ranking.rank) filter (ranking.rank is not null) as grades,
    any_value(pending.grades) as judged
from pending
inner join topic using (topic_id)
left join ranking
    on pending.run_id = ranking.run_id
    and pending.topic_id = ranking.topic_id
left join document on ranking.document_id = document.document_id
left join judged_ranking
    on pending.qrels_id = judged_ranking.qrels_id
    and ranking.run_id = judged_ranking.run_id
    and ranking.topic_id = judged_ranking.topic_id
    and ranking.rank = judged_ranking.rank
group by all
"""


def _without_value(
    connection: duckdb.DuckDBPyConnection, name: str
) -> Iterable[tuple[int, int, int, TopicRanking]]:
    """The rankings of the runs that have no value of the measure yet."""
    for *ids, topic, docnos, scores, grades, judged in connection.execute(
        _RANKINGS, [name]
    ).fetchall():
        run_id, qrels_id, topic_id = ids
        ranking = TopicRanking(topic, docnos or [], scores or [], grades or [], judged)
        yield run_id, qrels_id, topic_id, ranking
