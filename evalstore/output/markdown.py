"""A GitHub pipe table, readable as source too."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from evalstore.output.cells import visible
from evalstore.output.display import pad, width_of
from evalstore.output.grid import Grid, grid_of, marked_rows

if TYPE_CHECKING:
    from evalstore.output.options import Options
    from evalstore.result import Result

# An underscore inside a word means nothing to GitHub, and names are full of them.
_SPECIAL = re.compile(r"[\\`*|<\[~$]|(?<![^\W_])_|_(?![^\W_])|&(?=#?\w+;)")


def write(result: Result, options: Options) -> str:
    grid = grid_of(result, options)
    blocks = [_bold(_escape(grid.title.strip()))] if grid.title else []
    if grid.above:
        blocks.append("\n".join(f"- {_escape(line)}" for line in grid.above))
    blocks.append("\n".join(_table(grid, options.header)))
    if grid.notes:
        blocks.append("\n".join(f"- {_escape(note)}" for note in grid.notes))
    return "\n\n".join(blocks) + "\n"


def text(value: str) -> str:
    """A text outside of tables, such as a heading."""
    return _escape(visible(value))


def _table(grid: Grid, with_header: bool) -> list[str]:
    # GitHub sees no table without a header row, so it stays, empty.
    headers = [_escape(name) if with_header else "" for name in grid.headers]
    rows = [headers, *marked_rows(grid, _escape, _bold)]
    widths = [max(3, *map(width_of, column)) for column in zip(*rows, strict=True)]
    heading, *body = [_line(row, widths, grid.numeric) for row in rows]
    return [heading, _rule(widths, grid.numeric), *body]


def _line(cells: list[str], widths: list[int], numeric: list[bool]) -> str:
    padded = [
        pad(text, width, right) for text, width, right in zip(cells, widths, numeric, strict=True)
    ]
    return f"| {' | '.join(padded)} |"


def _rule(widths: list[int], numeric: list[bool]) -> str:
    dashes = [
        "-" * (width - 1) + ":" if right else "-" * width
        for width, right in zip(widths, numeric, strict=True)
    ]
    return f"| {' | '.join(dashes)} |"


def _escape(text: str) -> str:
    return _SPECIAL.sub(lambda match: f"\\{match[0]}", text)


def _bold(text: str) -> str:
    return f"**{text}**"
