"""`/`: the collections, their qrels and runs, and when they were loaded."""

from __future__ import annotations

from typing import Any

from evalstore.output.cells import NULL_SHOWN
from evalstore.result import Result
from evalstore.web.ask import Ask
from evalstore.web.links import address
from evalstore.web.page import Page, Source
from evalstore.web.tables import Cell, Record, Shape

_FIRST = [("tiers", "1"), ("judged", "10")]


def page(ask: Ask) -> Page:
    sources = {
        "": Source(lambda: ask.answer("collections"), _collections),
        "qrels": Source(lambda: ask.answer("qrels"), _qrels),
        "runs": Source(lambda: ask.answer("runs"), _runs),
    }

    def context() -> dict[str, Any]:
        return {"is_empty": not len(ask.answer("collections")), "boards": _boards(ask)}

    return Page("Collections", "index.html", sources, context=context)


def _boards(ask: Ask) -> list[tuple[str, str, str]]:
    """Collection, qrels set, and the address of its leaderboard."""
    return [
        (one["collection"], one["qrels"], board(one["collection"], one["qrels"]))
        for one in ask.answer("qrels").dicts()
    ]


def board(collection: str, qrels: str) -> str:
    return address(collection, "leaderboard", query=[("qrels", qrels), *_FIRST])


def _collections(result: Result) -> Shape:
    def name(record: Record) -> Cell:
        href = address(record["collection"], "topics")
        return Cell(record["collection"], href, "text name")

    return Shape("Collections", {"collection": name}, labels={"topic_texts": "topic texts"})


def _qrels(result: Result) -> Shape:
    def name(record: Record) -> Cell:
        return Cell(record["qrels"], board(record["collection"], record["qrels"]), "text name")

    return Shape("Judgements", {"qrels": name, "source": _source})


def _runs(result: Result) -> Shape:
    def name(record: Record) -> Cell:
        href = address(record["collection"], "system", record["system"])
        return Cell(record["system"], href, "text name")

    return Shape("Runs", {"system": name, "source": _source})


def _source(record: Record) -> Cell:
    """The end of a long path; its beginning is the same for most files."""
    source = str(record["source"] or "")
    return Cell(source.rsplit("/", 1)[-1] or NULL_SHOWN, classes="text", hint=source)
