"""Effectiveness against efficiency, and the systems that no other one beats on both."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import altair as alt

from evalstore.charts.frame import Record, framed, inline, layered, records, sized
from evalstore.charts.request import Look, one_measure
from evalstore.errors import UsageError
from evalstore.result import Result

if TYPE_CHECKING:
    from evalstore.store import Store

_WIDTH, _HEIGHT = 480, 340
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
        title=title or f"{measure} against {efficiency}",
        caption=[result.title or "", *result.notes] if caption is None else caption,
        dark=dark,
        width=total + 40,
    )


def _points(rows: list[Record], measure: str, column: str) -> list[alt.Chart]:
    costs = [row["cost"] for row in rows]
    is_wide = min(costs) > 0 and max(costs) / min(costs) > _SPREAD
    scale = alt.Scale(type="log", nice=True) if is_wide else alt.Scale(zero=True, nice=True)
    x = alt.X("cost:Q", title=f"{column}{' (log)' if is_wide else ''}", scale=scale)
    y = alt.Y("score:Q", title=measure, scale=alt.Scale(zero=False, nice=True, padding=12))
    front = inline([row for row in rows if row["front"]]).encode(x=x, y=y)
    rest = inline([row for row in rows if not row["front"]]).encode(x=x, y=y)
    return [
        rest.mark_point(style="context", filled=True, size=60, opacity=1),
        rest.mark_text(style="note", align="left", dx=7, dy=4).encode(text="system:N"),
        front.mark_line(style="value", interpolate="step-after", strokeWidth=1.5, opacity=0.6),
        front.mark_point(style="value", filled=True, size=80, opacity=1),
        front.mark_text(style="label", align="left", dx=7, dy=-7).encode(text="system:N"),
    ]
