"""Two systems against each other: a point for each topic."""

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
    linked,
    records,
    sized,
    with_links,
)
from evalstore.charts.request import Links, Look, one_measure, two_systems
from evalstore.keywords import takes
from evalstore.result import Result

if TYPE_CHECKING:
    from evalstore.store import Store

_SIDE = 380
_NAMED = 6  # the topics that differ most
_MANY = 500  # with more topics, points are smaller and let those below them through


def draw(
    store: Store, systems: Sequence[str], measures: Sequence[str], look: Look, **scope: Any
) -> alt.LayerChart:
    """Two systems, under one measure."""
    a, b = two_systems(systems)
    return chart(store.diff(a, b, [one_measure(store, measures)], **scope), a=a, b=b, **look)


@takes(Look)
def chart(
    result: Result,
    *,
    a: str,
    b: str,
    links: Links | None = None,
    **look: Unpack[Look],
) -> alt.LayerChart:
    """From `Store.diff` of one measure: b to the right, a upwards."""
    rows = with_links(records(result), "topic", "difference", links)
    measure, side = rows[0]["measure"], look.get("width") or _SIDE
    first, second = clipped(a), clipped(b)
    plot = layered(*_points(rows, f"{measure} of {first}", f"{measure} of {second}", links))
    named = "; topics that differ most are named" if len(rows) > _NAMED else ""
    reading = f"above the line, {first} is higher{named}"
    return framed(
        sized(plot, side, side),
        look,
        title=f"{first} and {second}: {measure} by topic",
        caption=[reading, *result.notes],
        width=side + 40,
    )


def _points(
    rows: list[Record], upwards: str, rightwards: str, links: Links | None
) -> list[alt.Chart]:
    scores = [row[side] for row in rows for side in ("a", "b")]
    low, high = min(0, *scores), max(scores)
    top = 1 if low == 0 and high <= 1 else high
    scale = alt.Scale(domain=[low, top], nice=True)
    x = alt.X("b:Q", title=rightwards, scale=scale, axis=alt.Axis(tickCount=5))
    y = alt.Y("a:Q", title=upwards, scale=scale, axis=alt.Axis(tickCount=5))
    labels = [row | {"label": clipped(row["topic"])} for row in _named(rows, top - low)]
    size, opacity = (55, 0.8) if len(rows) <= _MANY else (18, 0.35)
    points = inline(rows).mark_point(style="value", filled=True, size=size, opacity=opacity)
    points = points.encode(x=x, y=y)
    diagonal = inline([{"a": low, "b": low}, {"a": top, "b": top}])
    return [
        diagonal.mark_line(style="reference").encode(x=x, y=y),
        linked(points, links),
        inline(labels)
        .mark_text(style="note", dx=6, dy=-6, align="left")
        .encode(x=x, y=y, text="label:N"),
    ]


def _named(rows: list[Record], span: float) -> list[Record]:
    """Of the topics that differ most, those whose names do not cover one another."""
    most = sorted(rows, key=lambda row: (-abs(row["difference"]), row["topic"]))
    found: list[Record] = []
    for row in most[:_NAMED]:
        if all(
            abs(row["a"] - one["a"]) > 0.03 * span or abs(row["b"] - one["b"]) > 0.07 * span
            for one in found
        ):
            found.append(row)
    return found
