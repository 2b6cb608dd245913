"""Effectiveness against efficiency, and the systems that no other one beats on both."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import altair as alt

from evalstore.charts.frame import Record, clipped, framed, inline, layered, records, sized
from evalstore.charts.request import Look, one_measure
from evalstore.errors import UsageError
from evalstore.result import Result

if TYPE_CHECKING:
    from evalstore.store import Store

_WIDTH, _HEIGHT = 480, 340
_NAMED = 15  # with more systems, only those on the front are named
_SPREAD = 50  # beyond this ratio of largest to smallest, a logarithmic axis shows more


def draw(
    store: Store,
    systems: Sequence[str],
    measures: Sequence[str],
    look: Look,
    *,
    efficiency: str | None = None,
    runs: Sequence[str] = (),
    **scope: Any,
) -> alt.LayerChart:
    """The systems, or all of them, with the efficiency number of that name."""
    if efficiency is None:
        raise UsageError("a Pareto chart needs the name of an efficiency number, such as latency")
    measure = one_measure(store, measures)
    board = store.leaderboard([measure], efficiency=efficiency, runs=[*systems, *runs], **scope)
    return chart(board, efficiency=efficiency, **look)


def chart(
    result: Result,
    *,
    efficiency: str,
    title: str | None = None,
    caption: Sequence[str] | None = None,
    dark: bool = False,
    width: int | None = None,
) -> alt.LayerChart:
    """From `Store.leaderboard` of one measure with `efficiency`."""
    measure = result.columns[2]
    column = efficiency if efficiency in result.columns else f"{efficiency} mean"
    rows = [
        {"system": row["system"], "score": row[measure], "cost": row[column], "front": row["front"]}
        for row in records(result)
        if row[column] is not None
    ]
    total = width or _WIDTH
    return framed(
        sized(layered(*_points(rows, measure, column)), total, _HEIGHT),
        title=f"{measure} against {efficiency}" if title is None else title,
        caption=[result.title or "", *result.notes] if caption is None else caption,
        dark=dark,
        width=total + 40,
    )


def _points(rows: list[Record], measure: str, column: str) -> list[alt.Chart]:
    x, y = _axes(rows, measure, column)
    front = [row for row in rows if row["front"]]
    rest = [row for row in rows if not row["front"]]
    line = inline(front).encode(x=x, y=y)
    named = _legible(front, rows) + (_legible(rest, rows) if len(rows) <= _NAMED else [])
    return [
        inline(rest).mark_point(style="context", filled=True, size=60, opacity=1).encode(x=x, y=y),
        line.mark_line(style="value", interpolate="step-after", strokeWidth=1.5, opacity=0.6),
        line.mark_point(style="value", filled=True, size=80, opacity=1),
        *(_labels([row for row in named if row["align"] == side], x, y, side) for side in _SIDES),
    ]


def _axes(rows: list[Record], measure: str, column: str) -> tuple[alt.X, alt.Y]:
    costs = [row["cost"] for row in rows]
    title, scale, axis = column, alt.Scale(zero=True, nice=True), alt.Axis(tickCount=6)
    if _is_wide(costs):
        powers = range(math.floor(math.log10(min(costs))), math.ceil(math.log10(max(costs))) + 1)
        title, scale = f"{column} (log)", alt.Scale(type="log", nice=True)
        axis = alt.Axis(values=[10.0**power for power in powers])
    y = alt.Y("score:Q", title=measure, scale=alt.Scale(zero=False, nice=True, padding=12))
    return alt.X("cost:Q", title=title, scale=scale, axis=axis), y


def _is_wide(costs: list[float]) -> bool:
    return min(costs) > 0 and max(costs) / min(costs) > _SPREAD


def _legible(rows: list[Record], every: list[Record]) -> list[Record]:
    """The rows whose labels do not cover one another, best score first."""
    costs = [row["cost"] for row in every]
    placed = math.log if _is_wide(costs) else float
    low, high = placed(min(costs)) if _is_wide(costs) else 0.0, placed(max(costs))
    lowest, highest = min(row["score"] for row in every), max(row["score"] for row in every)
    taken: list[tuple[float, float, float]] = []
    found = []
    for row in sorted(rows, key=lambda row: (-row["score"], row["system"])):
        x = _WIDTH * (placed(row["cost"]) - low) / (high - low or 1)
        y = _HEIGHT * (highest - row["score"]) / (highest - lowest or 1)
        length = 5.5 * len(clipped(row["system"]))
        side = "right" if x > length else "left"  # left of the point, where the front is empty
        start = x - length if side == "right" else x
        if all(
            abs(y - other) > 12 or start > end or start + length < begin
            for begin, end, other in taken
        ):
            taken.append((start, start + length, y))
            found.append(row | {"label": clipped(row["system"]), "align": side})
    return found


_SIDES = ("left", "right")


def _labels(rows: list[Record], x: alt.X, y: alt.Y, side: str) -> alt.Chart:
    shift = 7 if side == "left" else -7
    text: alt.Chart = inline(rows).mark_text(
        style="label",
        align=side,  # type: ignore[arg-type]
        dx=shift,
        dy=-7,
    )
    return text.encode(x=x, y=y, text="label:N")
