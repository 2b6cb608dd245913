"""Tasks in processes of this machine."""

from __future__ import annotations

import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Any

from evalstore.errors import DataError
from evalstore.lake.engine import Answer, Engine, Progress, TaskFunction, answer


def _ignore_interrupts() -> None:
    """Ctrl-C reaches every process of a terminal; the one that has the others ends them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@dataclass
class Processes(Engine):
    """New processes, for DuckDB does not survive a fork; a single task runs in this one."""

    slots: int

    def answers(
        self, function: TaskFunction, tasks: Sequence[Any], progress: Progress | None
    ) -> Iterator[Answer]:
        if len(tasks) == 1 or self.slots == 1:
            for done, task in enumerate(tasks, 1):
                yield answer(function, task)
                if progress:
                    progress(done, len(tasks), "")
            return
        workers = min(self.slots, len(tasks))
        with ProcessPoolExecutor(workers, get_context("spawn"), _ignore_interrupts) as pool:
            pending = [pool.submit(answer, function, task) for task in tasks]
            try:
                for done, one in enumerate(as_completed(pending), 1):
                    yield one.result()
                    if progress:
                        progress(done, len(tasks), "")
            except BrokenProcessPool as error:
                raise DataError(
                    "a process of the engine ended: out of memory (use fewer `threads`, or a "
                    "smaller `memory_limit`), or in a script without `if __name__ == '__main__'`"
                ) from error
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                raise
