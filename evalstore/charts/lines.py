"""Curves of systems: the first few coloured and in the legend, all others grey behind them."""

from __future__ import annotations

from collections.abc import Sequence

import altair as alt

from evalstore.charts.frame import CLIPPED, Record, inline, layered

COLOURED = 7
_DASHES = ([1, 0], [7, 2], [2, 2], [9, 2, 2, 2], [5, 4], [1, 3], [12, 3])


def few_and_many(
    rows: Sequence[Record], systems: Sequence[str], x: alt.X, y: alt.Y
) -> alt.LayerChart:
    """Lines by `system`; the colour and the dashes name the same system."""
    shown = list(systems[:COLOURED])
    few = inline([row for row in rows if row["system"] in shown]).mark_line(strokeWidth=2)
    few = few.encode(
        x=x,
        y=y,
        color=alt.Color("system:N", scale=alt.Scale(domain=shown), legend=_legend()),
        strokeDash=alt.StrokeDash(
            "system:N",
            scale=alt.Scale(domain=shown, range=list(_DASHES[: len(shown)])),
            legend=_legend(),
        ),
    )
    behind = [row for row in rows if row["system"] not in shown]
    if not behind:
        return layered(few)
    many = inline(behind).mark_line(style="context").encode(x=x, y=y, detail="system:N")
    return layered(many, few)


def _legend() -> alt.Legend:
    return alt.Legend(title=None, symbolType="stroke", symbolSize=500, labelExpr=CLIPPED)


def shown_note(systems: Sequence[str]) -> list[str]:
    """A line of the caption, where some systems are grey."""
    if len(systems) <= COLOURED:
        return []
    return [f"in colour: the first {COLOURED} of {len(systems):,} systems; grey: the others"]
