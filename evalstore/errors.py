"""Every error that evalstore raises on purpose.

    EvalstoreError
    ├── DataError                the data or the request is invalid            exit 1
    │   ├── FileProblems         a file was refused; one line per problem
    │   ├── ConflictError        the name exists with other content
    │   ├── UnknownNameError     no such system, topic, collection, qrels, …
    │   └── QueryError           DuckDB rejected the SQL
    ├── UsageError               the request is invalid in itself              exit 2
    │   ├── MeasureError         the name of a measure is invalid
    │   └── AmbiguousError       several candidates; choose one
    ├── StoreUnavailableError    the database cannot be opened                 exit 3
    │   ├── StoreLockedError     another process has it open
    │   └── StoreVersionError    its schema version is not supported
    └── CheckFailedError         a requested check failed                      exit 4

A message states what is wrong and what to do. The command line prints it as one line
and exits with the code of its branch.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

# The command that shows all names of a kind.
_LISTINGS = {
    "collection": "evalstore list collections",
    "measure": "evalstore list measures",
    "qrels": "evalstore list qrels",
    "saved query": "evalstore query --list",
    "registered measure": "evalstore measure list",
    "system": "evalstore list runs",
    "table or view": "evalstore schema",
    "topic": "evalstore list topics",
    "view": "evalstore schema",
}


class EvalstoreError(Exception):
    """The base class of all errors of evalstore."""

    exit_code = 1


class DataError(EvalstoreError):
    """The data or the request is invalid."""


@dataclass(frozen=True)
class Problem:
    """One thing wrong with one line of a file."""

    line: int | None
    what: str

    def located(self, source: str) -> str:
        """`file:line: what`, or `file: what` if it concerns no single line."""
        location = source if self.line is None else f"{source}:{self.line}"
        return f"{location}: {self.what}"


class FileProblems(DataError):  # noqa: N818  (it is several)
    """A file was refused, and nothing of it was stored."""

    SHOWN = 10

    def __init__(self, source: str, problems: Sequence[Problem], total: int | None = None) -> None:
        self.source = source
        self.problems = list(problems[: self.SHOWN])
        self.total = len(problems) if total is None else total
        lines = [problem.located(source) for problem in self.problems]
        if self.total > len(self.problems):
            lines.append(f"{source}: and {self.total - len(self.problems):,} more")
        super().__init__("\n".join(lines))


class ConflictError(DataError):
    """The name exists with other content."""


class UnknownNameError(DataError):
    """No such system, topic, collection, qrels set or column; the message has similar names."""

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        from evalstore.nearest import suggestion

        self.kind, self.name = kind, name
        super().__init__(f"no {kind} {name!r}{suggestion(name, known, _LISTINGS.get(kind))}")


class QueryError(DataError):
    """DuckDB rejected the SQL."""


class UsageError(EvalstoreError):
    """The request is invalid in itself."""

    exit_code = 2


class MeasureError(UsageError):
    """The name of a measure cannot be parsed, or has an unknown parameter."""


class AmbiguousError(UsageError):
    """Several candidates; the message lists them and states how to choose one."""


class StoreUnavailableError(EvalstoreError):
    """The database cannot be opened."""

    exit_code = 3


class StoreLockedError(StoreUnavailableError):
    """Another process has the database open."""


class StoreVersionError(StoreUnavailableError):
    """The schema version of the database is not supported."""


class CheckFailedError(EvalstoreError):
    """A requested check failed."""

    exit_code = 4
