"""Columns of numbers between Arrow and NumPy, without a detour over pandas."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import pyarrow as pa

Array = NDArray[Any]


def as_array(column: pa.Array | pa.ChunkedArray) -> Array:
    """A column of numbers without gaps; Arrow's own `to_numpy` would import pandas."""
    arrays: list[Array] = [np.from_dlpack(chunk) for chunk in chunks_of(column)]
    return arrays[0] if len(arrays) == 1 else np.concatenate(arrays)


def chunks_of(column: pa.Array | pa.ChunkedArray) -> list[pa.Array]:
    """The arrays that a column is made of, at least one."""
    return getattr(column, "chunks", [column]) or [column.combine_chunks()]


def text_of(column: pa.Array) -> tuple[Array, Array]:
    """The bytes of a column of text, and where in them each value ends, before that its start."""
    _, ends, content = column.buffers()
    cuts = np.frombuffer(ends, np.int32)[column.offset : column.offset + len(column) + 1]
    return np.frombuffer(content or b"", np.uint8), cuts


def as_column(values: Array, none: Array | None = None) -> pa.Array:
    """An array of numbers or truths for Arrow, which looks for pandas if handed it as it is.

    `none` tells where there is no value.
    """
    import pyarrow as pa

    content = pa.py_buffer(_bits(values) if values.dtype == bool else np.ascontiguousarray(values))
    return pa.Array.from_buffers(
        pa.from_numpy_dtype(values.dtype), len(values), [_known(none), content]
    )


def as_lists(values: pa.Array, ends: Array, none: Array | None = None) -> pa.Array:
    """A column of lists: values one list after the other, and where each list ends, first a 0."""
    import pyarrow as pa

    offsets = pa.py_buffer(np.ascontiguousarray(ends, np.int32))
    kind = pa.list_(values.type)
    return pa.Array.from_buffers(kind, len(ends) - 1, [_known(none), offsets], children=[values])


def _known(none: Array | None) -> pa.Buffer | None:
    """Where there is a value, as Arrow marks it; None: everywhere."""
    import pyarrow as pa

    return None if none is None else pa.py_buffer(_bits(~none))


def _bits(truths: Array) -> Array:
    return np.packbits(truths, bitorder="little")
