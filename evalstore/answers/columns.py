"""Python values as Arrow columns; `pyarrow.array` would import pandas first."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from evalstore.columns import Array, as_column

if TYPE_CHECKING:
    import pyarrow as pa

_TYPES = {"number": np.float64, "count": np.int64, "flag": np.bool_}


def column(values: Sequence[Any], kind: str) -> pa.Array:
    """A column of `text`, `number`, `count` or `flag`; None and NaN are NULL."""
    none = np.array([not _is_defined(value) for value in values], dtype=bool)
    if kind == "text":
        return _texts(values, none)
    filled = [0 if is_none else value for value, is_none in zip(values, none, strict=True)]
    return as_column(np.array(filled, dtype=_TYPES[kind]), none)


def _is_defined(value: Any) -> bool:
    return value is not None and not (isinstance(value, float) and math.isnan(value))


def _texts(values: Sequence[Any], none: Array) -> pa.Array:
    """Arrow wants to know what there is, where each text ends, and all their bytes."""
    import pyarrow as pa

    pairs = zip(values, none, strict=True)
    texts = [b"" if is_none else str(value).encode() for value, is_none in pairs]
    ends = np.cumsum([0, *map(len, texts)], dtype=np.int32)
    held = np.packbits(~none, bitorder="little")
    buffers = [pa.py_buffer(part) for part in (held, ends, b"".join(texts))]
    return pa.Array.from_buffers(pa.string(), len(texts), buffers)
