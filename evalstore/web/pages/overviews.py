"""`/{collection}/curves`, `heatmap`, `pareto` and `correlate`: all systems at once."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil
from typing import Any

from evalstore.answers.pareto import NONE_LOADED
from evalstore.output.cells import NULL_SHOWN
from evalstore.result import Result
from evalstore.web.ask import Ask
from evalstore.web.page import Page, Picture, Source
from evalstore.web.pages.common import form, judgements, system_cell, systems
from evalstore.web.tables import Cell, CellMaker, Record, Shape, page_links

_COLUMNS = 100  # of a heat map on one page


def curves(ask: Ask) -> Page:
    options = {"collection": ask.collection, "qrels": ask.one("qrels"), "runs": ask.many("run")}

    def result() -> Result:
        return ask.answer("precision_recall", **options)

    def wide() -> Result:
        return ask.readable("precision_recall", **options)

    def shape(found: Result) -> Shape:
        return Shape(
            "Interpolated precision at recall", {"system": system_cell(ask)}, pick="system"
        )

    text = "Precision at eleven points of recall, one line per system"
    return Page(
        "Curves",
        "curves.html",
        {"": Source(result, shape, wide)},
        {"precision-recall": Picture("precision-recall", text, options=options)},
        lambda: form(ask) | {"systems": systems(ask), "runs": ask.many("run")},
    )


def heatmap(ask: Ask) -> Page:
    z_scores = ask.flag("z")
    scope = {key: value for key, value in ask.scope.items() if key != "average"}

    def result() -> Result:
        return ask.answer("matrix", ask.measure, z_scores=z_scores, **scope)

    text = f"{ask.measure} of every system on every topic"
    options = {"measures": [ask.measure], "z_scores": z_scores, **scope}
    number = ask.number("columns", 1)

    def context() -> dict[str, Any]:
        topics = len(result().columns) - 1
        last = max(1, ceil(topics / _COLUMNS))

        pages = page_links(last, number, lambda one: ask.here(columns=one)) if last > 1 else []
        return form(ask) | {"column_pages": pages}

    return Page(
        "Heat map",
        "heatmap.html",
        {"": Source(result, lambda found: _matrix(ask, found, z_scores, number))},
        {"heatmap": Picture("heatmap", text, options=options)},
        context,
    )


def _matrix(ask: Ask, result: Result, z_scores: bool, number: int) -> Shape:
    topics = result.columns[1:]
    start = (number - 1) * _COLUMNS
    here = topics[start : start + _COLUMNS]
    values = [value for row in result.rows for value in row[1:] if value is not None]
    low, high = min(values, default=0), max(values, default=1)
    cells: dict[str, CellMaker] = {
        topic: _heat(ask, topic, -3 if z_scores else min(0, low), 3 if z_scores else high)
        for topic in here
    }
    cells["system"] = system_cell(ask)
    hidden = tuple(topic for topic in topics if topic not in here)
    kind = "z-scores of " if z_scores else ""
    caption = f"{kind}{ask.measure}: systems and topics"
    return Shape(caption, cells, hidden, labels={topic: topic for topic in here})


def _heat(ask: Ask, topic: str, low: float, high: float) -> CellMaker:
    """A score without its leading zero, coloured in ten steps, linked to the documents."""

    def cell(record: Record) -> Cell:
        value = record[topic]
        if value is None:
            return Cell(NULL_SHOWN, classes="heat")
        step = max(0, min(9, int(10 * (value - low) / (high - low)))) if high > low else 0
        text = f"{value:.2f}".replace("-", "\N{MINUS SIGN}")
        href = ask.link("topic", topic, record["system"], query=ask.with_measures())
        return Cell(text.removeprefix("0") if 0 <= value < 1 else text, href, f"heat heat-{step}",
                    hint=f"topic {topic}: {value!r}")  # fmt: skip

    return cell


_NAMES = "select distinct name from efficiency_summary where collection = $collection order by name"


def pareto(ask: Ask) -> Page:
    names = [row[0] for row in ask.answer("sql", _NAMES, {"collection": ask.collection}).rows]
    name = ask.one("efficiency", names[0] if names else None)
    options = {"efficiency": name, "collection": ask.collection, "qrels": ask.one("qrels")}

    def result() -> Result:
        return ask.answer("leaderboard", [ask.measure], **options)

    def shape(found: Result) -> Shape:
        return Shape(
            f"{ask.measure} and {name}",
            {"system": system_cell(ask)},
            labels={"position": "#"},
            row_class=lambda record: "first" if record["front"] else "",
        )

    pictured = {"measures": [ask.measure], **options}
    text = f"{ask.measure} against {name}; the Pareto front is marked"
    return Page(
        "Pareto front",
        "pareto.html",
        {"": Source(result, shape)} if name else {},
        {"pareto": Picture("pareto", text, options=pictured)} if name else {},
        lambda: form(ask) | {"names": names, "efficiency": name},
        NONE_LOADED,
    )


def _two_sides(measures: list[str], number: int) -> list[str]:
    """So many measures: those asked for first, then usual ones."""
    return [*measures, *(one for one in ("nDCG@10", "AP") if one not in measures)][:number]


def correlate(ask: Ask) -> Page:
    sets = ask.many("qrels")
    measures = _two_sides(ask.measures, 1 if len(sets) > 1 else 2)
    sides: dict[str, Any] = {"collections": [ask.collection], "qrels": sets}

    def result(show: str) -> Callable[[], Result]:
        return lambda: ask.answer("correlate", measures, show=show, **sides)

    movers = Shape("Positions in both", {"system": system_cell(ask)})
    text = f"Positions of the systems by {' and '.join([*measures, *sets])}"
    return Page(
        "Correlation",
        "correlate.html",
        {
            "": Source(result("statistics"), lambda found: Shape("Rank correlation")),
            "movers": Source(result("movers"), lambda found: movers),
        },
        {"slope": Picture("slope", text, options={"measures": measures, **sides})},
        lambda: form(ask) | {"measures": measures, "sets": sets, "qrels_names": judgements(ask)},
    )
