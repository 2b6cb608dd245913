"""Precision at eleven points of recall; of many systems, the best are coloured."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Unpack

import altair as alt

from evalstore.charts.frame import framed, records, sized
from evalstore.charts.lines import few_and_many, shown_note
from evalstore.charts.request import Look
from evalstore.errors import UsageError
from evalstore.keywords import takes
from evalstore.result import Result

if TYPE_CHECKING:
    from evalstore.store import Store

_WIDTH, _HEIGHT = 460, 340


def draw(
    store: Store, systems: Sequence[str], measures: Sequence[str], look: Look, **scope: Any
) -> alt.LayerChart:
    """The systems, or all of them."""
    if measures:
        raise UsageError("a chart of precision and recall takes no measure")
    return chart(store.precision_recall(runs=systems, **scope), **look)


@takes(Look)
def chart(result: Result, **look: Unpack[Look]) -> alt.LayerChart:
    """From `Store.precision_recall`."""
    rows, width = records(result), look.get("width") or _WIDTH
    systems = list(dict.fromkeys(row["system"] for row in rows))
    share = alt.Scale(domain=[0, 1])
    axis = alt.Axis(tickCount=6)
    x = alt.X("recall:Q", scale=share, title="recall", axis=axis)
    y = alt.Y("precision:Q", scale=share, title="interpolated precision", axis=axis)
    plot = few_and_many(rows, systems, x, y)
    return framed(
        sized(plot, width, _HEIGHT),
        look,
        title="Precision by recall",
        caption=[result.title or "", *shown_note(systems), *result.notes],
        width=width + 140,
    )
