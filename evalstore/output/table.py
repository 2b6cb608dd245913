"""Plain text for a terminal: aligned columns, the title above, the notes below."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING

from evalstore.output.display import margins, wrap, wrap_name
from evalstore.output.fitting import Column
from evalstore.output.grid import Grid, grid_of
from evalstore.output.layout import GAP, Panel, block_widths, columns_of, lay_out

if TYPE_CHECKING:
    from evalstore.output.options import Options
    from evalstore.result import Result

_BOLD, _DIM, _PLAIN = "\x1b[1m", "\x1b[2m", "\x1b[0m"
_INDENT = "  "  # of a note's second line


def write(result: Result, options: Options) -> str:
    grid = grid_of(result, options)
    columns = columns_of(grid, options.header)
    layout = lay_out(grid, columns, options.width)
    lines = [*_wrapped(grid.title, options.width), ""] if grid.title else []
    above = [line for text in grid.above for line in _wrapped(text, options.width)]
    lines += [*above, ""] if above else []
    if layout.panels:
        tables = (_table(grid, columns, panel, options) for panel in layout.panels)
        lines += _separated(tables)
    else:
        lines += _blocks(grid, columns, options)
    described = [*layout.notes, *filter(None, map(layout.without_left_out, grid.notes))]
    notes = [line for note in described for line in _wrapped(note, options.width)]
    lines += ["", *notes] if notes else []
    return "".join(f"{line.rstrip(' ')}\n" for line in lines)


def _wrapped(text: str, width: int | None) -> list[str]:
    if width is None:
        return [text]
    first, *rest = wrap(text, width)
    if not rest:
        return [first]
    others = wrap(text[len(first) :].lstrip(" "), max(1, width - len(_INDENT)))
    return [first, *(_INDENT + line for line in others)]


def _separated(parts: Iterable[list[str]]) -> list[str]:
    lines: list[str] = []
    for part in parts:
        lines += ["", *part] if lines else part
    return lines


def _table(grid: Grid, columns: Sequence[Column], panel: Panel, options: Options) -> list[str]:
    lines = _heading(grid, columns, panel, options) if options.header else []
    for row in range(len(grid.rows)):
        cells = [
            columns[one].lines(columns[one].cells[row], width)
            for one, width in zip(panel.columns, panel.widths, strict=True)
        ]
        marks = [_mark(grid, row, one, options) for one in panel.columns]
        lines += _aligned(cells, panel, grid, marks)
    return lines


def _heading(grid: Grid, columns: Sequence[Column], panel: Panel, options: Options) -> list[str]:
    """The names, at the bottom of their lines, and a rule."""
    style = _DIM if options.color else ""
    names = [
        wrap_name(columns[one].header, width)
        for one, width in zip(panel.columns, panel.widths, strict=True)
    ]
    most = max(map(len, names))
    padded = [[""] * (most - len(lines)) + lines for lines in names]
    rule = [["─" * width] for width in panel.widths]
    styles = [style] * len(names)
    return [*_aligned(padded, panel, grid, styles), *_aligned(rule, panel, grid, styles)]


def _aligned(
    cells: Sequence[Sequence[str]], panel: Panel, grid: Grid, styles: Sequence[str]
) -> list[str]:
    """The lines of one row, whose cells may have several."""
    right = [grid.numeric[one] for one in panel.columns]
    return [
        GAP.join(map(_cell, texts, panel.widths, right, styles))
        for texts in zip_longest(*cells, fillvalue="")
    ]


def _cell(text: str, width: int, right: bool, style: str) -> str:
    # The escape codes are added after measuring: they have no width on the terminal.
    before, after = margins(text, width, right)
    return before + _styled(text, style) + after


def _mark(grid: Grid, row: int, column: int, options: Options) -> str:
    return _BOLD if options.color and (row, column) in grid.best else ""


def _styled(text: str, style: str) -> str:
    return f"{style}{text}{_PLAIN}" if style and text else text


def _blocks(grid: Grid, columns: Sequence[Column], options: Options) -> list[str]:
    """Each row as a block: a line for every column, its name and its value."""
    names, values = block_widths(columns, options.width)
    panel = Panel([0, 1], [names, values])
    style = _DIM if options.color else ""
    named = Grid(None, [], [False, False], [], set(), [])

    def block(row: int) -> list[str]:
        return [
            line
            for number, column in enumerate(columns)
            for line in _aligned(
                [wrap_name(column.header, names), column.whole_lines(column.cells[row], values)],
                panel,
                named,
                [style, _mark(grid, row, number, options)],
            )
        ]

    return _separated(block(row) for row in range(len(grid.rows)))
