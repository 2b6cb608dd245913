"""The whole page: machine, collections, times, memory, goals, growth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import table
from goals import goals
from growth import Step
from machine import tool_name
from measure import Result
from table import Section


@dataclass(frozen=True)
class Figures:
    """Everything that was measured."""

    scale: str
    repeat: int
    only: list[str]
    facts: dict[str, str]
    floor: float
    sections: list[Section]
    stages: dict[str, list[Result]]
    start: Section
    steps: list[Step]
    picture: str | None = None


def write(told: Figures, peers: Sequence[str]) -> str:
    names = [tool_name(peer) for peer in peers]
    parts = [
        *_opening(told),
        *table.grid(["machine", ""], told.facts.items()),
        *_section("Collections", table.collections(told.sections)),
        *_section("Beside other tools", [*_BESIDE, *table.times(told.sections, peers, names)]),
        *_picture(told),
        *_section("Peak memory", [*_memory_note(told), *_memory(told, peers, names)]),
        *_section("What others do not do", table.alone([*told.sections, told.start])),
        *_section("What bounds loading", [*_STAGES, *table.stages(told.stages)]),
        *_section("Goals", _goals(told)),
    ]
    if told.steps:
        parts += _section("Growth", [*_GROWTH, *table.growth(told.steps)])
    return "\n".join(parts).rstrip() + "\n"


def _picture(told: Figures) -> list[str]:
    return [f"![The ratios as bars]({told.picture})", ""] if told.picture else []


def _opening(told: Figures) -> list[str]:
    only = "".join(f" {name}" for name in told.only)
    chosen = (f" --only{only}" if only else "") + (" --growth" if told.steps else "")
    return [
        "# Benchmarks",
        "",
        "This page is written by",
        "",
        f"    python benchmarks/run.py --scale {told.scale} --repeat {told.repeat}{chosen}"
        " -o docs/benchmarks.md",
        "",
        "which makes its files with a seeded generator, then runs every tool on the same files in",
        f"turn, in {told.repeat} rounds, each time in a new process, right after the same on very",
        "few rows, so that its program lies in memory. A time is the median of the wall times,",
        "with the start of the process and the reading of the files; for a library call, the",
        "median inside a process that has the store open. evalstore uses every core, a peer as",
        "many as it does of its own accord. A tool's time is shown only if its values are those of",
        "the first peer in the table to four decimals, for every system and measure. The measures",
        "are nDCG@10 and AP; on passages and queries RR, P@10 and R@1000 as well.",
        "",
    ]


_BESIDE = [
    "In brackets: how many times as long as evalstore the tool takes. The others have no store, so",
    "to them a warm question is a new evaluation of all files. The picture shows the ratios on a",
    "logarithmic scale: to the right of the line at 1 evalstore is faster.",
    "",
]
_STAGES = [
    "The processor time of each stage of loading, done alone over all files and summed over the",
    "cores. In a load, threads read, parse and rank while others write.",
    "",
]
_GROWTH = [
    "The first collection with more systems, and with deeper rankings under the same judgements.",
    "",
]


def _memory_note(told: Figures) -> list[str]:
    return [f"Of the whole process. Nothing below {told.floor:.0f} MB can be told apart.", ""]


def _memory(told: Figures, peers: Sequence[str], names: Sequence[str]) -> list[str]:
    return table.memory(told.sections, peers, names)


def _section(title: str, lines: Sequence[str]) -> list[str]:
    return [f"## {title}", "", *lines]


def _goals(told: Figures) -> list[str]:
    found = goals(told.sections, told.start, told.steps)
    rows = [[one.what, one.wanted, one.measured, "yes" if one.is_met else "no"] for one in found]
    lines = table.grid(["what", "goal", "measured", "met"], rows)
    if told.scale == "full":
        return lines
    return ["The goals are for `--scale full`; here they are only a sign.", "", *lines]
