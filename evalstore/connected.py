"""An open store: its connection, a cursor for each call, opening and closing."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from weakref import WeakSet

import duckdb

from evalstore import version
from evalstore.database import MEMORY, connect, create_file, discard_file, transaction
from evalstore.errors import StoreClosedError, UsageError
from evalstore.measures import custom, weights
from evalstore.plural import counted
from evalstore.query import closed_reported


class ConnectedStore:
    """A DuckDB file that is a store of the present version.

    Threads may share it: each call uses a separate cursor, and writers take turns.
    """

    def __init__(
        self,
        path: str | Path = MEMORY,
        *,
        read_only: bool = False,
        memory_limit: str | None = None,
        threads: int | None = None,
        wait: float = 0,
    ) -> None:
        self.path = path
        self.read_only = read_only
        self._cursors: WeakSet[duckdb.DuckDBPyConnection] = WeakSet()
        self._listing, self._viewing = threading.Lock(), threading.Lock()
        self._functions: dict[str, custom.Function] = {}
        self.is_new = not read_only and not str(path).startswith(MEMORY) and _created(Path(path))
        self._connection = _opened(
            path, read_only=read_only, memory_limit=memory_limit, threads=threads, wait=wait
        )
        # Our own queries carry the text of the views with them; only SQL users need them created.
        self._has_views = read_only
        try:
            if path != MEMORY:
                self._create_views()
        except BaseException:
            self.discard() if self.is_new else self._connection.close()
            raise

    @property
    def connection(self) -> duckdb.DuckDBPyConnection:
        """The connection to the database, with the views and the discount and gain functions."""
        self._create_views()
        with closed_reported():
            weights.register_functions(self._connection)
        return self._connection

    def _cursor(self) -> duckdb.DuckDBPyConnection:
        """A connection for one call, so that calls of other threads do not disturb it."""
        with closed_reported():
            cursor = self._connection.cursor()
        with self._listing:
            self._cursors.add(cursor)
        return cursor

    def _open_cursors(self) -> list[duckdb.DuckDBPyConnection]:
        with self._listing:
            return list(self._cursors)

    @contextmanager
    def _writing(self) -> Iterator[duckdb.DuckDBPyConnection]:
        """A connection for one change; afterwards, Python measures have values on what is new."""
        if self.read_only:
            raise UsageError(
                f"{self.path} was opened for reading; open it without `read_only=True` to change it"
            )
        cursor = self._cursor()
        try:
            yield cursor
            if self._functions:
                with transaction(cursor):
                    custom.compute(cursor, self._functions)
        finally:
            cursor.close()

    def _create_views(self) -> None:
        """Bring views, catalogue and weights up to this version, if they are of another."""
        with self._viewing:
            if not self._has_views:
                with closed_reported(), closing(self._connection.cursor()) as cursor:
                    version.refresh(cursor)
                self._has_views = True

    def interrupt(self) -> None:
        """Stop every query that is running; it raises an error in its thread."""
        for connection in (self._connection, *self._open_cursors()):
            connection.interrupt()

    def close(self) -> None:
        """Close the store; a new one can be opened on the same file."""
        for cursor in self._open_cursors():
            cursor.close()
        self._connection.close()

    def discard(self) -> None:
        """Close the store and delete its file, if nothing was loaded into a new one."""
        for cursor in self._open_cursors():
            cursor.close()
        discard_file(self._connection, Path(self.path))

    def __repr__(self) -> str:
        """The path and what is in it: Store('trec.duckdb', read-only, 2 collections, 48 runs)."""
        facts = [repr(str(self.path))] + ["read-only"] * self.read_only
        try:
            with closing(self._cursor()) as cursor:
                tables = ("collection", "run", "qrels")
                counts = cursor.execute(f"select {', '.join(map(_count, tables))}").fetchall()[0]
            nouns = ("collection", "run", "qrels set")
            facts += [counted(count, noun) for count, noun in zip(counts, nouns, strict=True)]
        except StoreClosedError:
            facts.append("closed")
        return f"{type(self).__name__}({', '.join(facts)})"

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def _count(table: str) -> str:
    return f"(select count(*) from {table})"


# Of two threads that open the same empty file, one fills it and the other finds it filled.
_OPENING = threading.Lock()


def _created(path: Path) -> bool:
    """Create a store where no file is; whether there was none."""
    return create_file(path, version.create_complete)


def _opened(path: str | Path, *, read_only: bool, **settings: Any) -> duckdb.DuckDBPyConnection:
    """A connection to a store of the present schema, created or migrated where that is allowed."""
    connection = connect(path, read_only=read_only, **settings)
    with _OPENING:
        try:
            revision = version.revision_of(connection)
            if revision is not None:
                version.check_layout(connection, path)
            elif not read_only and version.is_empty(connection):
                with transaction(connection):
                    version.create(connection)
                return connection
            if not read_only and revision is not None and revision < version.REVISION:
                connection.close()
                version.migrate(path)
                connection = connect(path, **settings)
            else:
                version.check_readable(path, revision)
        except BaseException:
            connection.close()
            raise
    return connection
