"""What 10 G ranked documents cost: rates measured here, and a simulation of a cluster.

    python benchmarks/scale_out_model.py [ROWS]     10000000000 unless given

The rates are CPU seconds of the very functions that tasks call, on a generated million of rows, so
that they hold on a busy machine too. The simulation gives the tasks that the planning of a lake
makes (many systems for each, blocks of topics of large systems) to the next free core.
"""

from __future__ import annotations

import heapq
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from scale_out import DEPTH, TOPICS, generate

import evalstore
from evalstore.lake import load_qrels, load_runs
from evalstore.lake.planning import ROWS_PER_TASK
from evalstore.lake.task import score

ROWS = 10_000_000_000
MEASURES = ["nDCG@10", "AP"]
CORES = (16, 64, 256)
START_SECONDS = 1.0  # of a task: a Python worker, a store in memory, the judgements
SAMPLE = 1_000_000


@dataclass(frozen=True)
class Rates:
    """Rows and bytes per second of one core, and bytes per row."""

    load: float
    score: float
    text_bytes: float
    lake_bytes: float
    read_bytes: float
    answer_bytes: float


def measured() -> Rates:
    """Load and score a million rows in this process."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        generate(folder, SAMPLE)
        lake = folder / "lake"
        load_qrels(lake, [folder / "judged.qrels"], threads=1)
        load = cpu_seconds(lambda: load_runs(lake, [folder / "runs"], threads=1))
        with evalstore.open_lake(lake, threads=1) as opened:
            tasks = opened.tasks(opened.select(MEASURES))
        answers: list[bytes] = []
        scoring = cpu_seconds(lambda: answers.extend(map(score, tasks)))
        read = _bytes(lake, "judged_ranking") + _bytes(lake, "run_topic")
        return Rates(
            SAMPLE / load,
            SAMPLE / scoring,
            _bytes(folder, "runs") / SAMPLE,
            _bytes(lake) / SAMPLE,
            read / SAMPLE,
            sum(map(len, answers)) / SAMPLE,
        )


def cpu_seconds(function: Callable[[], object]) -> float:
    started = time.process_time()
    function()
    return time.process_time() - started


def _bytes(folder: Path, name: str = "") -> int:
    return sum(path.stat().st_size for path in (folder / name).rglob("*") if path.is_file())


def sizes(kind: str, rows: int) -> np.ndarray:
    """The rows of each system: equal, skewed (a few have most), or one that is half of all."""
    systems = rows // (TOPICS * DEPTH)
    if kind == "equal":
        weights = np.ones(systems)
    elif kind == "skewed":
        weights = np.random.default_rng(21).pareto(1.2, systems) + 1
    else:
        weights = np.array([systems, *np.ones(systems)])
    return (weights / weights.sum() * rows).astype(np.int64)


def tasks_of(systems: np.ndarray, hottest: float) -> Iterator[int]:
    """The rows of each task; `hottest` is the share of a system's rows that one topic has."""
    group = 0
    for size in systems.tolist():
        if size > ROWS_PER_TASK:
            hot = int(size * hottest)
            blocks = max(1, -(-(size - hot) // ROWS_PER_TASK))
            yield from [hot] * (hot > 0)
            yield from [(size - hot) // blocks] * blocks
        elif group + size > ROWS_PER_TASK:
            yield group
            group = size
        else:
            group += size
    if group:
        yield group


def makespan(tasks: list[int], cores: int, rate: float) -> float:
    """The seconds until the last task is done, each given to the next free core."""
    free = [0.0] * cores
    for rows in tasks:
        heapq.heappush(free, heapq.heappop(free) + START_SECONDS + rows / rate)
    return max(free)


def main() -> None:
    rows = int(sys.argv[1]) if sys.argv[1:] else ROWS
    rates = measured()
    print(f"one core: loads {rates.load:,.0f} rows/s, scores {rates.score:,.0f} rows/s")
    print(
        f"bytes per row: text {rates.text_bytes:.1f}, lake {rates.lake_bytes:.1f}, "
        f"read by scoring {rates.read_bytes:.2f}, answers {rates.answer_bytes:.3f}"
    )
    print(
        f"{rows:,} rows: text {rows * rates.text_bytes / 1e9:,.0f} GB, "
        f"lake {rows * rates.lake_bytes / 1e9:,.0f} GB, "
        f"read {rows * rates.read_bytes / 1e9:,.1f} GB, "
        f"answers {rows * rates.answer_bytes / 1e9:,.2f} GB"
    )
    print(
        "| systems | hottest topic | tasks | largest task | "
        + " | ".join(f"{one} cores" for one in CORES)
        + " |"
    )
    print("|---|---|---|---|" + "---|" * len(CORES))
    for kind in ("equal", "skewed", "one is half"):
        for hottest in (1 / TOPICS, 0.5):
            tasks = list(tasks_of(sizes(kind, rows), hottest))
            spans = " | ".join(f"{makespan(tasks, one, rates.score):,.0f} s" for one in CORES)
            print(f"| {kind} | {hottest:.0%} | {len(tasks):,} | {max(tasks):,} | {spans} |")
    for cores in CORES:
        print(f"loading on {cores} cores: {rows / rates.load / cores / 60:,.0f} min")


if __name__ == "__main__":
    main()
