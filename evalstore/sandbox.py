"""SQL by others: only queries, nothing outside the store, and no more time and memory than given.

A query is one statement that reads: `queries` takes no other, and `reading` runs it in a
transaction that DuckDB lets change nothing. `enclose` closes files, network, extensions and
settings to a connection for good. `limited` stops what takes too long or too much.
"""

from __future__ import annotations

import re
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import duckdb

from evalstore.errors import QueryError, QueryStoppedError

# In this order: without access to files, the folder for temporary ones cannot be taken away.
# Without external access DuckDB still opens the database's own file, whose bytes include deleted
# rows; without its file system, it reads only what is open already.
_ENCLOSED = (
    "allow_persistent_secrets = false",
    "temp_directory = ''",
    "enable_external_access = false",
    "disabled_filesystems = 'LocalFileSystem'",
    "autoinstall_known_extensions = false",
    "autoload_known_extensions = false",
    "allow_community_extensions = false",
    "python_enable_replacements = false",
    "lock_configuration = true",
)

_COMMENTS = r"(?:\s|--[^\n]*(?:\n|$)|/\*.*?\*/)*"
_FIRST_WORD = re.compile(_COMMENTS + r"(?P<word>\w+|\()", re.DOTALL)
_EXPLAIN = re.compile(
    _COMMENTS + r"explain\s+(?:analyze\s+)?(?:\([^)]*\)\s*)?", re.DOTALL | re.IGNORECASE
)
_READING_WORDS = {"select", "from", "with", "pivot", "unpivot", "values", "("}

# How often a running query is looked at, and how long a stopped one has to end.
_INTERVAL = 0.02
_GRACE = 2.0
# DuckDB counts most of its memory itself, to a few parts in a hundred; the rest is seen here.
_SLACK = 256 * 2**20


def enclose(connection: duckdb.DuckDBPyConnection) -> None:
    """Close files, network, extensions and settings to all connections of this database."""
    for setting in _ENCLOSED:
        connection.execute(f"set {setting}")


def queries(connection: duckdb.DuckDBPyConnection, text: str) -> list[duckdb.Statement]:
    """The query in a text, as DuckDB parses it; anything else, and more than one, is refused."""
    statements = connection.extract_statements(text)
    if not statements:
        raise QueryError("the query is empty; expected a select")
    if _is_expanded_pivot(statements):
        return statements
    if len(statements) > 1:
        raise QueryError(f"{len(statements)} statements; expected one")
    if not _reads(connection, text, statements[0]):
        kind = _FIRST_WORD.match(text)
        raise QueryError(only_reads(kind["word"].upper() if kind else "this statement"))
    return statements


def only_reads(statement: str) -> str:
    """Why a statement is refused, and what to use instead."""
    return (
        f"queries are read-only, so {statement} is refused; change the store with "
        "`store.load_…()` and `store.drop_…()`, or in Python with store.connection"
    )


def _reads(connection: duckdb.DuckDBPyConnection, text: str, statement: duckdb.Statement) -> bool:
    kind = statement.type.name
    if kind == "EXPLAIN" and (explain := _EXPLAIN.match(text)):
        inner = connection.extract_statements(text[explain.end() :])
        return [one.type.name for one in inner] == ["SELECT"]
    # What DuckDB 2.0 does in several steps: a pivot on all values, also one inside a COPY.
    word = _FIRST_WORD.match(text)
    if kind == "MULTI" and word:
        return word["word"].lower() in _READING_WORDS
    return kind == "SELECT"


def _is_expanded_pivot(statements: list[duckdb.Statement]) -> bool:
    """A pivot on all values, of which DuckDB 1.5 makes a temporary type for each and a select."""
    *types, last = statements
    return (
        bool(types)
        and all(one.type.name == "CREATE" for one in types)
        and last.type.name == "SELECT"
        and not any(one.query for one in statements)
    )


@contextmanager
def reading(connection: duckdb.DuckDBPyConnection) -> Iterator[None]:
    """A transaction that changes nothing: since DuckDB 2.0, a select can contain an insert."""
    connection.execute("begin transaction read only")
    try:
        yield
    finally:
        with suppress(duckdb.Error):
            connection.rollback()


@contextmanager
def limited(
    interrupt: Callable[[], None],
    give_up: Callable[[str], None],
    *,
    seconds: float | None = None,
    memory: int | None = None,
) -> Iterator[None]:
    """Stop what runs inside when it takes more seconds, or more bytes of memory, than these.

    `interrupt` stops the queries; `give_up` is called with the reason if they do not stop.
    A function on one long list takes no interrupt, and DuckDB does not count its memory.
    """
    guard = _Guard(interrupt, give_up, seconds, memory)
    guard.start()
    try:
        yield
    except QueryError as error:
        guard.finish()
        if isinstance(error.__cause__, duckdb.OutOfMemoryException):
            raise QueryStoppedError(_TOO_LARGE) from error
        if guard.reason is None:
            raise
        raise QueryStoppedError(guard.reason) from error
    finally:
        guard.finish()


_TOO_LARGE = "the query exceeds the memory limit; raise it with `memory`"


class _Guard(threading.Thread):
    """Looks at the clock and at the memory of this process until it is to finish."""

    def __init__(
        self,
        interrupt: Callable[[], None],
        give_up: Callable[[str], None],
        seconds: float | None,
        memory: int | None,
    ) -> None:
        super().__init__(daemon=True)
        self.reason: str | None = None
        self._interrupt, self._give_up = interrupt, give_up
        self._seconds, self._deadline = seconds, time.monotonic() + (seconds or 0)
        self._memory = None if memory is None else memory + memory // 8 + _SLACK + memory_in_use()
        self._finished = threading.Event()

    def finish(self) -> None:
        self._finished.set()

    def run(self) -> None:
        while not self._finished.wait(_INTERVAL):
            self.reason = self._exceeded()
            if self.reason is not None:
                self._interrupt()
                break
        while self.reason is not None and not self._finished.wait(_INTERVAL):
            is_late = time.monotonic() > self._deadline + _GRACE
            if (self._seconds is not None and is_late) or self._is_too_large():
                self._give_up(self.reason)
                break

    def _exceeded(self) -> str | None:
        if self._is_too_large():
            return _TOO_LARGE
        if self._seconds is not None and time.monotonic() > self._deadline:
            return (
                f"the query exceeded the time limit of {self._seconds:g} s; raise it with `timeout`"
            )
        return None

    def _is_too_large(self) -> bool:
        return self._memory is not None and memory_in_use() > self._memory


def memory_in_use() -> int:
    """The bytes of memory that this process has; where that is not known, the most it has had."""
    if sys.platform == "win32":
        return 0
    import resource

    try:
        with open("/proc/self/statm", encoding="ascii") as statm:
            return int(statm.read().split()[1]) * resource.getpagesize()
    except OSError:
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return peak if sys.platform == "darwin" else peak * 1024
