"""The store: one DuckDB file with runs, judgements and the views that measure them."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from evalstore import version
from evalstore.bearing import Bearing
from evalstore.comparisons import Comparisons
from evalstore.connection import MEMORY, connect
from evalstore.engine import whole
from evalstore.errors import UsageError
from evalstore.load.report import LoadReport
from evalstore.names import find_collection, find_qrels, find_runs
from evalstore.own_measures import OwnMeasures
from evalstore.patience import patient
from evalstore.refresh import make_basic_views, refresh, refresh_named
from evalstore.result import Result
from evalstore.template import copy_template
from evalstore.transaction import transaction

if TYPE_CHECKING:
    import duckdb

    from evalstore.load.runs import Progress


class Store(Comparisons, OwnMeasures, Bearing):
    """An open store. Use it in a `with` statement, or close it."""

    @patient()
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
        self._connection = _opened(
            path, read_only=read_only, memory_limit=memory_limit, threads=threads
        )
        # Our own questions carry the views' text with them; only SQL users need them made.
        self._has_views = read_only
        self._functions = {}
        if path == MEMORY:
            make_basic_views(self._connection)
        else:
            self._make_views()

    @property
    def connection(self) -> duckdb.DuckDBPyConnection:
        """The connection to the database, for whatever DuckDB can do."""
        return whole(self._connection)

    def _make_views(self) -> None:
        """Bring views, catalogue and weights up to this version, if they are of another."""
        if not self._has_views:
            if self.path == MEMORY:
                version.comment(self._connection)
            refresh(self._connection)
            self._has_views = True

    def _make_named_views(self, text: str) -> None:
        """In memory, make only the views that some SQL names; all would take longer than it."""
        if not self._has_views:
            refresh_named(self._connection, text)

    @patient()
    def load_runs(
        self,
        *paths: str | Path | Sequence[str | Path],
        collection: str = "default",
        name: str | None = None,
        rank_by: str | None = None,
        replace: bool = False,
        progress: Progress | None = None,
    ) -> LoadReport:
        """Load run files, folders or globs, or lists of them; a refused file is in the report's
        `refused`."""
        from evalstore.load.naming import RunRequest
        from evalstore.load.runs import load_runs
        from evalstore.load.source import flattened

        request = RunRequest(collection, name, rank_by, replace)
        report = load_runs(self._connection, flattened(paths), request, progress)
        self._compute_own()
        return report

    @patient()
    def load_run(
        self,
        data: Any,
        name: str,
        *,
        collection: str = "default",
        rank_by: str | None = None,
        replace: bool = False,
    ) -> LoadReport:
        """Load one run from a dictionary {topic: {document: score}} or a data frame."""
        from evalstore.load.frames import load_run_frame
        from evalstore.load.naming import RunRequest

        request = RunRequest(collection, name, rank_by, replace)
        report = load_run_frame(self._connection, data, request)
        self._compute_own()
        return report

    @patient()
    def load_qrels(
        self,
        data: Any,
        *,
        collection: str = "default",
        name: str | None = None,
        replace: bool = False,
        file_format: str = "qrels",
    ) -> LoadReport:
        """Load judgements from a file, a dictionary {topic: {document: grade}} or a data frame.

        `file_format` is one of trec_eval's: qrels, prefs, qrels_prefs, or qrels_jg (a set of
        judgements for each group of assessors).
        """
        from evalstore.load.reading_qrels import load_judgements

        report = load_judgements(
            self._connection,
            data,
            file_format,
            collection=collection,
            name=name,
            replace=replace,
        )
        self._compute_own()
        return report

    @patient()
    def load_topics(
        self, path: str | Path, *, collection: str = "default", replace: bool = False
    ) -> LoadReport:
        """Load the texts of topics."""
        from evalstore.load.topic_texts import load_topics

        return load_topics(self._connection, path, collection=collection, replace=replace)

    def drop_run(self, name: str, *, collection: str | None = None) -> None:
        """Take a run out, with everything derived from it."""
        from evalstore.load.dropping import drop_run

        found = find_collection(self._connection, collection)
        [run] = find_runs(self._connection, found, [name])
        with transaction(self._connection):
            drop_run(self._connection, run.number)

    def drop_qrels(self, name: str, *, collection: str | None = None) -> None:
        """Take a set of judgements out, with everything derived from it."""
        from evalstore.load.dropping import drop_qrels

        found = find_collection(self._connection, collection)
        qrels = find_qrels(self._connection, found, name)
        with transaction(self._connection):
            drop_qrels(self._connection, qrels.number)

    def collections(self) -> Result:
        """The collections, and how much each holds."""
        from evalstore.answers import listing

        return listing.collections(self._connection)

    def runs(self, collection: str | None = None) -> Result:
        """The runs, and where each came from."""
        from evalstore.answers import listing

        return listing.runs(self._connection, collection)

    def qrels(self, collection: str | None = None) -> Result:
        """The sets of judgements, and where each came from."""
        from evalstore.answers import listing

        return listing.qrels(self._connection, collection)

    def topics(self, collection: str | None = None, qrels: str | None = None) -> Result:
        """The topics of a collection, judged or answered or both."""
        from evalstore.answers import listing

        return listing.topics(self._connection, collection, qrels)

    def leaderboard(
        self,
        measures: Sequence[str] = (),
        *,
        top: int | None = None,
        ties: bool = False,
        baselines: Sequence[str] = (),
        tiers: bool = False,
        judged: int | None = None,
        efficiency: str | None = None,
        **scope: Any,
    ) -> Result:
        """The systems in order. `scope`: collection, qrels, runs, topics, average.

        With `judged`, the judged and unjudged share of the first so many documents.
        With `efficiency`, what of that name was loaded, and the Pareto front.
        With `ties`, each score stands with its range over all orders of tied documents.
        With `baselines` or `tiers`, what is significant; `scope` then takes the test's options too.
        """
        from evalstore.answers.judged_share import with_judged_share

        measures = with_judged_share(measures, judged)
        if efficiency is not None:
            options = {"top": top, "ties": ties, "baselines": baselines, "tiers": tiers}
            return self.beside_efficiency(efficiency, measures, **options, **scope)
        if baselines or tiers:
            if ties:
                raise UsageError("ties stand in a leaderboard without baselines and tiers")
            return self.claims(measures, top=top, baselines=baselines, tiers=tiers, **scope)
        from evalstore.answers.leaderboard import leaderboard
        from evalstore.answers.ties import leaderboard_with_ties
        from evalstore.question import ask

        answer = leaderboard_with_ties if ties else leaderboard
        return answer(ask(self._connection, measures, **scope), top)

    def scores(self, measures: Sequence[str] = (), **scope: Any) -> Result:
        """Every system's value on every topic. `scope` as for `leaderboard`."""
        from evalstore.answers.scores import scores
        from evalstore.question import ask

        return scores(ask(self._connection, measures, **scope))

    def topic(
        self,
        topic: str,
        runs: Sequence[str] = (),
        *,
        depth: int = 20,
        measures: Sequence[str] = (),
        **scope: Any,
    ) -> Result:
        """A topic's ranked documents in some runs; without runs, the systems in order on it."""
        from evalstore.answers.topic import topic_answer
        from evalstore.question import ask

        question = ask(self._connection, measures, runs=runs, topics=[topic], **scope)
        return topic_answer(question, runs, depth)

    def sql(self, text: str) -> Result:
        """The answer to any SQL over the tables and views."""
        from evalstore.answers.adhoc import query

        self._make_named_views(text)
        return query(self._connection, text)

    def schema(self, name: str | None = None) -> Result:
        """Tables and views with their meaning; with a name, its columns."""
        from evalstore.answers.adhoc import schema

        self._make_views()
        return schema(self._connection, name)

    def close(self) -> None:
        self._connection.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


# Of two threads that open the same new file, one makes the store and the other finds it made.
_OPENING = threading.Lock()


def _opened(path: str | Path, *, read_only: bool, **settings: Any) -> duckdb.DuckDBPyConnection:
    """A connection to a store of the present schema, made or migrated where that is allowed."""
    with _OPENING:
        if not read_only:
            copy_template(path)
        is_new = path == MEMORY or not Path(path).exists()
        connection = connect(path, read_only=read_only, **settings)
        try:
            # Asking a new database for a table takes DuckDB as long as all tables take to make.
            revision = None if is_new else version.revision_of(connection)
            if read_only:
                version.check_readable(path, revision)
            elif revision is None and (is_new or version.is_empty(connection)):
                version.create(connection, with_comments=path != MEMORY)
            elif revision is not None and revision < version.REVISION:
                connection.close()
                version.migrate(path)
                connection = connect(path, **settings)
            else:
                version.check_readable(path, revision)
        except BaseException:
            connection.close()
            raise
    return connection


def open_store(
    path: str | Path = MEMORY,
    *,
    read_only: bool = False,
    memory_limit: str | None = None,
    threads: int | None = None,
) -> Store:
    """Open a store; a new file becomes an empty one, an older one is brought up to date."""
    return Store(path, read_only=read_only, memory_limit=memory_limit, threads=threads)
