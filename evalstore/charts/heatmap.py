"""Systems by topics: every score as a colour, best system first, hardest topic first."""

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
    z_scores: bool = False,
    **scope: Any,
) -> alt.Chart:
    """The systems, or all of them."""
    measure = (measures or ["nDCG@10"])[0]
    result = store.matrix(measure, z_scores=z_scores, runs=[*systems, *runs], **scope)
    return chart(result, measure=measure, z_scores=z_scores, **look)


def chart(
    result: Result,
    *,
    measure: str,
    z_scores: bool = False,
    title: str | None = None,
    caption: Sequence[str] | None = None,
    dark: bool = False,
    width: int | None = None,
) -> alt.Chart:
    """From `Store.matrix`."""
    wide = records(result)
    topics = [name for name in result.columns if name != "system"]
    cells = [
        {"system": row["system"], "topic": topic, "score": row[topic]}
        for row in wide
        for topic in topics
    ]
    systems = [row["system"] for row in wide]
    step = row_height(len(systems))
    scale = alt.Scale(scheme=alt.Undefined)
    color = alt.Color("score:Q", title=measure, scale=scale)
    axis = alt.Axis(title=None, labelFontSize=min(theme.SIZE, step - 1))
    plot = (
        alt.Chart(inline(cells))
        .mark_rect(style="cell", aria=False)
        .encode(
            x=alt.X("topic:N", sort=alt.EncodingSortField("score", op="mean"), title="topic"),
            y=alt.Y("system:N", scale=alt.Scale(domain=systems), axis=axis),
            color=color,
        )
    )
    return framed(
        plot.properties(width=width or 640, height=alt.Step(step)),
        title=title or f"{measure} of systems by topics",
        caption=[result.title or "", *result.notes] if caption is None else caption,
        dark=dark,
        width=width or 640,
    )
