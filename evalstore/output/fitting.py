"""One column of a table, and how narrow it may become."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from evalstore.output.display import fragments, shorten, width_of, wrap

# A cell without letters is a number, a mark or a bar: it is never shortened.
_LETTER = re.compile(r"[^\W\d_]")

_WORD = 24  # a longer word of a text is broken
_PROSE, _PHRASE = 40, 14  # text up to the first width may become as narrow as the second
_UNBROKEN = 18  # such as an interval, which stays in one line as long as possible


class Level(Enum):
    """How dense a table becomes: first with names and text of a good length, then with the
    headers of figures in several lines, then with names as short as they stay distinct."""

    LOOSE = 0
    WRAPPED = 1
    DENSE = 2


_NAME = {Level.LOOSE: 16, Level.WRAPPED: 16, Level.DENSE: 10}
_TEXT = {Level.LOOSE: 28, Level.WRAPPED: 24, Level.DENSE: 14}


@dataclass(frozen=True)
class Column:
    """The texts of one column: figures, names (no spaces) or text (wrapped)."""

    header: str
    cells: list[str]
    numeric: bool

    @cached_property
    def widest(self) -> int:
        return max(map(width_of, self.cells), default=0)

    @cached_property
    def natural(self) -> int:
        return max(self.widest, width_of(self.header))

    @cached_property
    def is_constant(self) -> bool:
        return len(self.cells) > 1 and len(set(self.cells)) == 1

    @cached_property
    def has_text(self) -> bool:
        """Whether its cells are wrapped at spaces."""
        return not self._is_figure and any(" " in cell for cell in self.cells)

    @cached_property
    def _is_figure(self) -> bool:
        return self.numeric or not any(map(_LETTER.search, self.cells))

    def least(self, level: Level) -> int:
        """The smallest width at a level of density."""
        parts = [self.header] if level is Level.LOOSE else fragments(self.header)
        header = max(width_of(part.rstrip()) for part in parts)
        if self._is_figure:
            return max(self.widest, header)
        if self.has_text:
            return min(self.natural, max(header, self._least_text(level)))
        return min(self.natural, max(header, self._least_name(_NAME[level])))

    def settled(self, width: int) -> int:
        """The greatest width up to this one at which shortened names stay distinct."""
        if self._is_figure or self.has_text or width >= self.widest:
            return width
        return next((one for one in range(width, 0, -1) if self._is_distinct(one)), width)

    def lines(self, cell: str, width: int) -> list[str]:
        """A cell in the lines of a width."""
        return wrap(cell, width) if self.has_text else [shorten(cell, width)]

    def whole_lines(self, cell: str, width: int) -> list[str]:
        """A cell in lines, where it need not fit beside others: nothing is shortened."""
        return [cell] if self._is_figure else wrap(cell, width)

    def _least_text(self, level: Level) -> int:
        words = (word for cell in self.cells for word in cell.split(" "))
        longest = max(map(width_of, words), default=0)
        least = _PHRASE if level is Level.WRAPPED and self.widest <= _PROSE else _TEXT[level]
        if self.widest <= _UNBROKEN and level is not Level.DENSE:
            least = _UNBROKEN
        return max(min(longest, _WORD), min(self.widest, least))

    def _least_name(self, least: int) -> int:
        figures = [width_of(cell) for cell in self.cells if not _LETTER.search(cell)]
        start = min(self.widest, max([least, *figures]))
        return next(
            (one for one in range(start, self.widest) if self._is_distinct(one)), self.widest
        )

    def _is_distinct(self, width: int) -> bool:
        names = set(self.cells)
        return len({shorten(name, width) for name in names}) == len(names)
