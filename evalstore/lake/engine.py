"""Who runs tasks: `local` is processes of this machine, anything else is Spark.

An engine takes a function of `evalstore.lake` and the descriptions of its tasks, and gives the
answers as they come; it knows nothing of scores.
"""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager

from evalstore.errors import DataError, UsageError
from evalstore.lake.task import Answer

TaskFunction = Callable[[str], bytes]
Progress = Callable[[int, int, str], None]

LOCAL = "local"
KINDS = "local, local-cluster[N,CORES,MEGABYTES], spark://HOST:PORT or sc://HOST:PORT"
_SPARK = ("local-cluster[", "local[", "spark://", "sc://", "yarn", "k8s://")


class Engine(ABC):
    """Runs tasks, at best `slots` of them at a time."""

    slots: int

    @abstractmethod
    def answers(
        self, function: TaskFunction, tasks: Sequence[str], progress: Progress | None
    ) -> Iterable[Answer]:
        """The answer of every task, in any order."""

    def run(
        self, function: TaskFunction, tasks: Sequence[str], progress: Progress | None = None
    ) -> Iterator[bytes]:
        """The content of every answer; a task that failed is an error."""
        if tasks:
            for answer in self.answers(function, tasks, progress):
                if answer.problem:
                    raise DataError(answer.problem)
                yield answer.content


def check_engine(name: str) -> None:
    if name != LOCAL and not name.startswith(_SPARK):
        raise UsageError(f"no engine {name!r}; expected {KINDS}")


@contextmanager
def started(name: str, processes: int | None = None) -> Iterator[Engine]:
    """An engine, stopped at the end of the block."""
    check_engine(name)
    if name == LOCAL:
        from evalstore.lake.processes import Processes

        yield Processes(processes or os.cpu_count() or 1)
    else:
        from evalstore.lake.spark import spark

        with spark(name) as engine:
            yield engine
