"""Systems by topics: every score as a colour, best system first, hardest topic first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Unpack

import altair as alt

from evalstore.charts.frame import (
    framed,
    inline,
    margin,
    plain,
    row_height,
    score_domain,
    sized,
    systems_down,
)
from evalstore.charts.request import Look, one_measure
from evalstore.keywords import takes
from evalstore.result import Result

if TYPE_CHECKING:
    from evalstore.store import Store

_WIDTH = 640
_OUTLINED = 4_000  # with more cells, their outlines would hide them
_LABELLED = 60  # with more topics, their names are not legible


def draw(
    store: Store,
    systems: Sequence[str],
    measures: Sequence[str],
    look: Look,
    *,
    z_scores: bool = False,
    **scope: Any,
) -> alt.Chart:
    """The systems, or all of them, under one measure."""
    measure = one_measure(store, measures)
    result = store.matrix(measure, z_scores=z_scores, runs=systems, **scope)
    return chart(result, measure=measure, z_scores=z_scores, **look)


@takes(Look)
def chart(
    result: Result,
    *,
    measure: str,
    z_scores: bool = False,
    **look: Unpack[Look],
) -> alt.Chart:
    """From `Store.matrix`."""
    cells = [
        {"system": plain(row[0]), "topic": plain(topic), "score": plain(score)}
        for row in result.rows
        for topic, score in zip(result.columns[1:], row[1:], strict=True)
    ]
    systems = [plain(row[0]) for row in result.rows]
    total = look.get("width") or _WIDTH
    labels = alt.Axis(labels=len(result.columns) <= _LABELLED + 1, labelAngle=-90)
    height = row_height(len(systems)) * len(systems)
    legend = alt.Legend(
        title="z-score" if z_scores else measure, gradientLength=min(140, max(40, height - 30))
    )
    style = "cell" if len(cells) <= _OUTLINED else "dense-cell"
    plot: alt.Chart = inline(cells).mark_rect(style=style, aria=False)
    plot = plot.encode(
        x=alt.X(
            "topic:N",
            sort=alt.EncodingSortField("score", op="mean"),
            title="topic, lowest mean first",
            axis=labels,
        ),
        y=systems_down(systems, gap=0),
        color=alt.Color("score:Q", scale=_scale(cells, z_scores), legend=legend),
    )
    return framed(
        sized(plot, total, alt.Step(row_height(len(systems)))),
        look,
        title=f"{measure} of each system on each topic",
        caption=[result.title or "", *result.notes],
        width=total + margin(systems) + 50,
    )


def _scale(cells: list[dict[str, Any]], z_scores: bool) -> alt.Scale:
    scores = [cell["score"] for cell in cells if cell["score"] is not None]
    if z_scores:
        furthest = max((abs(score) for score in scores), default=1)
        return alt.Scale(domain=[-furthest, furthest], range="diverging")
    return score_domain(min(scores, default=0), max(scores, default=1))
