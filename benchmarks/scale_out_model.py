"""What 10 G ranked documents cost: rates measured here, and a simulation of a cluster.

    python benchmarks/scale_out_model.py [ROWS]     10000000000 unless given

The rates are CPU seconds of the functions that tasks call, on one and six million generated
rows, so that they hold on a busy machine too. The simulation plans the tasks with the planner of
the lake, from a table `run_topic` of that many rows, and gives each task to the next free core.
"""

from __future__ import annotations

import heapq
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

import numpy as np
import pyarrow as pa
from scale_out import generate

import evalstore
from evalstore.database import execute_on
from evalstore.lake import load_qrels, load_runs, tables
from evalstore.lake.planning import ROWS_PER_TASK, Share, shares
from evalstore.lake.task import score
from evalstore.selection import select_scores
from evalstore.store import Store

ROWS = 10_000_000_000
MEASURES = ["nDCG@10", "AP"]
CORES = (16, 64, 256)
SAMPLES = (1_000_000, 6_000_000)
REPEATS = 5  # of scoring, of which the fastest counts
TOPICS, DEPTH = 1_000, 1_000
HOT_SHARE = 0.1  # of the rows of a system, which one topic has
SCORED_SYSTEMS = 1_000  # for the rate of the driver, with 100 topics each

# Bytes per row of the 48 runs of TREC-COVID round 1; generated rows compress far better. A row of
# the lake is read by scoring if it is judged: a fifth of them.
TEXT_BYTES, LAKE_BYTES, JUDGED_BYTES, JUDGED_SHARE = 42.2, 6.5, 3.4, 0.2


@dataclass(frozen=True)
class Sample:
    """CPU seconds of loading and scoring some rows in one task each, and bytes of the scores."""

    rows: int
    load: float
    score: float
    answer: int


@dataclass(frozen=True)
class Line:
    """Seconds of a task: those before the first row, and rows per second after that."""

    start: float
    rate: float

    def seconds(self, rows: float) -> float:
        return self.start + rows / self.rate


def sampled(rows: int) -> Sample:
    with tempfile.TemporaryDirectory() as name:
        folder, lake = Path(name), Path(name) / "lake"
        generate(folder, rows)
        load_qrels(lake, [folder / "judged.qrels"], threads=1)
        load = cpu_seconds(lambda: load_runs(lake, [folder / "runs"], threads=1))
        with evalstore.open_lake(lake, threads=1, rows_per_task=rows) as opened:
            tasks = opened.tasks(opened.select(MEASURES))
        task = replace(tasks[0], parts=[part for one in tasks for part in one.parts])
        answers: list[bytes] = []
        scoring = [cpu_seconds(lambda: answers.append(score(task))) for _ in range(REPEATS)]
        return Sample(rows, load, min(scoring), len(answers[0]))


def cpu_seconds(function: Callable[[], object]) -> float:
    started = time.process_time()
    function()
    return time.process_time() - started


def line(small: Sample, large: Sample, step: str) -> Line:
    """The line through two measurements."""
    first, second = getattr(small, step), getattr(large, step)
    rate = (large.rows - small.rows) / (second - first)
    return Line(max(0.0, first - small.rows / rate), rate)


def digest_rate() -> float:
    """Bytes per second of the digest that every task makes of what it reads."""
    content = bytes(100 << 20)
    return len(content) / cpu_seconds(lambda: sha256(content))


def driver_rate() -> float:
    """Scores per second that the driver inserts and makes a leaderboard of."""
    with simulated(np.full(SCORED_SYSTEMS, 100), 100, 1 / 100) as store:
        systems, topics, measures = np.meshgrid(range(SCORED_SYSTEMS), range(100), MEASURES)
        scores = pa.table(
            {
                "system": [f"s{number}" for number in systems.ravel()],
                "topic": [str(number) for number in topics.ravel()],
                "measure": measures.ravel().tolist(),
                "value": np.random.default_rng(21).random(systems.size),
            }
        )
        insert = tables.scores_statement("select * from incoming_rows")
        numbers = {"qrels_id": 1, "collection_id": 1}
        seconds = cpu_seconds(lambda: execute_on(store._connection, scores, insert, numbers))
        seconds += cpu_seconds(lambda: store.leaderboard(MEASURES).fetchall())
        return scores.num_rows / seconds


def sizes(kind: str, rows: int) -> np.ndarray:
    """The rows of each system: equal, skewed (a few have most), or one that is half of all."""
    systems = rows // (TOPICS * DEPTH)
    weights = np.ones(systems)
    if kind == "skewed":
        weights = np.random.default_rng(21).pareto(1.2, systems) + 1
    elif kind == "one is half":
        weights[0] = systems - 1
    return (weights / weights.sum() * rows).astype(np.int64)


def simulated(systems: np.ndarray, topics: int, hot: float) -> Store:
    """A store in memory as the driver has it: so many rows of each system, `hot` in one topic."""
    store = Store()
    rows = pa.table({"number": np.arange(len(systems)), "rows": systems})
    insert = f"""
        insert into run_topic by name
        select
            number + 1 as run_id,
            topic + 1 as topic_id,
            (rows * if(topic = 0, {hot}, {(1 - hot) / (topics - 1)}))::integer as documents
        from incoming_rows cross join range({topics}) as topics (topic)
    """
    connection = store._connection
    connection.execute(
        f"""
        insert into collection (collection_id, name) values (1, 'default');
        insert into qrels (qrels_id, collection_id, name, sha256) values (1, 1, 'judged', '');
        insert into document (document_id, collection_id, docno) values (1, 1, 'd');
        insert into topic (topic_id, collection_id, name)
        select topic + 1, 1, topic::varchar from range({topics}) as topics (topic);
        insert into judgement by name
        select
            1 as qrels_id, topic_id, '0' as subtopic, '' as subgroup, 1 as document_id, 1 as grade
        from topic;
        insert into run by name
        select
            system + 1 as run_id, 1 as collection_id, 's' || system as system,
            '' as rank_rule, '' as sha256
        from range({len(systems)}) as systems (system);
        """
    )
    execute_on(connection, rows, insert)
    return store


def planned(systems: np.ndarray, hot: float) -> dict[int, list[tuple[int, int]]]:
    """By cores: the rows of each task, and of the systems whose files it has to digest."""
    with simulated(systems, TOPICS, hot) as store:
        selection = replace(select_scores(store._cursor(), ["AP"]), measures=[])
        parts = {run.name: run.name for run in selection.runs}
        return {
            cores: [
                _rows(share, systems, hot)
                for share in shares(selection, parts, cores, ROWS_PER_TASK)
            ]
            for cores in CORES
        }


def _rows(share: Share, systems: np.ndarray, hot: float) -> tuple[int, int]:
    names = [system for part in share.systems.values() for system in part]
    complete = sum(int(systems[int(name[1:])]) for name in names)
    if share.topics is None:
        return complete, complete
    others = len(share.topics) - ("0" in share.topics)
    portion = others * (1 - hot) / (TOPICS - 1) + hot * ("0" in share.topics)
    return int(complete * portion), complete


def makespan(seconds: list[float], cores: int) -> float:
    """The time until the last task is done, each given to the next free core."""
    free = [0.0] * cores
    for one in seconds:
        heapq.heappush(free, heapq.heappop(free) + one)
    return max(free)


def main() -> None:
    rows = int(sys.argv[1]) if sys.argv[1:] else ROWS
    small, large = map(sampled, SAMPLES)
    loading, scoring = line(small, large, "load"), line(small, large, "score")
    digest, driver = digest_rate(), driver_rate()
    read, answer = JUDGED_BYTES * JUDGED_SHARE, large.answer / large.rows
    print(f"one core loads {loading.rate:,.0f} rows/s, after {loading.start:.1f} s")
    print(f"one core scores {scoring.rate:,.0f} rows/s, after {scoring.start:.1f} s")
    print(f"one core digests {digest / 1e6:,.0f} MB/s; the driver takes {driver:,.0f} scores/s")
    moved = {"text": TEXT_BYTES, "lake": LAKE_BYTES, "read by scoring": read, "answers": answer}
    print(", ".join(f"{name} {rows * size / 1e9:,.1f} GB" for name, size in moved.items()))
    print(
        "| systems | tasks | largest task | " + " | ".join(f"{one} cores" for one in CORES) + " |"
    )
    print("|---|---|---|" + "---|" * len(CORES))
    for kind in ("equal", "skewed", "one is half"):
        for hot in (1 / TOPICS, HOT_SHARE):
            spans = []
            for cores, tasks in planned(sizes(kind, rows), hot).items():
                costs = [scoring.seconds(own) + part * read / digest for own, part in tasks]
                spans.append(f"{makespan(costs, cores):,.0f} s")
            largest = max(own for own, _ in tasks)
            name = kind if hot < HOT_SHARE else f"{kind}, a topic has {HOT_SHARE:.0%}"
            print(f"| {name} | {len(tasks):,} | {largest:,} | {' | '.join(spans)} |", flush=True)
    scores = rows // DEPTH * len(MEASURES)
    print(f"driver: {scores:,} scores, {scores / driver:,.0f} s")
    for cores in CORES:
        print(f"loading on {cores} cores: {loading.seconds(rows / cores) / 60:,.0f} min")


if __name__ == "__main__":
    main()
