"""A program that uses a lake on an engine; each action prints what a test reads.

    python engines.py compare ENGINE FOLDER…   every measure: the store and the lake in each
    python engines.py kill ENGINE FOLDER       the same, an executor killed in the middle
    python engines.py load ENGINE FOLDER       its run files and judgements, into a new lake
    python engines.py faults ENGINE FOLDER     what is said when workers or the lake are spoilt

One program for several jobs, since each starts a Java machine.
"""

from __future__ import annotations

import os
import shutil
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

import evalstore
from evalstore.errors import EvalstoreError
from evalstore.lake import load_qrels, load_runs
from evalstore.lake.lake import Lake
from evalstore.measures.catalogue import DEFAULT
from evalstore.measures.definition import definitions

ALL_ROWS = 20_000_000


def every_measure() -> list[str]:
    """The default catalogue, and every measure there is as its first worked example has it."""
    others = [one.examples[0].measure if one.examples else one.name for one in definitions()]
    return list(dict.fromkeys([*DEFAULT.split(", "), *others]))


def executor(_task: None) -> int:
    """The process of the executor that runs this: the first Java above the Python worker."""

    def parent(process: int) -> int:
        with open(f"/proc/{process}/status") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("PPid:"))

    process = os.getpid()
    while "java" not in os.readlink(f"/proc/{process}/exe"):
        process = parent(process)
    time.sleep(2)  # so that no executor runs all of them
    return process


def executors(lake: Lake) -> set[int]:
    """The processes of all executors, asked by a few slow tasks."""
    return set(lake.engine.run(executor, [None] * 4))


def killer(process: int) -> Callable[[int, int, str], None]:
    """A progress function that kills a process when the first tasks are done, others are not."""
    killed: list[int] = []

    def progress(done: int, total: int, name: str) -> None:
        if not killed and 0 < done < total:
            killed.append(process)
            os.kill(process, signal.SIGKILL)
            print("killed", process, "after", done, "of", total, "tasks", flush=True)

    return progress


def follower(followed: set[tuple[int, int]]) -> Callable[[int, int, str], None]:
    """A progress function that notes what it is called with."""
    return lambda done, total, name: followed.add((done, total))


def compare(
    engine: str, folder: Path, measures: list[str], rows_per_task: int, is_killing: bool = False
) -> None:
    with (
        evalstore.open(folder / "store.duckdb", read_only=True) as store,
        evalstore.open_lake(folder / "lake", engine, rows_per_task=rows_per_task) as lake,
    ):
        found, followed = executors(lake), set[tuple[int, int]]()
        print("executors", *sorted(found))
        lake.progress = killer(min(found)) if is_killing else follower(followed)
        here, there = store.scores(measures).fetchall(), lake.scores(measures).fetchall()
        # As text, for 0.0 is not -0.0.
        equal = sum(repr(one) == repr(other) for one, other in zip(here, there, strict=True))
        print(len(measures), "measures, compared", len(here), "equal", equal, flush=True)
        if followed:
            print("followed up to {} of {} tasks".format(*max(followed)), flush=True)


def load(engine: str, folder: Path) -> None:
    """Some runs, the judgements, and the other runs with a broken one, into the lake `loaded`."""
    runs, lake = sorted((folder / "runs").iterdir()), folder / "loaded"
    reports = [
        load_runs(lake, runs[:3], engine),
        load_qrels(lake, [folder / "judged.qrels"], engine),
        load_runs(lake, [*runs, folder / "broken.run"], engine),
    ]
    for report in reports:
        print(len(report.loaded), "loaded", *report.refused)


def faults(engine: str, folder: Path) -> None:
    for python in sorted((folder / "pythons").iterdir()):
        os.environ["PYSPARK_PYTHON"] = str(python)
        say(python.name, engine, folder / "lake")
    os.environ["PYSPARK_PYTHON"] = sys.executable
    shutil.copytree(folder / "lake", folder / "changed")
    [part] = (folder / "changed" / "judged_ranking").iterdir()
    part.write_bytes(part.read_bytes() + b"x")
    say("changed", engine, folder / "changed")


def say(name: str, engine: str, lake: Path) -> None:
    try:
        with evalstore.open_lake(lake, engine) as opened:
            opened.leaderboard("AP")
    except EvalstoreError as error:
        print(f"{name}: {error}", flush=True)


def main(action: str, engine: str, *folders: str) -> None:
    if action == "compare":
        for folder in folders:
            # The small collection in blocks of topics.
            rows = ALL_ROWS if "real" in Path(folder).name else 150
            compare(engine, Path(folder), every_measure(), rows)
    elif action == "kill":
        compare(engine, Path(folders[0]), DEFAULT.split(", "), 60_000, is_killing=True)
    else:
        {"load": load, "faults": faults}[action](engine, Path(folders[0]))


if __name__ == "__main__":
    main(*sys.argv[1:])
