"""Two leaderboards as a slope chart: which systems move up, and which down."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import altair as alt

from evalstore.charts.frame import framed, inline, records, row_height
from evalstore.result import Result

if TYPE_CHECKING:
    from evalstore.store import Store


def draw(
    store: Store,
    systems: Sequence[str],
    measures: Sequence[str],
    look: dict[str, Any],
    *,
    runs: Sequence[str] = (),
    **sides: Any,
) -> alt.LayerChart:
    """Two measures, or one under two qrels sets, in two collections, or at two dates."""
    result = store.correlate(measures, show="movers", runs=[*systems, *runs], **sides)
    return chart(result, **look)


def chart(
    result: Result,
    *,
    title: str | None = None,
    caption: Sequence[str] | None = None,
    dark: bool = False,
    width: int | None = None,
) -> alt.LayerChart:
    """From `Store.correlate` with show="movers"."""
    before, after = result.columns[4:6]
    rows = [
        {"system": row[0], "moved": row[1], "side": side, "position": position}
        for row in result.rows
        for side, position in ((before, row[2]), (after, row[3]))
    ]
    plot = (
        alt.Chart(inline(rows))
        .mark_line(style="context")
        .encode(
            x=alt.X("side:N", sort=[before, after], title=None),
            y=alt.Y("position:Q", scale=alt.Scale(reverse=True)),
            detail="system:N",
        )
    )
    return framed(
        alt.layer(plot).properties(
            width=width or 320, height=row_height(len(result.rows)) * len(result.rows)
        ),
        title=title or result.title or "",
        caption=result.notes if caption is None else caption,
        dark=dark,
        width=width or 320,
    )
