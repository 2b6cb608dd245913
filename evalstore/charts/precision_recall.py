"""Precision at eleven points of recall; many systems are grey, the best ones coloured."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import altair as alt

from evalstore.charts.frame import framed, inline, records
from evalstore.charts.lines import few_and_many
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
    x = alt.X("recall:Q", scale=alt.Scale(domain=[0, 1]), title="recall")
    y = alt.Y("precision:Q", scale=alt.Scale(domain=[0, 1]), title="interpolated precision")
    plot = few_and_many(records(result), x, y).properties(width=width or 520, height=380)
    return framed(
        plot,
        title=title or "Precision and recall",
        caption=[result.title or "", *result.notes] if caption is None else caption,
        dark=dark,
        width=width or 520,
    )
