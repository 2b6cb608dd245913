"""`/{collection}/topic/{topic}/{system}`: ranked documents with grades, and the gain by rank."""

from __future__ import annotations

from typing import Any

from evalstore.result import Result
from evalstore.web.ask import Ask
from evalstore.web.page import Page, Picture, Source
from evalstore.web.pages.common import form, grade_cell, highest_grade, systems
from evalstore.web.tables import Shape


def page(ask: Ask, topic: str, system: str) -> Page:
    depth = ask.number("depth", 100)
    gain = ask.one("gain", "nDCG")
    options = {"depth": depth, **ask.judged}

    def documents() -> Result:
        return ask.answer("topic", topic, [system], **options)

    def curve() -> Result:
        return ask.answer("gain_by_rank", topic, [system], [gain], **options)

    sources = {
        "": Source(documents, _documents),
        "curve": Source(curve, _curve),
    }
    drawn = {"measures": [gain], "topics": [topic], **ask.judged}
    text = f"Gain by rank of {system} on topic {topic}: CG, DCG, ideal DCG and nDCG"
    pictures = {"gain": Picture("gain", text, (system,), drawn)}

    def context() -> dict[str, Any]:
        others = [name for name in systems(ask) if name != system]
        more = {"topic": topic, "system": system, "systems": others, "depth": depth, "gain": gain}
        return form(ask) | more

    return Page(f"{system} on topic {topic}", "documents.html", sources, pictures, context)


def _grade(result: Result) -> Any:
    return grade_cell(highest_grade(result))


def _curve(result: Result) -> Shape:
    labels = {"cg": "CG", "dcg": "DCG", "ideal_dcg": "ideal DCG", "ndcg": "nDCG"}
    return Shape("Gain by rank", {"grade": _grade(result)}, labels=labels)


def _documents(result: Result) -> Shape:
    return Shape("Ranked documents", {"grade": _grade(result)}, ("unjudged",))
