"""`/{collection}/compare?run=A&run=B`: two systems topic by topic, or one against several."""

from __future__ import annotations

from typing import Any

from evalstore.answers.built import shown_p, signed
from evalstore.output.cells import NULL_SHOWN
from evalstore.result import Result
from evalstore.statistics.corrections import CORRECTIONS
from evalstore.statistics.significance import TESTS
from evalstore.web.ask import Ask
from evalstore.web.drawing import difference
from evalstore.web.page import Page, Picture, Source
from evalstore.web.pages.common import form, grade_cell, highest_grade, system_cell, systems
from evalstore.web.rankings import side_by_side
from evalstore.web.tables import Cell, Record, Shape


def page(ask: Ask) -> Page:
    runs = ask.many("run")
    if len(runs) < 2:
        return Page(
            "Compare",
            "compare.html",
            context=lambda: _form(ask, runs, None),
            without_data="a comparison requires at least two different systems: run=A&run=B",
        )
    pair = _pair(ask, runs)
    topic, depth = ask.one("topic"), ask.number("depth", 20)
    sources = _sources(ask, runs, pair)
    if topic:
        sources["documents"] = Source(lambda: _rankings(ask, pair, topic, depth), _documents)
    return Page(
        " · ".join(runs[:3]),
        "compare.html",
        sources,
        _pictures(ask, pair),
        lambda: _form(ask, runs, pair) | _drawn(ask, pair, topic, depth),
    )


def _pair(ask: Ask, runs: list[str]) -> tuple[str, str]:
    """The first system and the one it is set against topic by topic."""
    other = ask.one("against", runs[1])
    return runs[0], other if other in runs[1:] else runs[1]


def _form(ask: Ask, runs: list[str], pair: tuple[str, str] | None) -> dict[str, Any]:
    chosen = {"runs": runs, "pair": pair, "topic": ask.one("topic"), "systems": systems(ask)}
    return form(ask) | chosen | {"tests": TESTS, "corrections": CORRECTIONS, "rankings": None}


def _sources(ask: Ask, runs: list[str], pair: tuple[str, str]) -> dict[str, Source]:
    average = {"average": ask.choice("average", ("all", "retrieved"))}

    def comparison() -> Result:
        options = ask.significance | ask.judged | average
        return ask.answer("compare", runs, ask.measures or [ask.measure], **options)

    def topics() -> Result:
        return ask.answer("diff", *pair, [ask.measure], **ask.judged, **average)

    return {
        "": Source(comparison, lambda result: _comparison(ask, result)),
        "topics": Source(topics, lambda result: _topics(ask, result, pair)),
    }


def _comparison(ask: Ask, result: Result) -> Shape:
    def gained(record: Record) -> Cell:
        return Cell(signed(record["difference"], 4), classes="number")

    def outcome(record: Record) -> Cell:
        counts = " / ".join(f"{record[name]:,}" for name in ("wins", "ties", "losses"))
        return Cell(counts, classes="number")

    def between(record: Record) -> Cell:
        if record["ci_low"] is None:
            return Cell(NULL_SHOWN, classes="number")
        low, high = signed(record["ci_low"], 4), signed(record["ci_high"], 4)
        return Cell(f"{low} to {high}", classes="number")

    def significance(record: Record) -> Cell:
        p_value = record["p_corrected"]
        mark = "*" if p_value < 0.05 else ""
        classes = "number best" if mark else "number"
        return Cell(shown_p(p_value, 4) + mark, None, classes, hint=repr(p_value))

    return Shape(
        "Paired comparison",
        {
            "a": system_cell(ask, "a"),
            "b": system_cell(ask, "b"),
            "difference": gained,
            "p_value": lambda record: Cell(shown_p(record["p_value"], 4), classes="number"),
            "p_corrected": significance,
        },
        ("wins", "ties", "losses", "ci_low", "ci_high"),
        {"wins / ties / losses": ("difference", outcome), "interval": ("effect_size", between)},
        {"p_value": "p", "p_corrected": "p corrected"},
    )


def _topics(ask: Ask, result: Result, pair: tuple[str, str]) -> Shape:
    longest = max((abs(record["difference"]) for record in result.dicts()), default=0)

    def topic(record: Record) -> Cell:
        href = f"{ask.here(topic=record['topic'])}#rankings"
        return Cell(record["topic"], href, "text name")

    def gained(record: Record) -> Cell:
        value = record["difference"]
        kind = "gain" if value > 0 else "loss" if value < 0 else ""
        return Cell(signed(value, 4), classes=f"number {kind}", hint=repr(value))

    def bar(record: Record) -> Cell:
        value = record["difference"]
        drawing = difference(value, longest, f"difference {signed(value, 4)}")
        return Cell("", classes="drawing", drawing=drawing)

    return Shape(
        f"{ask.measure} topic by topic, largest win of {pair[0]} first",
        {"topic": topic, "difference": gained},
        ("measure",),
        {"loss · win": ("difference", bar)},
        {"a": pair[0], "b": pair[1]},
        row_class=lambda record: "chosen" if record["topic"] == ask.one("topic") else "",
    )


def _pictures(ask: Ask, pair: tuple[str, str]) -> dict[str, Picture]:
    a, b = pair
    options = {"measures": [ask.measure], **ask.judged}

    def link(topic: str) -> str:
        return f"{ask.here(topic=topic, chart=None, dark=None)}#rankings"

    text = f"Differences in {ask.measure} between {a} and {b} on each topic"
    return {
        "diff": Picture("diff", text, pair, options, link),
        "scatter": Picture("scatter", f"{ask.measure} of {a} and {b} on each topic", pair, options),
    }


def _rankings(ask: Ask, pair: tuple[str, str], topic: str, depth: int) -> Result:
    return ask.answer("diff_topic", *pair, topic, depth=depth, **ask.judged)


def _documents(result: Result) -> Shape:
    return Shape("Documents of both", {"grade": grade_cell(highest_grade(result))})


def _drawn(ask: Ask, pair: tuple[str, str], topic: str | None, depth: int) -> dict[str, Any]:
    if not topic:
        return {}
    return {"rankings": side_by_side(_rankings(ask, pair, topic, depth), pair, depth)}
