"""A lake on a local cluster against one DuckDB, for so many million ranked documents.

    python benchmarks/scale_out.py 10                       all steps, in a temporary folder
    python benchmarks/scale_out.py 100 --folder F generate  one step, in a folder that stays
    python benchmarks/scale_out.py 100 --folder F load leaderboard

`generate` writes run files and judgements; `load` brings them into a store (DuckDB alone) and onto
one lake for each engine; `leaderboard` asks all of them for two measures, and fails if a byte of
the answers differs. Times are those of the commands, the start of Spark included. CPU seconds and
memory (proportional set size) are those of all processes of a command, sampled from /proc.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path

import duckdb

ALONE, PROCESSES, CLUSTER = "DuckDB alone", "local", "local-cluster[2,1,1024]"
ENGINES = (ALONE, PROCESSES, CLUSTER)
# DuckDB may use as much memory alone as two tasks may together.
ALONE_MEMORY, TASK_MEMORY = "2GB", "1GB"
TOPICS, DEPTH, POOL, JUDGED = 100, 1000, 4999, 1000
MEASURES = ("-m", "nDCG@10,AP", "--format", "csv")
STEPS = ("generate", "load", "leaderboard")
_SAMPLE_SECONDS = 0.1

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
# A fifth of the pool is judged, as in real collections with deep pools.
_QRELS = f"""
copy (
    select
        topic,
        0 as iteration,
        'doc-' || topic || '-' || (number * 5 - 4) as docno,
        number % 4 as grade
    from range(1, {TOPICS} + 1) as topics (topic)
    cross join range(1, {JUDGED} + 1) as numbers (number)
) to '{{path}}' (format csv, delimiter ' ', header false)
"""


@dataclass
class Cost:
    """What one command took; `python` are megabytes of the largest Python process: one task."""

    rows: int
    step: str
    engine: str
    seconds: float
    cpu: float
    megabytes: int
    python: int


def generate(folder: Path, rows: int) -> None:
    """Run files of 100 topics and 1,000 documents each, and judgements."""
    (folder / "runs").mkdir(parents=True)
    with duckdb.connect() as connection:
        connection.execute(_QRELS.format(path=folder / "judged.qrels"))
        for system in range(rows // (TOPICS * DEPTH)):
            path = folder / "runs" / f"{system:05}.run"
            connection.execute(_RUN.format(system=system, path=path))


def load(folder: Path, rows: int, engines: Sequence[str]) -> None:
    for engine in engines:
        where = _where(folder, engine)
        command = ("load",) if engine == ALONE else ("lake", "load")
        run(*command, "qrels", folder / "judged.qrels", *where[:2])  # not measured, not on Spark
        show(rows, "load", engine, *command, "runs", folder / "runs", *where, *_memory(engine))
    sizes = {path.name: _bytes(path) for path in sorted(folder.iterdir())}
    print(json.dumps({"rows": rows, "bytes": sizes}), flush=True)


def leaderboard(folder: Path, rows: int, engines: Sequence[str]) -> None:
    boards = set()
    for engine in engines:
        where = (*_where(folder, engine), *_memory(engine))
        boards.add(show(rows, "leaderboard", engine, "leaderboard", *MEASURES, *where))
    if len(boards) > 1:
        sys.exit("the values differ")


def _where(folder: Path, engine: str) -> tuple[object, ...]:
    if engine == ALONE:
        return "--db", folder / "store.duckdb"
    return "--lake", folder / f"lake-{engine.partition('[')[0]}", "--engine", engine


def _memory(engine: str) -> tuple[str, str]:
    return "--memory-limit", ALONE_MEMORY if engine == ALONE else TASK_MEMORY


def _bytes(path: Path) -> int:
    files = [path] if path.is_file() else path.rglob("*")
    return sum(file.stat().st_size for file in files if file.is_file())


def show(rows: int, step: str, engine: str, *arguments: object) -> str:
    """The output of a command; its cost is printed."""
    started = time.perf_counter()
    process = subprocess.Popen(_command(arguments), stdout=-1, stderr=-1, text=True)
    with _used(process.pid) as used:
        output, errors = process.communicate()
    seconds = time.perf_counter() - started
    if process.returncode:
        sys.exit(errors[-2000:])
    cost = Cost(
        rows,
        step,
        engine,
        round(seconds, 1),
        round(sum(used.cpu.values()), 1),
        used.kilobytes >> 10,
        used.python >> 10,
    )
    print(json.dumps(asdict(cost)), flush=True)
    return output


def run(*arguments: object) -> None:
    subprocess.run(_command(arguments), capture_output=True, check=True)


def _command(arguments: Sequence[object]) -> list[str]:
    return [sys.executable, "-m", "evalstore_cli", *map(str, arguments)]


@dataclass
class Used:
    """CPU seconds by process, and the most kilobytes: of all processes, and of one in Python."""

    cpu: dict[int, float] = field(default_factory=dict)
    kilobytes: int = 0
    python: int = 0

    def sample(self, root: int) -> None:
        sizes = {process: _kilobytes(process) for process in _tree(root)}
        python = [size for process, size in sizes.items() if _is_python(process)]
        self.kilobytes = max(self.kilobytes, sum(sizes.values()))
        self.python = max(self.python, *python, 0)
        self.cpu |= {process: seconds for process in sizes if (seconds := _cpu(process))}


@contextmanager
def _used(root: int) -> Iterator[Used]:
    """What a process and its descendants use while the block lasts."""
    used, ended = Used(), threading.Event()

    def sample() -> None:
        while not ended.wait(_SAMPLE_SECONDS):
            used.sample(root)

    thread = threading.Thread(target=sample)
    thread.start()
    try:
        yield used
    finally:
        ended.set()
        thread.join()


def _cpu(process: int) -> float:
    with suppress(OSError):
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return 0.0


def _tree(root: int) -> list[int]:
    found = [root]
    for process in found:
        with suppress(OSError):
            for task in Path(f"/proc/{process}/task").iterdir():
                found += map(int, (task / "children").read_text().split())
    return found


def _kilobytes(process: int) -> int:
    with suppress(OSError):
        for line in Path(f"/proc/{process}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1])
    return 0


def _is_python(process: int) -> bool:
    with suppress(OSError):
        return "python" in Path(f"/proc/{process}/exe").readlink().name
    return False


def measure(folder: Path, rows: int, steps: Sequence[str], engines: Sequence[str]) -> None:
    for step in steps:
        if step == "generate":
            generate(folder, rows)
        else:
            {"load": load, "leaderboard": leaderboard}[step](folder, rows, engines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])  # type: ignore[union-attr]
    parser.add_argument("millions", type=int)
    parser.add_argument("steps", nargs="*", default=STEPS)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--engine", action="append", help="one of these only, repeatable")
    given = parser.parse_intermixed_args()
    rows, engines = given.millions * 1_000_000, given.engine or ENGINES
    if given.folder:
        measure(given.folder, rows, given.steps, engines)
        return
    with tempfile.TemporaryDirectory(prefix="evalstore-scale-") as folder:
        measure(Path(folder), rows, given.steps, engines)


if __name__ == "__main__":
    main()
