"""From the names that people use to the numbers that the tables use."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from evalstore.errors import AmbiguousError, DataError, UnknownNameError
from evalstore.remembered import remembered

if TYPE_CHECKING:
    import duckdb


@dataclass(frozen=True)
class Named:
    """A thing's number and name."""

    number: int
    name: str


def find_collection(connection: duckdb.DuckDBPyConnection, name: str | None) -> Named:
    """The collection of that name; without a name, the only one, or the one called default."""
    known = _named(connection, "select collection_id, name from collection")
    if not known:
        raise DataError("the store is empty; load something with `evalstore load`")
    if name is not None:
        return _pick("collection", name, known)
    if len(known) == 1:
        return known[0]
    for one in known:
        if one.name == "default":
            return one
    listed = ", ".join(one.name for one in known)
    raise AmbiguousError(
        f"there are {len(known)} collections; name one with --collection: {listed}"
    )


def find_qrels(connection: duckdb.DuckDBPyConnection, collection: Named, name: str | None) -> Named:
    """The qrels set of that name; without a name, the only one of the collection."""
    known = _named(
        connection,
        "select qrels_id, name from qrels where collection_id = ?",
        [collection.number],
    )
    if name is not None:
        return _pick("qrels", name, known)
    if not known:
        raise DataError(
            f"collection {collection.name!r} has no judgements; "
            "load some with `evalstore load qrels`"
        )
    if len(known) == 1:
        return known[0]
    listed = ", ".join(one.name for one in known)
    raise AmbiguousError(f"there are {len(known)} qrels sets; name one with --qrels: {listed}")


def find_runs(
    connection: duckdb.DuckDBPyConnection, collection: Named, names: Sequence[str]
) -> list[Named]:
    """The runs of those systems in the order named; without names, all of the collection."""
    known = _named(
        connection,
        "select run_id, system from run where collection_id = ?",
        [collection.number],
    )
    if not known:
        raise DataError(
            f"collection {collection.name!r} has no runs; load some with `evalstore load runs`"
        )
    return [_pick("system", name, known) for name in dict.fromkeys(names)] or known


def find_topics(
    connection: duckdb.DuckDBPyConnection, collection: Named, names: Sequence[str]
) -> list[str]:
    """Those topics, each of which a run answers or an assessor judged."""
    rows = connection.execute(
        """
        select distinct topic from retrieved inner join run using (run_id) where collection_id = $1
        union
        select distinct topic from grade_count inner join qrels using (qrels_id)
        where collection_id = $1
        """,
        [collection.number],
    ).fetchall()
    known = {row[0] for row in rows}
    for name in names:
        if name not in known:
            raise UnknownNameError("topic", name, known)
    return list(dict.fromkeys(names))


def _named(
    connection: duckdb.DuckDBPyConnection, select: str, values: Sequence[object] = ()
) -> list[Named]:
    """In the order of their names, as DuckDB has it, which takes longer to start sorting."""
    found = [Named(*row) for row in remembered(connection, select, values)]
    return sorted(found, key=lambda one: one.name)


def _pick(kind: str, name: str, known: Sequence[Named]) -> Named:
    for one in known:
        if one.name == name:
            return one
    raise UnknownNameError(kind, name, [one.name for one in known])
