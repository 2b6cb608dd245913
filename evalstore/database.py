"""Connections to DuckDB: opening the file, transactions, and reading small results."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import duckdb

from evalstore.errors import StoreLockedError, StoreUnavailableError

if TYPE_CHECKING:
    import pyarrow as pa

MEMORY = ":memory:"

# Clients of DuckDB 1.5 open the file too; the newer format is no smaller.
_STORAGE_VERSION = "v1.5.0"

_LOCK_HOLDER = re.compile(r"Conflicting lock is held in (?P<program>.*?) \(PID (?P<pid>\d+)\)")
_OPEN_HERE = re.compile("already attached|different configuration")

# Topics and documents are numbered on from the highest number in use: two loads in one process
# write one after the other. DuckDB itself locks out other processes.
_WRITING = threading.RLock()


def connect(
    path: str | Path,
    *,
    read_only: bool = False,
    memory_limit: str | None = None,
    threads: int | None = None,
) -> duckdb.DuckDBPyConnection:
    """A DuckDB connection; raises StoreUnavailableError with the reason in one line."""
    if read_only and not Path(path).exists():
        raise StoreUnavailableError(
            f"no store at {path}; create one with `evalstore load runs`, or name another with --db"
        )
    settings: dict[str, Any] = {"storage_compatibility_version": _STORAGE_VERSION}
    if memory_limit is not None:
        settings["memory_limit"] = memory_limit
    if threads is not None:
        settings["threads"] = threads
    try:
        return duckdb.connect(str(path), read_only=read_only, config=settings)
    except duckdb.IOException as error:
        raise _unavailable(path, str(error)) from error
    except duckdb.Error as error:
        if _OPEN_HERE.search(str(error)):
            message = (
                f"{path} is already open in this process in another mode; close it there first"
            )
            raise StoreLockedError(message) from error
        raise StoreUnavailableError(f"{path} cannot be opened: {_first_line(error)}") from error


def _unavailable(path: str | Path, message: str) -> StoreUnavailableError:
    if "lock" in message:
        holder = _LOCK_HOLDER.search(message)
        who = "another process"
        if holder:
            who = f"process {holder['pid']} ({Path(holder['program']).name})"
        return StoreLockedError(f"{path} is in use by {who}; wait until it ends, or stop it")
    if "not a valid DuckDB database" in message:
        return StoreUnavailableError(f"{path} is not a DuckDB database; name another with --db")
    return StoreUnavailableError(f"{path} cannot be opened: {message.splitlines()[0]}")


def _first_line(error: Exception) -> str:
    return str(error).splitlines()[0]


@contextmanager
def transaction(connection: duckdb.DuckDBPyConnection) -> Iterator[None]:
    """All changes made inside are committed together, or on any exception none of them."""
    with _WRITING:
        connection.begin()
        try:
            yield
        except BaseException:
            connection.rollback()
            raise
        connection.commit()


def first_row(result: duckdb.DuckDBPyConnection) -> tuple[Any, ...] | None:
    """The first row of a small result, which is read to its end."""
    rows = result.fetchall()
    return rows[0] if rows else None


def only_value(result: duckdb.DuckDBPyConnection) -> Any:
    """The value of a result with one row and one column."""
    return result.fetchall()[0][0]


def execute_on(
    connection: duckdb.DuckDBPyConnection,
    rows: pa.Table,
    sql: str,
    parameters: dict[str, Any] | None = None,
) -> duckdb.DuckDBPyConnection:
    """Run SQL that reads these rows as the table `incoming_rows`, a variable that DuckDB finds."""
    incoming_rows = rows  # noqa: F841
    return connection.execute(sql, parameters)
