"""Effectiveness against efficiency, and the systems that no other one beats on both."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Unpack

import altair as alt

from evalstore.charts.frame import Record, clipped, framed, inline, layered, records, sized
from evalstore.charts.request import Look, one_measure
from evalstore.errors import UsageError
from evalstore.keywords import takes
from evalstore.result import Result

if TYPE_CHECKING:
    from evalstore.store import Store

_Label = tuple[float, float, float]  # from where to where, and how far down

_WIDTH, _HEIGHT = 480, 340
_NAMED = 15  # with more systems, only those on the front are named
_SPREAD = 50  # beyond this ratio of largest to smallest, a logarithmic axis shows more


def draw(
    store: Store,
    systems: Sequence[str],
    measures: Sequence[str],
    look: Look,
    *,
    efficiency: str | None = None,
    **scope: Any,
) -> alt.LayerChart:
    """The systems, or all of them, with the efficiency number of that name."""
    if efficiency is None:
        raise UsageError("a Pareto chart needs the name of an efficiency number, such as latency")
    measure = one_measure(store, measures)
    board = store.leaderboard([measure], efficiency=efficiency, runs=systems, **scope)
    return chart(board, efficiency=efficiency, **look)


@takes(Look)
def chart(result: Result, *, efficiency: str, **look: Unpack[Look]) -> alt.LayerChart:
    """From `Store.leaderboard` of one measure with `efficiency`."""
    measure = result.columns[2]
    column = efficiency if efficiency in result.columns else f"{efficiency} mean"
    rows = [
        {"system": row["system"], "score": row[measure], "cost": row[column], "front": row["front"]}
        for row in records(result)
        if row[column] is not None
    ]
    total = look.get("width") or _WIDTH
    plot = layered(*_points(rows, measure, _with_unit(result, column), total))
    return framed(
        sized(plot, total, _HEIGHT),
        look,
        title=f"{measure} against {efficiency}",
        caption=[result.title or "", *result.notes],
        width=total + 40,
    )


def _with_unit(result: Result, column: str) -> str:
    """The title of the axis; the note on the column names its unit."""
    name = column.removesuffix(" mean")
    named = (note.partition(":")[0] for note in result.notes if note.startswith(f"{name} in "))
    unit = next(named, name).removeprefix(name)
    return f"{column}{unit}"


def _points(rows: list[Record], measure: str, cost: str, width: float) -> list[alt.Chart]:
    x, y = _axes(rows, measure, cost)
    front = [row for row in rows if row["front"]]
    rest = [row for row in rows if not row["front"]]
    line = inline(front).encode(x=x, y=y)
    named = _legible([*front, *(rest if len(rows) <= _NAMED else [])], rows, width)
    return [
        inline(rest).mark_point(style="context", filled=True, size=60, opacity=1).encode(x=x, y=y),
        line.mark_line(style="value", interpolate="step-after", strokeWidth=1.5, opacity=0.6),
        line.mark_point(style="value", filled=True, size=80, opacity=1),
        *(_labels([row for row in named if row["side"] == side], x, y, side) for side in _SIDES),
    ]


def _axes(rows: list[Record], measure: str, title: str) -> tuple[alt.X, alt.Y]:
    costs = [row["cost"] for row in rows]
    scale, axis = alt.Scale(zero=True, nice=True), alt.Axis(tickCount=6)
    if _is_wide(costs):
        least, most = _powers(costs)
        title, scale = f"{title} (log)", alt.Scale(type="log", nice=True)
        axis = alt.Axis(values=[10.0**power for power in range(least, most + 1)])
    y = alt.Y("score:Q", title=measure, scale=alt.Scale(domain=_heights(rows), nice=False))
    return alt.X("cost:Q", title=title, scale=scale, axis=axis), y


def _powers(costs: list[float]) -> tuple[int, int]:
    """The powers of 10 at the ends of a logarithmic axis."""
    return math.floor(math.log10(min(costs))), math.ceil(math.log10(max(costs)))


def _heights(rows: list[Record]) -> list[float]:
    """The scores with a margin, which does not reach below 0 where they do not."""
    scores = [row["score"] for row in rows]
    margin = 0.06 * (max(scores) - min(scores)) or 0.06
    low = min(scores) - margin
    return [max(0.0, low) if min(scores) >= 0 else low, max(scores) + margin]


def _is_wide(costs: list[float]) -> bool:
    return min(costs) > 0 and max(costs) / min(costs) > _SPREAD


def _legible(rows: list[Record], every: list[Record], width: float) -> list[Record]:
    """The rows whose labels cover no other label and no point, and no line if that is possible;
    the front first, best score first."""
    points = [_place(row, every, width) for row in every]
    lines = _rises([_place(row, every, width) for row in every if row["front"]])
    taken: list[_Label] = []
    found = []
    for row in sorted(rows, key=lambda row: (not row["front"], -row["score"], row["system"])):
        x, y = _place(row, every, width)
        length = _LETTER * len(clipped(row["system"]))
        places = [
            ((align, down), (start, start + length, y + down))
            for align, down in _SIDES
            for start in [x - _AWAY - length if align == "right" else x + _AWAY]
            if start >= 0 and start + length < width
        ]
        free = [place for place in places if _is_free(place[1], taken, points)]
        clear = [place for place in free if not _is_crossed(place[1], lines)]
        for side, label in (clear or free)[:1]:
            taken.append(label)
            found.append(row | {"label": clipped(row["system"]), "side": side})
    return found


def _rises(front: list[tuple[float, float]]) -> list[_Label]:
    """The vertical parts of the front's line: x, and the two ends."""
    steps = sorted(front)
    return [(x, y, before) for (_, before), (x, y) in pairwise(steps)]


def _is_crossed(label: _Label, lines: list[_Label]) -> bool:
    start, end, y = label
    return any(start < x < end and min(ends) < y + 5 and y - 5 < max(ends) for x, *ends in lines)


def _place(row: Record, every: list[Record], width: float) -> tuple[float, float]:
    """About where the point is, in pixels from the top left."""
    costs = [other["cost"] for other in every]
    is_wide = _is_wide(costs)
    left, right = _powers(costs) if is_wide else (0.0, max(costs))
    cost = math.log10(row["cost"]) if is_wide else row["cost"]
    low, high = _heights(every)
    x = width * (cost - left) / (right - left or 1)
    return x, _HEIGHT * (high - row["score"]) / (high - low)


def _is_free(
    label: _Label,
    taken: list[_Label],
    points: list[tuple[float, float]],
) -> bool:
    start, end, y = label
    return all(
        abs(y - other) > 12 or start > last or end < first for first, last, other in taken
    ) and not any(start - 4 < x < end + 4 and abs(y - down) < 9 for x, down in points)


_LETTER, _AWAY = 5.5, 7
# Left of the point and above it, where the front is empty; else where there is space.
_SIDES = (("right", -7), ("left", -7), ("left", 9), ("right", 9))


def _labels(rows: list[Record], x: alt.X, y: alt.Y, side: tuple[str, int]) -> alt.Chart:
    align, down = side
    shown = [{key: value for key, value in row.items() if key != "side"} for row in rows]
    text: alt.Chart = inline(shown).mark_text(
        style="label",
        align=align,  # type: ignore[arg-type]
        dx=_AWAY if align == "left" else -_AWAY,
        dy=down,
    )
    return text.encode(x=x, y=y, text="label:N")
