"""Two leaderboards as a slope chart: which systems move up, and which down."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Unpack

import altair as alt

from evalstore.charts.frame import (
    Record,
    clipped,
    framed,
    inline,
    layered,
    margin,
    plain,
    row_height,
    sized,
)
from evalstore.charts.request import Look
from evalstore.keywords import takes
from evalstore.result import Result

if TYPE_CHECKING:
    from evalstore.store import Store

_WIDTH = 260
_COLOURED = 10  # the systems that move most


def draw(
    store: Store,
    systems: Sequence[str],
    measures: Sequence[str],
    look: Look,
    *,
    collection: str | None = None,
    **sides: Any,
) -> alt.LayerChart:
    """Two measures, or one under two qrels sets, in two collections, or at two dates."""
    if collection is not None:
        sides["collections"] = [collection]
    result = store.correlate(measures, show="movers", runs=systems, **sides)
    return chart(result, **look)


@takes(Look)
def chart(result: Result, **look: Unpack[Look]) -> alt.LayerChart:
    """From `Store.correlate` with show="movers"."""
    first, second = (plain(name) for name in result.columns[4:6])
    rows = _rows(result)
    total, height = look.get("width") or _WIDTH, row_height(len(rows)) * len(rows)
    names = [row["system"] for row in rows]
    plot = layered(*_lines(rows), *_labels(rows, first, second))
    moved = f"in colour: the {_COLOURED} systems that move most"
    # The fourth note is the test of the differences, which are not in the chart.
    notes = [*result.notes[:3], *result.notes[4:]]
    note = [*([moved] if len(rows) > _COLOURED else []), *notes]
    return framed(
        sized(plot, total, height),
        look,
        title=result.title or "",
        caption=note,
        width=total + 2 * margin(names) + 40,
    )


def _rows(result: Result) -> list[Record]:
    """Each system with its row on both sides; those at the same position are in order of name."""
    cells = [tuple(map(plain, row)) for row in result.rows]
    before = sorted(cells, key=lambda row: (row[2], row[0]))
    after = sorted(cells, key=lambda row: (row[3], row[0]))
    left = {row[0]: number for number, row in enumerate(before, 1)}
    right = {row[0]: number for number, row in enumerate(after, 1)}
    most = {row[0] for row in cells[:_COLOURED]}  # they come in this order
    return [
        {
            "system": row[0],
            "move": _move(row[1]) if row[0] in most else "other",
            "left": left[row[0]],
            "right": right[row[0]],
            "before": f"{clipped(row[0])}  {row[2]}",
            "after": f"{row[3]}  {clipped(row[0])}",
        }
        for row in cells
    ]


def _move(moved: int) -> str:
    return "up" if moved > 0 else "down" if moved < 0 else "other"


def _lines(rows: list[Record]) -> list[alt.Chart]:
    scale = alt.Scale(domain=[0.5, len(rows) + 0.5], reverse=True, nice=False)
    y, y2 = alt.Y("left:Q", scale=scale, axis=None), alt.Y2("right:Q")
    ends = {"x": alt.value(0), "x2": alt.value("width"), "y": y, "y2": y2}
    others = inline([row for row in rows if row["move"] == "other"])
    movers = inline([row for row in rows if row["move"] != "other"])
    color = alt.Color(
        "move:N",
        scale=alt.Scale(domain=["up", "down"]),
        legend=alt.Legend(title=None, orient="top", symbolType="stroke", symbolSize=300),
    )
    return [
        others.mark_rule(style="context").encode(**ends),
        movers.mark_rule(strokeWidth=2).encode(color=color, **ends),
    ]


def _labels(rows: list[Record], first: str, second: str) -> list[alt.Chart]:
    size = min(11, row_height(len(rows)) - 1)
    base = inline(rows)
    heads = inline([{"left": 0.4, "first": first, "second": second}])
    left = {"x": alt.value(-8), "y": "left:Q"}
    right = {"x": alt.value("width")}
    return [
        base.mark_text(style="label", align="right", fontSize=size).encode(text="before:N", **left),
        base.mark_text(style="label", align="left", dx=8, fontSize=size).encode(
            text="after:N", y="right:Q", **right
        ),
        heads.mark_text(style="head", align="right", baseline="bottom").encode(
            text="first:N", **left
        ),
        heads.mark_text(style="head", align="left", dx=8, baseline="bottom").encode(
            text="second:N", y="left:Q", **right
        ),
    ]
