"""Arrow's functions on columns, each called by its name.

The methods of columns call the same ones, by way of `pyarrow.compute`: to import that, which makes
a Python function of every function there is, takes longer than to read a small run.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from evalstore.columns import as_column

if TYPE_CHECKING:
    import pyarrow as pa

    from evalstore.columns import Array


def taken(column: pa.Array | pa.ChunkedArray, places: Array) -> Any:
    """The values at these places."""
    return _call("take", column, as_column(places))


def unique(column: pa.Array | pa.ChunkedArray) -> pa.Array:
    """Every value once, in the order of their first places."""
    return _call("unique", column)


def encoded(column: pa.Array) -> pa.DictionaryArray:
    """The distinct values, and for each row the number of its own."""
    return _call("dictionary_encode", column)


def stretched(column: pa.Array | pa.ChunkedArray) -> Any:
    """The values as stretches of rows that have the same."""
    return _call("run_end_encode", column)


def as_numbers(column: pa.Array) -> pa.Array:
    """The whole numbers that texts spell."""
    import pyarrow as pa

    return _call("cast", column, options=_functions().CastOptions.safe(pa.int64()))


def _call(name: str, *columns: Any, options: Any = None) -> Any:
    return _functions().call_function(name, list(columns), options)


def _functions() -> Any:
    try:
        from pyarrow import _compute
    except ImportError:  # another Arrow may keep them elsewhere
        import pyarrow.compute as _compute
    return _compute
