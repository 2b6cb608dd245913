"""The text of TREC files, in the layout of the file that was loaded where that can be found.

A store has no copy of a file's text, but it has its digest. Files that tools write differ in few
things: the separator, the order of topics and of lines, and how numbers are written. The layout
whose text has the digest is that of the file, byte for byte. If none has it, the first one is used.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from typing import Any

Row = tuple[Any, ...]
Numbers = Callable[[float], str]
Order = Callable[[Any], Any]

_SEPARATORS = (" ", "\t")


def text_of(texts: Iterable[bytes], sha256: str | None) -> tuple[bytes, bool]:
    """The text that has the digest, and True; or else the first text, and False."""
    first = b""
    for text in texts:
        first = first or text
        digest = hashlib.sha256(text[:-1])
        if digest.hexdigest() == sha256:  # a file without a line end after the last line
            return text[:-1], True
        digest.update(text[-1:])
        if digest.hexdigest() == sha256:
            return text, True
    return first, False


def layouts(
    rows: Sequence[Row],
    orders: Sequence[Order],
    numbers: Sequence[Numbers],
    line: Callable[[Row, Numbers], tuple[str, ...]],
) -> Iterator[bytes]:
    """The texts of the rows in every layout, the most usual first; no text twice."""
    sorted_rows = _distinct([sorted(rows, key=order) for order in orders])
    for ordered, number in product(sorted_rows, numbers):
        fields = [line(row, number) for row in ordered]
        for separator in _SEPARATORS:
            yield "".join(separator.join(columns) + "\n" for columns in fields).encode()


def _distinct(orders: list[list[Row]]) -> list[list[Row]]:
    return [order for number, order in enumerate(orders) if order not in orders[:number]]


def shortest(number: float) -> str:
    """The shortest text that reads back as the same number: 1.0, 0.1, 1e-05."""
    return repr(number)


def bare(number: float) -> str:
    """The same, but whole numbers without a point."""
    return str(int(number)) if number == int(number) and abs(number) < 1e16 else repr(number)


def fixed(numbers: Iterable[float]) -> Numbers:
    """As many decimals as the number that needs most of them has: 95.624800, 1.5 becomes 1.500."""
    places = max((_places(number) for number in numbers), default=0)
    return lambda number: f"{number:.{places}f}"


def six_places(number: float) -> str:
    """As C's %f writes it."""
    return f"{number:f}"


def _places(number: float) -> int:
    text = repr(number)
    return 0 if "e" in text else len(text.partition(".")[2])


def natural(name: str) -> tuple[int, int, str]:
    """Names that are numbers as numbers, the others after them."""
    return (0, int(name), name) if name.isascii() and name.isdigit() else (1, 0, name)
