"""The topic scores of each system as a box: quartiles, extremes and the mean."""

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
from evalstore.charts.request import Links, Look, one_measure
from evalstore.keywords import takes
from evalstore.result import Result

if TYPE_CHECKING:
    from evalstore.store import Store

_READING = "box: quartiles and median; line: lowest to highest topic; diamond: mean"


def draw(
    store: Store, systems: Sequence[str], measures: Sequence[str], look: Look, **scope: Any
) -> alt.LayerChart:
    """The systems, or all of them, under one measure."""
    measure = one_measure(store, measures)
    return chart(store.distribution([measure], runs=systems, **scope), **look)


@takes(Look)
def chart(result: Result, *, links: Links | None = None, **look: Unpack[Look]) -> alt.LayerChart:
    """From `Store.distribution` of one measure."""
    rows = records(result)
    systems = [row["system"] for row in rows]
    shown = with_links(rows, "system", "value", links)
    total = look.get("width") or theme.WIDTH
    plot = layered(*_boxes(shown, systems, links))
    return framed(
        sized(plot, total, alt.Step(row_height(len(systems)))),
        look,
        title=f"{rows[0]['measure']} over topics",
        caption=[result.title or "", _READING, result.notes[-1]],
        width=total + margin(systems),
    )


def _boxes(rows: list[Record], systems: list[str], links: Links | None) -> list[alt.Chart]:
    thickness = round(row_height(len(systems)) * 0.62, 1)
    base = inline(rows).encode(y=systems_down(systems))
    x = alt.X("minimum:Q", title=rows[0]["measure"], axis=alt.Axis(tickCount=6))
    boxes = base.mark_bar(style="box", size=thickness).encode(x="q1:Q", x2="q3:Q")
    medians = base.mark_tick(style="middle", size=thickness, thickness=2).encode(x="median:Q")
    means = base.mark_point(style="mean", shape="diamond", filled=True, size=34, opacity=1)
    return [
        base.mark_rule(style="whisker").encode(x=x, x2="maximum:Q"),
        linked(boxes, links),
        medians,
        means.encode(x="value:Q"),
    ]
