"""The whole page: machine, collections, times, memory, floors, growth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import wrap

import table
from goals import goals
from growth import Step
from machine import tool_name
from table import Section


@dataclass(frozen=True)
class Figures:
    """Everything that was measured."""

    command: str
    scale: str
    repeat: int
    facts: dict[str, str]
    floor: float
    sections: list[Section]
    start: Section
    steps: list[Step]
    picture: str | None = None


def write(figures: Figures, tools: Sequence[str]) -> str:
    names, sections = [tool_name(tool) for tool in tools], figures.sections
    parts = [
        *_opening(figures),
        *table.grid(["machine", ""], figures.facts.items()),
        *_section("Collections", table.collections(sections)),
        *_section("Beside other tools", [*_BESIDE, *table.times(sections, tools, names)]),
        *_picture(figures),
        *_section("Processor time", [*_PROCESSOR, *table.processor(sections, tools, names)]),
        *_section("Peak memory", [*_memory_note(figures), *table.memory(sections, tools, names)]),
        *_section("What others do not do", table.alone([*sections, figures.start])),
        *_section("Floors", _goals(figures)),
    ]
    if figures.steps:
        parts += _section("Growth", [*_GROWTH, *table.growth(figures.steps)])
    return "\n".join(parts).rstrip() + "\n"


def _picture(figures: Figures) -> list[str]:
    return [f"![The ratios as bars]({figures.picture})", ""] if figures.picture else []


def _opening(figures: Figures) -> list[str]:
    return [
        "# Benchmarks",
        "",
        "This page is written by",
        "",
        f"    python {figures.command}",
        "",
        *wrap(_METHOD.format(repeat=figures.repeat), 95),
        "",
    ]


_METHOD = """It generates collections with a fixed seed, takes real ones where they are present, and
runs every tool on the same files in turn, in {repeat} rounds, each time in a new process, right
after the same on very few rows, so that its program is in memory. A time is the median of the wall
times, including the start of the process and reading the files; for a library call, the median
inside a process that has the store open. evalstore uses every core, a peer as many as it does by
default. A tool's time is shown only if its values equal those of the first peer in the table to
four decimals, for every system and measure. The measures are nDCG@10 and AP; on passages and
queries RR, P@10 and R@1000 as well. systems, passages, queries, ties, deep and sweep are
generated, the others are real."""
_BESIDE = [
    "In brackets: how many times as long as evalstore the tool takes. The peers have no store, so",
    "a warm leaderboard is a new evaluation of all files for them. The picture shows the ratios on",
    "a logarithmic scale: to the right of the line at 1 evalstore is faster.",
    "",
]
_PROCESSOR = [
    "User and system time of the same processes, summed over the cores.",
    "",
]
_GROWTH = [
    "The first collection with more systems, and with deeper rankings under the same judgements.",
    "",
]


def _memory_note(figures: Figures) -> list[str]:
    return [f"Of the process; values below {figures.floor:.0f} MB cannot be measured.", ""]


def _section(title: str, lines: Sequence[str]) -> list[str]:
    return [f"## {title}", "", *lines]


def _goals(figures: Figures) -> list[str]:
    found = goals(figures.sections, figures.start, figures.steps)
    rows = [[one.what, one.wanted, one.measured, "yes" if one.is_met else "no"] for one in found]
    lines = table.grid(["what", "floor", "measured", "reached"], rows)
    if figures.scale != "small":
        return lines
    return ["The floors are for full sizes; here they are only an indication.", "", *lines]
