"""Two systems topic by topic: the differences, largest win first."""

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
    store: Store, systems: Sequence[str], measures: Sequence[str], look: dict[str, Any], **scope: Any
) -> alt.LayerChart:
    """Two systems, under one measure."""
    a, b = two(systems, scope)
    return chart(store.diff(a, b, measures or ["nDCG@10"], **scope), a=a, b=b, **look)


def two(systems: Sequence[str], scope: dict[str, Any]) -> tuple[str, str]:
    """The two systems of a chart; `runs` in the scope are systems too."""
    named = [*systems, *scope.pop("runs", ())]
    if len(named) != 2:
        raise UsageError("this chart compares two systems; name two")
    return named[0], named[1]


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
    x = alt.X("topic:N", sort=[row["topic"] for row in rows], title="topic")
    y = alt.Y("difference:Q", title=f"difference in {measure}")
    bars = alt.Chart(inline(rows)).mark_bar(style="value").encode(x=x, y=y)
    return framed(
        alt.layer(bars).properties(width=width or 640, height=260),
        title=title or f"{a} against {b}: {measure} by topic",
        caption=result.notes if caption is None else caption,
        dark=dark,
        width=width or 640,
    )
