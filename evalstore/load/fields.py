"""The fields of plain lines as columns, by the compiled module."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from evalstore import native
from evalstore.load.docnos import Docnos
from evalstore.load.keys import Keys

if TYPE_CHECKING:
    import pyarrow as pa


def compiled_rows(
    content: bytes, separator: str, columns: Mapping[str, str]
) -> dict[str, Any] | None:
    """The columns of all lines; None if there is no compiled module, or the lines ask for more."""
    kinds = "".join(kind[0] for kind in columns.values())
    found = native.compiled.fields(content, separator.encode(), kinds) if native.compiled else None
    if not found or not content:
        return None
    named = zip(columns.items(), found, strict=True)
    return {
        name: _documents(content, *parts) if kind == "document" else _column(kind, *parts)
        for (name, kind), parts in named
        if kind != "unused"
    }


def _documents(
    content: bytes, high: bytearray, low: bytearray, starts: bytearray, lengths: bytearray
) -> Docnos:
    keys = Keys(np.frombuffer(high, np.uint64), np.frombuffer(low, np.uint64))
    where = np.frombuffer(starts, np.int64), np.frombuffer(lengths, np.int32)
    return Docnos(np.frombuffer(content, np.uint8), *where, keys)


def _column(kind: str, *parts: bytearray) -> pa.ChunkedArray:
    import pyarrow as pa

    values, *ends = (pa.py_buffer(part) for part in parts)
    if kind in ("number", "whole"):
        numbers = pa.float64() if kind == "number" else pa.int64()
        column = pa.Array.from_buffers(numbers, values.size // 8, [None, values])
    else:
        column = _text(values, *ends)
    return pa.chunked_array([column])


def _text(values: pa.Buffer, ends: pa.Buffer, row_ends: pa.Buffer | None = None) -> pa.Array:
    import pyarrow as pa

    text = pa.Array.from_buffers(pa.string(), ends.size // 4 - 1, [None, ends, values])
    if row_ends is None:
        return text
    stretches = pa.Array.from_buffers(pa.int32(), len(text), [None, row_ends])
    repeated, rows = pa.run_end_encoded(stretches.type, text.type), stretches[-1].as_py()
    # Arrow's own way to put the two together imports pandas.
    return pa.Array.from_buffers(repeated, rows, [None], 0, children=[stretches, text])
