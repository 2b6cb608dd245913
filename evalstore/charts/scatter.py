"""Two systems against each other: a point for each topic."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import altair as alt

from evalstore.charts.differences import two
from evalstore.charts.frame import framed, inline, records
from evalstore.result import Result

if TYPE_CHECKING:
    from evalstore.store import Store


def draw(
    store: Store, systems: Sequence[str], measures: Sequence[str], look: dict[str, Any], **scope: Any
) -> alt.LayerChart:
    """Two systems, under one measure."""
    a, b = two(systems, scope)
    return chart(store.diff(a, b, measures or ["nDCG@10"], **scope), a=a, b=b, **look)


def chart(
    result: Result,
    *,
    a: str,
    b: str,
    title: str | None = None,
    caption: Sequence[str] | None = None,
    dark: bool = False,
    width: int | None = None,
) -> alt.LayerChart:
    """From `Store.diff` of one measure."""
    rows = records(result)
    measure = rows[0]["measure"]
    x = alt.X("b:Q", title=f"{b}: {measure}")
    y = alt.Y("a:Q", title=f"{a}: {measure}")
    points = alt.Chart(inline(rows)).mark_point(style="value", filled=True, size=50).encode(x=x, y=y)
    side = width or 400
    return framed(
        alt.layer(points).properties(width=side, height=side),
        title=title or f"{a} and {b}: {measure} by topic",
        caption=result.notes if caption is None else caption,
        dark=dark,
        width=side,
    )
