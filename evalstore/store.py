"""The store: one DuckDB file with runs, judgements and the views that measure them.

Opening, closing and cursors are in connected.py; each method here is one request, answered by the
module that it imports. What a leaderboard does not need (loaders, statistics, charts) is imported
by the methods that use it: it would double the start-up time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Unpack

from evalstore import version
from evalstore.answers import adhoc, listing
from evalstore.answers.as_of import Moment
from evalstore.answers.boards import board
from evalstore.answers.scores import scores
from evalstore.answers.topic import gain_by_rank, topic_answer
from evalstore.changes import drop_collection, drop_qrels, drop_run, rename
from evalstore.connected import ConnectedStore
from evalstore.database import MEMORY, transaction
from evalstore.errors import UsageError
from evalstore.keywords import (
    Correction,
    Judged,
    Scope,
    Scored,
    Tested,
    TestedScope,
    separated,
    takes,
)
from evalstore.load.report import LoadReport
from evalstore.measures import catalogue, custom, weights
from evalstore.measures.grammar import Measure, parse_all
from evalstore.names import find_collection, find_qrels, find_run
from evalstore.patterns import Names, exact, several
from evalstore.quoting import literal
from evalstore.result import Result
from evalstore.scratch import scratch_folder
from evalstore.selection import select_scores

if TYPE_CHECKING:
    import duckdb

    from evalstore.charts.request import Look
    from evalstore.export.files import Exported
    from evalstore.load.runs import Progress


class Store(ConnectedStore):
    """An open store. Use it in a `with` statement, or close it.

    Measures, runs and topics are one name or several. The keywords that many methods share
    (collection, qrels, runs, topics, average, and those of tests) are in evalstore.keywords.
    Threads may share a store: each call uses a separate cursor, and writers take turns.
    """

    # Loading

    def load_runs(
        self,
        *paths: str | Path | Sequence[str | Path],
        collection: str = "default",
        name: str | None = None,
        name_by: Literal["tag", "file", "path"] | None = None,
        group: str | None = None,
        rank_by: str | None = None,
        duplicates: Literal["refuse", "first"] = "refuse",
        replace: bool = False,
        columns: Mapping[str, str] | None = None,
        progress: Progress | None = None,
    ) -> LoadReport:
        """Load run files, folders or globs, or lists of them; see the report's `refused`.

        A run is called `name`, or by its tag or file, as `name_by` says. Runs of one `group` are
        of one system under several seeds or folds; they are named by file if not said otherwise.
        With duplicates="first", the first of the lines that rank a document for a topic counts.
        `columns` are our names (topic, docno, score, rank) and those of a table's columns.
        """
        from evalstore.load.naming import RunRequest
        from evalstore.load.runs import load_runs
        from evalstore.load.source import flattened
        from evalstore.tables.files import named_columns

        naming = name_by or ("file" if group is not None else "tag")
        request = RunRequest(
            collection,
            name,
            rank_by,
            replace,
            name_by=naming,
            group=group,
            duplicates=duplicates,
        )
        with self._writing() as connection, named_columns(columns):
            return load_runs(connection, flattened(paths), request, progress)

    def load_run(
        self,
        data: Any,
        name: str,
        *,
        collection: str = "default",
        group: str | None = None,
        rank_by: str | None = None,
        replace: bool = False,
    ) -> LoadReport:
        """Load one run from {topic: {document: score}}, {topic: [document, …]} or a data frame."""
        from evalstore.load.frames import load_run_frame
        from evalstore.load.naming import RunRequest

        with self._writing() as connection:
            request = RunRequest(collection, name, rank_by, replace, group=group)
            return load_run_frame(connection, data, request)

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
        """Load judgements from files, a dictionary {topic: {document: grade}} or a data frame.

        `irds:ID` is a dataset of ir_datasets. The judgements of several judges become a set each.
        Of several files, those that are refused are in the report; of one, the problem is raised.
        `file_format` is one of trec_eval's: qrels, prefs, qrels_prefs, or qrels_jg (a set of
        judgements for each group of assessors); or a sample: prels (statAP: with inclusion
        probabilities) or strata (sample_eval: with the stratum of each document).
        """
        from evalstore.load.frames import is_frame, load_qrels_frame
        from evalstore.load.qrels import load_qrels
        from evalstore.tables.datasets import PREFIX, dataset_qrels, is_dataset
        from evalstore.tables.files import named_columns

        if isinstance(data, list | tuple) and len(data) == 1:
            [data] = data
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
        from evalstore.load.topic_texts import load_topics
        from evalstore.tables.files import named_columns

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
        from evalstore.tables.files import named_columns

        with self._writing() as connection, named_columns(columns):
            return load_efficiency(connection, path, collection=collection, replace=replace)

    def fuse(
        self,
        method: str,
        runs: Names,
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
            return fuse(connection, fusion, several(runs), request, found)

    def drop_run(self, name: str, *, collection: str | None = None) -> None:
        """Delete a run, with everything derived from it."""
        with self._writing() as connection:
            found = find_collection(connection, collection)
            run = find_run(connection, found, name)
            with transaction(connection):
                drop_run(connection, run.number)

    def drop_qrels(self, name: str, *, collection: str | None = None) -> None:
        """Delete a set of judgements, with everything derived from it."""
        with self._writing() as connection:
            found = find_collection(connection, collection)
            qrels = find_qrels(connection, found, name)
            with transaction(connection):
                drop_qrels(connection, qrels.number)

    def drop_collection(self, name: str) -> None:
        """Delete a collection: its topics, runs and judgements, and everything derived."""
        with self._writing() as connection:
            found = find_collection(connection, name)
            with transaction(connection):
                drop_collection(connection, found.number)

    def rename_run(self, old: str, new: str, *, collection: str | None = None) -> None:
        """Give a run another system name."""
        with self._writing() as connection, transaction(connection):
            found = find_collection(connection, collection)
            rename(connection, "run", find_run(connection, found, old), new, found)

    def rename_qrels(self, old: str, new: str, *, collection: str | None = None) -> None:
        """Give a set of judgements another name."""
        with self._writing() as connection, transaction(connection):
            found = find_collection(connection, collection)
            rename(connection, "qrels", find_qrels(connection, found, old), new, found)

    def rename_collection(self, old: str, new: str) -> None:
        """Give a collection another name."""
        with self._writing() as connection, transaction(connection):
            found = find_collection(connection, old)
            rename(connection, "collection", found, new, found)

    # The catalogue that the views compute

    def add_measures(self, *measures: Names) -> list[str]:
        """Register measures, so that the views compute them for every SQL client.

        Returns their names in the views.
        """
        self._create_views()
        with self._writing() as connection, transaction(connection):
            parsed = _parsed(connection, measures)
            catalogue.register(connection, parsed)
            weights.fill_weights(connection)
            version.create_views(connection)
        return [measure.name for measure in parsed]

    def remove_measures(self, *measures: Names) -> list[str]:
        """Remove measures from the views, and user-defined ones from the store.

        Every built-in measure can still be selected by name.
        """
        self._create_views()
        with self._writing() as connection:
            with transaction(connection):
                parsed = _parsed(connection, measures)
                catalogue.unregister(connection, parsed)
                removed = [measure.name for measure in parsed]
                custom.unregister(connection, removed)
                version.create_views(connection)
            for name in removed:
                self._functions.pop(name, None)
        return removed

    def register_discount(self, name: str, function: Callable[..., Any]) -> None:
        """Make `discount='name'` a choice: a vectorised function of rank, or of rank and base."""
        weights.add_discount(name, function)
        self._refill("discount", name, weights.discount_function(name))

    def register_gain(self, name: str, function: Callable[..., Any]) -> None:
        """Make `gain='name'` a choice: a vectorised function of grade."""
        weights.add_gain(name, function)
        self._refill("gain", name, weights.gain_function(name))

    def _refill(self, table: str, name: str, function: str) -> None:
        """Recompute what an earlier function of that name filled."""
        weights.unregister_function(self._connection, function)
        if not self.read_only:
            with self._writing() as connection, transaction(connection):
                weights.refill(connection, table, name)

    def register_measure(
        self,
        name: str,
        definition: str | custom.Function,
        *,
        meaning: str,
        aggregate: Literal["mean", "sum", "median"] = "mean",
        higher_is_better: bool = True,
    ) -> None:
        """Define a measure: SQL over tables and views, or a function of a TopicRanking.

        `aggregate` is how the values of topics are combined.
        """
        options: dict[str, Any] = {"aggregate": aggregate, "higher_is_better": higher_is_better}
        self._create_views()
        with self._writing() as connection, transaction(connection):
            custom.register(connection, name, definition, meaning=meaning, **options)
            catalogue.register(connection, _parsed(connection, [exact(name)]))
            version.create_views(connection)
        if not isinstance(definition, str):
            self._functions[name] = definition

    # The store itself

    def verify(self, *, repair: bool = False) -> Result:
        """Every check of this store: how much was checked, how much is `wrong`, an example.

        With `repair`, everything derived from rankings and judgements is recomputed first.
        """
        from evalstore.verification import report

        self._create_views()
        if repair:
            with self._writing() as connection:
                report.repair(connection)
        return report.verify(self._cursor(), str(self.path))

    def backup(self, path: str | Path, *, replace: bool = False) -> None:
        """Write a consistent copy to a new file; other processes may read the store meanwhile."""
        from evalstore.backup import backup

        backup(self._cursor(), Path(path), replace=replace)

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

    @takes(Scope)
    def files(self, **scope: Unpack[Scope]) -> Result:
        """The files of a qrels set and of its runs, with the SHA-256 of each."""
        from evalstore.answers.provenance import files

        return files(select_scores(self._cursor(), **scope))

    def measures(self, name: str | None = None) -> Result:
        """All measures with their meaning, user-defined ones included; with a name, that one."""
        connection = self._cursor()
        return listing.measures(connection, name, custom.custom_definitions(connection))

    def registered_measures(self) -> Result:
        """The measures that the views compute."""
        self._create_views()
        return listing.registered(self._cursor())

    # Scores

    @takes(TestedScope)
    def leaderboard(
        self,
        measures: Names = (),
        *,
        top: int | None = None,
        ties: bool = False,
        ci: bool = False,
        groups: bool = False,
        baselines: Names = (),
        tiers: bool = False,
        judged: int | None = None,
        efficiency: str | None = None,
        spread: bool = False,
        **scope: Unpack[TestedScope],
    ) -> Result:
        """The systems, best first.

        With `judged`, the judged and unjudged share of the first `judged` documents.
        With `efficiency`, the quantity of that name, and the Pareto front.
        With `spread`, half the confidence interval of the first measure, and its topic values.
        With `ties`, the expected score and its range over all orders of tied documents.
        With `ci`, the confidence interval of each mean, which covers 1 - alpha.
        With `groups`, a row per group of runs: their mean, and their standard deviation.
        With `baselines` or `tiers`, the significant differences, by the options of the test.
        """
        return board(
            self._cursor(),
            several(measures),
            scope,
            top=top,
            ties=ties,
            ci=ci,
            groups=groups,
            baselines=baselines,
            tiers=tiers,
            judged=judged,
            efficiency=efficiency,
            spread=spread,
        )

    @takes(Scope)
    def scores(self, measures: Names = (), **scope: Unpack[Scope]) -> Result:
        """Every system's value on every topic."""
        return scores(select_scores(self._cursor(), measures, **scope))

    @takes(Judged)
    def topic(
        self,
        topic: str | int,
        runs: Names = (),
        *,
        depth: int = 20,
        measures: Names = (),
        **scope: Unpack[Judged],
    ) -> Result:
        """A topic's ranked documents in some runs; without runs, the systems in order on it."""
        selection = select_scores(self._cursor(), measures, runs=runs, topics=exact(topic), **scope)
        return topic_answer(selection, several(runs), depth)

    @takes(Judged)
    def topic_documents(
        self,
        topic: str | int,
        measures: Names = ("nDCG@10",),
        *,
        show: Literal["deciding", "pool"] = "deciding",
        depth: int = 20,
        runs: Names = (),
        **scope: Unpack[Judged],
    ) -> Result:
        """A topic's documents over all systems: those `deciding` the order, or the `pool`."""
        from evalstore.answers.topic_pool import deciding_documents, topic_pool

        answers = {"deciding": deciding_documents, "pool": topic_pool}
        if show not in answers:
            raise UsageError(f"show must be {' or '.join(answers)}, not {show!r}")
        selection = select_scores(self._cursor(), measures, topics=exact(topic), runs=runs, **scope)
        return answers[show](selection, depth)

    @takes(Scored)
    def system(
        self,
        system: str,
        measures: Names = ("nDCG@10",),
        *,
        show: Literal["topics", "unjudged", "facts"] = "topics",
        depth: int = 10,
        **scope: Unpack[Scored],
    ) -> Result:
        """A system: its `topics` against all systems, its `unjudged` documents, or its `facts`."""
        from evalstore.answers.system import against_field, facts, unjudged_documents

        if show not in ("topics", "unjudged", "facts"):
            raise UsageError(f"show must be topics, unjudged or facts, not {show!r}")
        only = exact(system) if show == "facts" else ()
        selection = select_scores(self._cursor(), measures, runs=only, **scope)
        run = find_run(selection.connection, selection.collection, system)
        if show == "unjudged":
            return unjudged_documents(selection, run, depth)
        return facts(selection, run) if show == "facts" else against_field(selection, run)

    @takes(Judged)
    def gain_by_rank(
        self,
        topic: str | int,
        runs: Names,
        measures: Names = ("nDCG",),
        *,
        depth: int | None = None,
        **scope: Unpack[Judged],
    ) -> Result:
        """CG, DCG, ideal DCG, nDCG, precision and recall at every rank, under a kind of nDCG."""
        if not several(runs):
            raise UsageError("a curve requires one or more `runs`")
        selection = select_scores(
            self._cursor(), several(measures) or ["nDCG"], runs=runs, topics=exact(topic), **scope
        )
        return gain_by_rank(selection, depth)

    @takes(Scope)
    def precision_recall(self, **scope: Unpack[Scope]) -> Result:
        """Every system's interpolated precision at eleven points of recall, over all topics."""
        from evalstore.answers.curves import precision_recall

        return precision_recall(select_scores(self._cursor(), **scope))

    @takes(Scope)
    def matrix(
        self, measure: str = "nDCG@10", *, z_scores: bool = False, **scope: Unpack[Scope]
    ) -> Result:
        """System by topic matrix of scores, or of z-scores per topic."""
        from evalstore.answers.matrix import matrix

        return matrix(select_scores(self._cursor(), measure, **scope), z_scores=z_scores)

    @takes(TestedScope)
    def distribution(
        self, measures: Names = ("nDCG@10",), *, tiers: bool = False, **options: Unpack[TestedScope]
    ) -> Result:
        """Every system's mean with its confidence interval, and the quartiles over topics.

        With `tiers`, groups that differ significantly.
        """
        from evalstore.answers.distribution import distribution
        from evalstore.statistics.significance import how

        tests, scope = separated(options)
        chosen = how(**tests)
        return distribution(select_scores(self._cursor(), measures, **scope), chosen, tiers=tiers)

    @takes(Scope)
    def difficulty(
        self,
        measures: Names = ("nDCG@10",),
        *,
        by_separation: bool = False,
        **scope: Unpack[Scope],
    ) -> Result:
        """The topics, hardest first, or those first that separate the systems best."""
        from evalstore.answers.difficulty import difficulty

        selection = select_scores(self._cursor(), measures, **scope)
        return difficulty(selection, by_separation=by_separation)

    @takes(Scope)
    def outliers(
        self, measures: Names = ("nDCG@10",), *, limit: float = 2.5, **scope: Unpack[Scope]
    ) -> Result:
        """The scores far from the mean of all systems on the topic."""
        from evalstore.answers.difficulty import outliers

        return outliers(select_scores(self._cursor(), measures, **scope), limit)

    # SQL

    def sql(
        self, text: str, parameters: adhoc.Parameters = None, *, most: int | None = None
    ) -> Result:
        """The rows of one query over the tables and views; `?` and `$name` are parameters.

        It is read-only; use `store.connection` for changes. With `most`, at most `most + 1` rows.
        """
        self._create_views()
        connection = self._cursor()
        weights.register_functions(connection)
        return adhoc.query(connection, text, parameters, most)

    def saved_queries(self) -> Result:
        """The saved queries: those of evalstore, and those in the user's folder."""
        from evalstore.saved import listed

        return listed()

    def schema(self, name: str | None = None) -> Result:
        """Tables and views with their meaning; with a name, its columns."""
        self._create_views()
        return adhoc.schema(self._cursor(), name)

    # Comparison

    @takes(Tested)
    def compare(
        self,
        systems: Names = (),
        measures: Names = (),
        *,
        baseline: str | None = None,
        pairs: Literal["first", "all"] = "first",
        groups: bool = False,
        **options: Unpack[Tested],
    ) -> Result:
        """The first system against each of the others; with pairs="all", every pair.

        With `baseline`, each system (all, if none is named) against that one.
        With `groups`, the names are those of groups, each the mean of its runs on every topic.
        """
        from evalstore.answers.compare import compare, compare_groups, wanted_systems
        from evalstore.statistics.significance import how

        tests, scope = separated(options)
        chosen = how(**tests)
        if groups:
            every = select_scores(self._cursor(), measures, **scope)
            return compare_groups(every, several(systems), pairs, chosen, baseline)
        wanted = wanted_systems(several(systems), baseline, pairs)
        selection = select_scores(self._cursor(), measures, runs=wanted, **scope)
        return compare(selection, pairs, chosen, baseline)

    @takes(Scored)
    def diff(
        self, a: str, b: str, measures: Names = ("nDCG@10",), **scope: Unpack[Scored]
    ) -> Result:
        """A against B, topic by topic."""
        from evalstore.answers.diff import diff

        return diff(select_scores(self._cursor(), measures, runs=exact(a, b), **scope))

    @takes(Judged)
    def diff_topic(
        self,
        a: str,
        b: str,
        topic: str | int,
        *,
        depth: int = 20,
        **scope: Unpack[Judged],
    ) -> Result:
        """A's ranking against B's: what moved up, down, in and out. It needs no judgements."""
        from evalstore.answers.diff_topic import diff_topic

        return diff_topic(self._cursor(), [a, b], str(topic), depth=depth, **scope)

    @takes(Scope)
    def risk(
        self,
        baseline: str,
        measures: Names = (),
        *,
        weight: float = 5.0,
        by_topic: bool = False,
        **scope: Unpack[Scope],
    ) -> Result:
        """The mean change against a baseline, a loss counted 1 + `weight` times."""
        from evalstore.answers.risk import risk

        if runs := several(scope.get("runs")):
            scope["runs"] = [*runs, *exact(baseline)]
        selection = select_scores(self._cursor(), measures, **scope)
        found = find_run(selection.connection, selection.collection, baseline)
        return risk(selection, found, weight, by_topic=by_topic)

    @takes(Tested)
    def check(
        self,
        baseline: str,
        max_drop: Mapping[str, float],
        runs: Names = (),
        *,
        significant: bool = False,
        **options: Unpack[Tested],
    ) -> Result:
        """Runs (all, if none is named) against a baseline; `passed` says which drop too far."""
        from evalstore.answers.check import check, limits
        from evalstore.statistics.significance import how

        tests, scope = separated(options)
        chosen = how(**tests)
        connection = self._cursor()
        allowed = limits(connection, max_drop)
        named = several(runs)
        wanted = [*exact(baseline), *named] if named else ()
        selection = select_scores(connection, list(allowed), runs=wanted, **scope)
        return check(selection, baseline, allowed, chosen, significant)

    def correlate(
        self,
        measures: Names = (),
        *,
        qrels: Names = (),
        collections: Names = (),
        files: str | Path | Sequence[str | Path] = (),
        as_of: Moment | Sequence[Moment] = (),
        runs: Names = (),
        topics: Names = (),
        show: Literal["statistics", "movers", "pairs"] = "statistics",
        statistic: Literal["tau_b", "tau_ap", "tau_ap_b", "spearman", "rbo"] = "tau_b",
        p: float = 0.9,
        alpha: float = 0.05,
        correction: Correction = "holm",
    ) -> Result:
        """Two leaderboards: of two measures, or two `qrels`, `collections` or saved `files`.

        `as_of` takes one date or two: with one, what had been loaded by then against now.
        `p` is the persistence of rank-biased overlap. Of more than two measures, the matrix of one
        `statistic`.
        """
        from evalstore.answers.correlation import correlated, correlation
        from evalstore.answers.correlation_matrix import correlation_matrix
        from evalstore.answers.two_leaderboards import two_leaderboards
        from evalstore.statistics.significance import how

        connection, named = self._cursor(), several(measures)
        sets, spaces = several(qrels), several(collections)
        if show == "statistics" and len(sets) < 2 and len(spaces) < 2 and not (files or as_of):
            selection = select_scores(
                connection,
                named,
                qrels=sets[0] if sets else None,
                collection=spaces[0] if spaces else None,
                runs=runs,
                topics=topics,
            )
            if named and len(selection.measures) > 2:
                return correlation_matrix(selection, statistic, p)
        first, second = two_leaderboards(
            connection,
            named,
            qrels=sets,
            collections=spaces,
            files=[files] if isinstance(files, str | Path) else files,
            as_of=as_of if isinstance(as_of, Sequence) and not isinstance(as_of, str) else [as_of],
            runs=runs,
            topics=topics,
        )
        return correlated(correlation(first, second, how("t", correction, alpha), p), show)

    @takes(Scored)
    def reproduce(
        self,
        original: str,
        reproduced: str,
        measures: Names = ("nDCG@10", "AP"),
        *,
        baselines: tuple[str, str] | None = None,
        by_topic: bool = False,
        depth: int = 1000,
        p: float = 0.95,
        **scope: Unpack[Scored],
    ) -> Result:
        """A reproduced run against its original; `baselines` are (original's, reproduced)."""
        from evalstore.answers import reproduction

        runs = exact(original, reproduced, *(baselines or ()))
        answer = reproduction.reproduction_by_topic if by_topic else reproduction.reproduction
        selection = select_scores(self._cursor(), measures, runs=runs, **scope)
        return answer(selection, depth=depth, p=p)

    # Judgements and their reliability

    def agree(
        self,
        first: str,
        second: str,
        *,
        collection: str | None = None,
        topics: Names = (),
        rel: float | None = None,
        show: Literal["statistics", "matrix", "topics"] = "statistics",
    ) -> Result:
        """The agreement of two qrels sets; with `rel`, of relevant (from that grade) or not."""
        from evalstore.answers.agreement import agreement

        return agreement(
            self._cursor(), first, second, collection=collection, topics=topics, rel=rel, show=show
        )

    @takes(Judged)
    def pool(
        self,
        runs: Names = (),
        *,
        depth: int = 20,
        order: Literal["shuffled", "mtf", "bandit"] = "shuffled",
        judged_too: bool = False,
        to_judge: bool = False,
        seed: int = 42,
        topics: Names = (),
        **scope: Unpack[Judged],
    ) -> Result:
        """What to judge: the documents that some run ranks within the depth.

        With `judged_too`, those that are judged as well; with `to_judge`, as a qrels file.
        """
        from evalstore.answers.pool import pool

        return pool(
            self._cursor(),
            runs,
            depth=depth,
            order=order,
            judged_too=judged_too,
            to_judge=to_judge,
            seed=seed,
            topics=topics,
            **scope,
        )

    @takes(Scope)
    def leave_one_out(
        self,
        measures: Names = ("nDCG@10",),
        *,
        depth: int = 10,
        by_team: str | None = None,
        **scope: Unpack[Scope],
    ) -> Result:
        """Every system without the judgements that only it (or its team) brought to the pool."""
        from evalstore.answers.leave_one_out import leave_one_out

        return leave_one_out(select_scores(self._cursor(), measures, **scope), depth, by_team)

    @takes(Scope)
    def sample_judgements(
        self,
        shares: Sequence[float] = (100, 50, 20, 10),
        measures: Names = ("nDCG@10",),
        *,
        repeats: int = 10,
        seed: int = 42,
        **scope: Unpack[Scope],
    ) -> Result:
        """The leaderboard of fewer judgements (in %) against that of all."""
        from evalstore.answers.sampling import sample_judgements

        selection = select_scores(self._cursor(), measures, **scope)
        return sample_judgements(selection, shares, repeats, seed)

    @takes(Scope)
    def estimate_relevant(
        self, *, depth: int = 10, by_team: str | None = None, **scope: Unpack[Scope]
    ) -> Result:
        """An estimate of the relevant documents of each topic, from the overlap of the runs."""
        from evalstore.answers.estimate import estimate_relevant

        return estimate_relevant(select_scores(self._cursor(), **scope), depth, by_team)

    # Files and dictionaries for other tools

    def export_runs(
        self,
        path: str | Path,
        runs: Names = (),
        *,
        collection: str | None = None,
        format: str | None = None,  # noqa: A002
    ) -> Exported:
        """Write each run to a file in a folder, or one run to a file.

        The format is trec, parquet, json, jsonl or csv. As trec, a file that was plain is written
        byte for byte as it was loaded; `changed` of the result has the runs that were not.
        """
        from evalstore.export.files import export_runs

        return export_runs(
            self._cursor(), Path(path), several(runs), collection=collection, format=format
        )

    def export_lake(self, uri: str | Path) -> int:
        """Write all of it to a lake of Parquet files, and return their number; see open_lake."""
        from evalstore.lake.export import export_lake

        return len(export_lake(self._cursor(), str(uri)).files())

    def export_qrels(
        self,
        path: str | Path,
        names: Names = (),
        *,
        collection: str | None = None,
        format: str | None = None,  # noqa: A002
    ) -> Exported:
        """Write each set of judgements to a file in a folder, or one set to a file."""
        from evalstore.export.files import export_qrels

        return export_qrels(
            self._cursor(), Path(path), several(names), collection=collection, format=format
        )

    def export_topics(
        self,
        path: str | Path,
        *,
        collection: str | None = None,
        format: str | None = None,  # noqa: A002
    ) -> Exported:
        """Write the texts of the topics to a file."""
        from evalstore.export.files import export_topics

        return export_topics(self._cursor(), Path(path), collection=collection, format=format)

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

    # Charts

    def chart(
        self,
        name: str,
        *systems: str,
        measures: Names = (),
        title: str | None = None,
        dark: bool = False,
        width: int | None = None,
        **options: Any,
    ) -> Any:
        """An Altair chart: leaderboard, diff, precision-recall, gain, box, heatmap and others.

        `options` are those of the method that the chart is drawn from.
        """
        from evalstore.charts import draw

        look: Look = {"title": title, "dark": dark, "width": width}
        return draw(self, name, systems, several(measures), look, options)

    @takes(TestedScope)
    def report(
        self,
        measures: Names = (),
        *,
        title: str | None = None,
        format: Literal["html", "markdown"] = "html",  # noqa: A002
        **options: Unpack[TestedScope],
    ) -> str:
        """Leaderboard, curves, heatmap, comparisons, topics and method as one page."""
        from evalstore.report import report

        return report(self, several(measures), title=title, format=format, **options)


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


def _parsed(connection: duckdb.DuckDBPyConnection, measures: Iterable[Names]) -> list[Measure]:
    """The measures of these names, user-defined ones of the store included."""
    texts = (text for names in measures for text in several(names))
    return parse_all(texts, custom.custom_definitions(connection))


@contextmanager
def temporary_store(
    *, memory_limit: str | None = None, threads: int | None = None
) -> Iterator[Store]:
    """A store in memory; what is beyond its limit goes to a folder that is deleted afterwards."""
    with scratch_folder() as scratch, Store(memory_limit=memory_limit, threads=threads) as store:
        store._connection.execute(f"set temp_directory = {literal(str(scratch))}")
        yield store
