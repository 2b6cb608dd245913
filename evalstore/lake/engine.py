"""Who runs tasks: `local` is processes of this machine, anything else is Spark.

An engine takes a function of `evalstore.lake` and its tasks, and yields what the function returns
for each of them; it knows nothing of scores. Tasks and results can be pickled.
"""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from evalstore.errors import EvalstoreError, UsageError

TaskFunction = Callable[[Any], Any]
Progress = Callable[[int, int, str], None]

LOCAL = "local"
KINDS = "local, local-cluster[N,CORES,MEGABYTES], spark://HOST:PORT or sc://HOST:PORT"
_SPARK = ("local-cluster[", "local[", "spark://", "sc://", "yarn", "k8s://")


@dataclass(frozen=True)
class Answer:
    """What a task returned, or the error that it raised."""

    content: Any = None
    error: EvalstoreError | None = None


def answer(function: TaskFunction, task: Any) -> Answer:
    """Call a task. An error of evalstore is an answer: no engine should repeat the task then."""
    try:
        return Answer(function(task))
    except EvalstoreError as error:
        return Answer(error=error)


class Engine(ABC):
    """Runs tasks, at best `slots` of them at a time."""

    slots: int

    @abstractmethod
    def answers(
        self, function: TaskFunction, tasks: Sequence[Any], progress: Progress | None
    ) -> Iterable[Answer]:
        """The answer of every task, in any order."""

    def run(
        self, function: TaskFunction, tasks: Sequence[Any], progress: Progress | None = None
    ) -> Iterator[Any]:
        """What the function returns for every task; the first error is raised."""
        if tasks:
            for one in self.answers(function, tasks, progress):
                if one.error:
                    raise one.error
                yield one.content


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
