"""What all charts share: rows as plain values, the axis of systems, title, caption and theme."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Sequence
from decimal import Decimal
from typing import Any, TypeVar

import altair as alt

from evalstore.charts import theme
from evalstore.charts.request import Links, Look
from evalstore.output.cells import visible
from evalstore.result import Result

Record = dict[str, Any]
Drawn = TypeVar("Drawn", bound=alt.TopLevelMixin)
Sized = TypeVar("Sized", alt.Chart, alt.LayerChart)

_LETTER, _LARGE_LETTER = 5.3, 7.2  # the mean width of a letter, and of one of a title, in pixels
_LETTERS = 40  # of a label; a longer one is cut in its middle, as names often differ in their ends
CLIPPED = (
    f"length(datum.label) > {_LETTERS} ? substring(datum.label, 0, {_LETTERS // 2}) + '…' + "
    f"substring(datum.label, length(datum.label) - {_LETTERS // 2 - 1}) : datum.label"
)


def records(result: Result) -> list[Record]:
    """The rows as dictionaries of what JSON has; Altair takes no Decimal."""
    return [{name: plain(value) for name, value in row.items()} for row in result.dicts()]


def plain(value: Any) -> Any:
    if isinstance(value, Decimal):
        return float(value)
    if isinstance(value, str):
        return visible(value)
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value


def clipped(name: str) -> str:
    """The name for a label or a title; `CLIPPED` does the same on an axis or in a legend."""
    half = _LETTERS // 2
    shown = visible(name)
    return shown if len(shown) <= _LETTERS else f"{shown[:half]}…{shown[-half + 1 :]}"


def inline(rows: Sequence[Record]) -> alt.Chart:
    """A chart of these rows, without marks."""
    # Not an InlineData: Altair would validate each value, 5 s for 30,000 cells.
    return alt.Chart({"values": list(rows)})


def with_links(rows: Sequence[Record], key: str, value: str, links: Links | None) -> list[Record]:
    """The rows with the address of each, and what a screen reader says about it."""
    if links is None:
        return list(rows)
    return [
        row | {"url": links(row[key]), "about": f"{key} {row[key]}: {row[value]:.4f}"}
        for row in rows
    ]


def linked(chart: alt.Chart, links: Links | None) -> alt.Chart:
    """The chart of such rows, each mark a link."""
    return chart.encode(href="url:N", description="about:N") if links else chart


def layered(*layers: alt.Chart | alt.LayerChart) -> alt.LayerChart:
    return alt.LayerChart(layer=list(layers))


def sized(chart: Sized, width: float, height: float | alt.Step) -> Sized:
    """The chart with the size of its plot; Altair types this loosely."""
    copy: Sized = chart.properties(width=width, height=height)
    return copy


def row_height(count: int) -> int:
    """The height of a row with a label: smaller, the more rows there are."""
    steps = ((8, 26), (30, 17), (60, 14))
    return next((height for most, height in steps if count <= most), 11)


def systems_down(systems: Sequence[str], gap: float = 0.25, **options: Any) -> alt.Y:
    """The vertical axis: a row for each system, in this order."""
    size = min(theme.SIZE, row_height(len(systems)) - 1)
    axis = alt.Axis(title=None, labelFontSize=size, labelOverlap=False, labelExpr=CLIPPED)
    scale = alt.Scale(domain=list(systems), paddingInner=gap, paddingOuter=gap / 2)
    return alt.Y("system:N", scale=scale, **({"axis": axis} | options))


def margin(names: Sequence[str]) -> float:
    """The width of the labels of a vertical axis, about."""
    return _LETTER * min(_LETTERS, max(map(len, names), default=0)) + 10


def score_domain(low: float, high: float) -> alt.Scale:
    """0 to 1 for scores that are shares, else from 0 to the data."""
    if low >= 0 and high <= 1:
        return alt.Scale(domain=[0, 1])
    return alt.Scale(domain=[min(0, low), high], nice=True)


def framed(chart: Drawn, look: Look, *, title: str, caption: Sequence[str], width: float) -> Drawn:
    """The chart with its title, its caption wrapped to the width, and the theme.

    A title or a caption of the look replaces those given here.
    """
    if (other_title := look.get("title")) is not None:
        title = other_title
    if (other_caption := look.get("caption")) is not None:
        caption = other_caption
    letters = max(40, int(width / _LETTER))
    lines = [
        line
        for text in caption
        for line in textwrap.wrap(visible(text), letters, break_on_hyphens=False)
    ]
    letters = max(30, int(width / _LARGE_LETTER))
    titles = textwrap.wrap(visible(title), letters, break_on_hyphens=False)
    copy: Drawn = chart.copy(deep=False)  # type: ignore[attr-defined]
    # For screen readers; and the report writes the caption as text.
    spoken = "\n".join(visible(text) for text in (title, *caption))
    copy.description = spoken  # type: ignore[attr-defined]
    if title or lines:
        text = titles if len(titles) > 1 else visible(title)
        copy.title = alt.TitleParams(text=text, subtitle=lines)  # type: ignore[attr-defined]
    return themed(copy, look.get("dark", False))


def themed(chart: Drawn, dark: bool = False) -> Drawn:
    """The chart in the light or dark theme, which replaces any configuration that it has."""
    copy: Drawn = chart.copy(deep=False)  # type: ignore[attr-defined]
    copy.config = alt.Config.from_dict(theme.config(dark))  # type: ignore[attr-defined]
    return copy
