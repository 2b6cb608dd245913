"""Text in the columns of a terminal, where a letter is one wide, an ideograph two."""

from __future__ import annotations

import unicodedata

ELLIPSIS = "…"

_WIDE = {"W", "F"}
_WITHOUT_WIDTH = {"Mn", "Me", "Cf"}


def width_of(text: str) -> int:
    """How many terminal columns the text takes."""
    return len(text) if text.isascii() else sum(map(_width_of_character, text))


def clip(text: str, width: int) -> str:
    """The text, cut with an ellipsis where it is wider."""
    if width_of(text) <= width:
        return text
    end, free = 0, width - 1
    while (free := free - _width_of_character(text[end])) >= 0:
        end += 1
    return text[:end] + ELLIPSIS


def margins(text: str, width: int, right: bool) -> tuple[str, str]:
    """The spaces before and after a text that is set flush right, or left, in a width."""
    spaces = " " * (width - width_of(text))
    return (spaces, "") if right else ("", spaces)


def pad(text: str, width: int, right: bool) -> str:
    """The text with its margins."""
    return text.join(margins(text, width, right))


def _width_of_character(character: str) -> int:
    if unicodedata.category(character) in _WITHOUT_WIDTH:
        return 0
    return 2 if unicodedata.east_asian_width(character) in _WIDE else 1
