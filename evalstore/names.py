"""Names given by users, resolved to the keys in the tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import duckdb

from evalstore.config import CURRENT
from evalstore.errors import AmbiguousError, DataError, UnknownNameError
from evalstore.patterns import Names, exact, resolved, several


@dataclass(frozen=True)
class Named:
    """Key and name of a collection, qrels set or run."""

    number: int
    name: str


EMPTY = "the store is empty; load data with `store.load_qrels()` and `store.load_runs()`"
NO_RUNS = "no runs are loaded; load them with `store.load_runs()`"
NO_QRELS = "no judgements are loaded; load them with `store.load_qrels()`"


def find_collection(connection: duckdb.DuckDBPyConnection, name: str | None) -> Named:
    """The collection of that name; without a name, the only one, or the one named default."""
    known = _named(connection, "select collection_id, name from collection")
    name = name or CURRENT.get().value("collection")
    if not known:
        raise DataError(EMPTY)
    if name is not None:
        return _pick("collection", name, known)
    if len(known) == 1:
        return known[0]
    for one in known:
        if one.name == "default":
            return one
    listed = ", ".join(one.name for one in known)
    raise AmbiguousError(
        f"there are {len(known)} collections; name one with `collection`: {listed}"
    )


def find_qrels(connection: duckdb.DuckDBPyConnection, collection: Named, name: str | None) -> Named:
    """The qrels set of that name; without a name, the only one of the collection."""
    known = _known_qrels(connection, collection)
    if name is not None:
        return _pick("qrels", name, known)
    if not known:
        raise _nothing_in(connection, collection, "judgements", "store.load_qrels()")
    if len(known) == 1:
        return known[0]
    names = [one.name for one in known]
    message = f"there are {len(known)} qrels sets; name one with `qrels`: {', '.join(names)}"
    raise AmbiguousError(message, "qrels", names)


def _nothing_in(
    connection: duckdb.DuckDBPyConnection, collection: Named, what: str, call: str
) -> DataError:
    """The error of a collection without data; the user may mean another one."""
    every = _named(connection, "select collection_id, name from collection")
    others = ", ".join(one.name for one in every if one != collection)
    named = f", or name another `collection`: {others}" if others else ""
    return DataError(
        f"collection {collection.name!r} has no {what}; load them with `{call}`{named}"
    )


def find_optional_qrels(
    connection: duckdb.DuckDBPyConnection, collection: Named, name: str | None
) -> Named | None:
    """As `find_qrels`, but None where the collection has no judgements and no set is named."""
    if name is None and not _known_qrels(connection, collection):
        return None
    return find_qrels(connection, collection, name)


def find_run(connection: duckdb.DuckDBPyConnection, collection: Named, name: str) -> Named:
    """The run of exactly that system."""
    [run] = find_runs(connection, collection, exact(name))
    return run


def find_runs(
    connection: duckdb.DuckDBPyConnection, collection: Named, names: Names | None
) -> list[Named]:
    """The runs of those systems in the order named; without names, all of the collection."""
    select = "select run_id, system from run where collection_id = ?"
    known = _named(connection, select, [collection.number])
    if not known:
        raise _nothing_in(connection, collection, "runs", "store.load_runs()")
    by_name = {run.name: run for run in known}
    return [by_name[name] for name in resolved("system", names, list(by_name))] or known


def find_topics(
    connection: duckdb.DuckDBPyConnection, collection: Named, names: Names | None
) -> list[str]:
    """The names without repetitions; each must be a judged or retrieved topic."""
    if not several(names):
        return []
    rows = connection.execute(
        """
        select name
        from topic
        where collection_id = ?
            and topic_id in (select topic_id from run_topic union select topic_id from judgement)
        order by name
        """,
        [collection.number],
    ).fetchall()
    return resolved("topic", names, [row[0] for row in rows])


def topic_ids(
    connection: duckdb.DuckDBPyConnection, collection: Named, names: Sequence[str]
) -> list[int]:
    """The keys of known topics."""
    select = "select topic_id from topic where collection_id = ? and name in (select unnest(?))"
    rows = connection.execute(select, [collection.number, list(names)]).fetchall()
    return sorted(row[0] for row in rows)


def _known_qrels(connection: duckdb.DuckDBPyConnection, collection: Named) -> list[Named]:
    select = "select qrels_id, name from qrels where collection_id = ?"
    return _named(connection, select, [collection.number])


def _named(
    connection: duckdb.DuckDBPyConnection, select: str, values: Sequence[object] = ()
) -> list[Named]:
    found = [Named(*row) for row in connection.execute(select, list(values)).fetchall()]
    return sorted(found, key=lambda one: one.name)


def _pick(kind: str, name: str, known: Sequence[Named]) -> Named:
    for one in known:
        if one.name == name:
            return one
    raise UnknownNameError(kind, name, [one.name for one in known])
