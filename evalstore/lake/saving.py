"""Scores of a lake in a store, with all that answers need except rankings."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import duckdb

from evalstore import version
from evalstore.database import first_row, transaction
from evalstore.errors import ConflictError
from evalstore.lake import tables
from evalstore.load.storing import collection_id_of, insert_judged_rankings
from evalstore.measures.weights import fill_weights
from evalstore.names import Named
from evalstore.quoting import literals
from evalstore.selection import Selection
from evalstore.store import Store
from evalstore.views import statement

_INCOMING = "select * from saved_rows"


def save(selection: Selection, store: Store) -> None:
    """Put the scores of a selection into a store, in one transaction."""
    store._create_views()
    with store._writing() as target, transaction(target):
        collection_id = collection_id_of(target, selection.collection.name)
        qrels_id = _save_qrels(selection, target, collection_id)
        runs = _save_runs(selection, target, collection_id)
        _save_scores(
            selection, target, {"qrels_id": qrels_id, "collection_id": collection_id}, runs
        )
        fill_weights(target)
        version.create_views(target)


def _save_qrels(selection: Selection, target: duckdb.DuckDBPyConnection, collection_id: int) -> int:
    """The judgements, unless they are there; other content under their name is refused."""
    select = f"select name, source, sha256 from qrels where qrels_id = {selection.qrels.number}"
    name, source, sha256 = selection.connection.execute(select).fetchall()[0]
    find = "select qrels_id, sha256 from qrels where collection_id = ? and name = ?"
    found = first_row(target.execute(find, [collection_id, name]))
    if found is not None:
        if found[1] != sha256:
            raise ConflictError(
                f"the store has other judgements named {name!r}; save into another store"
            )
        return int(found[0])
    number = tables.insert_qrels(target, collection_id, name, source, sha256)
    judgements, of_set = statement("lake_judgement", layer="lake"), selection.qrels.number
    with _rows(selection, judgements, target, {"qrels_id": of_set}):
        tables.insert_judgements(target, collection_id, number, _INCOMING)
    insert_judged_rankings(target, {"first_qrels_id": number, "last_qrels_id": number})
    return number


def _save_runs(
    selection: Selection, target: duckdb.DuckDBPyConnection, collection_id: int
) -> list[Named]:
    """The runs that are not there with their rankings; another run of the name is refused."""
    find = f"select system, sha256, run_id from run where collection_id = {collection_id}"
    found = {system: (sha256, number) for system, sha256, number in target.execute(find).fetchall()}
    of_runs = f"run_id in ({literals(run.number for run in selection.runs)})"
    select = f"select run_id, system, sha256 from run where {of_runs} order by system"
    new, again = [], []
    for number, system, sha256 in selection.connection.execute(select).fetchall():
        if system not in found:
            new.append(Named(number, system))
        elif found[system][0] != sha256:
            raise ConflictError(
                f"the store has another run named {system!r}; save into another store"
            )
        elif not _has_rankings(target, found[system][1]):
            again.append(Named(number, system))
    of_new = f"run_id in ({literals(run.number for run in new) or 'null'})"
    columns = "system, tag, run_group, rank_rule, source, sha256, metadata::varchar as metadata"
    with _rows(selection, f"select {columns} from run where {of_new}", target):
        target.execute(
            f"insert into run by name select *, {collection_id} as collection_id from saved_rows"
        )
    run_topic = statement(
        "lake_run_topic", {"run": f"select * from run where {of_new}"}, layer="lake"
    )
    with _rows(selection, run_topic, target):
        tables.insert_run_topics(target, collection_id, _INCOMING)
    return [*new, *again]


def _has_rankings(target: duckdb.DuckDBPyConnection, run_id: int) -> bool:
    return bool(target.execute("from ranking where run_id = ? limit 1", [run_id]).fetchall())


def _save_scores(
    selection: Selection,
    target: duckdb.DuckDBPyConnection,
    numbers: dict[str, int],
    runs: list[Named],
) -> None:
    names = literals(row.measure for row in selection.rows)
    custom = f"select * from custom_measure where name in ({names})"
    with _rows(selection, custom, target):
        target.execute("insert or ignore into custom_measure by name from saved_rows")
    systems = literals(run.name for run in runs) or "null"
    target.execute(
        f"""
        delete from custom_value
        where name in ({names}) and qrels_id = $qrels_id and run_id in (
            select run_id from run where collection_id = $collection_id and system in ({systems})
        )
        """,
        numbers,
    )
    scores = f"""
        select run.system, topic.name as topic, custom_value.name as measure, custom_value.value
        from custom_value
        inner join run using (run_id)
        inner join topic using (topic_id)
        where custom_value.qrels_id = {selection.qrels.number}
            and custom_value.name in ({names})
            and custom_value.run_id in ({literals(run.number for run in runs) or "null"})
    """
    with _rows(selection, scores, target):
        target.execute(tables.scores_statement(_INCOMING), numbers)


@contextmanager
def _rows(
    selection: Selection,
    select: str,
    target: duckdb.DuckDBPyConnection,
    parameters: dict[str, int] | None = None,
) -> Iterator[None]:
    """Rows of the lake's store, as the table `saved_rows` of another."""
    target.register(
        "saved_rows", selection.connection.sql(select, params=parameters or {}).to_arrow_table()
    )
    try:
        yield
    finally:
        target.unregister("saved_rows")
