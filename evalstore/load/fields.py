"""The fields of plain lines as columns, by the compiled module."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from evalstore import native

if TYPE_CHECKING:
    import pyarrow as pa


def compiled_rows(content: bytes, separator: str, columns: Mapping[str, str]) -> pa.Table | None:
    """The lines as a table; None if there is no compiled module, or the lines ask for more."""
    import pyarrow as pa

    kinds = "".join(kind[0] for kind in columns.values())
    found = native.compiled.fields(content, separator.encode(), kinds) if native.compiled else None
    if not found or not content:
        return None
    named = zip(columns.items(), found, strict=True)
    return pa.table(
        {
            name: _column(kind, *(pa.py_buffer(part) for part in parts if part is not None))
            for (name, kind), parts in named
            if kind != "unused"
        }
    )


def _column(
    kind: str,
    values: pa.Buffer,
    ends: pa.Buffer | None = None,
    row_ends: pa.Buffer | None = None,
) -> pa.Array:
    import pyarrow as pa

    if ends is None:
        numbers = pa.float64() if kind == "number" else pa.int64()
        return pa.Array.from_buffers(numbers, values.size // 8, [None, values])
    text = pa.Array.from_buffers(pa.string(), ends.size // 4 - 1, [None, ends, values])
    if row_ends is None:
        return text
    stretches = pa.Array.from_buffers(pa.int32(), len(text), [None, row_ends])
    repeated, rows = pa.run_end_encoded(stretches.type, text.type), stretches[-1].as_py()
    # Arrow's own way to put the two together imports pandas.
    return pa.Array.from_buffers(repeated, rows, [None], 0, children=[stretches, text])
