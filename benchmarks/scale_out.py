"""A lake on a local cluster against one DuckDB: `python benchmarks/scale_out.py 1 10 100`.

For so many million ranked documents each: runs are generated, loaded into a store and onto a lake,
and the leaderboard of two measures is asked of both. Times are those of the commands, the start
of Spark included; the values must be the same. The files are deleted afterwards.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path

import duckdb

ENGINE = os.environ.get("ENGINE", "local-cluster[2,1,1024]")
TOPICS, DEPTH, POOL, JUDGED = 100, 1000, 4999, 400
MEASURES = ("-m", "nDCG@10,AP", "--format", "csv")
TASK_MEMORY = "1GB"

# Every system ranks other documents of a topic's pool: a line through the numbers below a prime.
_RUN = f"""
copy (
    select
        topic,
        'Q0' as iteration,
        'doc-' || topic || '-'
        || ({{system}} * 37 + topic * 11 + rank * ({{system}} % 997 + 1)) % {POOL} as docno,
        rank,
        {DEPTH} + 1 - rank as score,
        'system-{{system}}' as tag
    from range(1, {TOPICS} + 1) as topics (topic)
    cross join range(1, {DEPTH} + 1) as ranks (rank)
    order by topic, rank
) to '{{path}}' (format csv, delimiter ' ', header false)
"""
_QRELS = f"""
copy (
    select
        topic, 0 as iteration, 'doc-' || topic || '-' || number * 12 as docno, number % 4 as grade
    from range(1, {TOPICS} + 1) as topics (topic)
    cross join range({JUDGED}) as numbers (number)
) to '{{path}}' (format csv, delimiter ' ', header false)
"""


@dataclass
class Step:
    """What one command took."""

    rows: int
    task: str
    engine: str
    seconds: float


def generate(folder: Path, rows: int) -> None:
    """Run files of 100 topics and 1,000 documents each, and judgements."""
    (folder / "runs").mkdir()
    with duckdb.connect() as connection:
        connection.execute(_QRELS.format(path=folder / "judged.qrels"))
        for system in range(rows // (TOPICS * DEPTH)):
            path = folder / "runs" / f"{system:05}.run"
            connection.execute(_RUN.format(system=system, path=path))


def run(*arguments: object) -> tuple[float, str]:
    """The seconds and the output of a command."""
    started = time.perf_counter()
    command = [sys.executable, "-m", "evalstore_cli", *map(str, arguments)]
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode:
        sys.exit(f"{' '.join(command)}\n{result.stderr[-2000:]}")
    return time.perf_counter() - started, result.stdout


def measure(folder: Path, rows: int) -> list[Step]:
    """Load and ask, by DuckDB alone and on the cluster."""
    store, lake = ("--db", folder / "store.duckdb"), ("--lake", folder / "lake", "--engine", ENGINE)
    steps = []

    def step(task: str, engine: str, *arguments: object) -> str:
        seconds, output = run(*arguments)
        steps.append(Step(rows, task, engine, round(seconds, 1)))
        print(json.dumps(asdict(steps[-1])), flush=True)
        return output

    run("load", "qrels", folder / "judged.qrels", *store)
    run("lake", "load", "qrels", folder / "judged.qrels", "--lake", folder / "lake")
    step("load", "DuckDB", "load", "runs", folder / "runs", *store)
    limit = ("--memory-limit", TASK_MEMORY)
    step("load", ENGINE, "lake", "load", "runs", folder / "runs", *lake, *limit)
    here = step("leaderboard", "DuckDB", "leaderboard", *MEASURES, *store)
    there = step("leaderboard", ENGINE, "leaderboard", *MEASURES, *lake, *limit)
    if here != there:
        sys.exit("the values differ")
    size = sum(path.stat().st_size for path in (folder / "lake").rglob("*.parquet"))
    text = sum(path.stat().st_size for path in (folder / "runs").iterdir())
    print(json.dumps({"rows": rows, "text": text, "lake": size, "store": store[1].stat().st_size}))
    return steps


def main() -> None:
    for millions in map(int, sys.argv[1:] or ("1", "10")):
        with tempfile.TemporaryDirectory(prefix="evalstore-scale-") as folder:
            generate(Path(folder), millions * 1_000_000)
            measure(Path(folder), millions * 1_000_000)


if __name__ == "__main__":
    main()
