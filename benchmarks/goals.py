"""What evalstore aims at, and how far each goal was met."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from growth import Step
from measure import Result
from table import TIMES, Section, ratio, seconds
from tools import OURS


@dataclass(frozen=True)
class Goal:
    """A goal with what was measured."""

    what: str
    wanted: str
    measured: str
    is_met: bool


# (collection, evalstore's task, what it is called, {peer: how many times faster at least})
FASTER = (
    ("systems", "cold", "files to leaderboard, store on disk", {"trec_eval": 3, "pytrec_eval": 4}),
    (
        "passages",
        "eval",
        "one-shot eval",
        {"trec_eval": 3, "pytrec_eval": 4, "ir_measures": 6, "ranx": 8},
    ),
    ("systems", "call: leaderboard", "warm leaderboard, library call", {"trec_eval": 150}),
    ("systems", "leaderboard", "warm leaderboard, whole process", {"trec_eval": 25}),
)


def goals(sections: Sequence[Section], start: Section, steps: Sequence[Step]) -> list[Goal]:
    named = {section.shape.name: section for section in sections}
    found = [*_faster(named), *_than_fastest(named), *_catalogue(named), *_memory(named)]
    found += [_share(section) for section in sections]
    found += _at_most(start, "--help", 0.4) + _at_most(start, "tiny leaderboard", 0.6)
    return found + _linear(steps)


def _faster(named: dict[str, Section]) -> list[Goal]:
    return [
        _times(f"{name}: {what}, against {peer}", least, ours, theirs)
        for name, task, what, peers in FASTER
        for peer, least in peers.items()
        if (ours := _good(named.get(name), OURS, task))
        and (theirs := _good(named.get(name), peer, "eval"))
    ]


def _times(what: str, least: float, ours: Result, theirs: Result) -> Goal:
    value = theirs.seconds / ours.seconds
    return Goal(what, f"≥ {least:g}{TIMES}", ratio(value), value >= least)


def _than_fastest(named: dict[str, Section]) -> list[Goal]:
    section = named.get("queries")
    ours = _good(section, OURS, "eval")
    if section is None or ours is None:
        return []
    peers = [one for one in section.results if one.tool != OURS and not one.problem]
    if not peers:
        return []
    fastest = min(peers, key=lambda one: one.seconds)
    what = f"queries: one-shot eval, against the fastest peer ({fastest.tool})"
    return [_times(what, 3, ours, fastest)]


def _catalogue(named: dict[str, Section]) -> list[Goal]:
    section = named.get("systems")
    everything = _good(section, OURS, "call: leaderboard of all")
    one = _good(section, OURS, "call: leaderboard of nDCG@10")
    if everything is None or one is None:
        return []
    measured = f"{seconds(everything.seconds)} where nDCG@10 alone takes {seconds(one.seconds)}"
    what = "systems: leaderboard of the whole default catalogue"
    return [Goal(what, "≤ 1 s where nDCG@10 alone takes 40 ms", measured, everything.seconds <= 1)]


def _memory(named: dict[str, Section]) -> list[Goal]:
    ours = _good(named.get("passages"), OURS, "eval")
    theirs = _good(named.get("passages"), "trec_eval", "eval")
    if ours is None or theirs is None or ours.peak_mb is None or theirs.peak_mb is None:
        return []
    wanted = f"below trec_eval's {theirs.peak_mb:.0f} MB"
    measured = f"{ours.peak_mb:.0f} MB"
    return [Goal("passages: peak memory", wanted, measured, ours.peak_mb < theirs.peak_mb)]


def _share(section: Section) -> Goal:
    what = f"{section.shape.name}: bytes on disk, of the text files'"
    return Goal(what, "≤ 0.20", f"{section.share:.2f}", section.share <= 0.2)


def _at_most(section: Section, task: str, most: float) -> list[Goal]:
    result = _good(section, OURS, task)
    if result is None:
        return []
    met = result.seconds <= most
    return [Goal(f"`{task}`: whole process", f"≤ {most} s", seconds(result.seconds), met)]


def _linear(steps: Sequence[Step]) -> list[Goal]:
    """Loading the largest collection, per row, against the one before it."""
    found = []
    for axis in dict.fromkeys(step.axis for step in steps):
        *_, before, last = (step for step in steps if step.axis == axis)
        if before.load.problem or last.load.problem:
            continue
        per_row = [step.load.seconds / step.rows for step in (before, last)]
        change = per_row[1] / per_row[0] - 1
        what = f"growth by {axis}: loading a row at {last.rows:,} rows, against {before.rows:,}"
        found.append(Goal(what, "within 15 %", f"{change:+.0%}", change <= 0.15))
    return found


def _good(section: Section | None, tool: str, task: str) -> Result | None:
    found = section.find(tool, task) if section else None
    return found if found and not found.problem else None


def wrong_values(sections: Sequence[Section]) -> list[str]:
    """What evalstore failed at; peers may fail, evalstore may not."""
    return [
        f"{section.shape.name}, {result.task}: {result.problem}"
        for section in sections
        for result in section.results
        if result.tool == OURS and result.problem
    ]
