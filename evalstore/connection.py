"""Opening the database file: for reading by many, for writing by one."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from evalstore import engine
from evalstore.errors import StoreLockedError, StoreUnavailableError
from evalstore.quoting import identifier, literal

if TYPE_CHECKING:
    import duckdb

MEMORY = ":memory:"
_FIRST = "memory"  # what DuckDB calls it

# A fourth of DuckDB's own: columns seldom fill whole blocks, and the rest is wasted. Less, and
# numbers are packed no longer.
_BLOCK = 64 << 10

# DuckDB compresses a row group by one thread, and one that is not full not before a load ends. Rows
# that hold lists come in thousands, and would all lie in one row group of its own size.
ROW_GROUP = 2048

# By DuckDB's own estimate, which is low. What is written into place at once needs no log: a load of
# any size would go through both.
_LOGGED = "1MB"

_HOLDER = re.compile(r"Conflicting lock is held in (?P<program>.*?) \(PID (?P<pid>\d+)\)")
_OPEN_HERE = re.compile("already attached|different configuration")

_Settings = dict[str, str | bool | int | float | list[str]]


def connect(
    path: str | Path,
    *,
    read_only: bool = False,
    memory_limit: str | None = None,
    threads: int | None = None,
) -> duckdb.DuckDBPyConnection:
    """A DuckDB connection, with its failures put into words."""
    if read_only and not Path(path).exists():
        raise StoreUnavailableError(
            f"no store at {path}; make one with `evalstore load runs …`, or name another with --db"
        )
    settings: _Settings = {
        "default_block_size": _BLOCK,
        "checkpoint_threshold": _LOGGED,
        "write_buffer_row_group_count": 1,  # each is packed as soon as it is full
    }
    if memory_limit is not None:
        settings["memory_limit"] = memory_limit
    if threads is not None:
        settings["threads"] = threads
    try:
        if read_only or ":" in Path(path).name:  # with a colon, DuckDB knows what is meant
            return engine.connect(str(path), read_only=read_only, config=settings)
        return _attached(path, settings)
    except engine.IOException as error:
        raise _in_words(path, str(error)) from error
    except engine.Error as error:
        if _OPEN_HERE.search(str(error)):
            told = f"{path} is open in this process already, in another way; close it there first"
            raise StoreLockedError(told) from error
        raise StoreUnavailableError(f"{path} cannot be opened: {_first_line(error)}") from error


def _attached(path: str | Path, settings: _Settings) -> duckdb.DuckDBPyConnection:
    """The file as the only database of a connection, with row groups of our size.

    Only to attach it can say so. The database in memory that this takes is named after the file:
    whoever opens the file again in this process is given the same one.
    """
    connection = engine.connect(f"{MEMORY}{Path(path).resolve()}", config=settings)
    try:
        if _databases(connection) == [_FIRST]:
            alias = " as store" if Path(path).name.startswith(f"{_FIRST}.") else ""
            options = f"(row_group_size {ROW_GROUP})"
            connection.execute(f"attach {literal(str(path))}{alias} {options}")
            [name] = set(_databases(connection)) - {_FIRST}
            connection.execute(f"use {identifier(name)}")
            connection.execute(f"detach {_FIRST}")
    except BaseException:
        connection.close()
        raise
    return connection


def _databases(connection: duckdb.DuckDBPyConnection) -> list[str]:
    select = "select database_name from duckdb_databases() where not internal"
    return [row[0] for row in connection.execute(select).fetchall()]


def _in_words(path: str | Path, message: str) -> StoreUnavailableError:
    if "lock" in message:
        held = _HOLDER.search(message)
        who = f"process {held['pid']} ({Path(held['program']).name})" if held else "another process"
        return StoreLockedError(f"{path} is in use by {who}; wait until it ends, or stop it")
    if "not a valid DuckDB database" in message:
        return StoreUnavailableError(f"{path} is not a DuckDB database; name another with --db")
    return StoreUnavailableError(f"{path} cannot be opened: {message.splitlines()[0]}")


def _first_line(error: Exception) -> str:
    return str(error).splitlines()[0]
