"""Everything that is derived from rankings and judgements, recomputed and compared."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

import duckdb

from evalstore.load.storing import EVERYTHING
from evalstore.measures.weights import (
    depth_needed,
    discount_select,
    gain_select,
    has_function,
    register_functions,
)
from evalstore.quoting import literal
from evalstore.verification.check import Check, counted
from evalstore.views import compose, select_of, statement

# The rows that are ranked anew at once: about what a load ranks at once.
_BATCH_ROWS = 5_000_000

# The runs whose rankings are in a lake: what they answer cannot be counted here.
SCORED_RUNS = "select run_id from steps.scored_run"


def content(connection: duckdb.DuckDBPyConnection) -> Check:
    """Read every table to its end: DuckDB compares the checksum of each block."""
    check = Check("content")
    names = "select table_name from duckdb_tables() where database_name = current_database()"
    for (name,) in connection.execute(names).fetchall():
        select = f"select count(*), if(bit_xor(hash(rows)) is null, 0, 0), null from {name} as rows"
        counted(check, connection, select)
    return check


def references(connection: duckdb.DuckDBPyConnection) -> Check:
    """The numbers that name nothing."""
    return counted(Check("references"), connection, statement("missing", layer="verify"))


def repeated(connection: duckdb.DuckDBPyConnection) -> Check:
    """What is stored twice."""
    return counted(Check("repeated"), connection, statement("repeated", layer="verify"))


def collections(connection: duckdb.DuckDBPyConnection) -> Check:
    """What is judged in another collection than its own."""
    return counted(Check("collections"), connection, statement("collections", layer="verify"))


def ranking(connection: duckdb.DuckDBPyConnection) -> Check:
    """Rank the stored documents again, from 1, in the order of each run's rule, ties noted."""
    check = Check("ranking")
    ranked = statement("ranked_line", {"line": select_of("stored_line", "verify")})
    for runs in _batches(connection):
        connection.execute(f"create or replace temp table ranked_anew as {ranked}", {"runs": runs})
        numbers = ", ".join(map(str, runs))
        stored = f"select * from ranking where run_id in ({numbers})"
        counted(check, connection, _difference(stored, "select * from ranked_anew"))
        connection.execute("drop table ranked_anew")
    return check


def _batches(connection: duckdb.DuckDBPyConnection) -> Iterator[list[int]]:
    """The runs, in batches of a modest number of rows."""
    counts = "select run_id, count(*) from ranking group by run_id order by run_id"
    batches: dict[int, list[int]] = defaultdict(list)
    total = 0
    for run_id, count in connection.execute(counts).fetchall():
        batches[total // _BATCH_ROWS].append(run_id)
        total += count
    yield from batches.values()


def run_topic(connection: duckdb.DuckDBPyConnection) -> Check:
    """The documents of each topic, counted again."""
    stored = f"select * from run_topic where run_id not in ({SCORED_RUNS})"
    computed = statement("run_topic", layer="verify")
    return _compared(connection, "run_topic", computed, stored=stored)


def judged_ranking(connection: duckdb.DuckDBPyConnection) -> Check:
    """The rankings, joined with the judgements again."""
    return _compared(connection, "judged_ranking", statement("judged_ranking"), EVERYTHING)


def _compared(
    connection: duckdb.DuckDBPyConnection,
    table: str,
    computed: str,
    limits: dict[str, int] | None = None,
    stored: str | None = None,
) -> Check:
    """A table, or what is `stored` in it, against the select that computes it."""
    create = f"create or replace temp table computed_anew as {computed}"
    connection.execute(create, limits)
    select = _difference(stored or f"select * from {table}", "select * from computed_anew")
    check = counted(Check(table), connection, select)
    connection.execute("drop table computed_anew")
    return check


def _difference(stored: str, computed: str) -> str:
    return statement("difference", {"stored": stored, "computed": computed}, layer="verify")


def weights(connection: duckdb.DuckDBPyConnection) -> Check:
    """Discounts and gains, recomputed by their functions."""
    check = Check("weights")
    register_functions(connection)
    deepest = depth_needed(connection)
    for key, depth in _names(connection, "discount", "coalesce(max(rank), 0)"):
        if _is_known(check, "discount", key):
            select = discount_select(key, max(deepest, depth))
            _compare_weights(check, connection, ("discount", "rank", "weight"), key, select)
    for name, _ in _names(connection, "gain", "0"):
        if _is_known(check, "gain", name):
            _compare_weights(check, connection, ("gain", "grade", "value"), name, gain_select(name))
    return check


def _names(connection: duckdb.DuckDBPyConnection, table: str, extent: str) -> list[tuple[str, int]]:
    """The discounts or gains that measures use or the store has, and how far each goes."""
    select = f"""
        select name, {extent}
        from (
            select {table} as name from measure where {table} is not null
            union
            select {table} from {table}
        ) as names
        left join {table} on names.name = {table}.{table}
        group by name order by name
    """
    return connection.execute(select).fetchall()


def _is_known(check: Check, kind: str, name: str) -> bool:
    if has_function(kind, name):
        return True
    check.notes.append(f"{kind} {name!r} was not recomputed: its Python function is not registered")
    return False


def _compare_weights(
    check: Check,
    connection: duckdb.DuckDBPyConnection,
    columns: tuple[str, str, str],
    name: str,
    computed: str,
) -> None:
    """Every weight that is needed, against the stored one; grades of no judgement do not matter."""
    table, at, value = columns
    select = compose(
        f"""
        select
            count(*) as checked,
            count(*) filter (stored.{value} is distinct from computed.{value}) as wrong,
            min({literal(f"{table} {name} at {at} ")} || computed.{at})
                filter (stored.{value} is distinct from computed.{value}) as example
        from computed
        left join stored on computed.{at} = stored.{at}
        """,
        {
            "computed": computed,
            "stored": f"select * from {table} where {table} = {literal(name)}",
        },
    )
    counted(check, connection, select)
    repeated = f"""
        select 0, count(*), {literal(f"{table} {name} has a {at} twice")}
        from (
            select 1 from {table} where {table} = {literal(name)} group by {at} having count(*) > 1
        ) as repeated
        having count(*) > 0
    """
    counted(check, connection, repeated)
