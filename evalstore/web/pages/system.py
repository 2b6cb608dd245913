"""`/{collection}/system/{system}`: its topics against the field, its unjudged documents, facts."""

from __future__ import annotations

from typing import Any

from evalstore.result import Result
from evalstore.web.ask import Ask
from evalstore.web.drawing import field
from evalstore.web.page import Page, Source
from evalstore.web.pages.common import form, systems, topic_cell
from evalstore.web.tables import Cell, Record, Shape


def page(ask: Ask, system: str) -> Page:
    depth = ask.number("depth", 10)

    def shown(what: str, **options: Any) -> Result:
        return ask.answer("system", system, [ask.measure], show=what, **options, **ask.judged)

    sources = {
        "": Source(lambda: shown("topics"), lambda result: _topics(ask, result, system)),
        "unjudged": Source(
            lambda: shown("unjudged", depth=depth),
            lambda result: Shape(
                f"Unjudged documents in the first {depth}", {"topic": topic_cell(ask, system)}
            ),
        ),
        "facts": Source(lambda: shown("facts"), lambda result: Shape("Properties")),
    }

    def context() -> dict[str, Any]:
        others = [name for name in systems(ask) if name != system]
        return form(ask) | {"system": system, "systems": others, "depth": depth}

    return Page(system, "system.html", sources, context=context)


def _topics(ask: Ask, result: Result, system: str) -> Shape:
    rows = result.dicts()
    top = max((row["best"] for row in rows), default=1)
    top = max(top, *(row["worst"] for row in rows)) if rows else top

    def drawn(record: Record) -> Cell:
        values = (record["worst"], record["median"], record["best"], record["value"])
        return Cell("", classes="drawing", drawing=field(*values, top))

    def position(record: Record) -> Cell:
        return Cell(f"{record['position']:,}", classes="number", hint=f"of {record['systems']:,}")

    hints = {
        "worst to best": "dot: this system; line: from the worst to the best; tick: the median",
        "position": "among all systems on the topic",
    }
    return Shape(
        f"{ask.measure} on every topic, against all systems",
        {"topic": topic_cell(ask, system), "position": position},
        ("measure", "systems"),
        {"worst to best": ("value", drawn)},
        {"retrieved": "documents", "value": ask.measure},
        hints,
        row_class=lambda record: "first" if record["position"] == 1 else "",
    )
