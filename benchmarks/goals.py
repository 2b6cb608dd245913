"""The floors that evalstore must reach on two cores, and what was measured."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from growth import Step
from measure import Result
from table import TIMES, Section, ratio, seconds
from tools import OURS


@dataclass(frozen=True)
class Goal:
    """A floor with what was measured."""

    what: str
    wanted: str
    measured: str
    is_met: bool


# The floors were set on 126 real runs of 5.7 million rows, whose size and shape `covid` has;
# `systems` is larger, with longer names and fewer judgements: peers have less to do there.
_SYSTEMS: tuple[tuple[str, str, dict[str, float]], ...] = (
    ("cold", "files to leaderboard, store on disk", {"trec_eval": 1.5, "pytrec_eval": 1.3}),
    ("call: leaderboard", "warm leaderboard, library call", {"trec_eval": 50}),
    ("leaderboard", "warm leaderboard, process", {"trec_eval": 15}),
)
# (collection, evalstore's task, label, {peer: how many times faster at least})
FASTER = (
    *((name, *floor) for name in ("covid", "systems") for floor in _SYSTEMS),
    ("passages", "eval", "one-shot eval", {"trec_eval": 2}),
)
MEMORY_MB = 1000  # of a one-shot evaluation of 7 million rows
STORE_SHARE = 0.32
LARGE = 50e6  # bytes of text; below that the empty store is most of the file
HELP_SECONDS = 0.25
ALL_TREC_SECONDS = 1.2
GROWTH = 0.15


def goals(sections: Sequence[Section], start: Section, steps: Sequence[Step]) -> list[Goal]:
    named = {section.shape.name: section for section in sections}
    found = [*_faster(named), *_memory(named)]
    found += [_share(section) for section in sections if section.files.bytes > LARGE]
    found += _at_most(start, "--help", HELP_SECONDS)
    found += _at_most(named.get("systems"), "trec-eval", ALL_TREC_SECONDS)
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


def _memory(named: dict[str, Section]) -> list[Goal]:
    ours = _good(named.get("passages"), OURS, "eval")
    if ours is None or ours.peak_mb is None:
        return []
    what = "passages: peak memory of one-shot eval"
    measured, is_met = f"{ours.peak_mb:,.0f} MB", ours.peak_mb <= MEMORY_MB
    return [Goal(what, f"≤ {MEMORY_MB:,} MB", measured, is_met)]


def _share(section: Section) -> Goal:
    what = f"{section.shape.name}: bytes on disk, of the text files'"
    is_met = section.share <= STORE_SHARE
    return Goal(what, f"≤ {STORE_SHARE}", f"{section.share:.2f}", is_met)


def _at_most(section: Section | None, task: str, most: float) -> list[Goal]:
    result = _good(section, OURS, task)
    if result is None:
        return []
    is_met = result.seconds <= most
    return [Goal(f"`{task}`: process", f"≤ {most} s", seconds(result.seconds), is_met)]


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
        found.append(Goal(what, f"within {GROWTH:.0%}", f"{change:+.0%}", change <= GROWTH))
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
