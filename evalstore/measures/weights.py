"""Discounts and gains: vectorised functions of rank and grade.

They are registered as SQL functions on evalstore's connections, and called once per rank and
grade to fill the tables `discount` and `gain`, which the views join. So a view needs no Python.
"""

from __future__ import annotations

from ast import literal_eval
from collections.abc import Callable
from inspect import signature
from typing import TYPE_CHECKING, Any, cast

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

    weights: Numbers = np.log2(base) / np.log2(1.0 + rank)
    return weights


def jk(rank: Numbers, base: float = 2.0) -> Numbers:
    """1 up to rank `base`, then 1 / log_base(rank), as Järvelin and Kekäläinen discount."""
    import numpy as np

    weights: Numbers = np.log2(base) / np.log2(np.maximum(rank, base))
    return weights


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


def discount_weights(key: str, ranks: Numbers) -> Numbers:
    """The weights of ranks under the discount that the table calls `key`."""
    name, _, rest = key.partition("(base=")
    _check(DISCOUNTS, "discount", name)
    return DISCOUNTS[name](ranks, float(rest.rstrip(")") or 2))


def gain_values(name: str, grades: Numbers) -> Numbers:
    """The gains of grades; a map leaves other grades their linear gain, as trec_eval."""
    if name.startswith("{"):
        mapped = literal_eval(name)
        pairs = zip(grades, linear(grades), strict=True)
        return _array([mapped.get(grade, gain) for grade, gain in pairs])
    _check(GAINS, "gain", name)
    return GAINS[name](grades)


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
            connection.create_function(name, function, kinds, "DOUBLE", type=arrow)


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


def _array(numbers: list[float]) -> Numbers:
    import numpy as np

    return np.array(numbers, np.float64)


def _column(numbers: Numbers) -> Any:
    from evalstore.columns import as_column

    return as_column(numbers)
