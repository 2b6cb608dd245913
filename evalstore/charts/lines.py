"""Curves of systems: the first few coloured and in the legend, all others grey behind them."""

from __future__ import annotations

import altair as alt

from evalstore.charts.frame import Record, inline

COLOURED = 7
_DASHES = ([1, 0], [6, 2], [2, 2], [8, 2, 2, 2], [4, 4], [1, 2], [10, 3])


def few_and_many(rows: list[Record], x: alt.X, y: alt.Y, **line: object) -> alt.LayerChart:
    """Lines by `system`, in the order of the rows; colour and dashes name the same system."""
    systems = list(dict.fromkeys(row["system"] for row in rows))
    shown = systems[:COLOURED]
    behind = [row for row in rows if row["system"] not in shown]
    before = [row for row in rows if row["system"] in shown]
    many = (
        alt.Chart(inline(behind))
        .mark_line(style="context")
        .encode(x=x, y=y, detail="system:N")
    )
    few = (
        alt.Chart(inline(before))
        .mark_line(strokeWidth=2, **line)
        .encode(
            x=x,
            y=y,
            color=alt.Color("system:N", scale=alt.Scale(domain=shown), title="system"),
            strokeDash=alt.StrokeDash(
                "system:N",
                scale=alt.Scale(domain=shown, range=list(_DASHES[: len(shown)])),
                title="system",
            ),
        )
    )
    return alt.layer(many, few) if behind else alt.layer(few)
