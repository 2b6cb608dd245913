"""The grades of two qrels sets against each other: a confusion matrix."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import altair as alt

from evalstore.charts.frame import framed, inline
from evalstore.errors import UsageError
from evalstore.result import Result

if TYPE_CHECKING:
    from evalstore.store import Store


def draw(
    store: Store,
    systems: Sequence[str],
    measures: Sequence[str],
    look: dict[str, Any],
    *,
    qrels: Sequence[str] = (),
    **options: Any,
) -> alt.LayerChart:
    """Two qrels sets, named like systems or as `qrels`."""
    sets = [*systems, *qrels]
    if len(sets) != 2:
        raise UsageError("an agreement chart compares two qrels sets; name two")
    return chart(store.agree(*sets, show="matrix", **options), **look)


def chart(
    result: Result,
    *,
    title: str | None = None,
    caption: Sequence[str] | None = None,
    dark: bool = False,
    width: int | None = None,
) -> alt.LayerChart:
    """From `Store.agree` with show="matrix"."""
    first, *columns, _ = result.columns
    second = columns[0].rpartition(" ")[0]
    cells = [
        {"first": row[0], "second": name.rpartition(" ")[2], "documents": count}
        for row in result.rows[:-1]
        for name, count in zip(columns, row[1:-1], strict=True)
    ]
    base = alt.Chart(inline(cells)).encode(
        x=alt.X("second:N", title=f"grade in {second}"),
        y=alt.Y("first:N", title=f"grade in {first}"),
    )
    plot = alt.layer(
        base.mark_rect(style="cell").encode(color="documents:Q"),
        base.mark_text(style="label").encode(text="documents:Q"),
    )
    side = width or 70 * len(columns)
    return framed(
        plot.properties(width=side, height=side),
        title=title or f"Grades of {first} and {second}",
        caption=result.notes if caption is None else caption,
        dark=dark,
        width=side,
    )
