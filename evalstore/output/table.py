"""Plain text for a terminal: aligned columns, the title above, the notes below."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from evalstore.output.display import clip, margins, width_of
from evalstore.output.grid import Grid, grid_of

if TYPE_CHECKING:
    from evalstore.output.options import Options
    from evalstore.result import Result

GAP = "  "
NARROWEST_TEXT = 6

_BOLD, _DIM, _PLAIN = "\x1b[1m", "\x1b[2m", "\x1b[0m"


def write(result: Result, options: Options) -> str:
    grid = grid_of(result, options)
    lines = [grid.title, ""] if grid.title else []
    lines += _body(grid, options)
    lines += ["", *grid.notes] if grid.notes else []
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _body(grid: Grid, options: Options) -> list[str]:
    widths = _widths(grid, options)
    marks = grid.best if options.color else set()
    rows = [
        GAP.join(
            _cell(text, width, right, _BOLD if (row, column) in marks else "")
            for column, (text, width, right) in enumerate(
                zip(cells, widths, grid.numeric, strict=True)
            )
        )
        for row, cells in enumerate(grid.rows)
    ]
    return [*_heading(grid, widths, options), *rows]


def _heading(grid: Grid, widths: list[int], options: Options) -> list[str]:
    if not options.header:
        return []
    style = _DIM if options.color else ""
    names = [
        _cell(name, width, right, style)
        for name, width, right in zip(grid.headers, widths, grid.numeric, strict=True)
    ]
    rule = [_styled("─" * width, style) for width in widths]
    return [GAP.join(names), GAP.join(rule)]


def _cell(text: str, width: int, right: bool, style: str) -> str:
    clipped = clip(text, width)
    # The escape codes are added after measuring: they have no width on the terminal.
    before, after = margins(clipped, width, right)
    return before + _styled(clipped, style) + after


def _styled(text: str, style: str) -> str:
    return f"{style}{text}{_PLAIN}" if style and text else text


def _widths(grid: Grid, options: Options) -> list[int]:
    natural = [max(map(width_of, texts)) for texts in _columns(grid, options)]
    if options.width is None:
        return natural
    text_widths = [width for width, number in zip(natural, grid.numeric, strict=True) if not number]
    others = sum(natural) - sum(text_widths) + len(GAP) * (len(natural) - 1)
    cap = _fitting_cap(text_widths, options.width - others)
    return [
        width if number else min(width, cap)
        for width, number in zip(natural, grid.numeric, strict=True)
    ]


def _columns(grid: Grid, options: Options) -> list[tuple[str, ...]]:
    headers = grid.headers if options.header else [""] * len(grid.headers)
    return list(zip(headers, *grid.rows, strict=True))


def _fitting_cap(widths: list[int], available: int) -> int:
    """The maximal width of text columns such that all fit; the widest are cut first."""

    def needed(cap: int) -> int:
        return sum(min(width, cap) for width in widths)

    fitting = bisect_right(range(max(widths, default=0) + 1), available, key=needed) - 1
    return max(fitting, NARROWEST_TEXT)
