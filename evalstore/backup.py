"""A consistent copy of a store, made by DuckDB in one transaction.

It is written to a temporary folder in the same place and moved when it is complete.
"""

from __future__ import annotations

import os
from pathlib import Path

import duckdb

from evalstore.database import (
    BLOCK_SIZE,
    STORAGE_VERSION,
    cause,
    connect,
    moved,
    only_value,
    path_of,
)
from evalstore.errors import ConflictError, DataError, StoreUnavailableError
from evalstore.quoting import identifier, literal
from evalstore.scratch import scratch_folder


def backup(connection: duckdb.DuckDBPyConnection, path: Path, *, replace: bool) -> None:
    """Copy everything in the store, views and sequences included, to a new file."""
    _check(connection, path, replace)
    try:
        with scratch_folder(beside=path.absolute()) as folder:
            made = folder / path.name
            _copy(connection, made)
            _synchronise(made)
            if replace:
                os.replace(made, path)
            elif not moved(made, path):
                raise _exists(path)
            _synchronise(path.absolute().parent)
    except (OSError, duckdb.IOException) as error:
        raise DataError(f"{path}: the backup cannot be written: {cause(error)}") from error


def _check(connection: duckdb.DuckDBPyConnection, path: Path, replace: bool) -> None:
    """Refuse a path that has something else than a database that may be replaced."""
    if not path.exists():
        return
    store = Path(path_of(connection))
    if store.exists() and path.samefile(store):
        raise ConflictError(f"{path} is the store itself; name another file")
    if not replace:
        raise _exists(path)
    try:
        connect(path).close()  # its own log is merged; one in use is refused
    except StoreUnavailableError as error:
        raise ConflictError(f"{path} cannot be replaced: {error}") from error


def _exists(path: Path) -> ConflictError:
    return ConflictError(f"{path} exists; replace it with `replace=True`, or name another file")


def _copy(connection: duckdb.DuckDBPyConnection, made: Path) -> None:
    source = identifier(only_value(connection.execute("select current_database()")))
    target = identifier(f"backup {os.getpid()} {made.parent.name}")
    options = f"read_write, storage_version {literal(STORAGE_VERSION)}, block_size {BLOCK_SIZE}"
    connection.execute(f"attach {literal(str(made))} as {target} ({options})")
    try:
        connection.execute(f"copy from database {source} to {target}")
    finally:
        connection.execute(f"detach {target}")


def _synchronise(path: Path) -> None:
    """Have the system write a file, or the names in a folder, to the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
