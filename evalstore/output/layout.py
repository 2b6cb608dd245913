"""A table in the width of a terminal: nothing overflows, and no number or mark is shortened.

In this order: text is wrapped and names are shortened in the middle; the headers of numbers are
wrapped; columns with the same value in every row become a note; a single row becomes a block;
optional columns are left out, as a note says; names become shorter; the columns continue in
further tables below the first; every row becomes a block.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field

from evalstore.output.display import width_of
from evalstore.output.fitting import Column, Level
from evalstore.output.grid import Grid

GAP = "  "


@dataclass(frozen=True)
class Panel:
    """Some columns of a table, by their numbers, and the width of each."""

    columns: list[int]
    widths: list[int]


@dataclass(frozen=True)
class Layout:
    """The panels of a table, one below the other; without any, every row is a block."""

    panels: list[Panel]
    notes: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)

    def without_left_out(self, note: str) -> str:
        """A note without its clauses `column: meaning` about columns that are left out."""
        clauses = (one for one in note.split("; ") if one.partition(": ")[0] not in self.left_out)
        return "; ".join(clauses)


def columns_of(grid: Grid, with_header: bool) -> list[Column]:
    headers = grid.headers if with_header else [""] * len(grid.headers)
    cells = [list(column) for column in zip(*grid.rows, strict=True)] or [[] for _ in headers]
    return [Column(*parts) for parts in zip(headers, cells, grid.numeric, strict=True)]


def lay_out(grid: Grid, columns: Sequence[Column], width: int | None) -> Layout:
    """The first layout that fits."""
    every = list(range(len(columns)))
    if width is None:
        return Layout([Panel(every, [column.natural for column in columns])])
    for level in (Level.LOOSE, Level.WRAPPED):
        if panel := _panel(columns, every, width, level):
            return Layout([panel])
    varying, panel = _without(columns, every, _constant(grid, columns), width)
    if panel is None and len(grid.rows) == 1:
        return Layout([])
    shown = varying
    if panel is None:
        shown, panel = _without(columns, varying, _optional(grid, varying), width)
        panel = panel or _panel(columns, shown, width, Level.DENSE)
    panels = [panel] if panel else _panels(columns, shown, width)
    same = _in_every_row(columns, [one for one in every if one not in varying])
    left_out = [columns[one].header for one in varying if one not in shown]
    return Layout(panels, same + _not_shown(left_out), left_out) if panels else Layout([])


def _panel(columns: Sequence[Column], shown: list[int], width: int, level: Level) -> Panel | None:
    """These columns side by side, the widest narrowed first; None if they do not fit."""
    chosen = [columns[one] for one in shown]
    least = [column.least(level) for column in chosen]
    natural = [max(low, column.widest) for low, column in zip(least, chosen, strict=True)]
    available = width - len(GAP) * (len(shown) - 1)
    if sum(least) > available:
        return None

    def widths(cap: int) -> list[int]:
        return [min(most, max(low, cap)) for low, most in zip(least, natural, strict=True)]

    most = max(natural, default=0) + 1
    cap = bisect_right(range(most), available, key=lambda cap: sum(widths(cap))) - 1
    settled = [one.settled(wide) for one, wide in zip(chosen, widths(max(0, cap)), strict=True)]
    return Panel(shown, settled)


def _without(
    columns: Sequence[Column], shown: list[int], dispensable: Sequence[int], width: int
) -> tuple[list[int], Panel | None]:
    """The columns without as many of the dispensable ones as it takes to fit."""
    for number, one in enumerate(dispensable, 1):
        shown = [other for other in shown if other != one]
        if panel := _panel(columns, shown, width, Level.WRAPPED):
            return _with_returned(columns, panel, dispensable[:number][::-1], width)
    return shown, None


def _with_returned(
    columns: Sequence[Column], panel: Panel, left_out: Sequence[int], width: int
) -> tuple[list[int], Panel]:
    """The panel with those of the columns left out that fit after all."""
    for one in left_out:
        tried = _panel(columns, sorted([*panel.columns, one]), width, Level.WRAPPED)
        panel = tried or panel
    return panel.columns, panel


def _constant(grid: Grid, columns: Sequence[Column]) -> list[int]:
    """The columns with the same value in every row, the last first; but scores stay."""
    best = {column for _, column in grid.best}
    found = [one for one, column in enumerate(columns) if column.is_constant and one not in best]
    return found[::-1] if len(found) < len(columns) else []


def _optional(grid: Grid, shown: Sequence[int]) -> list[int]:
    return [one for name in grid.optional for one in shown if grid.headers[one] == name]


def _panels(columns: Sequence[Column], shown: list[int], width: int) -> list[Panel]:
    """The first columns, which identify a row, with as many of the others as fit, and again.

    None where a single column does not fit beside them.
    """
    texts = [place for place, one in enumerate(shown) if not columns[one].numeric]
    keys = shown[: texts[0] + 1] if texts else shown[:1]
    groups: list[list[int]] = []
    for one in shown[len(keys) :]:
        if groups and _panel(columns, [*keys, *groups[-1], one], width, Level.DENSE):
            groups[-1].append(one)
        else:
            groups.append([one])
    panels = [_panel(columns, keys + group, width, Level.DENSE) for group in groups]
    return [panel for panel in panels if panel] if all(panels) else []


def _in_every_row(columns: Sequence[Column], left: Sequence[int]) -> list[str]:
    values = [f"{columns[one].header} {columns[one].cells[0]}" for one in left]
    return [f"in every row: {', '.join(values)}"] if values else []


def _not_shown(names: Sequence[str]) -> list[str]:
    return [f"not shown, for lack of width: {', '.join(names)}"] if names else []


def block_widths(columns: Sequence[Column], width: int | None) -> tuple[int, int]:
    """The widths of names and values where every row is a block."""
    names = max((width_of(column.header) for column in columns), default=0)
    values = max((column.widest for column in columns), default=0)
    if width is None:
        return names, values
    names = min(names, max(1, width // 2))
    return names, max(1, width - names - len(GAP))
