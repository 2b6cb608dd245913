"""The topic scores of each system as a box: quartiles, extremes and the mean."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import altair as alt

from evalstore.charts import theme
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
    **scope: Any,
) -> alt.LayerChart:
    """The systems, or all of them."""
    return chart(
        store.distribution(measures or ["nDCG@10"], runs=[*systems, *runs], **scope), **look
    )


def chart(
    result: Result,
    *,
    title: str | None = None,
    caption: Sequence[str] | None = None,
    dark: bool = False,
    width: int | None = None,
) -> alt.LayerChart:
    """From `Store.distribution` of one measure."""
    rows = records(result)
    measure = rows[0]["measure"]
    systems = [row["system"] for row in rows]
    step = row_height(len(systems))
    axis = alt.Axis(title=None, labelFontSize=min(theme.SIZE, step - 1))
    y = alt.Y("system:N", scale=alt.Scale(domain=systems), axis=axis)
    base = alt.Chart(inline(rows)).encode(y=y)
    plot = alt.layer(
        base.mark_rule(style="interval").encode(x=alt.X("minimum:Q", title=measure), x2="maximum:Q"),
        base.mark_bar(style="value", size=step * 0.6).encode(x="q1:Q", x2="q3:Q"),
        base.mark_tick(style="median", size=step * 0.6, thickness=2).encode(x="median:Q"),
        base.mark_point(style="mean", shape="diamond", filled=True, size=20).encode(x="value:Q"),
    )
    return framed(
        plot.properties(width=width or theme.WIDTH, height=alt.Step(step)),
        title=title or f"{measure} over topics",
        caption=[result.title or "", *result.notes] if caption is None else caption,
        dark=dark,
        width=width or theme.WIDTH,
    )
