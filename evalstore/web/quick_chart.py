"""A chart of two columns of any result: bars for names, points for numbers."""

from __future__ import annotations

from evalstore.extras import requires
from evalstore.output.columns import is_number
from evalstore.result import Result

_MOST_BARS = 60
_WIDTH = 560


def quick_chart(
    result: Result, x: str, y: str, *, dark: bool = False, width: int | None = None
) -> str:
    """The chart as SVG, in the look of the library's charts."""
    with requires("plots", "charts"):
        import altair as alt

        from evalstore.charts import frame, render

    kinds = dict(zip(result.columns, result.types, strict=True))
    rows = [{"x": row[x], "y": row[y]} for row in result.dicts()]
    points = is_number(kinds[x])
    if not points:
        rows = rows[:_MOST_BARS]
    base, total = frame.inline(rows), width or _WIDTH
    if points:
        mark = base.mark_point(style="value", filled=True, size=40, opacity=0.7)
        across = alt.X("x:Q", title=x, scale=alt.Scale(zero=False))
        chart = frame.sized(mark.encode(x=across, y=alt.Y("y:Q", title=y)), total, 260)
    else:
        order = [row["x"] for row in rows]
        axis = alt.Axis(title=None, labelOverlap=False, labelExpr=frame.CLIPPED)
        down = alt.Y("x:N", sort=order, axis=axis)
        height = alt.Step(frame.row_height(len(rows)))
        mark = base.mark_bar(style="value")
        chart = frame.sized(mark.encode(y=down, x=alt.X("y:Q", title=y)), total, height)
    framed = frame.framed(chart, {"dark": dark}, title=f"{y} by {x}", caption=(), width=total)
    return render.to_svg(framed)
