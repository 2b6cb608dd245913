"""An HTML table to put into a page or a notebook; its look can be overridden by class."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING

from evalstore.output.grid import Grid, grid_of, marked_rows

if TYPE_CHECKING:
    from evalstore.output.options import Options
    from evalstore.result import Result

# Last, so that the fragment begins with its table.
_STYLE = (
    "<style>.evalstore caption, .evalstore .text, .evalstore .note { text-align: left } "
    ".evalstore .number { text-align: right }</style>"
)


def write(result: Result, options: Options) -> str:
    grid = grid_of(result, options)
    lines = [
        '<table class="evalstore">',
        *_caption(grid),
        *(_head(grid) if options.header else []),
        *_body(grid),
        *_foot(grid),
        "</table>",
        _STYLE,
    ]
    return "\n".join(lines) + "\n"


def _caption(grid: Grid) -> list[str]:
    lines = [grid.title, *grid.above] if grid.title else grid.above
    return [f"<caption>{'<br>'.join(map(_escape, lines))}</caption>"] if lines else []


def _head(grid: Grid) -> list[str]:
    cells = (
        f'<th scope="col" class="{kind}">{_escape(name)}</th>'
        for name, kind in zip(grid.headers, _kinds(grid), strict=True)
    )
    return ["<thead>", _row(cells), "</thead>"]


def _body(grid: Grid) -> list[str]:
    kinds = _kinds(grid)
    rows = [
        _row(f'<td class="{kind}">{text}</td>' for text, kind in zip(cells, kinds, strict=True))
        for cells in marked_rows(grid, _escape, _strong)
    ]
    return ["<tbody>", *rows, "</tbody>"]


def _foot(grid: Grid) -> list[str]:
    if not grid.notes:
        return []
    span = len(grid.headers)
    notes = [
        _row([f'<td class="note" colspan="{span}">{_escape(note)}</td>']) for note in grid.notes
    ]
    return ["<tfoot>", *notes, "</tfoot>"]


def _kinds(grid: Grid) -> list[str]:
    return ["number" if right else "text" for right in grid.numeric]


def _row(cells: Iterable[str]) -> str:
    return f"<tr>{''.join(cells)}</tr>"


def _escape(text: str) -> str:
    return escape(text, quote=False)


def _strong(text: str) -> str:
    return f"<strong>{text}</strong>"
