"""Discounts and gains: functions of a rank and of a grade.

They are registered as SQL functions on the connections that evalstore opens, and called in SQL
to fill the tables `discount` and `gain`, which the views join: so a view needs no Python. They
compute with C's `log2` and `exp2`, as trec_eval does; NumPy's differ from them in the last bit at
57 of the first million ranks.
"""

from __future__ import annotations

import math
import threading
from ast import literal_eval
from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import sha256
from inspect import signature
from typing import TYPE_CHECKING, Any, cast

import duckdb

from evalstore.database import only_value
from evalstore.errors import UsageError
from evalstore.nearest import suggestion
from evalstore.quoting import literal
from evalstore.views import compose

if TYPE_CHECKING:
    from evalstore.measures.catalogue import CatalogueRow

Discount = Callable[[float, float], float]
Gain = Callable[[float], float]

# Deep enough for nearly every run, so that few loads have to extend the discounts.
MINIMUM_DEPTH = 1000

# Of two threads that register the functions of one database, the second finds them there.
_REGISTERING = threading.Lock()


def log2(rank: float, base: float) -> float:
    """1 / log_base(1 + rank), as trec_eval discounts."""
    return math.log2(base) / math.log2(1.0 + rank)


def jk(rank: float, base: float) -> float:
    """1 up to rank `base`, then 1 / log_base(rank), as Järvelin and Kekäläinen discount."""
    return math.log2(base) / math.log2(max(rank, base))


def none(rank: float, base: float) -> float:
    """No discount: every rank counts 1."""
    return 1.0


def linear(grade: float) -> float:
    """The grade itself; a negative grade gains nothing."""
    return max(grade, 0.0)


def exp2(grade: float) -> float:
    """2^grade - 1; a negative grade gains nothing."""
    return math.exp2(max(grade, 0.0)) - 1.0 if grade < 1024 else math.inf


DISCOUNTS: dict[str, Discount] = {"log2": log2, "jk": jk, "none": none}
GAINS: dict[str, Gain] = {"linear": linear, "exp2": exp2}
_BUILT_IN = {*DISCOUNTS, *GAINS}


def add_discount(name: str, function: Callable[..., Any]) -> None:
    """Add a user-defined discount: a vectorised function of rank, or of rank and base."""
    _check_new("discount", name)
    takes_base = len(signature(function).parameters) > 1

    def discount(rank: float, base: float) -> float:
        return _of_one(function, rank, base) if takes_base else _of_one(function, rank)

    DISCOUNTS[name] = discount


def add_gain(name: str, function: Callable[..., Any]) -> None:
    """Add a user-defined gain: a vectorised function of grade."""
    _check_new("gain", name)
    GAINS[name] = lambda grade: _of_one(function, grade)


def _of_one(function: Callable[..., Any], number: float, *base: float) -> float:
    """The value of a vectorised function at one number."""
    import numpy as np

    return float(np.ravel(function(np.array([number], dtype=np.float64), *base))[0])


def _check_new(kind: str, name: str) -> None:
    if not name.isidentifier():
        raise UsageError(f"the name of a {kind} must be one word, not {name!r}")
    if name in _BUILT_IN:
        raise UsageError(f"{name!r} is a built-in {kind}; choose another name")


def discount_function(name: str) -> str:
    """The name of a discount in SQL."""
    return "log_discount" if name == "log2" else f"{name}_discount"


def gain_function(name: str) -> str:
    """The name of a gain in SQL."""
    return f"{name}_gain"


def discount_key(name: str, base: float) -> str:
    """The name of a discount in the table `discount`: with its base, unless that is 2."""
    return name if base == 2 else f"{name}(base={base:g})"


def register_functions(connection: duckdb.DuckDBPyConnection) -> None:
    """Make the discounts and gains callable in SQL on this database instance."""
    functions: dict[str, tuple[Callable[..., float], int]] = {
        discount_function(name): (function, 2) for name, function in DISCOUNTS.items()
    }
    functions |= {gain_function(name): (function, 1) for name, function in GAINS.items()}
    double = cast(Any, "DOUBLE")
    with _REGISTERING:
        if _are_registered(connection, functions):
            return
        rows = connection.execute(
            "select function_name from duckdb_functions() where function_name in (from unnest($1))",
            [list(functions)],
        ).fetchall()
        for name in functions.keys() - {row[0] for row in rows}:
            function, arguments = functions[name]
            connection.create_function(name, function, [double] * arguments, double)


def _are_registered(
    connection: duckdb.DuckDBPyConnection, functions: Mapping[str, tuple[object, int]]
) -> bool:
    """Whether SQL knows the functions; listing all that DuckDB has takes 20 ms.

    On another connection, for an error would end the transaction of this one.
    """
    calls = [f"{name}({', '.join(['x'] * count)})" for name, (_, count) in functions.items()]
    try:
        with connection.cursor() as cursor:
            cursor.execute(f"select {', '.join(calls)} from (select 1.0::double as x) where false")
    except (duckdb.CatalogException, duckdb.BinderException):
        return False
    return True


def unregister_function(connection: duckdb.DuckDBPyConnection, name: str) -> None:
    """Remove a function, if it is registered, so that it can be registered again."""
    known = "select count(*) from duckdb_functions() where function_name = ?"
    if only_value(connection.execute(known, [name])):
        connection.remove_function(name)


def discount_select(key: str, depth: int) -> str:
    """The weights of the ranks from 1 to `depth`, by the SQL function of the discount."""
    name, _, rest = key.partition("(base=")
    _check_known(DISCOUNTS, "discount", name)
    call = f"{discount_function(name)}(rank, {float(rest.rstrip(')') or 2)!r})"
    return (
        f"select {literal(key)} as discount, rank::integer as rank, {call} as weight "
        f"from range(1, {depth + 1}) as ranks (rank)"
    )


def gain_select(name: str) -> str:
    """The gains of all grades; a map leaves other grades their linear gain, as trec_eval does."""
    value = f"{gain_function(name)}(grade)"
    if name.startswith("{"):
        pairs = literal_eval(name).items()
        cases = " ".join(f"when {grade!r} then {float(gain)!r}" for grade, gain in pairs)
        value = f"case grade {cases} else {gain_function('linear')}(grade) end"
    else:
        _check_known(GAINS, "gain", name)
    return (
        f"select {literal(name)} as gain, grade, {value}::double as value "
        "from (select distinct grade from judgement) as grades"
    )


def has_function(kind: str, name: str) -> bool:
    """Whether a discount or gain can be computed here: built in, a map, or registered."""
    if kind == "discount":
        return name.partition("(base=")[0] in DISCOUNTS
    return name in GAINS or name.startswith("{")


def is_built_in(name: str) -> bool:
    """Whether every machine with evalstore can compute a discount or gain."""
    return name.startswith("{") or name.partition("(base=")[0] in _BUILT_IN


def _check_known(known: Iterable[str], kind: str, name: str) -> None:
    if name not in known:
        raise UsageError(
            f"no {kind} {name!r}{suggestion(name, known)}; "
            f"register a user-defined one with register_{kind}"
        )


def fill_weights(connection: duckdb.DuckDBPyConnection) -> None:
    """Insert missing discounts and gains of the catalogue's measures."""
    depth = depth_needed(connection)
    for key in _lacking_discounts(connection, depth):
        _refill(connection, "discount", key, discount_select(key, depth))
    for name in _lacking_gains(connection):
        _refill(connection, "gain", name, gain_select(name))


def refill(connection: duckdb.DuckDBPyConnection, table: str, name: str) -> None:
    """Recompute a discount or gain, in a transaction, if the store has it."""
    connection.execute(f"delete from {table} where split_part({table}, '(', 1) = ?", [name])
    fill_weights(connection)


def _refill(connection: duckdb.DuckDBPyConnection, table: str, name: str, select: str) -> None:
    register_functions(connection)
    connection.execute(f"delete from {table} where {table} = ?", [name])
    connection.execute(f"insert into {table} {select}")


def depth_needed(connection: duckdb.DuckDBPyConnection) -> int:
    """The deepest rank that a judged document or an ideal ranking has."""
    ranks = only_value(connection.execute("select max(documents) from run_topic")) or 0
    if ranks > MINIMUM_DEPTH:  # only judged documents count, but finding the deepest takes longer
        ranks = only_value(connection.execute("select max(rank) from judged_ranking")) or 0
    return max(MINIMUM_DEPTH, ranks, ideal_depth(connection))


def ideal_depth(connection: duckdb.DuckDBPyConnection) -> int:
    """The deepest rank that an ideal ranking can have."""
    judged = """
        select max(documents)
        from (select count(*) as documents from judgement group by qrels_id, topic_id)
    """
    return only_value(connection.execute(judged)) or 0


def _lacking_discounts(connection: duckdb.DuckDBPyConnection, depth: int) -> list[str]:
    rows = connection.execute(
        """
        select discount
        from (select distinct discount from measure where discount is not null) as needed
        left join discount using (discount)
        group by discount
        having count(rank) < ?
        order by discount
        """,
        [depth],
    ).fetchall()
    return [row[0] for row in rows]


def _lacking_gains(connection: duckdb.DuckDBPyConnection) -> list[str]:
    rows = connection.execute(
        """
        select distinct needed.gain
        from (select distinct gain from measure where gain is not null) as needed
        cross join (select distinct grade from judgement) as grades
        anti join gain using (gain, grade)
        order by 1
        """
    ).fetchall()
    return [row[0] for row in rows]


def temporary_weights(
    connection: duckdb.DuckDBPyConnection, rows: Sequence[CatalogueRow]
) -> dict[str, str]:
    """Overrides of `discount` and `gain` where measures use some that the store does not have.

    They are temporary tables, so that a read-only store can compute any measure.
    """
    overrides = _highest_grades(connection, rows)
    if discounts := _lacking(
        connection, "discount", {row.discount for row in rows if row.discount}
    ):
        depth = depth_needed(connection)
        selects = [discount_select(key, depth) for key in discounts]
        overrides["discount"] = _temporary(connection, "discount", selects)
    if gains := _lacking(connection, "gain", {row.gain for row in rows if row.gain}):
        overrides["gain"] = _temporary(connection, "gain", [gain_select(name) for name in gains])
    return overrides


def _lacking(connection: duckdb.DuckDBPyConnection, table: str, needed: set[str]) -> list[str]:
    if not needed:
        return []
    found = connection.execute(f"select distinct {table} from {table}").fetchall()
    return sorted(needed - {row[0] for row in found})


def _temporary(connection: duckdb.DuckDBPyConnection, table: str, selects: list[str]) -> str:
    """A table named for its content: a result of an earlier request may still be unread."""
    register_functions(connection)
    union = " union all ".join(selects)
    name = f"temporary_{table}_{sha256(union.encode()).hexdigest()[:16]}"
    connection.execute(f"create or replace temp table {name} as {union}")
    return f"select * from {table} union all select * from {name}"


def _highest_grades(
    connection: duckdb.DuckDBPyConnection, rows: Sequence[CatalogueRow]
) -> dict[str, str]:
    """An override of `highest_grade` that sees all topics, where only some are selected."""
    if not any("scale" in row.option for row in rows):
        return {}
    select = compose("select * from steps.highest_grade", {})
    connection.execute(f"create or replace temp table temporary_highest_grade as {select}")
    return {"highest_grade": "select * from temporary_highest_grade"}
