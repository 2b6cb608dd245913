"""evalstore as a library, one task per process.

python benchmarks/ours.py load|cold STORE MEASURES QRELS RUNS
python benchmarks/ours.py warm STORE MEASURES TOPIC SYSTEM SYSTEM
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

import evalstore

CALLS = 7
BUDGET = 1.0  # seconds for the calls of one question, beyond the first three


def load(path: str, qrels: str, runs: str) -> None:
    with evalstore.open(path) as store:
        store.load_qrels(qrels)
        store.load_runs(runs).raise_refused()


def cold(path: str, measures: list[str], qrels: str, runs: str) -> None:
    """From nothing to a leaderboard, with the store left on disk."""
    with evalstore.open(path) as store:
        store.load_qrels(qrels)
        store.load_runs(runs).raise_refused()
        for row in store.leaderboard(measures).dicts():
            for measure in measures:
                print(row["system"], measure, row[measure], sep="\t")


def warm(path: str, measures: list[str], topic: str, *systems: str) -> None:
    """The seconds of requests to an open store."""
    from evalstore.measures.catalogue import DEFAULT

    with evalstore.open(path, read_only=True) as store:
        questions: dict[str, Callable[[], object]] = {
            "leaderboard": lambda: store.leaderboard(measures).fetchall(),
            "leaderboard of nDCG@10": lambda: store.leaderboard(["nDCG@10"]).fetchall(),
            "leaderboard of all": lambda: store.leaderboard([DEFAULT]).fetchall(),
            "systems on a topic": lambda: store.topic(topic, measures=measures).fetchall(),
            "documents of two": lambda: store.topic(topic, systems).fetchall(),
        }
        for name, question in questions.items():
            _report(name, question)


def _report(name: str, question: Callable[[], object]) -> None:
    print(f"call: {name}", _median_seconds(question), sep="\t")


def _median_seconds(question: Callable[[], object]) -> float:
    from statistics import median  # here, so that it costs nothing where only files are loaded

    taken: list[float] = []
    while len(taken) < 3 or (len(taken) < CALLS and sum(taken) < BUDGET):
        taken.append(_seconds(question))
    return median(taken)


def _seconds(question: Callable[[], object]) -> float:
    start = time.perf_counter()
    question()
    return time.perf_counter() - start


def main(task: str, path: str, measures: str, *rest: str) -> None:
    if task == "load":
        load(path, *rest)
    elif task == "cold":
        cold(path, measures.split(","), *rest)
    else:
        warm(path, measures.split(","), *rest)


if __name__ == "__main__":
    main(*sys.argv[1:])
