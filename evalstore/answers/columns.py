"""Python values as Arrow columns, from their bytes: `pyarrow.array` would import pandas first."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    import pyarrow as pa


def column(values: Sequence[Any], kind: str) -> pa.Array:
    """A column of `text`, `number`, `count` or `flag`; None and NaN are NULL."""
    import pyarrow as pa

    types = {"text": pa.string(), "number": pa.float64(), "count": pa.int64(), "flag": pa.bool_()}
    held = np.array([_is_defined(value) for value in values], dtype=bool)
    validity = pa.py_buffer(np.packbits(held, bitorder="little"))
    buffers = [pa.py_buffer(data) for data in _encoded(values, held, kind)]
    nulls = len(held) - int(held.sum())
    return pa.Array.from_buffers(types[kind], len(held), [validity, *buffers], nulls)


def _is_defined(value: Any) -> bool:
    return value is not None and not (isinstance(value, float) and math.isnan(value))


def _encoded(values: Sequence[Any], held: np.ndarray, kind: str) -> list[Any]:
    """The buffers that Arrow wants: the values, or for text where each ends, and the bytes."""
    if kind == "text":
        pairs = zip(values, held, strict=True)
        texts = [str(value).encode() if is_held else b"" for value, is_held in pairs]
        ends = np.cumsum([0, *map(len, texts)], dtype=np.int32)
        return [ends, b"".join(texts)]
    filled = [value if is_held else 0 for value, is_held in zip(values, held, strict=True)]
    if kind == "flag":
        return [np.packbits(np.array(filled, dtype=bool), bitorder="little")]
    return [np.array(filled, dtype=np.float64 if kind == "number" else np.int64)]
