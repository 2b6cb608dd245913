"""Every error that evalstore raises on purpose.

    EvalstoreError
    ├── DataError                what was given or asked cannot be right       exit 1
    │   ├── FileProblems         a file was refused; one line per problem
    │   ├── ConflictError        the name is taken by other content
    │   ├── UnknownNameError     no such system, topic, collection, qrels, …
    │   └── QueryError           DuckDB rejected the SQL
    ├── UsageError               the request itself makes no sense             exit 2
    │   ├── MeasureError         a measure's name does not parse
    │   └── AmbiguousError       several would do; name one
    ├── StoreUnavailableError    the database cannot be opened                 exit 3
    │   ├── StoreLockedError     another process holds it
    │   └── StoreVersionError    it has another schema version
    └── CheckFailedError         a check that was asked for did not hold       exit 4

A message says what is wrong and what to do. The command line prints it as one line
and leaves with the exit code of its branch.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


class EvalstoreError(Exception):
    """The root: catch it to catch them all."""

    exit_code = 1


class DataError(EvalstoreError):
    """What was given or asked cannot be right."""


@dataclass(frozen=True)
class Problem:
    """One thing wrong with one line of a file."""

    line: int | None
    what: str

    def located(self, source: str) -> str:
        """`file:line: what`, or `file: what` where no single line is to blame."""
        place = source if self.line is None else f"{source}:{self.line}"
        return f"{place}: {self.what}"


class FileProblems(DataError):  # noqa: N818  (it is several)
    """A file was refused, and nothing of it was kept."""

    SHOWN = 10

    def __init__(self, source: str, problems: Sequence[Problem], total: int | None = None) -> None:
        self.source = source
        self.problems = list(problems[: self.SHOWN])
        self.total = len(problems) if total is None else total
        lines = [problem.located(source) for problem in self.problems]
        if self.total > len(self.problems):
            lines.append(f"{source}: and {self.total - len(self.problems)} more")
        super().__init__("\n".join(lines))


class ConflictError(DataError):
    """The name is taken by other content."""


class UnknownNameError(DataError):
    """No such system, topic, collection, qrels set or column; the nearest names are offered."""

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        from evalstore.nearest import suggestion

        self.kind, self.name = kind, name
        super().__init__(f"no {kind} {name!r}{suggestion(name, known)}")


class QueryError(DataError):
    """DuckDB rejected the SQL."""


class UsageError(EvalstoreError):
    """The request itself makes no sense."""

    exit_code = 2


class MeasureError(UsageError):
    """A measure's name does not parse, or has a parameter it does not take."""


class AmbiguousError(UsageError):
    """Several would do; the message lists them and says how to name one."""


class StoreUnavailableError(EvalstoreError):
    """The database cannot be opened."""

    exit_code = 3


class StoreLockedError(StoreUnavailableError):
    """Another process holds the database."""


class StoreVersionError(StoreUnavailableError):
    """The database has a schema that this evalstore does not read."""


class CheckFailedError(EvalstoreError):
    """A check that was asked for did not hold."""

    exit_code = 4
