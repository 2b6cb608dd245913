"""Gain by rank: cumulative gain, DCG beside the ideal DCG, and nDCG."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Unpack

import altair as alt

from evalstore.charts.frame import Record, framed, inline, layered, records, sized
from evalstore.charts.lines import few_and_many, shown_note
from evalstore.charts.request import Look
from evalstore.errors import UsageError
from evalstore.keywords import takes
from evalstore.result import Result

if TYPE_CHECKING:
    from evalstore.store import Store

_PANELS = {"cg": "cumulative gain (CG)", "dcg": "discounted gain (DCG)", "ndcg": "nDCG"}
_DEPTH = 100
_WIDTH, _HEIGHT = 660, 210
_NARROWEST = 140  # a narrower panel is not legible; then they are one below the other


def draw(
    store: Store,
    systems: Sequence[str],
    measures: Sequence[str],
    look: Look,
    *,
    topics: Sequence[str] = (),
    depth: int | None = _DEPTH,
    **scope: Any,
) -> alt.HConcatChart | alt.VConcatChart:
    """The systems on one topic, under a kind of nDCG."""
    if len(topics) != 1 or not systems:
        raise UsageError("a chart of gain by rank requires one of the `topics` and `runs`")
    result = store.gain_by_rank(topics[0], systems, measures, depth=depth, **scope)
    return chart(result, systems=systems, **look)


@takes(Look)
def chart(
    result: Result, *, systems: Sequence[str], **look: Unpack[Look]
) -> alt.HConcatChart | alt.VConcatChart:
    """From `Store.gain_by_rank` of these systems."""
    rows = [{"system": systems[0]} | row for row in records(result)]
    total = look.get("width") or _WIDTH
    beside = total // len(_PANELS)
    is_column = beside < _NARROWEST
    panels = [_panel(rows, systems, name, total if is_column else beside) for name in _PANELS]
    plot = (
        alt.VConcatChart(vconcat=panels, spacing=10)
        if is_column
        else alt.HConcatChart(hconcat=panels, spacing=20)
    )
    return framed(
        plot,
        look,
        title="Gain by rank",
        caption=[result.title or "", *shown_note(systems), *result.notes],
        width=total + (40 if is_column else 240),
    )


def _panel(rows: list[Record], systems: Sequence[str], column: str, width: int) -> alt.LayerChart:
    deepest = max((row["rank"] for row in rows), default=1)
    scale = alt.Scale(domain=[1, max(2, deepest)], nice=False)
    x = alt.X("rank:Q", title="rank", scale=scale, axis=alt.Axis(tickCount=5, format="d"))
    share = alt.Scale(domain=[0, 1]) if column == "ndcg" else alt.Scale(zero=True)
    y = alt.Y(f"{column}:Q", title=_PANELS[column], scale=share, axis=alt.Axis(tickCount=5))
    plot = few_and_many(rows, systems, x, y)
    if column == "dcg":
        plot = layered(*_ideal(rows, x), plot)
    return sized(plot, width, _HEIGHT)


def _ideal(rows: list[Record], x: alt.X) -> list[alt.Chart]:
    """The DCG of the ideal ranking, which is the same for all systems."""
    by_rank = {row["rank"]: row["ideal_dcg"] for row in rows}
    points = [{"rank": rank, "ideal": value} for rank, value in sorted(by_rank.items())]
    line = inline(points).mark_line(style="reference").encode(x=x, y="ideal:Q")
    last = inline(points[-1:]).mark_text(style="note", align="right", dx=-4, dy=-8)
    return [line, last.encode(x=x, y="ideal:Q", text=alt.value("ideal DCG"))]
