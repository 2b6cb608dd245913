"""What several pages have: cells that are links, and the choices of their forms."""

from __future__ import annotations

from typing import Any

from evalstore.output.cells import NULL_SHOWN
from evalstore.result import Result
from evalstore.web.ask import Ask
from evalstore.web.drawing import grade_class, grade_text
from evalstore.web.tables import Cell, CellMaker, Record


def system_cell(ask: Ask, column: str = "system") -> CellMaker:
    """A system's name, linked to its page."""

    def cell(record: Record) -> Cell:
        name = record[column]
        if name is None:
            return Cell(NULL_SHOWN, classes="text")
        href = ask.link("system", name, query=ask.with_measures())
        return Cell(name, href, "text name")

    return cell


def topic_cell(ask: Ask, *more: str) -> CellMaker:
    """A topic's name, linked to its page, or to that of a system on it."""

    def cell(record: Record) -> Cell:
        href = ask.link("topic", record["topic"], *more, query=ask.with_measures())
        return Cell(record["topic"], href, "text name")

    return cell


def grade_cell(highest: float, column: str = "grade") -> CellMaker:
    """A grade in colour and as text."""

    def cell(record: Record) -> Cell:
        grade = record[column]
        return Cell(grade_text(grade), classes=f"grade {grade_class(grade, highest)}")

    return cell


def highest_grade(result: Result, column: str = "grade") -> float:
    values = [record[column] for record in result.dicts()]
    return float(max((value for value in values if value is not None), default=1))


def judgements(ask: Ask) -> list[str]:
    """The names of the collection's sets of judgements."""
    return [record["qrels"] for record in ask.answer("qrels", ask.collection).dicts()]


def systems(ask: Ask) -> list[str]:
    return [record["system"] for record in ask.answer("runs", ask.collection).dicts()]


_CUTOFFS = ("5", "10", "20", "100", "1000")
_FIRST = ("nDCG@10", "AP", "P@10", "RR", "R@1000", "Bpref", "nDCG", "ERR@20", "RBP(p=0.8)", "P@5")


def suggestions(ask: Ask) -> list[str]:
    """Measures for completion: the usual ones first, then every name with usual cutoffs."""
    names = list(_FIRST)
    for record in ask.answer("measures").dicts():
        name, cutoff = record["measure"], record["cutoff"]
        if cutoff in ("", "[@k]"):
            names.append(name)
        if "@k" in cutoff:
            names += [f"{name}@{number}" for number in _CUTOFFS]
    return list(dict.fromkeys(names))


def form(ask: Ask) -> dict[str, Any]:
    """What the form of measures and judgements needs."""
    return {
        "qrels_names": judgements(ask),
        "suggestions": suggestions(ask),
        "measures": ask.measures,
    }
