"""The store: one DuckDB file with runs, judgements and the views that measure them.

Comparisons (NumPy) and loaders (YAML, XML, decompression) are imported by the methods that use
them: they would double the start-up time of a leaderboard.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any
from weakref import WeakSet

import duckdb

from evalstore import version
from evalstore.answers import adhoc, listing
from evalstore.answers.leaderboard import leaderboard, with_judged_share
from evalstore.answers.scores import scores
from evalstore.answers.ties import leaderboard_with_ties
from evalstore.answers.topic import gain_by_rank, topic_answer
from evalstore.database import MEMORY, connect, create_file, discard_file, transaction
from evalstore.errors import UsageError
from evalstore.load.dropping import drop_qrels, drop_run
from evalstore.load.report import LoadReport
from evalstore.measures import catalogue, custom, weights
from evalstore.measures.grammar import parse_all
from evalstore.names import find_collection, find_qrels, find_runs
from evalstore.result import Result
from evalstore.selection import select_scores

if TYPE_CHECKING:
    from evalstore.export.files import Exported
    from evalstore.load.runs import Progress

_SCOPE = ("collection", "qrels", "runs", "topics", "average")


class Store:
    """An open store. Use it in a `with` statement, or close it.

    `scope` in a method's signature means the keywords collection, qrels, runs, topics and average.
    Threads may share a store: each call uses a separate cursor, and writers take turns.
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
        weights.register_functions(self._connection)
        return self._connection

    def _cursor(self) -> duckdb.DuckDBPyConnection:
        """A connection for one call, so that calls of other threads do not disturb it."""
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
                with closing(self._connection.cursor()) as cursor:
                    version.refresh(cursor)
                self._has_views = True

    # Loading

    def load_runs(
        self,
        *paths: str | Path | Sequence[str | Path],
        collection: str = "default",
        name: str | None = None,
        rank_by: str | None = None,
        replace: bool = False,
        columns: Mapping[str, str] | None = None,
        progress: Progress | None = None,
    ) -> LoadReport:
        """Load run files, folders or globs, or lists of them; see the report's `refused`.

        `columns` are our names (topic, docno, score, rank) and those of a table's columns.
        """
        from evalstore.load.naming import RunRequest
        from evalstore.load.runs import load_runs
        from evalstore.load.source import flattened
        from evalstore.load.table_files import named_columns

        request = RunRequest(collection, name, rank_by, replace)
        with self._writing() as connection, named_columns(columns):
            return load_runs(connection, flattened(paths), request, progress)

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

        with self._writing() as connection:
            return load_run_frame(connection, data, RunRequest(collection, name, rank_by, replace))

    def load_qrels(
        self,
        data: Any,
        *,
        collection: str = "default",
        name: str | None = None,
        replace: bool = False,
        file_format: str = "qrels",
        columns: Mapping[str, str] | None = None,
    ) -> LoadReport:
        """Load judgements from a file, a dictionary {topic: {document: grade}} or a data frame.

        `irds:ID` is a dataset of ir_datasets. The judgements of several judges become a set each.

        `file_format` is one of trec_eval's: qrels, prefs, qrels_prefs, or qrels_jg (a set of
        judgements for each group of assessors).
        """
        from evalstore.load.datasets import PREFIX, dataset_qrels, is_dataset
        from evalstore.load.frames import is_frame, load_qrels_frame
        from evalstore.load.qrels import load_qrels
        from evalstore.load.table_files import named_columns

        if is_dataset(data):
            name, data = name or data.removeprefix(PREFIX), dataset_qrels(data)
        target: dict[str, Any] = {"collection": collection, "name": name, "replace": replace}
        with self._writing() as connection, named_columns(columns):
            if is_frame(data):
                return load_qrels_frame(connection, data, **target)
            return load_qrels(connection, data, file_format=file_format, **target)

    def load_topics(
        self,
        path: str | Path,
        *,
        collection: str = "default",
        replace: bool = False,
        columns: Mapping[str, str] | None = None,
    ) -> LoadReport:
        """Load the texts of topics, from a file or a dataset of ir_datasets (irds:ID)."""
        from evalstore.load.table_files import named_columns
        from evalstore.load.topic_texts import load_topics

        with self._writing() as connection, named_columns(columns):
            return load_topics(connection, path, collection=collection, replace=replace)

    def load_efficiency(
        self,
        path: str | Path,
        *,
        collection: str | None = None,
        replace: bool = False,
        columns: Mapping[str, str] | None = None,
    ) -> LoadReport:
        """Load latency, sizes, energy: a table or JSON of systems, names, values and units."""
        from evalstore.load.efficiency import load_efficiency
        from evalstore.load.table_files import named_columns

        with self._writing() as connection, named_columns(columns):
            return load_efficiency(connection, path, collection=collection, replace=replace)

    def fuse(
        self,
        method: str,
        runs: Sequence[str],
        name: str,
        *,
        norm: str | None = None,
        depth: int | None = None,
        k: int = 60,
        rank_by: str | None = None,
        collection: str | None = None,
        replace: bool = False,
    ) -> LoadReport:
        """Make a new run of several: rrf, isr, borda, or combsum and its relatives.

        `norm` is none, min-max, z, rank or sum; `depth` limits the documents of each ranking.
        """
        from evalstore.fusion import Fusion, fuse
        from evalstore.load.naming import RunRequest

        fusion = Fusion.of(method, norm, depth, k)
        with self._writing() as connection:
            found = find_collection(connection, collection).name
            request = RunRequest(found, name, rank_by, replace)
            return fuse(connection, fusion, runs, request, found)

    def drop_run(self, name: str, *, collection: str | None = None) -> None:
        """Delete a run, with everything derived from it."""
        with self._writing() as connection:
            found = find_collection(connection, collection)
            [run] = find_runs(connection, found, [name])
            with transaction(connection):
                drop_run(connection, run.number)

    def drop_qrels(self, name: str, *, collection: str | None = None) -> None:
        """Delete a set of judgements, with everything derived from it."""
        with self._writing() as connection:
            found = find_collection(connection, collection)
            qrels = find_qrels(connection, found, name)
            with transaction(connection):
                drop_qrels(connection, qrels.number)

    # What the store contains

    def collections(self) -> Result:
        """The collections, and the size of each."""
        return listing.collections(self._cursor())

    def runs(self, collection: str | None = None) -> Result:
        """The runs, and where each came from."""
        return listing.runs(self._cursor(), collection)

    def qrels(self, collection: str | None = None) -> Result:
        """The sets of judgements, and where each came from."""
        return listing.qrels(self._cursor(), collection)

    def topics(self, collection: str | None = None, qrels: str | None = None) -> Result:
        """The topics of a collection, judged or answered or both."""
        return listing.topics(self._cursor(), collection, qrels)

    def measures(self, name: str | None = None) -> Result:
        """All measures with their meaning, user-defined ones included; with a name, that one."""
        connection = self._cursor()
        return listing.measures(connection, name, custom.custom_definitions(connection))

    def registered_measures(self) -> Result:
        """The measures that the views compute."""
        self._create_views()
        return listing.registered(self._cursor())

    # Scores

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
        """The systems, best first.

        With `judged`, the judged and unjudged share of the first so many documents.
        With `efficiency`, the quantity of that name, and the Pareto front.
        With `ties`, the range of each score over all orders of tied documents.
        With `baselines` or `tiers`, what is significant; `scope` then takes the test's options too.
        """
        measures = with_judged_share(measures, judged)
        if efficiency is not None:
            options = {"top": top, "ties": ties, "baselines": baselines, "tiers": tiers}
            return self.beside_efficiency(efficiency, measures, **options, **scope)
        if baselines or tiers:
            if ties:
                raise UsageError("ties cannot be combined with baselines or tiers")
            return self.claims(measures, top=top, baselines=baselines, tiers=tiers, **scope)
        answer = leaderboard_with_ties if ties else leaderboard
        return answer(select_scores(self._cursor(), measures, **scope), top)

    def claims(
        self,
        measures: Sequence[str] = (),
        *,
        top: int | None = None,
        baselines: Sequence[str] = (),
        tiers: bool = False,
        runs: Sequence[str] = (),
        **options: Any,
    ) -> Result:
        """The leaderboard with differences to baselines and tiers: what is significant."""
        from evalstore.answers.baselines import leaderboard_with_claims
        from evalstore.answers.comparison import separated

        chosen, scope = separated(options)
        wanted = [*runs, *baselines] if runs else ()
        selection = select_scores(self._cursor(), measures, runs=wanted, **scope)
        return leaderboard_with_claims(selection, top, chosen, baselines, tiers)

    def beside_efficiency(self, name: str, measures: Sequence[str] = (), **options: Any) -> Result:
        """The leaderboard with an efficiency number beside it, and the Pareto front."""
        from evalstore.answers.pareto import with_efficiency

        scope = {key: options[key] for key in _SCOPE if key in options}
        selection = select_scores(self._cursor(), measures, **scope)
        return with_efficiency(selection, self.leaderboard(measures, **options), name)

    def scores(self, measures: Sequence[str] = (), **scope: Any) -> Result:
        """Every system's value on every topic."""
        return scores(select_scores(self._cursor(), measures, **scope))

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
        selection = select_scores(self._cursor(), measures, runs=runs, topics=[topic], **scope)
        return topic_answer(selection, runs, depth)

    def gain_by_rank(
        self,
        topic: str,
        runs: Sequence[str],
        measures: Sequence[str] = (),
        *,
        depth: int | None = None,
        **scope: Any,
    ) -> Result:
        """CG, DCG, ideal DCG, nDCG, precision and recall at every rank, under a kind of nDCG."""
        if not runs:
            raise UsageError("a curve is that of a run; name one or more runs")
        chosen = measures or ["nDCG"]
        selection = select_scores(self._cursor(), chosen, runs=runs, topics=[topic], **scope)
        return gain_by_rank(selection, depth)

    def precision_recall(self, **scope: Any) -> Result:
        """Every system's interpolated precision at eleven points of recall, over all topics."""
        from evalstore.answers.curves import precision_recall

        return precision_recall(select_scores(self._cursor(), **scope))

    def matrix(self, measure: str = "nDCG@10", *, z_scores: bool = False, **scope: Any) -> Result:
        """System by topic matrix of scores, or of z-scores per topic."""
        from evalstore.answers.matrix import matrix

        return matrix(select_scores(self._cursor(), [measure], **scope), z_scores=z_scores)

    def difficulty(
        self,
        measures: Sequence[str] = ("nDCG@10",),
        *,
        by_separation: bool = False,
        **scope: Any,
    ) -> Result:
        """The topics, hardest first, or those first that separate the systems best."""
        from evalstore.answers.difficulty import difficulty

        selection = select_scores(self._cursor(), measures, **scope)
        return difficulty(selection, by_separation=by_separation)

    def outliers(
        self, measures: Sequence[str] = ("nDCG@10",), *, limit: float = 2.5, **scope: Any
    ) -> Result:
        """The scores furthest from what the systems reach on the topic."""
        from evalstore.answers.difficulty import outliers

        return outliers(select_scores(self._cursor(), measures, **scope), limit)

    # Comparison: `options` are test, correction, alpha, resamples, seed, and those of `scope`

    def compare(
        self,
        systems: Sequence[str] = (),
        measures: Sequence[str] = (),
        *,
        pairs: str = "first",
        **options: Any,
    ) -> Result:
        """The first system against each other one, or with pairs="all" every pair."""
        from evalstore.answers.compare import compare
        from evalstore.answers.comparison import separated

        chosen, scope = separated(options)
        selection = select_scores(self._cursor(), measures, runs=systems, **scope)
        return compare(selection, pairs, chosen)

    def diff(self, a: str, b: str, measures: Sequence[str] = ("nDCG@10",), **scope: Any) -> Result:
        """A against B, topic by topic."""
        from evalstore.answers.diff import diff

        return diff(select_scores(self._cursor(), measures, runs=[a, b], **scope))

    def diff_topic(
        self,
        a: str,
        b: str,
        topic: str,
        *,
        depth: int = 20,
        collection: str | None = None,
        qrels: str | None = None,
    ) -> Result:
        """A's ranking against B's: what moved up, down, in and out. It needs no judgements."""
        from evalstore.answers.diff_topic import diff_topic

        return diff_topic(
            self._cursor(), [a, b], topic, depth=depth, collection=collection, qrels=qrels
        )

    def risk(
        self,
        baseline: str,
        measures: Sequence[str] = (),
        *,
        weight: float = 5.0,
        by_topic: bool = False,
        **scope: Any,
    ) -> Result:
        """The mean change against a baseline, a loss counted 1 + `weight` times."""
        from evalstore.answers.risk import risk

        if scope.get("runs"):
            scope["runs"] = [*scope["runs"], baseline]
        selection = select_scores(self._cursor(), measures, **scope)
        [found] = find_runs(selection.connection, selection.collection, [baseline])
        return risk(selection, found, weight, by_topic=by_topic)

    def check(
        self,
        baseline: str,
        max_drop: Mapping[str, float],
        runs: Sequence[str] = (),
        *,
        significant: bool = False,
        **options: Any,
    ) -> Result:
        """Runs (all, if none is named) against a baseline; `passed` says which drop too far."""
        from evalstore.answers.check import check, limits
        from evalstore.answers.comparison import separated

        chosen, scope = separated(options)
        connection = self._cursor()
        allowed = limits(connection, max_drop)
        wanted = [baseline, *runs] if runs else ()
        selection = select_scores(connection, list(allowed), runs=wanted, **scope)
        return check(selection, baseline, allowed, chosen, significant)

    def correlate(
        self,
        measures: Sequence[str] = (),
        *,
        show: str = "statistics",
        p: float = 0.9,
        alpha: float = 0.05,
        correction: str = "holm",
        **sides: Any,
    ) -> Result:
        """Two leaderboards: of two measures, or two `qrels`, `collections` or saved `files`.

        `as_of` takes one date or two: with one, what had been loaded by then against now.
        `show` is statistics, movers or pairs; `sides` takes runs and topics too.
        """
        from evalstore.answers.correlation import correlated, correlation
        from evalstore.answers.two_leaderboards import two_leaderboards
        from evalstore.statistics.significance import how

        connection = self._cursor()
        chosen = how("t", correction, alpha)
        found = correlation(*two_leaderboards(connection, measures, **sides), chosen, p)
        return correlated(found, show)

    def reproduce(
        self,
        original: str,
        reproduced: str,
        measures: Sequence[str] = ("nDCG@10", "AP"),
        *,
        baselines: tuple[str, str] | None = None,
        by_topic: bool = False,
        depth: int = 1000,
        p: float = 0.95,
        **scope: Any,
    ) -> Result:
        """A reproduced run against its original; `baselines` are (original's, reproduced)."""
        from evalstore.answers import reproduction

        runs = [original, reproduced, *(baselines or ())]
        answer = reproduction.reproduction_by_topic if by_topic else reproduction.reproduction
        selection = select_scores(self._cursor(), measures, runs=runs, **scope)
        return answer(selection, depth=depth, p=p)

    # Judgements and their reliability

    def agree(self, first: str, second: str, **options: Any) -> Result:
        """Two qrels sets: `show` statistics, matrix or topics; collection, topics, rel."""
        from evalstore.answers.agreement import agreement

        return agreement(self._cursor(), first, second, **options)

    def pool(self, runs: Sequence[str] = (), **options: Any) -> Result:
        """What to judge: depth, order (shuffled, mtf, bandit), judged_too, to_judge, seed."""
        from evalstore.answers.pool import pool

        return pool(self._cursor(), runs, **options)

    def leave_one_out(
        self,
        measures: Sequence[str] = ("nDCG@10",),
        *,
        depth: int = 10,
        by_team: str | None = None,
        **scope: Any,
    ) -> Result:
        """Every system without the judgements that only it (or its team) brought to the pool."""
        from evalstore.answers.leave_one_out import leave_one_out

        return leave_one_out(select_scores(self._cursor(), measures, **scope), depth, by_team)

    def sample_judgements(
        self,
        shares: Sequence[float] = (100, 50, 20, 10),
        measures: Sequence[str] = ("nDCG@10",),
        *,
        repeats: int = 10,
        seed: int = 42,
        **scope: Any,
    ) -> Result:
        """The leaderboard of fewer judgements (in %) against that of all."""
        from evalstore.answers.sampling import sample_judgements

        selection = select_scores(self._cursor(), measures, **scope)
        return sample_judgements(selection, shares, repeats, seed)

    def estimate_relevant(
        self, *, depth: int = 10, by_team: str | None = None, **scope: Any
    ) -> Result:
        """An estimate of the relevant documents of each topic, from the overlap of the runs."""
        from evalstore.answers.estimate import estimate_relevant

        return estimate_relevant(select_scores(self._cursor(), **scope), depth, by_team)

    # Files and dictionaries for other tools; `options` are collection and format

    def export_runs(self, path: str | Path, runs: Sequence[str] = (), **options: Any) -> Exported:
        """Write each run to a file in a folder, or one run to a file.

        The format is trec, parquet, json, jsonl or csv. As trec, a file that was plain is written
        byte for byte as it was loaded; `changed` of the result has the runs that were not.
        """
        from evalstore.export.files import export_runs

        return export_runs(self._cursor(), Path(path), runs, **options)

    def export_qrels(self, path: str | Path, names: Sequence[str] = (), **options: Any) -> Exported:
        """Write each set of judgements to a file in a folder, or one set to a file."""
        from evalstore.export.files import export_qrels

        return export_qrels(self._cursor(), Path(path), names, **options)

    def export_topics(self, path: str | Path, **options: Any) -> Exported:
        """Write the texts of the topics to a file."""
        from evalstore.export.files import export_topics

        return export_topics(self._cursor(), Path(path), **options)

    def export(self, path: str | Path, *, format: str | None = None) -> Exported:  # noqa: A002
        """Write everything that was loaded to a folder, from which it can be loaded again."""
        from evalstore.export.files import export_store

        return export_store(self._cursor(), Path(path), format=format)

    def run_dict(
        self, system: str, *, collection: str | None = None
    ) -> dict[str, dict[str, float]]:
        """A run as {topic: {docno: score}}, for pytrec_eval, ranx and ir_measures."""
        from evalstore.export.dictionaries import run_dictionary

        return run_dictionary(self._cursor(), system, collection)

    def qrels_dict(
        self, name: str | None = None, *, collection: str | None = None
    ) -> dict[str, dict[str, float]]:
        """Judgements as {topic: {docno: grade}}, for pytrec_eval, ranx and ir_measures."""
        from evalstore.export.dictionaries import qrels_dictionary

        return qrels_dictionary(self._cursor(), name, collection)

    # SQL, and the catalogue that the views compute

    def sql(
        self, text: str, parameters: adhoc.Parameters = None, *, most: int | None = None
    ) -> Result:
        """The rows of one query over the tables and views; `?` and `$name` are parameters.

        It only reads: `store.connection` is for changes. With `most`, at most so many rows and one.
        """
        self._create_views()
        connection = self._cursor()
        weights.register_functions(connection)
        return adhoc.query(connection, text, parameters, most)

    def schema(self, name: str | None = None) -> Result:
        """Tables and views with their meaning; with a name, its columns."""
        self._create_views()
        return adhoc.schema(self._cursor(), name)

    def add_measures(self, *measures: str) -> None:
        """Register measures, so that the views compute them for every SQL client."""
        self._create_views()
        with self._writing() as connection, transaction(connection):
            catalogue.register(connection, parse_all(measures))
            weights.fill_weights(connection)
            version.create_views(connection)

    def remove_measures(self, *measures: str) -> None:
        """Take measures out of the catalogue; any measure can still be selected by name."""
        self._create_views()
        with self._writing() as connection, transaction(connection):
            catalogue.unregister(connection, parse_all(measures))
            version.create_views(connection)

    def register_discount(self, name: str, function: Callable[..., Any]) -> None:
        """Make `discount='name'` a choice: a vectorised function of rank, or of rank and base."""
        weights.add_discount(name, function)
        self._refill("discount", name, weights.discount_function(name))

    def register_gain(self, name: str, function: Callable[..., Any]) -> None:
        """Make `gain='name'` a choice: a vectorised function of grade."""
        weights.add_gain(name, function)
        self._refill("gain", name, weights.gain_function(name))

    def _refill(self, table: str, name: str, function: str) -> None:
        """Compute anew what an earlier function of that name filled."""
        weights.unregister_function(self._connection, function)
        if not self.read_only:
            with self._writing() as connection, transaction(connection):
                weights.refill(connection, table, name)

    def register_measure(
        self, name: str, definition: str | custom.Function, *, meaning: str, **options: Any
    ) -> None:
        """Define a measure: SQL over tables and views, or a function of a TopicRanking.

        `options`: aggregate ("mean", "sum", "median") and higher_is_better.
        """
        self._create_views()
        with self._writing() as connection, transaction(connection):
            custom.register(connection, name, definition, meaning=meaning, **options)
            [measure] = parse_all([name], custom.custom_definitions(connection))
            catalogue.register(connection, [measure])
            version.create_views(connection)
        if not isinstance(definition, str):
            self._functions[name] = definition

    # Opening and closing

    def interrupt(self) -> None:
        """Stop every query that is running; it raises an error in its thread."""
        for connection in (self._connection, *self._open_cursors()):
            connection.interrupt()

    def close(self) -> None:
        for cursor in self._open_cursors():
            cursor.close()
        self._connection.close()

    def discard(self) -> None:
        """Close the store and delete its file, for one that was created for nothing."""
        for cursor in self._open_cursors():
            cursor.close()
        discard_file(self._connection, Path(self.path))

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


# Of two threads that open the same empty file, one fills it and the other finds it filled.
_OPENING = threading.Lock()


def _created(path: Path) -> bool:
    """Create a store where no file is; whether there was none."""
    return create_file(path, version.create)


def _opened(path: str | Path, *, read_only: bool, **settings: Any) -> duckdb.DuckDBPyConnection:
    """A connection to a store of the present schema, created or migrated where that is allowed."""
    connection = connect(path, read_only=read_only, **settings)
    with _OPENING:
        try:
            revision = version.revision_of(connection)
            if revision is not None:
                version.check_layout(connection, path)
            elif not read_only and version.is_empty(connection):
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


def open_store(
    path: str | Path = MEMORY,
    *,
    read_only: bool = False,
    memory_limit: str | None = None,
    threads: int | None = None,
    wait: float = 0,
) -> Store:
    """Open a store; a new file becomes an empty one, an older one is brought up to date.

    `wait` is for how many seconds to wait for each process that has the store open; without it, a
    store that is in use raises StoreLockedError at once.
    """
    return Store(path, read_only=read_only, memory_limit=memory_limit, threads=threads, wait=wait)
