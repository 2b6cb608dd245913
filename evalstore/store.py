"""The store: one DuckDB file with runs, judgements and the views that measure them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from evalstore import version
from evalstore.connection import MEMORY, connect
from evalstore.load.report import LoadReport
from evalstore.result import Result

if TYPE_CHECKING:
    import duckdb

    from evalstore.load.runs import Progress


class Store:
    """An open store. Use it in a `with` statement, or close it."""

    def __init__(
        self,
        path: str | Path = MEMORY,
        *,
        read_only: bool = False,
        memory_limit: str | None = None,
        threads: int | None = None,
    ) -> None:
        self.path = path
        self.read_only = read_only
        self.connection = _opened(
            path, read_only=read_only, memory_limit=memory_limit, threads=threads
        )

    def load_runs(
        self,
        *paths: str | Path,
        collection: str = "default",
        name: str | None = None,
        rank_by: str | None = None,
        replace: bool = False,
        progress: Progress | None = None,
    ) -> LoadReport:
        """Load run files, folders or globs; a refused file is in the report's `refused`."""
        from evalstore.load.runs import RunRequest, load_runs

        request = RunRequest(collection, name, rank_by, replace)
        return load_runs(self.connection, paths, request, progress)

    def load_qrels(
        self,
        path: str | Path,
        *,
        collection: str = "default",
        name: str | None = None,
        replace: bool = False,
    ) -> LoadReport:
        """Load a file of judgements."""
        from evalstore.load.qrels import load_qrels

        return load_qrels(self.connection, path, collection=collection, name=name, replace=replace)

    def leaderboard(
        self, measures: Sequence[str] = (), *, top: int | None = None, **scope: Any
    ) -> Result:
        """The systems in order. `scope`: collection, qrels, runs, topics, average."""
        from evalstore.answers.leaderboard import leaderboard
        from evalstore.question import ask

        return leaderboard(ask(self.connection, measures, **scope), top)

    def scores(self, measures: Sequence[str] = (), **scope: Any) -> Result:
        """Every system's value on every topic. `scope` as for `leaderboard`."""
        from evalstore.answers.scores import scores
        from evalstore.question import ask

        return scores(ask(self.connection, measures, **scope))

    def close(self) -> None:
        self.connection.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def _opened(path: str | Path, *, read_only: bool, **settings: Any) -> duckdb.DuckDBPyConnection:
    """A connection to a store of the present schema, made or migrated where that is allowed."""
    connection = connect(path, read_only=read_only, **settings)
    try:
        revision = version.revision_of(connection)
        if read_only:
            version.check_readable(path, revision)
        elif revision is None and version.is_empty(connection):
            version.create(connection)
        elif revision is not None and revision < version.REVISION:
            connection.close()
            version.migrate(path)
            connection = connect(path, **settings)
        else:
            version.check_readable(path, revision)
        if not read_only:
            _refresh(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _refresh(connection: duckdb.DuckDBPyConnection) -> None:
    """Bring views, catalogue and weights up to this version, if they are of another."""
    from evalstore.refresh import refresh

    connection.execute("set preserve_insertion_order = false")
    refresh(connection)
