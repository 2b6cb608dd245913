"""Names that are numbers, such as MS MARCO's: the document needs no other number."""

from __future__ import annotations

import numpy as np

from evalstore.arrow import as_numbers
from evalstore.columns import Array, as_array
from evalstore.load.docnos import Docnos

NONE = np.iinfo(np.int32).min  # no document has it
_HIGHEST = np.iinfo(np.int32).max
_DIGITS = len(str(_HIGHEST))
_ZERO = ord("0")


def own_numbers(docnos: Docnos) -> Array:
    """The number that each name spells, or NONE.

    The number has to give the name back: no sign, no zero in front, below 2³¹.
    """
    numbers = np.full(len(docnos), NONE, np.int32)
    places = _spelling_numbers(docnos)
    if len(places):
        found = as_array(as_numbers(docnos[places].column()))
        numbers[places] = np.where(found <= _HIGHEST, found, NONE)
    return numbers


def _spelling_numbers(docnos: Docnos) -> Array:
    """Where names are all digits, not too many of them, without a zero in front."""
    text, starts, lengths = docnos.spans
    maybe = (lengths > 0) & (lengths <= _DIGITS)
    if maybe.any():
        first = text[np.where(maybe, starts, 0)]
        maybe &= _is_digit(first) & ((first != _ZERO) | (lengths == 1))
    if maybe.any():
        others = ~_is_digit(text)
        if others.any():
            so_far = np.concatenate(([0], np.cumsum(others)))
            maybe &= so_far[starts + lengths] == so_far[starts]
    return np.flatnonzero(maybe)


def _is_digit(characters: Array) -> Array:
    return (characters - np.uint8(_ZERO)) < 10
