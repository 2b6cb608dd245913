"""Gain by rank: cumulative gain, DCG beside the ideal DCG, and nDCG."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import altair as alt

from evalstore.charts.frame import Record, framed, inline, records
from evalstore.charts.lines import few_and_many
from evalstore.errors import UsageError
from evalstore.result import Result

if TYPE_CHECKING:
    from evalstore.store import Store

_PANELS = {"cg": "cumulative gain (CG)", "dcg": "DCG, ideal dashed", "ndcg": "nDCG"}
_DEPTH = 100


def draw(
    store: Store,
    systems: Sequence[str],
    measures: Sequence[str],
    look: dict[str, Any],
    *,
    runs: Sequence[str] = (),
    topics: Sequence[str] = (),
    depth: int | None = _DEPTH,
    **scope: Any,
) -> alt.HConcatChart:
    """The systems on one topic."""
    if len(topics) != 1:
        raise UsageError("a chart of the gain by rank shows one topic; name one")
    result = store.gain_by_rank(topics[0], [*systems, *runs], measures, depth=depth, **scope)
    return chart(result, system=[*systems, *runs][0], **look)


def chart(
    result: Result,
    *,
    system: str = "",
    title: str | None = None,
    caption: Sequence[str] | None = None,
    dark: bool = False,
    width: int | None = None,
) -> alt.HConcatChart:
    """From `Store.gain_by_rank`; `system` is the name of its run where it has only one."""
    rows = [{"system": system} | row for row in records(result)]
    each = (width or 720) // len(_PANELS)
    panels = [_panel(rows, column, label, each) for column, label in _PANELS.items()]
    return framed(
        alt.hconcat(*panels, spacing=24),
        title=title or "Gain by rank",
        caption=[result.title or "", *result.notes] if caption is None else caption,
        dark=dark,
        width=width or 720,
    )


def _panel(rows: list[Record], column: str, label: str, width: int) -> alt.LayerChart:
    x = alt.X("rank:Q", title="rank")
    plot = few_and_many(rows, x, alt.Y(f"{column}:Q", title=label), interpolate="step-after")
    if column == "dcg":
        ideal = alt.Chart(inline(rows)).mark_line(style="reference").encode(x=x, y="ideal_dcg:Q")
        plot = alt.layer(ideal, plot)
    return plot.properties(width=width, height=220)
