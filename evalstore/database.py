"""Connections to DuckDB: opening the file, transactions, and reading small results."""

from __future__ import annotations

import os
import random
import re
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import duckdb

from evalstore.errors import StoreLockedError, StoreUnavailableError
from evalstore.scratch import check_stopped, scratch_folder

if TYPE_CHECKING:
    import numpy as np
    import pyarrow as pa

MEMORY = ":memory:"

# Clients of DuckDB 1.5 open the file too; the newer format is no smaller.
# Half of DuckDB's block size: a row group of ranks fills a little more than half a block of that.
STORAGE_VERSION, BLOCK_SIZE = "v1.5.0", 131072
_NEW_FILE = {
    "storage_compatibility_version": STORAGE_VERSION,
    "default_block_size": str(BLOCK_SIZE),
}

_LOCK_HOLDER = re.compile(r"Conflicting lock is held in (?P<program>.*?) \(PID (?P<pid>\d+)\)")
_SYSTEM_REASON = re.compile(
    r"(No space left on device|Disk quota exceeded|Read-only file system|Permission denied"
    r"|Input/output error|File too large|No such file or directory)"
)
_OPEN_HERE = re.compile("already attached|different configuration")

# A process that waits asks again ever less often: asking costs time that the holder could use.
# Only the pauses count, for on a machine that is busy with a hundred loads the holder is slow too.
# The count starts anew with every holder, for the queue moves; but only for so many of them.
_FIRST_PAUSE, _LONGEST_PAUSE = 0.03, 0.5
_MOST_HOLDERS = 50

# Topics and documents are numbered on from the highest number in use: two loads in one process
# write one after the other. DuckDB itself locks out other processes.
_WRITING = threading.RLock()


def connect(
    path: str | Path,
    *,
    read_only: bool = False,
    memory_limit: str | None = None,
    threads: int | None = None,
    wait: float = 0,
) -> duckdb.DuckDBPyConnection:
    """A DuckDB connection; raises StoreUnavailableError with the reason in one line.

    `wait` is for how many seconds to ask again while another process has the file open; it is
    counted from when that process opened it.
    """
    settings: dict[str, Any] = dict(_NEW_FILE)
    if path == MEMORY:
        settings["preserve_insertion_order"] = False  # a tenth less memory
    if memory_limit is not None:
        settings["memory_limit"] = memory_limit
    if threads is not None:
        settings["threads"] = threads
    waited = total = 0.0
    holder, pause = "", _FIRST_PAUSE
    while True:
        try:
            return _connected(path, read_only, settings)
        except StoreLockedError as error:
            if str(error) != holder:
                holder, waited = str(error), 0.0
            if waited >= wait or total >= wait * _MOST_HOLDERS:
                raise
        check_stopped()
        length = random.uniform(pause / 2, pause)
        time.sleep(length)
        waited, total = waited + length, total + length
        pause = min(pause * 1.5, _LONGEST_PAUSE)


def _connected(
    path: str | Path, read_only: bool, settings: dict[str, Any]
) -> duckdb.DuckDBPyConnection:
    before = _identity(path)
    if read_only and before is None:
        raise StoreUnavailableError(f"no store at {path}; without `read_only=True`, one is created")
    try:
        connection = duckdb.connect(str(path), read_only=read_only, config=settings)
    except duckdb.IOException as error:
        raise _unavailable(path, str(error)) from error
    except duckdb.Error as error:
        if _OPEN_HERE.search(str(error)):
            message = (
                f"{path} is already open in this process in another mode; close it there first"
            )
            raise StoreLockedError(message) from error
        raise StoreUnavailableError(f"{path} cannot be opened: {_first_line(error)}") from error
    if path != MEMORY and _identity(path) != before and before is not None:
        # The process that created the file has discarded it while it was being opened here.
        connection.close()
        raise StoreLockedError(f"{path} was deleted while it was being opened")
    # Where Python looks interactive (a notebook, `python -c`), DuckDB prints a bar to stdout.
    connection.execute("set enable_progress_bar = false")
    return connection


def _identity(path: str | Path) -> tuple[int, int] | None:
    """Which file has the name; opening it to find out would drop DuckDB's lock on it."""
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_dev, status.st_ino


def create_file(path: Path, fill: Callable[[duckdb.DuckDBPyConnection], None]) -> bool:
    """Create a database where no file is; whether it was created here, and not by another.

    It is written to a temporary folder in the same place and moved when it is complete; of two
    processes that create it, one finds the file of the other.
    """
    if path.exists() or not path.parent.is_dir():
        return False
    if Path(f"{path}.wal").exists() and not path.exists():
        raise _foreign_log(path)  # DuckDB 1.5 would replay it into the new file
    try:
        with scratch_folder(beside=path) as folder:
            made = folder / path.name
            with _connected(made, False, dict(_NEW_FILE)) as new:
                fill(new)
            return moved(made, path)
    except (OSError, StoreUnavailableError) as error:
        raise StoreUnavailableError(f"{path} cannot be created: {cause(error)}") from error


def moved(made: Path, path: Path) -> bool:
    """Give a complete file its name; False if another file has it."""
    try:
        os.link(made, path)
    except FileExistsError:
        return False
    except OSError:  # a file system without links
        if path.exists():
            return False
        made.rename(path)
    return True


def discard_file(connection: duckdb.DuckDBPyConnection, path: Path) -> None:
    """Close and delete a database that was created for nothing.

    It is deleted before it is closed, so that no process can have written to it in between.
    """
    with suppress(duckdb.Error):
        connection.execute("checkpoint")  # so that closing leaves no file of the name alone
    with suppress(OSError):
        path.unlink()
    connection.close()


def _unavailable(path: str | Path, message: str) -> StoreUnavailableError:
    if Path(path).is_dir():
        return StoreUnavailableError(f"{path} is a folder, not a database; name another `path`")
    if not Path(path).parent.is_dir():
        return StoreUnavailableError(f"{path} cannot be created: no folder {Path(path).parent}")
    if "set lock on" in message or _LOCK_HOLDER.search(message):
        holder = _LOCK_HOLDER.search(message)
        who = "another process"
        if holder:
            who = f"process {holder['pid']} ({Path(holder['program']).name})"
        return StoreLockedError(f"{path} is in use by {who}; wait until it ends, or stop it")
    if "not a valid DuckDB database" in message:
        if _is_empty_file(path):
            return StoreUnavailableError(f"{path} is an empty file; delete it")
        return StoreUnavailableError(f"{path} is not a DuckDB database; name another `path`")
    if "WAL does not match" in message:
        return _foreign_log(path)
    return StoreUnavailableError(f"{path} cannot be opened: {cause(message)}")


def _foreign_log(path: str | Path) -> StoreUnavailableError:
    message = f"{path}.wal is the log of an earlier database of this name; delete it"
    return StoreUnavailableError(message)


def _is_empty_file(path: str | Path) -> bool:
    try:
        return os.stat(path).st_size == 0
    except OSError:
        return False


def cause(error: object) -> str:
    """The reason at the end of an error's first line, where the system gives one."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    line = _first_line(error)
    found = _SYSTEM_REASON.search(line)
    return found[1] if found else line


def _first_line(error: object) -> str:
    return (str(error) or type(error).__name__).splitlines()[0]


@contextmanager
def transaction(connection: duckdb.DuckDBPyConnection) -> Iterator[None]:
    """All changes made inside are committed together, or on any exception none of them."""
    with _WRITING, _disk_reported(connection):
        connection.begin()
        try:
            yield
        except BaseException:
            with suppress(duckdb.Error):  # after a failed write, DuckDB refuses that too
                connection.rollback()
            raise
        connection.commit()


@contextmanager
def _disk_reported(connection: duckdb.DuckDBPyConnection) -> Iterator[None]:
    """Errors of the disk that the store is on, as those of the store."""
    try:
        yield
    except duckdb.Error as error:
        found = _SYSTEM_REASON.search(str(error))
        if found is None:
            raise
        raise StoreUnavailableError(
            f"{path_of(connection)} cannot be written: {found[1]}; the step was rolled back"
        ) from error


def path_of(connection: duckdb.DuckDBPyConnection) -> str:
    """The file that a connection is to."""
    select = "select path from duckdb_databases() where database_name = current_database()"
    with suppress(duckdb.Error):
        row = first_row(connection.execute(select))
        if row and row[0]:
            return str(row[0])
    return "the store"


def first_row(result: duckdb.DuckDBPyConnection) -> tuple[Any, ...] | None:
    """The first row of a small result, which is read to its end."""
    rows = result.fetchall()
    return rows[0] if rows else None


def only_value(result: duckdb.DuckDBPyConnection) -> Any:
    """The value of a result with one row and one column."""
    return result.fetchall()[0][0]


# Columns of NumPy arrays, which DuckDB reads as a table.
Columns = dict[str, "np.ndarray[Any, Any]"]


def texts(values: Sequence[str]) -> np.ndarray[Any, Any]:
    """A column of text; without None, of which DuckDB 1.5 asks pandas."""
    import numpy as np

    return np.array(values, dtype=object)


def numbers(values: Sequence[float | None]) -> np.ndarray[Any, Any]:
    """A column of numbers; None is NaN."""
    import numpy as np

    return np.array(values, dtype=float)


def execute_on(
    connection: duckdb.DuckDBPyConnection,
    rows: pa.Table | Columns,
    sql: str,
    parameters: dict[str, Any] | None = None,
) -> duckdb.DuckDBPyConnection:
    """Run SQL that reads these rows as the table `incoming_rows`, a variable that DuckDB finds."""
    incoming_rows = rows  # noqa: F841
    return connection.execute(sql, parameters)
