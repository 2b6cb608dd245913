"""Charts: one Altair chart per file, each drawn from a result of the library.

    from evalstore.charts import differences, render

    result = store.diff("bm25", "dense", ["nDCG@10"])
    chart = differences.chart(result, a="bm25", b="dense", links=lambda topic: f"/topic/{topic}")
    render.to_svg(chart, dark=True)                          # text
    render.save(chart, "diff.pdf")

`chart` takes one or two results, and the keywords title, caption, dark and width (`request.Look`);
some take links, which make their marks links to a topic or system. `draw` asks a store for the
results of the systems and draws them; `Store.chart` calls it by name.
Altair is in the extra `plots`: import a module of this package where a chart is drawn, not before.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

from evalstore.errors import UsageError
from evalstore.extras import requires
from evalstore.keywords import Scope, TestedScope
from evalstore.nearest import suggestion
from evalstore.patterns import several

if TYPE_CHECKING:
    from evalstore.charts.request import Look
    from evalstore.store import Store

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
EXTENSIONS = (".svg", ".png", ".pdf", ".html")

_SCOPE = Scope.__optional_keys__
_TESTED = TestedScope.__optional_keys__
_OPTIONS = {
    "leaderboard": _TESTED | {"tiers"},
    "diff": _TESTED,
    "gain": _SCOPE | {"depth"},
    "heatmap": _SCOPE | {"z_scores"},
    "pareto": _SCOPE | {"efficiency"},
    "slope": {"collection", "qrels", "runs", "topics", "collections", "files", "as_of"},
    "agreement": {"collection", "qrels", "topics", "rel"},
}
_TWO_QRELS = ("slope", "agreement")


def draw(
    store: Store,
    name: str,
    systems: Sequence[str],
    measures: Sequence[str],
    look: Look,
    options: dict[str, Any],
) -> Any:
    """The chart of that name; options that are None or empty are as if they were not given."""
    module = chart_module(name)
    given = {key: value for key, value in options.items() if value not in (None, (), [])}
    allowed = _OPTIONS.get(name, _SCOPE)
    for key in given.keys() - allowed:
        raise UsageError(f"the chart {name} takes no {key}; it takes {', '.join(sorted(allowed))}")
    every_system = [*systems, *several(given.pop("runs", ()))]
    if "qrels" in given:
        sets = several(given["qrels"])
        given["qrels"] = sets if name in _TWO_QRELS else _one_set(name, sets)
    return module.draw(store, every_system, measures, look, **given)


def _one_set(name: str, sets: list[str]) -> str:
    if len(sets) > 1:
        raise UsageError(f"the chart {name} shows one qrels set, not {len(sets)}")
    return sets[0]


def chart_module(name: str) -> ModuleType:
    """The module of a chart; Altair is imported with it."""
    if name not in CHARTS:
        raise UsageError(f"no chart {name!r}{suggestion(name, CHARTS)}")
    with requires("plots", "charts"):
        return import_module(f"evalstore.charts.{CHARTS[name]}")


def file_content(chart: Any, extension: str, dark: bool | None = None) -> bytes:
    """The chart as the content of a file: .svg, .png, .pdf or .html."""
    check_extension(extension)
    with requires("plots", "charts"):
        from evalstore.charts.render import rendered
    return rendered(chart, extension, dark)


def check_extension(extension: str) -> None:
    if extension.lower() not in EXTENSIONS:
        known = ", ".join(EXTENSIONS)
        raise UsageError(f"a chart cannot be written as {extension or 'that'!r}; use {known}")
