"""Precision at eleven points of recall; of many systems, the best are coloured."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import altair as alt

from evalstore.charts.frame import framed, records, sized
from evalstore.charts.lines import few_and_many, shown_note
from evalstore.charts.request import Look
from evalstore.errors import UsageError
from evalstore.result import Result

if TYPE_CHECKING:
    from evalstore.store import Store

_WIDTH, _HEIGHT = 460, 340


def draw(
    store: Store,
    systems: Sequence[str],
    measures: Sequence[str],
    look: Look,
    *,
    runs: Sequence[str] = (),
    **scope: Any,
) -> alt.LayerChart:
    """The systems, or all of them."""
    if measures:
        raise UsageError("a chart of precision and recall takes no measure")
    return chart(store.precision_recall(runs=[*systems, *runs], **scope), **look)


def chart(
    result: Result,
    *,
    title: str | None = None,
    caption: Sequence[str] | None = None,
    dark: bool = False,
    width: int | None = None,
) -> alt.LayerChart:
    """From `Store.precision_recall`."""
    rows = records(result)
    systems = list(dict.fromkeys(row["system"] for row in rows))
    share = alt.Scale(domain=[0, 1])
    axis = alt.Axis(tickCount=6)
    x = alt.X("recall:Q", scale=share, title="recall", axis=axis)
    y = alt.Y("precision:Q", scale=share, title="interpolated precision", axis=axis)
    plot = few_and_many(rows, systems, x, y)
    note = [result.title or "", *shown_note(systems), *result.notes]
    return framed(
        sized(plot, width or _WIDTH, _HEIGHT),
        title="Precision by recall" if title is None else title,
        caption=note if caption is None else caption,
        dark=dark,
        width=(width or _WIDTH) + 140,
    )
