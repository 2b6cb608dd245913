"""The leaderboard as bars, with confidence intervals and tiers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import altair as alt

from evalstore.charts import theme
from evalstore.charts.frame import Record, framed, inline, records, row_height
from evalstore.result import Result
from evalstore.statistics import tiers

if TYPE_CHECKING:
    from evalstore.store import Store

_PANELS = 640  # the width of all panels


def draw(
    store: Store,
    systems: Sequence[str],
    measures: Sequence[str],
    look: dict[str, Any],
    *,
    runs: Sequence[str] = (),
    tiers: bool = True,
    **scope: Any,
) -> alt.HConcatChart:
    """The systems, or all of them, under one measure or several side by side."""
    result = store.distribution(
        measures or ["nDCG@10"], runs=[*systems, *runs], tiers=tiers, **scope
    )
    return chart(result, **look)


def chart(
    result: Result,
    *,
    title: str | None = None,
    caption: Sequence[str] | None = None,
    dark: bool = False,
    width: int | None = None,
) -> alt.HConcatChart:
    """From `Store.distribution`; the tiers are those of the first measure."""
    rows = records(result)
    measures = list(dict.fromkeys(row["measure"] for row in rows))
    systems = [row["system"] for row in rows if row["measure"] == measures[0]]
    each = (width or _PANELS) // len(measures)
    panels = [
        _bars([row for row in rows if row["measure"] == measure], systems, measure, each)
        for measure in measures
    ]
    if "tier" in rows[0]:
        panels.insert(1, _tier_lines(rows[: len(systems)], systems))
    return framed(
        alt.hconcat(*panels, spacing=10),
        title=title or f"Leaderboard by {measures[0]}",
        caption=[f"{result.title}", *result.notes] if caption is None else caption,
        dark=dark,
        width=(width or _PANELS) + 120,
    )


def _bars(rows: list[Record], systems: list[str], measure: str, width: int) -> alt.LayerChart:
    step = row_height(len(systems))
    labels = alt.Axis(title=None, labelFontSize=min(theme.SIZE, step - 1))
    base = alt.Chart(inline(rows)).encode(y=_rows(systems, axis=labels))
    x = alt.X("value:Q", title=measure, axis=alt.Axis(tickCount=5))
    return alt.layer(
        base.mark_bar(style="value").encode(x=x),
        base.mark_rule(style="interval").encode(x="ci_low:Q", x2="ci_high:Q"),
    ).properties(width=width, height=alt.Step(step))


def _rows(systems: list[str], **options: Any) -> alt.Y:
    scale = alt.Scale(domain=systems, paddingInner=0.25, paddingOuter=0.15)
    return alt.Y("system:N", scale=scale, **options)


def _tier_lines(rows: list[Record], systems: list[str]) -> alt.Chart:
    """A vertical line for each tier, right of the bars."""
    groups: dict[int, tuple[int, int]] = {}
    for position, row in enumerate(rows):
        for number in tiers.members(row["tier"]):
            groups[number] = (groups.get(number, (position, 0))[0], position)
    columns = tiers.side_by_side(list(groups.values()))
    lines = [
        {"system": systems[start], "last": systems[end], "column": column}
        for column, found in enumerate(columns)
        for start, end in found
    ]
    return (
        alt.Chart(inline(lines))
        .mark_rule(style="tier")
        .encode(
            x=alt.X("column:O", axis=alt.Axis(title="tiers", labels=False, domain=False)),
            y=_rows(systems, axis=None, bandPosition=0),
            y2=alt.Y2("last:N", bandPosition=1),
        )
        .properties(width=6 * len(columns), height=alt.Step(row_height(len(systems))))
    )
