"""What a store answers about two systems or more: a part of `Store`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from evalstore.result import Result

if TYPE_CHECKING:
    import duckdb


class Comparisons:
    """`options` are those of significance (test, correction, alpha, resamples, seed), and the
    scope of the question (collection, qrels, topics, average)."""

    _connection: duckdb.DuckDBPyConnection

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
        from evalstore.question import ask

        how, scope = separated(options)
        return compare(ask(self._connection, measures, runs=systems, **scope), pairs, how)

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
        from evalstore.names import find_runs
        from evalstore.question import ask

        if scope.get("runs"):
            scope["runs"] = [*scope["runs"], baseline]
        question = ask(self._connection, measures, **scope)
        [found] = find_runs(self._connection, question.collection, [baseline])
        return risk(question, found, weight, by_topic=by_topic)

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
        from evalstore.question import ask

        how, scope = separated(options)
        wanted = [*runs, *baselines] if runs else ()
        question = ask(self._connection, measures, runs=wanted, **scope)
        return leaderboard_with_claims(question, top, how, baselines, tiers)

    def diff(self, a: str, b: str, measures: Sequence[str] = ("nDCG@10",), **scope: Any) -> Result:
        """A against B, topic by topic: where it was decided."""
        from evalstore.answers.diff import diff
        from evalstore.question import ask

        return diff(ask(self._connection, measures, runs=[a, b], **scope))

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
            self._connection, [a, b], topic, depth=depth, collection=collection, qrels=qrels
        )

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
        from evalstore.question import ask

        how, scope = separated(options)
        allowed = limits(self._connection, max_drop)
        wanted = [baseline, *runs] if runs else ()
        question = ask(self._connection, list(allowed), runs=wanted, **scope)
        return check(question, baseline, allowed, how, significant)

    def difficulty(
        self,
        measures: Sequence[str] = ("nDCG@10",),
        *,
        by_separation: bool = False,
        **scope: Any,
    ) -> Result:
        """The topics, hardest first, or those first that separate the systems best."""
        from evalstore.answers.difficulty import difficulty
        from evalstore.question import ask

        return difficulty(ask(self._connection, measures, **scope), by_separation=by_separation)

    def precision_recall(self, **scope: Any) -> Result:
        """Every system's interpolated precision at eleven points of recall, over all topics."""
        from evalstore.answers.curves import precision_recall
        from evalstore.question import ask

        return precision_recall(ask(self._connection, **scope))

    def outliers(
        self, measures: Sequence[str] = ("nDCG@10",), *, limit: float = 2.5, **scope: Any
    ) -> Result:
        """The scores that lie furthest from what the systems reach on the topic."""
        from evalstore.answers.difficulty import outliers
        from evalstore.question import ask

        return outliers(ask(self._connection, measures, **scope), limit)

    def matrix(self, measure: str = "nDCG@10", *, z_scores: bool = False, **scope: Any) -> Result:
        """Systems down, topics across: scores, or z-scores per topic."""
        from evalstore.answers.matrix import matrix
        from evalstore.question import ask

        return matrix(ask(self._connection, [measure], **scope), z_scores=z_scores)
