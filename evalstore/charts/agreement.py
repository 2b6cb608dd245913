"""The grades of two qrels sets against each other: a confusion matrix."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Unpack

import altair as alt

from evalstore.charts.frame import Record, framed, inline, layered, plain, sized
from evalstore.charts.request import Look
from evalstore.errors import UsageError
from evalstore.keywords import takes
from evalstore.result import Result

if TYPE_CHECKING:
    from evalstore.store import Store

_CELL = 64


def draw(
    store: Store,
    systems: Sequence[str],
    measures: Sequence[str],
    look: Look,
    *,
    qrels: Sequence[str] = (),
    **options: Any,
) -> alt.LayerChart:
    """Two qrels sets, named like systems or as `qrels`."""
    sets = [*systems, *qrels]
    if len(sets) != 2:
        raise UsageError(f"an agreement chart compares two qrels sets, not {len(sets)}; name two")
    first, second = sets
    matrix = store.agree(first, second, show="matrix", **options)
    return chart(matrix, store.agree(first, second, **options), **look)


@takes(Look)
def chart(result: Result, statistics: Result | None = None, **look: Unpack[Look]) -> alt.LayerChart:
    """From `Store.agree` with show="matrix", and the statistics for the caption."""
    first = plain(result.columns[0])
    second = plain(result.columns[1].rpartition(" ")[0])
    cells = _cells(result)
    side = look.get("width") or _CELL * (len(result.columns) - 2) + 40
    numbers = [_kappa(statistics)] if statistics else []
    return framed(
        sized(layered(*_marks(cells, first, second)), side, side),
        look,
        title=f"Grades of {first} and {second}",
        caption=[*numbers, *result.notes],
        width=max(side, 360) + 60,
    )


def _cells(result: Result) -> list[Record]:
    """One for each two grades; the last row and column are totals."""
    grades = [name.rpartition(" ")[2] for name in result.columns[1:-1]]
    highest = max(max(row[1:-1]) for row in result.rows[:-1])
    return [
        {
            "first": row[0],
            "second": grade,
            "documents": count,
            "label": f"{count:,}",
            "dark": count > highest / 3,
        }
        for row in result.rows[:-1]
        for grade, count in zip(grades, row[1:-1], strict=True)
    ]


def _kappa(statistics: Result) -> str:
    values = {row["statistic"]: row["value"] for row in statistics.dicts()}
    shown = ((name, values[name]) for name in ("agreement", "kappa", "alpha_ordinal"))
    return ", ".join(f"{name} {'undefined' if v is None else f'{v:.3f}'}" for name, v in shown)


def _marks(cells: list[Record], first: str, second: str) -> list[alt.Chart]:
    grades = list(dict.fromkeys(cell["first"] for cell in cells))
    scale = alt.Scale(domain=grades)
    x = alt.X("second:N", scale=scale, title=f"grade in {second}", axis=alt.Axis(labelAngle=0))
    y = alt.Y("first:N", scale=scale, title=f"grade in {first}")
    ramp = alt.Color("documents:Q", scale=alt.Scale(type="sqrt", zero=True), legend=None)
    few = inline([cell for cell in cells if not cell["dark"]])
    many = inline([cell for cell in cells if cell["dark"]])
    return [
        inline(cells).mark_rect(style="cell").encode(x=x, y=y, color=ramp),
        few.mark_text(style="label").encode(x=x, y=y, text="label:N"),
        many.mark_text(style="on-ramp").encode(x=x, y=y, text="label:N"),
    ]
