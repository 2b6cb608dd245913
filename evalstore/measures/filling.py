"""Filling the tables that the views join: the catalogue, the discounts and the gains."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING

from evalstore.measures.catalogue import CatalogueRow, values_of
from evalstore.measures.definition import Definition, definitions
from evalstore.measures.weights import discount_weights, gain_values
from evalstore.quoting import literal, literals
from evalstore.remembered import remembered
from evalstore.rows import first
from evalstore.views import views

if TYPE_CHECKING:
    import duckdb
    import pyarrow as pa

# Deep enough for nearly every run, so that most loads need not add to the discounts.
SHALLOWEST = 1000


def fill_catalogue(connection: duckdb.DuckDBPyConnection, rows: list[CatalogueRow]) -> None:
    """Add measures to the catalogue; those already there take their present form."""
    connection.execute(f"insert or replace into measure {values_of(rows)}")


def fill_descriptions(connection: duckdb.DuckDBPyConnection) -> None:
    """Put what `list measures` tells into the store, for every SQL client."""
    rows = ", ".join(_description(one) for one in definitions())
    connection.execute(f"insert or replace into measure_description values {rows}")


def _description(one: Definition) -> str:
    parameters = "; ".join(
        f"{name}: {declared.meaning}"
        + ("" if declared.default is None else f" (default {declared.default})")
        for name, declared in one.parameters.items()
    )
    told = (one.title, one.meaning, one.formula, parameters, ", ".join(one.trec_eval))
    return f"({literals((one.name, *told, one.citation, one.reference, one.family))})"


def depth_needed(
    connection: duckdb.DuckDBPyConnection, run_ids: Sequence[int] | None = None
) -> int:
    """The deepest rank that a ranking of these runs, or of all, or an ideal ranking has."""
    of_runs = "" if run_ids is None else f"where run_id in ({literals(run_ids)})"
    row = first(
        connection.execute(
            f"""
        select greatest(
            (select max(ranks[-1]) from judged_list {of_runs}),
            (select max(judged) from (
                select sum(documents) as judged from grade_count group by qrels_id, topic
            ))
        )
        """
        )
    )
    return max(SHALLOWEST, int(row[0]) if row and row[0] else 0)


def fill_weights(
    connection: duckdb.DuckDBPyConnection, run_ids: Sequence[int] | None = None
) -> None:
    """Fill in what the catalogue's measures lack for the ranks and grades that the store has.

    Where only some runs are new, only their ranks need a look.
    """
    depth = depth_needed(connection, run_ids)
    for key in _lacking_depth(connection, depth):
        _put(connection, "insert or replace into discount", {key: discount_rows(key, depth)})
    for name in _lacking_grades(connection):
        rows = gain_rows(name, _grades(connection))
        _put(connection, "insert or replace into gain", {name: rows})


def _put(connection: duckdb.DuckDBPyConnection, into: str, rows: dict[str, pa.Table]) -> None:
    """Put the rows of some discounts or gains, by name, into a table."""
    for number, table in enumerate(rows.values()):
        connection.register(f"weights_{number}", table)
    selects = [f"select {literal(name)}, * from weights_{n}" for n, name in enumerate(rows)]
    connection.execute(f"{into} {' union all '.join(selects)}")
    for number in range(len(rows)):
        connection.unregister(f"weights_{number}")


def _lacking_depth(connection: duckdb.DuckDBPyConnection, depth: int) -> list[str]:
    rows = connection.execute(
        """
        select discount
        from (select distinct discount from measure where discount is not null)
        left join discount using (discount)
        group by discount
        having count(rank) < ?
        """,
        [depth],
    ).fetchall()
    return [row[0] for row in rows]


def _lacking_grades(connection: duckdb.DuckDBPyConnection) -> list[str]:
    rows = connection.execute(
        """
        select distinct gains.gain
        from (select distinct gain from measure where gain is not null) as gains
        cross join (select distinct grade from grade_count) as grades
        anti join gain using (gain, grade)
        """
    ).fetchall()
    return [row[0] for row in rows]


def discount_rows(key: str, depth: int) -> pa.Table:
    """A discount's weights down to a rank."""
    import numpy as np
    import pyarrow as pa

    from evalstore.columns import as_column

    ranks = np.arange(1, depth + 1)
    weights = discount_weights(key, ranks.astype(np.float64))
    return pa.table({"rank": as_column(ranks), "weight": as_column(weights)})


def gain_rows(name: str, grades: Sequence[float]) -> pa.Table:
    """A gain's value for every grade."""
    import numpy as np
    import pyarrow as pa

    from evalstore.columns import as_column

    found = np.array(grades, np.float64)
    values = gain_values(name, found)
    return pa.table({"grade": as_column(found), "value": as_column(values)})


def _grades(connection: duckdb.DuckDBPyConnection) -> list[float]:
    rows = connection.execute("select distinct grade from grade_count").fetchall()
    return [row[0] for row in rows]


def temporary_weights(
    connection: duckdb.DuckDBPyConnection, rows: Iterable[CatalogueRow]
) -> dict[str, str]:
    """Stand-ins for `discount` and `gain` where asked measures use some that the store lacks.

    They live in temporary tables, so a read-only store can be asked for any measure.
    """
    rows = list(rows)
    scale = _whole_scale(connection, rows)
    discounts = _lacking(connection, "discount", {row.discount for row in rows if row.discount})
    gains = _lacking(connection, "gain", {row.gain for row in rows if row.gain})
    if not discounts and not gains:
        return scale
    depth, grades = depth_needed(connection), _grades(connection)
    tables = {
        "discount": {key: discount_rows(key, depth) for key in sorted(discounts)},
        "gain": {name: gain_rows(name, grades) for name in sorted(gains)},
    }
    return scale | {
        table: _temporary(connection, table, parts) for table, parts in tables.items() if parts
    }


def _whole_scale(connection: duckdb.DuckDBPyConnection, rows: list[CatalogueRow]) -> dict[str, str]:
    """A stand-in for `highest_grade` that knows all topics, where only some may be asked for."""
    if not any("scale" in row.option for row in rows):
        return {}
    select = views()["highest_grade"].select
    connection.execute(f"create or replace temp table asked_highest_grade as {select}")
    return {"highest_grade": "select * from asked_highest_grade"}


def _lacking(connection: duckdb.DuckDBPyConnection, table: str, asked: set[str]) -> set[str]:
    """Those of the asked discounts or gains that the store does not hold."""
    if not asked:
        return asked
    held = remembered(connection, f"select distinct {table} from {table}")
    return asked - {row[0] for row in held}


def _temporary(
    connection: duckdb.DuckDBPyConnection, table: str, parts: dict[str, pa.Table]
) -> str:
    """A table for these alone: what was asked before may be read only after this."""
    name = f"asked_{table}_{sha256(repr(list(parts)).encode()).hexdigest()[:16]}"
    _put(connection, f"create or replace temp table {name} as", parts)
    return f"select * from {table} union all select * from {name}"
