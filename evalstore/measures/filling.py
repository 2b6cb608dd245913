"""Filling the tables that the views join: the catalogue, the discounts and the gains."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from evalstore.measures.catalogue import COLUMNS, CatalogueRow
from evalstore.measures.definition import Definition, definitions
from evalstore.measures.weights import discount_weights, gain_values
from evalstore.quoting import literals
from evalstore.remembered import remembered
from evalstore.rows import only
from evalstore.views import views

if TYPE_CHECKING:
    import duckdb

# Deep enough for nearly every run, so that most loads need not add to the discounts.
SHALLOWEST = 1000

_TOLD = "name, title, meaning, formula, parameters, trec_eval, citation, reference, family"
_COLUMNS = {
    "measure": COLUMNS,
    "measure_description": dict.fromkeys(_TOLD.split(", "), "varchar"),
    "discount": {"discount": "varchar", "rank": "integer", "weight": "double"},
    "gain": {"gain": "varchar", "grade": "double", "value": "double"},
}


def fill_catalogue(connection: duckdb.DuckDBPyConnection, rows: list[CatalogueRow]) -> None:
    """Add measures to the catalogue; those already there take their present form."""
    _insert(connection, "measure", [row.cells() for row in rows])


def fill_descriptions(connection: duckdb.DuckDBPyConnection) -> None:
    """Put what `list measures` tells into the store, for every SQL client."""
    _insert(connection, "measure_description", [_description(one) for one in definitions()])


def _description(one: Definition) -> tuple[str, ...]:
    parameters = "; ".join(
        f"{name}: {declared.meaning}"
        + ("" if declared.default is None else f" (default {declared.default})")
        for name, declared in one.parameters.items()
    )
    told = (one.title, one.meaning, one.formula, parameters, ", ".join(one.trec_eval))
    return (one.name, *told, one.citation, one.reference, one.family)


def depth_needed(connection: duckdb.DuckDBPyConnection) -> int:
    """The deepest rank that a ranking or an ideal ranking has."""
    counts = "select sum(documents) as judged from grade_count group by qrels_id, topic"
    judged = _highest(connection, f"select max(judged) from ({counts})")
    return max(SHALLOWEST, judged, _deepest_of(connection))


def _deepest_of(connection: duckdb.DuckDBPyConnection, run_ids: Sequence[int] | None = None) -> int:
    """The deepest rank that a ranking of these runs, or of all, has; no deeper than needs be."""
    of_runs = "" if run_ids is None else f"where run_id in ({literals(run_ids)})"
    deepest = _highest(connection, f"select max(documents) from retrieved {of_runs}")
    if deepest <= SHALLOWEST:
        return deepest
    # Only judged documents count, but to look at them all takes a while.
    return _highest(connection, f"select max(places[-1] - before) from judged_place {of_runs}")


def _highest(connection: duckdb.DuckDBPyConnection, select: str) -> int:
    """The one number that is asked for; 0 if there is none."""
    return int(only(connection.execute(select)) or 0)


def fill_weights(connection: duckdb.DuckDBPyConnection) -> None:
    """Fill in what the catalogue's measures lack for the ranks and grades that the store has."""
    _fill_discounts(connection, depth_needed(connection))
    grades = _grades(connection)
    lacking = _lacking_grades(connection) if grades else []
    _refill(connection, "gain", {name: gain_rows(name, grades) for name in lacking})


def fill_weights_of(connection: duckdb.DuckDBPyConnection, run_ids: Sequence[int]) -> None:
    """The same where only these runs are new: they bring no grades, and seldom deeper ranks."""
    depth = _deepest_of(connection, run_ids)
    if depth > SHALLOWEST:
        _fill_discounts(connection, depth)


def _fill_discounts(connection: duckdb.DuckDBPyConnection, depth: int) -> None:
    lacking = _lacking_depth(connection, depth)
    _refill(connection, "discount", {key: discount_rows(key, depth) for key in lacking})


def _refill(
    connection: duckdb.DuckDBPyConnection,
    table: str,
    named: Mapping[str, Sequence[tuple[Any, ...]]],
) -> None:
    """Give discounts or gains, by name, the weights that they have now."""
    if named:
        connection.execute(f"delete from {table} where {table} in ({literals(named)})")
        rows = [row for rows in named.values() for row in rows]
        _put(connection, f"insert into {table}", _COLUMNS[table], rows)


def _insert(
    connection: duckdb.DuckDBPyConnection, table: str, rows: Sequence[tuple[Any, ...]]
) -> None:
    """Add rows to a table; those already there take their present form."""
    if rows:
        _put(connection, f"insert or replace into {table}", _COLUMNS[table], rows)


def _put(
    connection: duckdb.DuckDBPyConnection,
    into: str,
    types: Mapping[str, str],
    rows: Sequence[tuple[Any, ...]],
) -> None:
    """Put rows, handed over as a list for each column: DuckDB takes far longer over literals."""
    columns = [list(column) for column in zip(*rows, strict=True)]
    cells = ", ".join(f"unnest(?::{kind}[]) as {name}" for name, kind in types.items())
    connection.execute(f"{into} select {cells}", columns)


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


def discount_rows(key: str, depth: int) -> list[tuple[str, int, float]]:
    """A discount's weights down to a rank."""
    weights = enumerate(discount_weights(key, depth), start=1)
    return [(key, rank, weight) for rank, weight in weights]


def gain_rows(name: str, grades: Sequence[float]) -> list[tuple[str, float, float]]:
    """A gain's value for every grade."""
    values = zip(grades, gain_values(name, grades), strict=True)
    return [(name, grade, value) for grade, value in values]


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
    weights: dict[str, list[tuple[Any, ...]]] = {
        "discount": [row for key in sorted(discounts) for row in discount_rows(key, depth)],
        "gain": [row for name in sorted(gains) for row in gain_rows(name, grades)],
    }
    return scale | {
        table: _temporary(connection, table, found) for table, found in weights.items() if found
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
    connection: duckdb.DuckDBPyConnection, table: str, rows: Sequence[tuple[Any, ...]]
) -> str:
    """A table for these alone: what was asked before may be read only after this."""
    names = sorted({row[0] for row in rows})
    name = f"asked_{table}_{sha256(repr(names).encode()).hexdigest()[:16]}"
    _put(connection, f"create or replace temp table {name} as", _COLUMNS[table], rows)
    return f"select * from {table} union all select * from {name}"
