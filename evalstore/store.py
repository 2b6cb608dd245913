"""The store: one DuckDB file with runs, judgements and the views that measure them.

    connected.py   opening and closing, a cursor for each call
    writable.py    loading, dropping, renaming, the catalogue of measures
    readable.py    contents, leaderboards, scores, topics, SQL
    store.py       comparisons, and how reliable the judgements are

Comparisons (NumPy) are imported by the methods that use them: they would double the start-up time
of a leaderboard.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Unpack

from evalstore.answers.as_of import Moment
from evalstore.database import MEMORY
from evalstore.keywords import Correction, Scope, Scored, Tested, TestedScope, takes
from evalstore.names import find_run
from evalstore.patterns import Names, exact, several
from evalstore.quoting import literal
from evalstore.readable import ReadableStore
from evalstore.result import Result
from evalstore.scratch import scratch_folder
from evalstore.selection import select_scores

if TYPE_CHECKING:
    from evalstore.charts.request import Look
    from evalstore.export.files import Exported


class Store(ReadableStore):
    """An open store. Use it in a `with` statement, or close it.

    Measures, runs and topics are one name or several. The keywords that many methods share
    (collection, qrels, runs, topics, average, and those of tests) are in evalstore.keywords.
    Threads may share a store: each call uses a separate cursor, and writers take turns.
    """

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
        from evalstore.answers.comparison import separated

        chosen, scope = separated(dict(options))
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

    def diff_topic(
        self,
        a: str,
        b: str,
        topic: str | int,
        *,
        depth: int = 20,
        collection: str | None = None,
        qrels: str | None = None,
    ) -> Result:
        """A's ranking against B's: what moved up, down, in and out. It needs no judgements."""
        from evalstore.answers.diff_topic import diff_topic

        return diff_topic(
            self._cursor(), [a, b], str(topic), depth=depth, collection=collection, qrels=qrels
        )

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
        from evalstore.answers.comparison import separated

        chosen, scope = separated(dict(options))
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

    def pool(
        self,
        runs: Names = (),
        *,
        depth: int = 20,
        order: Literal["shuffled", "mtf", "bandit"] = "shuffled",
        judged_too: bool = False,
        to_judge: bool = False,
        seed: int = 42,
        collection: str | None = None,
        qrels: str | None = None,
        topics: Names = (),
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
            collection=collection,
            qrels=qrels,
            topics=topics,
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


@contextmanager
def temporary_store(
    *, memory_limit: str | None = None, threads: int | None = None
) -> Iterator[Store]:
    """A store in memory; what is beyond its limit goes to a folder that is deleted afterwards."""
    with scratch_folder() as scratch, Store(memory_limit=memory_limit, threads=threads) as store:
        store._connection.execute(f"set temp_directory = {literal(str(scratch))}")
        yield store
