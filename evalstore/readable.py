"""What is read from a store: what it contains, scores and leaderboards, any SQL."""

from __future__ import annotations

from typing import Literal, Unpack

from evalstore.answers import adhoc, listing
from evalstore.answers.boards import board
from evalstore.answers.scores import scores
from evalstore.answers.topic import gain_by_rank, topic_answer
from evalstore.errors import UsageError
from evalstore.keywords import Scope, Scored, TestedScope, takes
from evalstore.measures import custom, weights
from evalstore.names import find_run
from evalstore.patterns import Names, exact, several
from evalstore.result import Result
from evalstore.selection import select_scores
from evalstore.writable import WritableStore


class ReadableStore(WritableStore):
    """A store that answers: lists, leaderboards, scores, topics, SQL."""

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
            dict(scope),
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

    def topic(
        self,
        topic: str | int,
        runs: Names = (),
        *,
        depth: int = 20,
        measures: Names = (),
        collection: str | None = None,
        qrels: str | None = None,
    ) -> Result:
        """A topic's ranked documents in some runs; without runs, the systems in order on it."""
        selection = select_scores(
            self._cursor(),
            measures,
            runs=runs,
            topics=exact(topic),
            collection=collection,
            qrels=qrels,
        )
        return topic_answer(selection, several(runs), depth)

    def topic_documents(
        self,
        topic: str | int,
        measures: Names = ("nDCG@10",),
        *,
        show: Literal["deciding", "pool"] = "deciding",
        depth: int = 20,
        collection: str | None = None,
        qrels: str | None = None,
        runs: Names = (),
    ) -> Result:
        """A topic's documents over all systems: those `deciding` the order, or the `pool`."""
        from evalstore.answers.topic_pool import deciding_documents, topic_pool

        answers = {"deciding": deciding_documents, "pool": topic_pool}
        if show not in answers:
            raise UsageError(f"show must be {' or '.join(answers)}, not {show!r}")
        selection = select_scores(
            self._cursor(),
            measures,
            topics=exact(topic),
            collection=collection,
            qrels=qrels,
            runs=runs,
        )
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

    def gain_by_rank(
        self,
        topic: str | int,
        runs: Names,
        measures: Names = ("nDCG",),
        *,
        depth: int | None = None,
        collection: str | None = None,
        qrels: str | None = None,
    ) -> Result:
        """CG, DCG, ideal DCG, nDCG, precision and recall at every rank, under a kind of nDCG."""
        if not several(runs):
            raise UsageError("a curve requires one or more `runs`")
        selection = select_scores(
            self._cursor(),
            several(measures) or ["nDCG"],
            runs=runs,
            topics=exact(topic),
            collection=collection,
            qrels=qrels,
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
        from evalstore.answers.comparison import separated
        from evalstore.answers.distribution import distribution

        chosen, scope = separated(dict(options))
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
