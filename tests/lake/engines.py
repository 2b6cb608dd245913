"""A program that compares the scores of a lake on an engine with those of a store.

    python engines.py compare STORE LAKE ENGINE     every measure of the catalogue
    python engines.py kill STORE LAKE ENGINE        the same, an executor killed in the middle

It prints how many scores it compared, how many are equal, and the processes of the executors.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable

import evalstore
from evalstore.lake.lake import Lake
from evalstore.measures.catalogue import DEFAULT


def executor(text: str) -> bytes:
    """The process of the executor that runs this: the parent of the parent of the Python worker."""
    import os
    import time

    def parent(process: int) -> int:
        with open(f"/proc/{process}/status") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("PPid:"))

    process = os.getpid()
    while "java" not in os.readlink(f"/proc/{process}/exe"):
        process = parent(process)
    time.sleep(2)  # so that no executor runs all of them
    return str(process).encode()


def executors(lake: Lake) -> set[int]:
    """The processes of all executors, asked by a few slow tasks."""
    return {int(one) for one in lake.engine.run(executor, [""] * 4)}


def killer(process: int) -> Callable[[int, int, str], None]:
    """A progress function that kills a process when the first tasks are done, others are not."""
    killed: list[int] = []

    def progress(done: int, total: int, name: str) -> None:
        if not killed and 0 < done < total:
            killed.append(process)
            os.kill(process, signal.SIGKILL)
            print("killed", process, "after", done, "of", total, "tasks", flush=True)

    return progress


def main(action: str, store_path: str, lake_path: str, engine: str) -> None:
    rows = 4_000 if action == "kill" else 20_000_000
    with (
        evalstore.open(store_path, read_only=True) as store,
        evalstore.open_lake(lake_path, engine, rows_per_task=rows) as lake,
    ):
        found = executors(lake)
        print("executors", *sorted(found))
        if action == "kill":
            lake.progress = killer(min(found))
        here, there = store.scores(DEFAULT).fetchall(), lake.scores(DEFAULT).fetchall()
        equal = sum(map(repr_equal, here, there))
        print("compared", len(here), "equal", equal if len(here) == len(there) else -1)


def repr_equal(one: object, other: object) -> bool:
    """Equal to the bit: 0.0 is not -0.0."""
    return repr(one) == repr(other)


if __name__ == "__main__":
    main(*sys.argv[1:])
