"""Keys of document names: 128 bits that tell documents apart, and are soon compared.

Names of up to eight bytes have different keys for certain. Of longer ones, even a thousand million
are all told apart but for a chance of one in 10²⁰. A key lasts as long as a load; the store keeps
names and numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from evalstore import native
from evalstore.columns import Array, text_of

if TYPE_CHECKING:
    import pyarrow as pa

_WORD = 8
# Of a word of eight bytes, those that belong to a name with so many bytes left.
_LEFT = np.array([(1 << 8 * left) - 1 for left in range(_WORD + 1)], np.uint64)

# Odd numbers whose bits look random: a product carries each bit of the text to all higher ones,
# and a shift carries them down again. The two halves are stirred apart.
SPREAD = np.uint64(0x9E3779B97F4A7C15)
_SPREAD_LOW = np.uint64(0xC2B2AE3D27D4EB4F)
_DOWN, _DOWN_LOW = np.uint64(32), np.uint64(29)


@dataclass(frozen=True)
class Keys:
    """The keys of some documents, in two halves."""

    high: Array
    low: Array

    def __len__(self) -> int:
        return len(self.high)

    def __getitem__(self, places: Array | slice) -> Keys:
        return Keys(self.high[places], self.low[places])


def keys_of(docnos: pa.ChunkedArray) -> Keys:
    """The key of each name."""
    return _joined([_keys(chunk) for chunk in docnos.chunks])


def keys_of_numbers(numbers: Array) -> Keys:
    """Keys for documents that are told apart by their numbers."""
    wide = numbers.astype(np.uint64)
    return Keys(wide * SPREAD, wide)


def _joined(parts: Sequence[Keys]) -> Keys:
    empty = np.empty(0, np.uint64)
    if len(parts) == 1:
        return parts[0]
    return Keys(
        np.concatenate([empty, *(part.high for part in parts)]),
        np.concatenate([empty, *(part.low for part in parts)]),
    )


def _keys(docnos: pa.Array) -> Keys:
    if native.compiled:
        halves = native.compiled.keys(*text_of(docnos))
        return Keys(*(np.frombuffer(half, np.uint64) for half in halves))
    content, ends = _text(docnos)
    lengths = np.diff(ends)
    high = lengths.astype(np.uint64) * _SPREAD_LOW
    low = lengths.astype(np.uint64) * SPREAD
    of_one_length = len(lengths) > 0 and bool((lengths == lengths[0]).all())
    words = _even_words if of_one_length else _uneven_words
    for rows, word in words(content, ends[:-1], lengths):
        high[rows] = _stirred(high[rows] ^ word, SPREAD, _DOWN)
        low[rows] = _stirred(low[rows] ^ word, _SPREAD_LOW, _DOWN_LOW)
    return Keys(high, low)


Words = Iterator[tuple["Array | slice", Array]]


def _even_words(content: Array, starts: Array, lengths: Array) -> Words:
    """Eight bytes of every name at a time. Of one length, they lie at even distances."""
    start, length = int(starts[0]), int(lengths[0])
    for place in range(0, length, _WORD):
        word = np.ndarray(len(starts), np.uint64, content, start + place, (length,))
        yield slice(None), word & _LEFT[min(length - place, _WORD)]


def _uneven_words(content: Array, starts: Array, lengths: Array) -> Words:
    """Eight bytes at a time, with the rows whose names have so many."""
    words = np.ndarray(len(content) - _WORD + 1, np.uint64, content, strides=(1,))
    for place in range(0, int(lengths.max(initial=0)), _WORD):
        left = lengths - place
        longer = slice(None) if left.min() > 0 else np.flatnonzero(left > 0)
        word = words[starts[longer] + place]
        word &= _LEFT.take(np.minimum(left[longer], _WORD))
        yield longer, word


def _stirred(key: Array, factor: np.uint64, down: np.uint64) -> Array:
    key *= factor
    key ^= key >> down
    return key


def _text(docnos: pa.Array) -> tuple[Array, Array]:
    """The bytes of the names, with room for a word behind them, and where names start and end."""
    content, ends = text_of(docnos)
    if len(content) < ends[-1] + _WORD:
        content = np.concatenate((content[: ends[-1]], np.zeros(_WORD, np.uint8)))
    return content, ends
