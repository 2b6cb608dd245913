"""The names of documents, left where they stand in a text: most are only looked up, by key."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from evalstore import native
from evalstore.columns import Array, chunks_of, text_of
from evalstore.load.keys import Keys, keys_of

if TYPE_CHECKING:
    import pyarrow as pa

_MOST = np.iinfo(np.int32).max  # bytes that an array of text holds


@dataclass(frozen=True)
class Docnos:
    """Names, each by where it starts in the text and how many bytes it has; and their keys."""

    text: Array
    starts: Array
    lengths: Array
    keys: Keys

    @classmethod
    def of(cls, column: pa.ChunkedArray) -> Docnos:
        """The names that a column of text holds."""
        texts, cuts = zip(*(text_of(chunk) for chunk in chunks_of(column)), strict=True)
        before = np.cumsum([0, *(len(text) for text in texts[:-1])])
        starts = [first[:-1] + shift for first, shift in zip(cuts, before, strict=True)]
        lengths = [np.diff(one) for one in cuts]
        text = texts[0] if len(texts) == 1 else np.concatenate(texts)
        return cls(text, np.concatenate(starts), np.concatenate(lengths), keys_of(column))

    def __len__(self) -> int:
        return len(self.starts)

    def __getitem__(self, places: Array | slice) -> Docnos:
        return Docnos(self.text, self.starts[places], self.lengths[places], self.keys[places])

    @property
    def spans(self) -> tuple[Array, Array, Array]:
        """The text, and where in it the names are."""
        return self.text, self.starts, self.lengths

    def column(self) -> pa.Array | pa.ChunkedArray:
        """The names as text of their own; more than an array of text holds, in several."""
        import pyarrow as pa

        if self.lengths.sum(dtype=np.int64) > _MOST:
            half = len(self) // 2
            parts = [self[:half].column(), self[half:].column()]
            return pa.chunked_array([chunk for part in parts for chunk in chunks_of(part)])
        text, ends = native.compiled.copied(*self.spans) if native.compiled else self._copied()
        content = pa.py_buffer(text)
        return pa.Array.from_buffers(pa.string(), len(self), [None, pa.py_buffer(ends), content])

    def _copied(self) -> tuple[Array, Array]:
        ends = np.append(0, np.cumsum(self.lengths))
        places = np.arange(ends[-1]) + np.repeat(self.starts - ends[:-1], self.lengths)
        return self.text[places], ends.astype(np.int32)
