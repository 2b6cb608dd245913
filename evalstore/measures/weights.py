"""Discounts and gains: vectorised functions of rank and grade.

They are registered as SQL functions on evalstore's connections, and called once per rank and
grade to fill the tables `discount` and `gain`, which the views join. So a view needs no Python.
Ours take a single number too: to fill a new store's tables is no reason to import NumPy.
"""

from __future__ import annotations

import math
from ast import literal_eval
from collections.abc import Callable, Sequence
from inspect import signature
from typing import TYPE_CHECKING, Any, TypeVar, cast

from evalstore.engine import whole
from evalstore.errors import UsageError
from evalstore.nearest import suggestion

if TYPE_CHECKING:
    import duckdb
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

Number = TypeVar("Number", "float", "Numbers")
Vectorised = Callable[..., Any]


class _OfOne:
    """NumPy's functions, by the same names, of a single number."""

    log2 = staticmethod(math.log2)
    maximum = staticmethod(max)

    @staticmethod
    def exp2(power: float) -> float:
        return math.exp2(power) if power < 1024 else math.inf


def _functions(number: float | Numbers) -> Any:
    if isinstance(number, float):
        return _OfOne
    import numpy as np

    return np


def log2(rank: Number, base: float = 2.0) -> Number:
    """1 / log_base(1 + rank), as trec_eval discounts."""
    of = _functions(rank)
    weight: Number = of.log2(base) / of.log2(1.0 + rank)
    return weight


def jk(rank: Number, base: float = 2.0) -> Number:
    """1 up to rank `base`, then 1 / log_base(rank), as Järvelin and Kekäläinen discount."""
    of = _functions(rank)
    weight: Number = of.log2(base) / of.log2(of.maximum(rank, base))
    return weight


def none(rank: Number, base: float = 2.0) -> Number:
    """No discount: every rank counts 1."""
    return rank * 0.0 + 1.0


def linear(grade: Number) -> Number:
    """The grade itself; a negative grade gains nothing."""
    gain: Number = _functions(grade).maximum(grade, 0.0)
    return gain


def exp2(grade: Number) -> Number:
    """2^grade - 1; a negative grade gains nothing."""
    of = _functions(grade)
    gain: Number = of.exp2(of.maximum(grade, 0.0)) - 1.0
    return gain


DISCOUNTS: dict[str, Vectorised] = {"log2": log2, "jk": jk, "none": none}
GAINS: dict[str, Vectorised] = {"linear": linear, "exp2": exp2}
_BUILT_IN = {*DISCOUNTS, *GAINS}


def add_discount(name: str, function: Vectorised) -> None:
    """Make a discount of one's own known: weights of an array of ranks."""
    _check_new(DISCOUNTS, "discount", name)
    takes_base = len(signature(function).parameters) > 1
    DISCOUNTS[name] = function if takes_base else (lambda rank, _base: function(rank))


def add_gain(name: str, function: Vectorised) -> None:
    """Make a gain of one's own known: gains of an array of grades."""
    _check_new(GAINS, "gain", name)
    GAINS[name] = function


def _check_new(known: dict[str, Vectorised], kind: str, name: str) -> None:
    if not name.isidentifier():
        raise UsageError(f"a {kind}'s name is a word, not {name!r}")
    if name in _BUILT_IN:
        raise UsageError(f"{name!r} is a {kind} of evalstore's; choose another name")
    known.pop(name, None)


def discount_function(name: str) -> str:
    """What a discount is called in SQL."""
    return "log_discount" if name == "log2" else f"{name}_discount"


def discount_key(name: str, base: float) -> str:
    """How the table `discount` names a discount: the base is told only where it is not 2."""
    return name if base == 2 else f"{name}(base={base:g})"


def discount_weights(key: str, depth: int) -> list[float]:
    """The weights of the ranks from 1 to `depth` under the discount that the table calls `key`."""
    name, _, rest = key.partition("(base=")
    _check(DISCOUNTS, "discount", name)
    ranks = [float(rank) for rank in range(1, depth + 1)]
    return _called(DISCOUNTS, name, ranks, float(rest.rstrip(")") or 2))


def gain_values(name: str, grades: Sequence[float]) -> list[float]:
    """The gains of grades; a map leaves other grades their linear gain, as trec_eval."""
    if name.startswith("{"):
        mapped = literal_eval(name)
        return [float(mapped.get(grade, linear(grade))) for grade in grades]
    _check(GAINS, "gain", name)
    return _called(GAINS, name, grades)


def _called(
    known: dict[str, Vectorised], name: str, numbers: Sequence[float], *base: float
) -> list[float]:
    """What a function gives: one of a user's own need not take less than an array."""
    function = known[name]
    if name in _BUILT_IN:
        return [function(number, *base) for number in numbers]
    import numpy as np

    values: list[float] = function(np.array(numbers, np.float64), *base).tolist()
    return values


def _check(known: dict[str, Vectorised], kind: str, name: str) -> None:
    if name not in known:
        raise UsageError(
            f"no {kind} {name!r}{suggestion(name, known)}; "
            f"one of your own is made known with register_{kind}"
        )


def register_functions(connection: duckdb.DuckDBPyConnection) -> None:
    """Make the discounts and gains callable in SQL on this database instance."""
    rows = connection.execute("select distinct function_name from duckdb_functions()").fetchall()
    taken = {row[0] for row in rows}
    wanted = {discount_function(name): _of_rank(one) for name, one in DISCOUNTS.items()}
    wanted |= {f"{name}_gain": _of_grade(one) for name, one in GAINS.items()}
    for name, (function, arguments) in wanted.items():
        if name not in taken:
            kinds, arrow = cast(Any, ["DOUBLE"] * arguments), cast(Any, "arrow")
            whole(connection).create_function(name, function, kinds, "DOUBLE", type=arrow)


def _of_rank(discount: Vectorised) -> tuple[Callable[..., Any], int]:
    from evalstore.columns import as_array

    def on_arrow(rank: Any, base: Any) -> Any:
        return _column(discount(as_array(rank), as_array(base)))

    return on_arrow, 2


def _of_grade(gain: Vectorised) -> tuple[Callable[..., Any], int]:
    from evalstore.columns import as_array

    def on_arrow(grade: Any) -> Any:
        return _column(gain(as_array(grade)))

    return on_arrow, 1


def _column(numbers: Numbers) -> Any:
    from evalstore.columns import as_column

    return as_column(numbers)
