"""Text in the columns of a terminal, where a letter is one wide, an ideograph two."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

ELLIPSIS = "…"

_WIDE = {"W", "F"}
_WITHOUT_WIDTH = {"Mn", "Me", "Cf"}
# Where a long name may go on in the next line: after a separator, before the next part, but not
# at the point of a number.
_FRAGMENT = re.compile(r"(?:[^ _/,.\-(=]|(?<=\d)\.(?=\d))*[ _/,.\-(=]*")
_TOO_SHORT = 2  # for a line of its own, as in p_corrected


def width_of(text: str) -> int:
    """How many terminal columns the text takes."""
    return len(text) if text.isascii() else sum(map(_width_of_character, text))


def shorten(text: str, width: int) -> str:
    """The text, with an ellipsis in its middle where it is wider: both ends tell names apart."""
    if width_of(text) <= width:
        return text
    start = _fitting(text, width // 2)
    end = _fitting(text[::-1], width - 1 - width_of(start))
    return start + ELLIPSIS + end[::-1]


def wrap(text: str, width: int) -> list[str]:
    """The text in lines of a width, broken at spaces; a word that is longer is broken too."""
    return _filled(
        (piece for word in text.split(" ") for piece in _pieces(word, width)), " ", width
    )


def wrap_name(text: str, width: int) -> list[str]:
    """A column's name in lines of a width, broken at its spaces and after its separators."""
    lines = _filled((one for part in fragments(text) for one in _pieces(part, width)), "", width)
    return [line.rstrip(" ") for line in lines]


def fragments(name: str) -> list[str]:
    """The parts of a name between which a line may end, each with its separator."""
    parts: list[str] = []
    for part in _FRAGMENT.findall(name):
        if parts and len(parts[-1].rstrip(" ")) <= _TOO_SHORT:
            parts[-1] += part
        elif part:
            parts.append(part)
    return parts or [name]


def margins(text: str, width: int, right: bool) -> tuple[str, str]:
    """The spaces before and after a text that is set flush right, or left, in a width."""
    spaces = " " * (width - width_of(text))
    return (spaces, "") if right else ("", spaces)


def pad(text: str, width: int, right: bool) -> str:
    """The text with its margins."""
    return text.join(margins(text, width, right))


def _filled(pieces: Iterable[str], gap: str, width: int) -> list[str]:
    lines: list[str] = []
    for piece in pieces:
        if lines and width_of(lines[-1] + gap + piece.rstrip(" ")) <= width:
            lines[-1] += gap + piece
        else:
            lines.append(piece)
    return lines or [""]


def _pieces(word: str, width: int) -> list[str]:
    """The word in parts that are no wider than the width, but for a character that is."""
    pieces = []
    while width_of(word.rstrip(" ")) > width:
        piece = _fitting(word, width) or word[0]
        pieces.append(piece)
        word = word[len(piece) :]
    return [*pieces, word]


def _fitting(text: str, width: int) -> str:
    """As much of the beginning as the width takes."""
    end, free = 0, width
    while end < len(text) and (free := free - _width_of_character(text[end])) >= 0:
        end += 1
    return text[:end]


def _width_of_character(character: str) -> int:
    if unicodedata.category(character) in _WITHOUT_WIDTH:
        return 0
    return 2 if unicodedata.east_asian_width(character) in _WIDE else 1
