"""Figures as Markdown: seconds, ratios, processor time, peak memory, growth."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from growth import Step
from measure import Result
from shapes import Files, Shape
from tools import BEFORE, OURS

TIMES = "\N{MULTIPLICATION SIGN}"


@dataclass(frozen=True)
class Section:
    """All results on one collection."""

    shape: Shape
    files: Files
    results: list[Result]
    store_bytes: int

    def find(self, tool: str, task: str) -> Result | None:
        found = (one for one in self.results if (one.tool, one.task) == (tool, task))
        return next(found, None)

    @property
    def share(self) -> float:
        return self.store_bytes / self.files.bytes


# evalstore's tasks; a peer does all but the last by reading all files again.
COMPARED = {
    "eval": "one-shot `evalstore eval`",
    "cold": "files to leaderboard, store on disk",
    "leaderboard": "warm leaderboard, process",
    "call: leaderboard": "warm leaderboard, library call",
    "trec-eval": "`evalstore trec-eval -q -m all_trec`, one run",
}
ALONE = {
    "load": "load: files to a store on disk",
    "topic": "`evalstore topic` with two runs, process",
    "call: documents of two": "the same, library call",
    "call: systems on a topic": "all systems on one topic, library call",
    "call: leaderboard of nDCG@10": "leaderboard of nDCG@10, library call",
    "call: leaderboard of all": "leaderboard of the whole default catalogue, library call",
    "--help": "`evalstore --help`",
    "tiny leaderboard": "`evalstore leaderboard` on a very small store",
}


def grid(header: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    rule = ["---"] * len(header)
    return [f"| {' | '.join(cells)} |" for cells in (header, rule, *rows)] + [""]


def seconds(value: float) -> str:
    return f"{value * 1000:.0f} ms" if value < 0.1 else f"{value:.2f} s"


def ratio(value: float) -> str:
    places = 0 if value >= 10 else 1 if value >= 1 else 2
    return f"{value:.{places}f}{TIMES}"


def collections(sections: Sequence[Section]) -> list[str]:
    header = ["collection", "systems", "topics", "depth", "rows", "judged/topic", "text", "store"]
    return grid(header, [_collection(section) for section in sections])


def _collection(section: Section) -> list[str]:
    shape = section.shape
    numbers = [shape.systems, shape.topics, shape.depth, shape.rows, shape.judged]
    size = f"{section.files.bytes / 1e6:.1f} MB"
    return [shape.name, *[f"{one:,}" for one in numbers], size, f"{section.share:.2f} of it"]


def times(sections: Sequence[Section], peers: Sequence[str], names: Sequence[str]) -> list[str]:
    """Each task of evalstore beside the peers' time for the same values, and the ratio."""
    rows = [
        [section.shape.name, label, _time(ours), *_peer_times(section, ours, peers)]
        for section in sections
        for task, label in COMPARED.items()
        if (ours := section.find(OURS, task))
    ]
    return grid(["collection", "task", OURS, *names], rows) + _problems(sections)


def processor(sections: Sequence[Section], peers: Sequence[str], names: Sequence[str]) -> list[str]:
    """User and system time of whole processes."""
    rows = [
        [section.shape.name, label, _cpu(ours), *_peer_cpus(section, task, peers)]
        for section in sections
        for task, label in COMPARED.items()
        if (ours := section.find(OURS, task)) and ours.cpu_seconds is not None
    ]
    return grid(["collection", "task", OURS, *names], rows)


def _cpu(result: Result | None) -> str:
    return seconds(result.cpu_seconds) if result and result.cpu_seconds is not None else ""


def _peer_cpus(section: Section, task: str, peers: Sequence[str]) -> list[str]:
    return [_cpu(section.find(peer, peer_task(peer, task))) for peer in peers]


def peer_task(peer: str, task: str) -> str:
    """What a peer does for a task of evalstore; an earlier evalstore does the same."""
    return task if peer == BEFORE or task == "trec-eval" else "eval"


def _problems(sections: Sequence[Section]) -> list[str]:
    """Why a tool has no time."""
    found = [
        f"- {section.shape.name}: {result.tool} {result.task}: {result.problem}"
        for section in sections
        for result in section.results
        if result.problem
    ]
    return [*found, ""] if found else []


def _time(result: Result) -> str:
    return _brief(result.problem) if result.problem else seconds(result.seconds)


def _brief(problem: str) -> str:
    return problem.split(":")[0]


def _peer_times(section: Section, ours: Result, peers: Sequence[str]) -> list[str]:
    found = [section.find(peer, peer_task(peer, ours.task)) for peer in peers]
    return [_peer_time(peer, ours) if peer else "" for peer in found]


def _peer_time(peer: Result, ours: Result) -> str:
    if peer.problem or ours.problem:
        return _brief(peer.problem or "-")
    return f"{seconds(peer.seconds)} ({ratio(peer.seconds / ours.seconds)})"


def memory(sections: Sequence[Section], peers: Sequence[str], names: Sequence[str]) -> list[str]:
    header = ["collection", f"{OURS} eval", f"{OURS} files to leaderboard", *names]
    return grid(header, [[section.shape.name, *_peaks(section, peers)] for section in sections])


def _peaks(section: Section, peers: Sequence[str]) -> list[str]:
    asked = [(OURS, "eval"), (OURS, "cold"), *[(peer, "eval") for peer in peers]]
    found = [section.find(tool, task) for tool, task in asked]
    return [f"{one.peak_mb:.0f} MB" if one and one.peak_mb else "-" for one in found]


def alone(sections: Sequence[Section]) -> list[str]:
    rows = [
        [section.shape.name, label, _time(result), _spread(result)]
        for section in sections
        for task, label in ALONE.items()
        if (result := section.find(OURS, task))
    ]
    return grid(["collection", "task", "median", "least to most"], rows)


def _spread(result: Result) -> str:
    if not result.all_seconds:
        return ""
    return f"{seconds(min(result.all_seconds))} to {seconds(max(result.all_seconds))}"


# What is measured of each size beside its loading, by task.
_GROWING = {
    "cold": "files to leaderboard",
    "eval": "one-shot `eval`",
    "call: leaderboard": "warm leaderboard, call",
    "leaderboard": "the same, process",
    "call: documents of two": "documents of two runs, call",
}


def growth(steps: Sequence[Step]) -> list[str]:
    loading = ["load", "per million rows", "peak", "store, of the text"]
    header = ["more", "times", "rows", *loading, *_GROWING.values()]
    return grid(header, [_growth_row(step) for step in steps])


def _growth_row(step: Step) -> list[str]:
    load = step.load
    return [
        step.axis,
        f"{step.factor}{TIMES}",
        f"{step.rows:,}",
        _time(load),
        seconds(load.seconds / step.rows * 1e6) if load.all_seconds else "-",
        f"{load.peak_mb or 0:.0f} MB",
        f"{step.share:.2f}",
        *(_time(one) if (one := step.results.get(task)) else "-" for task in _GROWING),
    ]
