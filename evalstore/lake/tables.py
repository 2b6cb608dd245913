"""From the tables of a store to Parquet files, and from Parquet files to the tables of a store.

A lake has names where a store has numbers, since many machines write it without asking each other.
The selects are in `sql/lake`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

import duckdb

from evalstore.database import only_value
from evalstore.lake.location import File, Location
from evalstore.lake.manifest import Part
from evalstore.load.storing import number_documents, number_topics
from evalstore.quoting import literal, literals
from evalstore.views import select_of, statement

# The tables that are written anew with every change of a lake.
CATALOGUE = ("measure", "custom_measure", "gain", "discount")
NAMES = ("collection", "qrels", "run")
SMALL = (*NAMES, "topic", "efficiency", "custom_value", *CATALOGUE)


@dataclass(frozen=True)
class Writer:
    """Writes selects over the tables of a store to a lake."""

    connection: duckdb.DuckDBPyConnection
    location: Location
    scratch: Path

    def small(self, parts: Mapping[int, str], names: Sequence[str] = SMALL) -> dict[str, File]:
        """Small tables; `parts` has the part of each run."""
        folder = f"tables/{uuid4().hex}"
        self.connection.execute(
            "create or replace temp table run_part as "
            "select unnest(?::integer[]) as run_id, unnest(?::varchar[]) as part",
            [list(parts), list(parts.values())],
        )
        selects = {
            name: f"select * from {name} order by all" if name in CATALOGUE else _lake(name)
            for name in names
        }
        return {
            name: self._written(select, f"{folder}/{name}.parquet")
            for name, select in selects.items()
        }

    def judgements(self, qrels_id: int) -> File:
        """A set of judgements."""
        select = _lake("judgement")
        return self._written(select, f"judgement/{uuid4().hex}.parquet", {"qrels_id": qrels_id})

    def part(self, name: str, runs: Sequence[int], qrels: Mapping[str, int]) -> Part:
        """The rankings of some runs, and their judged part under each set of judgements."""
        overrides = {"run": f"select * from run where run_id in ({literals(runs)})"}
        run_topic, ranking = (
            self._written(_lake(table, overrides), f"{table}/{name}.parquet")
            for table in ("run_topic", "ranking")
        )
        judged = {one: self.judged(name, runs, number) for one, number in qrels.items()}
        return Part(run_topic, ranking, judged)

    def judged(self, name: str, runs: Sequence[int], qrels_id: int) -> File:
        """The judged part of the rankings of some runs."""
        overrides = {"run": f"select * from run where run_id in ({literals(runs)})"}
        path = f"judged_ranking/{name}-{uuid4().hex[:8]}.parquet"
        return self._written(_lake("judged_ranking", overrides), path, {"qrels_id": qrels_id})

    def _written(self, select: str, path: str, parameters: dict[str, Any] | None = None) -> File:
        made = self.scratch / f"{uuid4().hex}.parquet"
        copy = f"copy (\n{select}\n) to {literal(str(made))} (format parquet, compression zstd)"
        rows = only_value(self.connection.execute(copy, parameters or {}))
        return self.location.put(made, path, rows)


def _lake(table: str, overrides: Mapping[str, str] | None = None) -> str:
    return statement(f"lake_{table}", overrides, layer="lake")


def files_select(paths: Iterable[str], **names: Sequence[str] | None) -> str:
    """The rows of Parquet files, of some systems or topics only."""
    conditions = [
        f"{column} in ({literals(wanted)})"
        for column, wanted in names.items()
        if wanted is not None
    ]
    where = f" where {' and '.join(conditions)}" if conditions else ""
    return f"select * from read_parquet([{literals(paths)}]){where}"


def parts_select(paths: Mapping[str, str], run: str) -> str:
    """The rows of files, of which `paths` has the part, by systems whose part that is.

    A part can have systems that are another part's by now: the table `run` of the lake decides.
    """
    if not paths:
        return "select '' as system, '' as topic, 0 as documents where false"
    rows = ", ".join(f"({literal(path)}, {literal(part)})" for path, part in paths.items())
    return f"""
        select lake.* exclude (path)
        from read_parquet([{literals(paths)}], filename = 'path') as lake
        inner join (values {rows}) as file (path, part) using (path)
        inner join ({run}) as run using (system, part)
    """


def insert_qrels(
    connection: duckdb.DuckDBPyConnection,
    collection_id: int,
    name: str,
    source: str | None = None,
    sha256: str = "",
) -> int:
    """A row of `qrels`, and its number."""
    insert = (
        "insert into qrels (collection_id, name, source, sha256) "
        "values (?, ?, ?, ?) returning qrels_id"
    )
    return int(only_value(connection.execute(insert, [collection_id, name, source, sha256])))


def insert_systems(
    connection: duckdb.DuckDBPyConnection, collection_id: int, systems: Sequence[str]
) -> dict[str, int]:
    """Rows of `run` with nothing but a name, and their numbers."""
    insert = (
        "insert into run (collection_id, system, rank_rule, sha256) "
        "select ?, unnest(?::varchar[]), '', '' returning system, run_id"
    )
    return dict(connection.execute(insert, [collection_id, list(systems)]).fetchall())


def insert_names(connection: duckdb.DuckDBPyConnection, paths: Mapping[str, str]) -> None:
    """Collections, sets of judgements, runs and the catalogue, from the small tables of a lake."""
    connection.execute(
        f"""
        insert into collection by name
        select collection as name, documents from read_parquet({literal(paths["collection"])});
        insert into qrels by name
        select collection_id, qrels as name, source, sha256
        from read_parquet({literal(paths["qrels"])}) as lake
        inner join collection on lake.collection = collection.name
        order by all;
        insert into run by name
        select lake.* exclude (collection, part), collection.collection_id
        from read_parquet({literal(paths["run"])}) as lake
        inner join collection on lake.collection = collection.name
        order by all;
        """
    )
    for table in ("custom_measure", "gain", "discount"):
        lake = f"read_parquet({literal(paths[table])})"
        connection.execute(f"insert into {table} by name from {lake}")


def update_topics(connection: duckdb.DuckDBPyConnection, collection_id: int, part: str) -> None:
    """The texts of topics that are there by name."""
    connection.execute(
        f"""
        update topic set
            title = lake.title,
            description = lake.description,
            narrative = lake.narrative,
            metadata = lake.metadata
        from ({part}) as lake
        where topic.name = lake.topic and topic.collection_id = {collection_id}
        """
    )


def update_runs(connection: duckdb.DuckDBPyConnection, collection_id: int, part: str) -> None:
    """What describes runs that are there by name."""
    connection.execute(
        f"""
        update run set
            tag = lake.tag,
            run_group = lake.run_group,
            rank_rule = lake.rank_rule,
            source = lake.source,
            metadata = lake.metadata
        from ({part}) as lake
        where run.system = lake.system and run.collection_id = {collection_id}
        """
    )


def insert_efficiency(connection: duckdb.DuckDBPyConnection, collection_id: int, part: str) -> None:
    """Efficiency numbers of runs."""
    _insert(connection, "efficiency", part, {"collection_id": collection_id})


# The small tables that a user-defined measure may read, and what brings them into a store.
DESCRIPTIONS = {"run": update_runs, "topic": update_topics, "efficiency": insert_efficiency}


def parts_of(connection: duckdb.DuckDBPyConnection, path: str) -> dict[int, str]:
    """The part of each run that is in the store, from the table `run` of a lake."""
    rows = connection.execute(
        f"""
        select run.run_id, lake.part
        from read_parquet({literal(path)}) as lake
        inner join collection on lake.collection = collection.name
        inner join run
            on lake.system = run.system and collection.collection_id = run.collection_id
        """
    )
    return dict(rows.fetchall())


def insert_judgements(
    connection: duckdb.DuckDBPyConnection, collection_id: int, qrels_id: int, part: str
) -> None:
    """The judgements that a select yields, with their topics and documents."""
    connection.execute(f"create or replace temp table incoming as {part}")
    number_topics(connection, collection_id)
    number_documents(connection, collection_id)
    parameters = {"qrels_id": qrels_id, "collection_id": collection_id}
    connection.execute(f"insert into judgement {statement('judgement')}", parameters)
    connection.execute("drop table incoming")


def insert_run_topics(connection: duckdb.DuckDBPyConnection, collection_id: int, part: str) -> None:
    """The topics that runs answer."""
    connection.execute(f"create or replace temp table incoming as {part}")
    number_topics(connection, collection_id)
    connection.execute("drop table incoming")
    _insert(connection, "run_topic", part, {"collection_id": collection_id})


def insert_judged(
    connection: duckdb.DuckDBPyConnection, collection_id: int, qrels_id: int, part: str
) -> None:
    """The judged part of rankings."""
    parameters = {"collection_id": collection_id, "qrels_id": qrels_id}
    _insert(connection, "judged_ranking", part, parameters)


def insert_rankings(connection: duckdb.DuckDBPyConnection, collection_id: int, part: str) -> None:
    """Complete rankings, with their documents."""
    connection.execute(
        f"create or replace temp table incoming as select distinct docno from ({part})"
    )
    number_documents(connection, collection_id)
    connection.execute("drop table incoming")
    _insert(connection, "ranking", part, {"collection_id": collection_id})


def _insert(
    connection: duckdb.DuckDBPyConnection, table: str, part: str, parameters: dict[str, int]
) -> None:
    connection.execute(f"insert into {table} by name {_numbered(table, part)}", parameters)


def scores_statement(part: str) -> str:
    """Insert scores that came back, of which `part` is a select, into `custom_value`."""
    return f"insert into custom_value by name {_numbered('score', part)}"


def _numbered(table: str, part: str) -> str:
    overrides = {"part": part, "numbered_row": select_of("numbered_row", "lake")}
    return statement(f"numbered_{table}", overrides, layer="lake")
