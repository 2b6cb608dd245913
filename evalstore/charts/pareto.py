"""Effectiveness against efficiency, and the systems that no other one beats on both."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import altair as alt

from evalstore.charts.frame import framed, inline, records
from evalstore.errors import UsageError
from evalstore.result import Result

if TYPE_CHECKING:
    from evalstore.store import Store


def draw(
    store: Store,
    systems: Sequence[str],
    measures: Sequence[str],
    look: dict[str, Any],
    *,
    efficiency: str | None = None,
    runs: Sequence[str] = (),
    **scope: Any,
) -> alt.LayerChart:
    """The systems, or all of them, with the efficiency number of that name."""
    if efficiency is None:
        raise UsageError("a Pareto chart needs the name of an efficiency number, such as latency")
    measure = (measures or ["nDCG@10"])[0]
    result = store.leaderboard(
        [measure], efficiency=efficiency, runs=[*systems, *runs], **scope
    )
    return chart(result, efficiency=efficiency, **look)


def chart(
    result: Result,
    *,
    efficiency: str,
    title: str | None = None,
    caption: Sequence[str] | None = None,
    dark: bool = False,
    width: int | None = None,
) -> alt.LayerChart:
    """From `Store.leaderboard` with `efficiency`."""
    measure = result.columns[2]
    column = efficiency if efficiency in result.columns else f"{efficiency} mean"
    rows = [
        {"system": row["system"], "score": row[measure], "cost": row[column], "front": row["front"]}
        for row in records(result)
        if row[column] is not None
    ]
    x = alt.X("cost:Q", title=column, scale=alt.Scale(zero=False))
    y = alt.Y("score:Q", title=measure, scale=alt.Scale(zero=False))
    base = alt.Chart(inline(rows)).encode(x=x, y=y)
    front = base.transform_filter("datum.front")
    plot = alt.layer(
        base.mark_point(style="context-point", filled=True, size=60),
        front.mark_line(style="value", interpolate="step-after"),
        front.mark_point(style="value", filled=True, size=70),
        front.mark_text(style="label", align="left", dx=7, dy=-7).encode(text="system:N"),
    )
    return framed(
        plot.properties(width=width or 520, height=360),
        title=title or f"{measure} against {efficiency}",
        caption=[result.title or "", *result.notes] if caption is None else caption,
        dark=dark,
        width=width or 520,
    )
