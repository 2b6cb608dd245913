"""A chart of two columns of any result: bars for names, points for numbers."""

from __future__ import annotations

from evalstore.extras import requires
from evalstore.output.columns import is_number
from evalstore.result import Result

_MOST_BARS = 60
_WIDTH = 560


def quick_chart(result: Result, x: str, y: str, *, dark: bool) -> str:
    """The chart as SVG, in the look of the library's charts."""
    with requires("plots", "charts"):
        import altair as alt

        from evalstore.charts import frame, render

    kinds = dict(zip(result.columns, result.types, strict=True))
    rows = [{"x": row[x], "y": row[y]} for row in result.dicts()]
    points = is_number(kinds[x])
    if not points:
        rows = rows[:_MOST_BARS]
    base = frame.inline(rows)
    if points:
        mark = base.mark_point(style="outline", size=30)
        across = alt.X("x:Q", title=x, scale=alt.Scale(zero=False))
        chart = frame.sized(mark.encode(x=across, y=alt.Y("y:Q", title=y)), _WIDTH, 260)
    else:
        order = [row["x"] for row in rows]
        down = alt.Y("x:N", title=x, sort=order)
        height = alt.Step(frame.row_height(len(rows)))
        mark = base.mark_bar(style="value")
        chart = frame.sized(mark.encode(y=down, x=alt.X("y:Q", title=y)), _WIDTH, height)
    framed = frame.framed(chart, title=f"{y} by {x}", caption=(), dark=dark, width=_WIDTH)
    return render.to_svg(framed)
