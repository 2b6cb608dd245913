"""SQL by visitors: the query, its parameters and limits, and the process that answers it."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import duckdb

from evalstore.errors import QueryError, QueryStoppedError

SHOWN_ROWS = 1_000
SECONDS, MEMORY = 30.0, 2 * 10**9
_AT_ONCE = 2
_GRACE = 10.0  # for the process to start, to stop the query and to end


@dataclass(frozen=True)
class Answer:
    """The data in the format that was asked for, and what the query's process says of it."""

    data: bytes
    notes: list[str]
    is_cut: bool
    types: list[str]


class Console:
    """Answers queries, so many at once; each has its time and memory."""

    def __init__(self, seconds: float = SECONDS, memory: int = MEMORY) -> None:
        self.seconds, self.memory = seconds, memory
        self._places = threading.BoundedSemaphore(_AT_ONCE)

    def answer(
        self,
        store: Path,
        sql: str,
        parameters: Mapping[str, str],
        *,
        suffix: str = "json",
        most: int | None = None,
    ) -> Answer:
        if not self._places.acquire(timeout=self.seconds):
            raise QueryStoppedError("other queries are running; try again later")
        try:
            return self._run(
                {
                    "path": str(store),
                    "sql": sql,
                    "parameters": dict(parameters),
                    "suffix": suffix,
                    "most": most,
                    "seconds": self.seconds,
                    "memory": self.memory,
                }
            )
        finally:
            self._places.release()

    def _run(self, request: dict[str, Any]) -> Answer:
        command = [sys.executable, "-m", "evalstore.web.worker"]
        try:
            ended = subprocess.run(
                command,
                input=json.dumps(request).encode(),
                capture_output=True,
                timeout=self.seconds + _GRACE,
            )
        except subprocess.TimeoutExpired as error:
            reason = f"the query exceeded the time limit of {self.seconds:g} s"
            raise QueryStoppedError(reason) from error
        return _read(ended.stdout)


def _read(output: bytes) -> Answer:
    head, _, data = output.partition(b"\n")
    if not head:
        raise QueryStoppedError("the query process ended; it may need too much memory")
    described = json.loads(head)
    if "error" in described:
        kind = QueryStoppedError if described["stopped"] else QueryError
        raise kind(described["error"])
    return Answer(data, described["notes"], described["is_cut"], described["types"])


def parameters_of(sql: str) -> list[str]:
    """The names of the parameters in a query, `$name`; none if it cannot be parsed."""
    try:
        with duckdb.connect() as connection:
            statements = connection.extract_statements(sql)
    except duckdb.Error:
        return []
    names = {name for one in statements for name in one.named_parameters}
    return sorted(names, key=lambda name: sql.find(f"${name}"))
