"""The leaderboard as bars, with confidence intervals and tiers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Unpack

import altair as alt

from evalstore.charts import theme
from evalstore.charts.frame import (
    Record,
    framed,
    inline,
    layered,
    linked,
    margin,
    records,
    row_height,
    sized,
    systems_down,
    with_links,
)
from evalstore.charts.request import Links, Look, measure_names
from evalstore.keywords import takes
from evalstore.result import Result
from evalstore.statistics import tiers as grouping

if TYPE_CHECKING:
    from evalstore.store import Store

_TIER = 6  # the width of a tier's line and the space beside it


def draw(
    store: Store,
    systems: Sequence[str],
    measures: Sequence[str],
    look: Look,
    *,
    tiers: bool = True,
    **scope: Any,
) -> alt.HConcatChart:
    """The systems, or all of them, under one measure or several side by side."""
    wanted = measure_names(store, measures)
    result = store.distribution(wanted, runs=systems, tiers=tiers, **scope)
    return chart(result, **look)


@takes(Look)
def chart(result: Result, *, links: Links | None = None, **look: Unpack[Look]) -> alt.HConcatChart:
    """From `Store.distribution`; the tiers are those of the first measure."""
    rows = records(result)
    measures = list(dict.fromkeys(row["measure"] for row in rows))
    systems = [row["system"] for row in rows if row["measure"] == measures[0]]
    total = look.get("width") or theme.WIDTH
    panels: list[Any] = []
    for number, measure in enumerate(measures):
        of_measure = [row for row in rows if row["measure"] == measure]
        panels.append(_bars(of_measure, systems, total // len(measures), number == 0, links))
    if "tier" in result.columns:
        panels.insert(1, _tier_lines(rows[: len(systems)], systems))
    return framed(
        alt.HConcatChart(hconcat=panels, spacing=12),
        look,
        title=f"Leaderboard by {measures[0]}",
        caption=[result.title or "", *result.notes],
        width=total + margin(systems) + 60,
    )


def _bars(
    rows: list[Record], systems: list[str], width: int, is_first: bool, links: Links | None
) -> alt.LayerChart:
    lowest = min(0, *(row["value"] for row in rows))
    best = max(row["value"] for row in rows)
    highest = max(row["ci_high"] or row["value"] for row in rows)
    if best <= 1:
        highest = min(1, highest)
    scale = alt.Scale(domain=[lowest, highest], nice=True)
    x = alt.X("value:Q", title=rows[0]["measure"], scale=scale, axis=alt.Axis(tickCount=5))
    y = systems_down(systems) if is_first else systems_down(systems, axis=None)
    bars = (
        inline(with_links(rows, "system", "value", links)).mark_bar(style="value").encode(x=x, y=y)
    )
    # The interval of a mean near 0 or 1 may reach beyond, where no score can be.
    intervals = inline(rows).mark_rule(style="interval", clip=True)
    intervals = intervals.encode(x=alt.X("ci_low:Q"), x2="ci_high:Q", y=y)
    height = alt.Step(row_height(len(systems)))
    plot = layered(linked(bars, links), intervals)
    return sized(plot, width, height)


def _tier_lines(rows: list[Record], systems: list[str]) -> alt.Chart:
    """A vertical line for each tier, right of the bars."""
    groups: dict[int, tuple[int, int]] = {}
    for position, row in enumerate(rows):
        for number in grouping.members(row["tier"]):
            groups[number] = (groups.get(number, (position, 0))[0], position)
    columns = grouping.side_by_side(list(groups.values()))
    lines = [
        {"system": systems[start], "last": systems[end], "column": column}
        for column, found in enumerate(columns)
        for start, end in found
    ]
    plot: alt.Chart = inline(lines).mark_rule(style="tier")
    plot = plot.encode(
        x=alt.X("column:O", axis=alt.Axis(title="tiers", labels=False, domain=False)),
        y=systems_down(systems, axis=None, bandPosition=0),
        y2=alt.Y2("last:N", bandPosition=1),
    )
    height = alt.Step(row_height(len(systems)))
    return sized(plot, max(_TIER * len(columns), 24), height)
