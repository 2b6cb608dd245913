"""Opening the database file: for reading by many, for writing by one."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from evalstore import engine
from evalstore.errors import StoreLockedError, StoreUnavailableError

if TYPE_CHECKING:
    import duckdb

MEMORY = ":memory:"

# A fourth of DuckDB's own: columns seldom fill whole blocks, and the rest is wasted. Less, and
# numbers are packed no longer.
_BLOCK = 64 << 10

# By DuckDB's own estimate, which is low. What is written into place at once needs no log: a load of
# any size would go through both.
_LOGGED = "1MB"

_HOLDER = re.compile(r"Conflicting lock is held in (?P<program>.*?) \(PID (?P<pid>\d+)\)")


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
    settings: dict[str, str | bool | int | float | list[str]] = {
        "default_block_size": _BLOCK,
        "checkpoint_threshold": _LOGGED,
    }
    if memory_limit is not None:
        settings["memory_limit"] = memory_limit
    if threads is not None:
        settings["threads"] = threads
    try:
        return engine.connect(str(path), read_only=read_only, config=settings)
    except engine.IOException as error:
        raise _in_words(path, str(error)) from error
    except engine.Error as error:
        raise StoreUnavailableError(f"{path} cannot be opened: {_first_line(error)}") from error


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
