"""`/{collection}/topic/{topic}`: every system on it, the documents that decide, the pool."""

from __future__ import annotations

from typing import Any

from evalstore.result import Result
from evalstore.web.ask import Ask
from evalstore.web.page import Page, Source
from evalstore.web.pages.common import form, grade_cell, highest_grade
from evalstore.web.tables import Cell, Record, Shape


def page(ask: Ask, topic: str) -> Page:
    depth = ask.number("depth", 20)

    def systems() -> Result:
        return ask.answer("topic", topic, measures=ask.measures, **ask.judged)

    def documents(show: str) -> Result:
        options = {"show": show, "depth": depth, **ask.judged}
        return ask.answer("topic_documents", topic, [ask.measure], **options)

    sources = {
        "": Source(systems, lambda result: _systems(ask, result, topic)),
        "deciding": Source(lambda: documents("deciding"), _deciding),
        "pool": Source(lambda: documents("pool"), _pool),
    }

    def context() -> dict[str, Any]:
        return form(ask) | {"topic": topic, "text": _text(systems(), topic), "depth": depth}

    return Page(f"Topic {topic}", "topic.html", sources, context=context)


def _text(result: Result, topic: str) -> str:
    """The topic's title and description, which the result's title ends with."""
    return (result.title or "").removeprefix(f"topic {topic}").removeprefix(": ")


def _systems(ask: Ask, result: Result, topic: str) -> Shape:
    def system(record: Record) -> Cell:
        href = ask.link("topic", topic, record["system"], query=ask.with_measures())
        return Cell(record["system"], href, "text name")

    def retrieved(record: Record) -> Cell:
        count = record["retrieved"]
        return Cell(f"{count:,}", classes="number" if count else "number warning")

    cells = {"system": system, "retrieved": retrieved}
    labels = {"position": "#", "retrieved": "documents"}
    return Shape("Systems on this topic", cells, labels=labels, pick="system")


def _deciding(result: Result) -> Shape:
    cells = {"grade": grade_cell(highest_grade(result))}
    labels = {"mean_with": "mean with it", "mean_without": "mean without"}
    return Shape("Documents that decide", cells, labels=labels)


def _pool(result: Result) -> Shape:
    cells = {"grade": grade_cell(highest_grade(result))}
    return Shape("The pool", cells, labels={"by_one_system": "by one system only"})
