"""Names that are numbers, such as MS MARCO's: the document needs no other number."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from evalstore.arrow import as_numbers, taken
from evalstore.columns import Array, as_array, text_of

if TYPE_CHECKING:
    import pyarrow as pa

NONE = np.iinfo(np.int32).min  # no document has it
_HIGHEST = np.iinfo(np.int32).max
_DIGITS = len(str(_HIGHEST))
_ZERO = ord("0")


def own_numbers(docnos: pa.ChunkedArray) -> Array:
    """The number that each name spells, or NONE.

    The number has to give the name back: no sign, no zero in front, below 2³¹.
    """
    parts = [_of_chunk(chunk) for chunk in docnos.chunks]
    return np.concatenate([np.empty(0, np.int32), *parts])


def _of_chunk(docnos: pa.Array) -> Array:
    content, ends = text_of(docnos)
    numbers = np.full(len(docnos), NONE, np.int32)
    places = _spelling_numbers(content, ends)
    if len(places):
        spelt = docnos if len(places) == len(docnos) else taken(docnos, places)
        found = as_array(as_numbers(spelt))
        numbers[places] = np.where(found <= _HIGHEST, found, NONE)
    return numbers


def _spelling_numbers(content: Array, ends: Array) -> Array:
    """Where names are all digits, not too many of them, without a zero in front."""
    starts, lengths = ends[:-1], np.diff(ends)
    maybe = (lengths > 0) & (lengths <= _DIGITS)
    if maybe.any():
        first = content[np.where(maybe, starts, 0)]
        maybe &= _is_digit(first) & ((first != _ZERO) | (lengths == 1))
    if maybe.any():
        others = ~_is_digit(content[: ends[-1]])
        if others.any():
            so_far = np.concatenate(([0], np.cumsum(others, dtype=np.int32)))
            maybe &= so_far[ends[1:]] == so_far[starts]
    return np.flatnonzero(maybe)


def _is_digit(characters: Array) -> Array:
    return (characters - np.uint8(_ZERO)) < 10
