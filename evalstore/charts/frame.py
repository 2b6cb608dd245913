"""What all charts share: rows as plain values, the title, the caption, the theme."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

import altair as alt

from evalstore.charts import theme
from evalstore.output.cells import visible
from evalstore.result import Result

Record = dict[str, Any]

_CHARACTER = 5.4  # the mean width of a letter of the caption, in pixels


def records(result: Result) -> list[Record]:
    """The rows as dictionaries of what JSON has; Altair takes no Decimal."""
    return [{name: _plain(value) for name, value in row.items()} for row in result.dicts()]


def _plain(value: Any) -> Any:
    if isinstance(value, Decimal):
        return float(value)
    if isinstance(value, str):
        return visible(value)
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value


def inline(rows: Sequence[Record]) -> alt.InlineData:
    return alt.InlineData(values=list(rows))


def row_height(count: int) -> int:
    """The height of a row of labels: smaller, the more rows there are."""
    return 17 if count <= 30 else 14 if count <= 60 else 11


def framed(
    chart: alt.TopLevelMixin,
    *,
    title: str,
    caption: Sequence[str] = (),
    dark: bool = False,
    width: float = theme.WIDTH,
) -> Any:
    """The chart with its title, its caption wrapped to the width, and the theme."""
    lines = [
        line
        for text in caption
        for line in textwrap.wrap(visible(text), max(40, int(width / _CHARACTER)))
    ]
    heading = alt.TitleParams(text=visible(title), subtitle=lines) if lines else visible(title)
    return themed(chart.properties(title=heading), dark)  # type: ignore[attr-defined]


def themed(chart: Any, dark: bool = False) -> Any:
    """The chart in the light or dark theme, which replaces any configuration that it has."""
    copy = chart.copy(deep=False)
    copy.config = alt.Config.from_dict(theme.config(dark))
    return copy
