"""Discounts and gains: vectorised functions of rank and grade.

They are registered as SQL functions on evalstore's connections, and called once per rank and
grade to fill the tables `discount` and `gain`, which the views join. So a view needs no Python.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from evalstore.errors import UsageError
from evalstore.nearest import suggestion

if TYPE_CHECKING:
    import duckdb
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]
    Vectorised = Callable[..., Numbers]


def log2(rank: Numbers, base: float = 2.0) -> Numbers:
    """1 / log_base(1 + rank), as trec_eval discounts."""
    import numpy as np

    return np.log2(base) / np.log2(1.0 + rank)


def jk(rank: Numbers, base: float = 2.0) -> Numbers:
    """1 up to rank `base`, then 1 / log_base(rank), as Järvelin and Kekäläinen discount."""
    import numpy as np

    return np.log2(base) / np.log2(np.maximum(rank, base))


def none(rank: Numbers, base: float = 2.0) -> Numbers:
    """No discount: every rank counts 1."""
    return rank * 0.0 + 1.0


def linear(grade: Numbers) -> Numbers:
    """The grade itself; a negative grade gains nothing."""
    import numpy as np

    return np.maximum(grade, 0.0)


def exp2(grade: Numbers) -> Numbers:
    """2^grade - 1; a negative grade gains nothing."""
    import numpy as np

    return np.exp2(np.maximum(grade, 0.0)) - 1.0


DISCOUNTS: dict[str, Vectorised] = {"log2": log2, "jk": jk, "none": none}
GAINS: dict[str, Vectorised] = {"linear": linear, "exp2": exp2}

# What the functions are called in SQL.
DISCOUNT_FUNCTIONS = {"log_discount": "log2", "jk_discount": "jk"}
GAIN_FUNCTIONS = {"linear_gain": "linear", "exp2_gain": "exp2"}


def discount_key(name: str, base: float) -> str:
    """How the table `discount` names a discount: the base is told only where it is not 2."""
    return name if base == 2 else f"{name}(base={base:g})"


def discount_weights(key: str, ranks: Numbers) -> Numbers:
    """The weights of those ranks under the discount that the table calls `key`."""
    name, _, rest = key.partition("(base=")
    base = float(rest.rstrip(")")) if rest else 2.0
    return _function(DISCOUNTS, "discount", name)(ranks, base)


def gain_values(name: str, grades: Numbers) -> Numbers:
    """The gains of those grades; a map gives other grades their linear gain, as trec_eval does."""
    if not name.startswith("{"):
        return _function(GAINS, "gain", name)(grades)
    import numpy as np

    mapped: dict[float, float] = ast.literal_eval(name)
    ordinary = linear(grades)
    return np.array([mapped.get(float(g), o) for g, o in zip(grades, ordinary, strict=True)])


def _function(known: dict[str, Vectorised], kind: str, name: str) -> Vectorised:
    if name not in known:
        raise UsageError(f"no {kind} {name!r}{suggestion(name, known)}")
    return known[name]


def check_known(gains: Iterable[str], discounts: Iterable[str]) -> None:
    """Refuse a gain or discount that nobody registered, before any SQL runs."""
    for name in gains:
        if not name.startswith("{"):
            _function(GAINS, "gain", name)
    for key in discounts:
        _function(DISCOUNTS, "discount", key.partition("(")[0])


def register_functions(connection: duckdb.DuckDBPyConnection) -> None:
    """Make the discounts and gains callable in SQL on this database instance."""
    for name, discount in DISCOUNT_FUNCTIONS.items():
        _register(connection, name, DISCOUNTS[discount], arguments=2)
    for name, gain in GAIN_FUNCTIONS.items():
        _register(connection, name, GAINS[gain], arguments=1)


def _register(
    connection: duckdb.DuckDBPyConnection, name: str, function: Vectorised, arguments: int
) -> None:
    known = connection.execute(
        "select count(*) from duckdb_functions() where function_name = ?", [name]
    ).fetchone()
    if known and known[0]:
        return

    def on_arrow(*columns: Any) -> Any:
        import pyarrow as pa

        return pa.array(function(*(column.to_numpy() for column in columns)))

    kinds: list[Any] = ["DOUBLE"] * arguments
    connection.create_function(name, on_arrow, kinds, "DOUBLE", type="arrow")
