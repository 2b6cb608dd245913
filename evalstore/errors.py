"""Every error that evalstore raises on purpose.

    EvalstoreError
    ├── DataError                the data or the request is invalid            exit 1
    │   ├── FileProblems         a file was refused; one line per problem
    │   ├── ConflictError        the name exists with other content
    │   ├── UnknownNameError     no such system, topic, collection, qrels, …
    │   ├── QueryError           DuckDB rejected the SQL
    │   │   └── QueryStoppedError    it takes more time or memory than it may
    │   └── UnsoundStoreError    the store is not what its data make of it
    ├── UsageError               the request is invalid in itself              exit 2
    │   ├── MeasureError         the name of a measure is invalid
    │   ├── KeywordError         a method has no such keyword
    │   └── AmbiguousError       several candidates; choose one
    ├── StoreUnavailableError    the database cannot be opened                 exit 3
    │   ├── StoreLockedError     another process has it open
    │   ├── StoreClosedError     it was closed
    │   └── StoreVersionError    its schema version is not supported
    └── CheckFailedError         a requested check failed                      exit 4

A message states what is wrong and what to do. It names parameters and methods in backquotes,
as in Python: `replace=True`, `store.load_runs()`. The command line shows them as its options and
commands, prints the message as one line and exits with the code of its branch.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

# Numbers and quoted text, in which problems of the same kind differ.
_VARYING = re.compile(r"\d+|'[^']*'|columns?")

# The call that shows all names of a kind.
_LISTINGS = {
    "collection": "store.collections()",
    "measure": "store.measures()",
    "qrels": "store.qrels()",
    "saved query": "store.saved_queries()",
    "registered measure": "store.registered_measures()",
    "system": "store.runs()",
    "table or view": "store.schema()",
    "topic": "store.topics()",
    "view": "store.schema()",
}


class EvalstoreError(Exception):
    """The base class of all errors of evalstore; tasks of a lake raise them in other processes."""

    exit_code = 1

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, (type(self), self.args, self.__dict__)


def _unpickled(
    kind: type[EvalstoreError], arguments: tuple[Any, ...], attributes: dict[str, Any]
) -> EvalstoreError:
    """The error as it was, without `__init__`, whose arguments differ from kind to kind."""
    error = kind.__new__(kind, *arguments)
    error.__dict__.update(attributes)
    return error


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
        super().__init__("\n".join(self._lines()))

    def _lines(self) -> list[str]:
        """One line for each kind of problem, with how often it occurs."""
        kinds: dict[str, list[Problem]] = {}
        for problem in self.problems:
            kinds.setdefault(_VARYING.sub("", problem.what), []).append(problem)
        unseen = self.total - len(self.problems)
        if len(kinds) == 1 and unseen:
            return [f"{self.problems[0].located(self.source)} (and {self.total - 1:,} more)"]
        lines = [_first_of(alike, self.source, len(alike)) for alike in kinds.values()]
        return [*lines, f"{self.source}: and {unseen:,} more"] if unseen else lines


def _first_of(alike: Sequence[Problem], source: str, count: int) -> str:
    text = alike[0].located(source)
    lines = "line" if count == 2 else "lines"
    return text if count == 1 else f"{text} (and {count - 1:,} more {lines} like it)"


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


class QueryStoppedError(QueryError):
    """The query takes more time or memory than it may."""


class UnsoundStoreError(DataError):
    """What the store has derived is not what its data make of it."""


class UsageError(EvalstoreError):
    """The request is invalid in itself."""

    exit_code = 2


class MeasureError(UsageError):
    """The name of a measure cannot be parsed, or has an unknown parameter."""


class KeywordError(UsageError, TypeError):
    """A method has no keyword of that name; the message has similar ones."""

    def __init__(self, method: str, name: str, known: Iterable[str]) -> None:
        from evalstore.nearest import suggestion

        super().__init__(f"{method}() has no keyword {name!r}{suggestion(name, known)}")


class AmbiguousError(UsageError):
    """Several candidates; the message lists them and states how to choose one.

    `parameter` is the keyword that names one of `choices`.
    """

    def __init__(self, message: str, parameter: str = "", choices: Iterable[str] = ()) -> None:
        self.parameter, self.choices = parameter, list(choices)
        super().__init__(message)


class StoreUnavailableError(EvalstoreError):
    """The database cannot be opened."""

    exit_code = 3


class StoreLockedError(StoreUnavailableError):
    """Another process has the database open."""


class StoreClosedError(StoreUnavailableError):
    """The store was closed."""

    def __init__(self) -> None:
        super().__init__("the store is closed; open it again, or read results before closing it")


class StoreVersionError(StoreUnavailableError):
    """The schema version of the database is not supported."""


class CheckFailedError(EvalstoreError):
    """A requested check failed."""

    exit_code = 4
