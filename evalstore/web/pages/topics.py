"""`/{collection}/topics` and `/{collection}/difficulty`: the topics, and how hard they are."""

from __future__ import annotations

from evalstore.result import Result
from evalstore.web.ask import Ask
from evalstore.web.drawing import interval
from evalstore.web.page import Page, Picture, Source
from evalstore.web.pages.common import form, system_cell, topic_cell
from evalstore.web.tables import Cell, Record, Shape


def topics(ask: Ask) -> Page:
    def result() -> Result:
        return ask.answer("topics", ask.collection, ask.one("qrels"))

    def shape(result: Result) -> Shape:
        return Shape("Topics", {"topic": topic_cell(ask)})

    sources = {"": Source(result, shape)}
    return Page("Topics", "topics.html", sources, context=lambda: form(ask))


def difficulty(ask: Ask) -> Page:
    by_separation = ask.choice("by", ("mean", "separation")) == "separation"

    def result() -> Result:
        options = {"by_separation": by_separation, **ask.scope}
        return ask.answer("difficulty", ask.measures or [ask.measure], **options)

    drawn = {"measures": [ask.measure], **ask.judged}
    text = f"Every system's {ask.measure} over topics: quartiles"
    return Page(
        "Difficulty",
        "difficulty.html",
        {"": Source(result, lambda found: _difficulty(ask, found))},
        {"box": Picture("box", text, options=drawn)},
        lambda: form(ask) | {"by_separation": by_separation},
    )


def _difficulty(ask: Ask, result: Result) -> Shape:
    top = max((record["best"] for record in result.dicts()), default=1)

    def drawn(record: Record) -> Cell:
        mean, spread = record["mean"], record["deviation"] or 0
        drawing = interval(mean - spread, mean, mean + spread, max(top, mean + spread))
        return Cell("", classes="drawing", drawing=drawing)

    return Shape(
        "Topics, hardest first",
        {"topic": topic_cell(ask), "best_system": system_cell(ask, "best_system")},
        () if len(ask.measures) > 1 else ("measure",),
        {"mean ± deviation": ("deviation", drawn)},
    )
