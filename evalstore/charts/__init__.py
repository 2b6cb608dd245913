"""Charts: one Altair chart per file, each drawn from a result of the library.

    from evalstore.charts import differences, render

    result = store.diff("bm25", "dense", ["nDCG@10"])
    chart = differences.chart(result, a="bm25", b="dense")   # an Altair chart
    render.to_svg(chart, dark=True)                          # text
    render.save(chart, "diff.pdf")

`chart` takes one or two results and always the keywords of `frame.framed`: title, caption, dark and
width. `drawn` asks a store for the results and draws them; `Store.chart` calls it by name.
Altair is in the extra `plots`: import a module of this package where a chart is drawn, not before.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from evalstore.errors import UsageError
from evalstore.extras import requires

# The chart's name on the command line and in `Store.chart`, and the module that draws it.
CHARTS = {
    "leaderboard": "leaderboard",
    "diff": "differences",
    "precision-recall": "precision_recall",
    "gain": "gain",
    "box": "box",
    "heatmap": "heatmap",
    "pareto": "pareto",
    "scatter": "scatter",
    "slope": "slope",
    "agreement": "agreement",
}


def chart_module(name: str) -> ModuleType:
    """The module of a chart; Altair is imported with it."""
    if name not in CHARTS:
        raise UsageError(f"no chart {name!r}; available: {', '.join(CHARTS)}")
    with requires("plots", "charts"):
        return import_module(f"evalstore.charts.{CHARTS[name]}")
