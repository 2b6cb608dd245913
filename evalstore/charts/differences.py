"""Two systems topic by topic: the differences, largest win first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Unpack

import altair as alt

from evalstore.answers.built import shown_p, signed
from evalstore.charts import theme
from evalstore.charts.frame import (
    CLIPPED,
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
from evalstore.keywords import Scope, takes
from evalstore.output.options import HUMAN_PLACES
from evalstore.result import Result

if TYPE_CHECKING:
    from evalstore.store import Store

_NARROWEST, _WIDEST = 160, 48  # of the plot, and of a bar with its gap, in pixels
_LABELLED = 100  # with more topics, their names are not legible


def draw(
    store: Store, systems: Sequence[str], measures: Sequence[str], look: Look, **scope: Any
) -> alt.LayerChart:
    """Two systems, under one measure; the caption has the test."""
    a, b = two_systems(systems)
    measure = one_measure(store, measures)
    tested = store.compare([a, b], [measure], **scope)
    scope = {name: value for name, value in scope.items() if name in Scope.__optional_keys__}
    return chart(store.diff(a, b, [measure], **scope), tested, a=a, b=b, **look)


@takes(Look)
def chart(
    result: Result,
    tested: Result | None = None,
    *,
    a: str,
    b: str,
    links: Links | None = None,
    **look: Unpack[Look],
) -> alt.LayerChart:
    """From `Store.diff` of one measure, and `Store.compare` of the same two systems."""
    rows = records(result)
    measure = rows[0]["measure"]
    of_test = test_caption(tested) if tested else []
    total = look.get("width") or theme.WIDTH
    return framed(
        sized(
            layered(*_bars(rows, links), *_mean(tested)),
            min(total, max(_NARROWEST, _WIDEST * len(rows))),
            260,
        ),
        look,
        title=f"{clipped(a)} against {clipped(b)}: {measure} by topic",
        caption=[*of_test, *result.notes],
        width=total + 40,
    )


def test_caption(tested: Result) -> list[str]:
    """The mean difference, its interval and its p-value."""
    [row] = tested.dicts()
    text = f"mean difference {signed(row['difference'], HUMAN_PLACES)}"
    if row["ci_low"] is not None:
        low, high = (signed(row[name], HUMAN_PLACES) for name in ("ci_low", "ci_high"))
        text += f", interval {low} to {high}"
    p_value = shown_p(row["p_corrected"], HUMAN_PLACES)
    how = tested.notes[0].partition(";")[0]
    relation = f"< {p_value[1:]}" if p_value.startswith("<") else f"= {p_value}"
    return [f"{text}, p {relation} ({how})"]


def _bars(rows: list[Record], links: Links | None) -> list[alt.Chart]:
    # The rows begin with the wins; where a low score is good, these are below 0.
    sign = 1 if rows[0]["difference"] >= rows[-1]["difference"] else -1
    topics = [row["topic"] for row in rows]
    shown = [
        {"topic": row["topic"], "difference": row["difference"], "outcome": _outcome(row, sign)}
        for row in rows
    ]
    counts = {name: sum(row["outcome"] == name for row in shown) for name in _OUTCOMES}
    labels = " : ".join(
        f"datum.value == '{name}' ? '{counts[name]:,} {name}'" for name in _OUTCOMES
    )
    legend = alt.Legend(title=None, orient="top", labelExpr=f"{labels} : ''")
    axis = alt.Axis(
        labels=len(topics) <= _LABELLED, labelAngle=-90, labelOverlap=False, labelExpr=CLIPPED
    )
    bars = inline(with_links(shown, "topic", "difference", links)).mark_bar()
    bars = bars.encode(
        x=alt.X("topic:N", scale=alt.Scale(domain=topics, paddingInner=0.15), axis=axis),
        y=alt.Y("difference:Q", title=f"difference in {rows[0]['measure']}"),
        color=alt.Color("outcome:N", scale=alt.Scale(domain=list(_OUTCOMES)), legend=legend),
    )
    zero = inline([{"difference": 0}]).mark_rule(style="zero").encode(y="difference:Q")
    return [linked(bars, links), zero]


_OUTCOMES = ("improved", "hurt")


def _outcome(row: Record, sign: int) -> str:
    gain = sign * row["difference"]
    return "improved" if gain > 0 else "hurt" if gain < 0 else "unchanged"


def _mean(tested: Result | None) -> list[alt.Chart]:
    if tested is None:
        return []
    [row] = records(tested)
    label = f"mean {signed(row['difference'], 3)}"
    mean = inline([{"difference": row["difference"], "label": label}]).encode(y="difference:Q")
    text = mean.mark_text(style="note", align="left", dx=4, baseline="middle")
    return [
        mean.mark_rule(style="reference"),
        text.encode(x=alt.value("width"), text="label:N"),
    ]
