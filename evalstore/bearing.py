"""What a store answers about its leaderboards, judgements and costs: a part of `Store`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evalstore.load.report import LoadReport
from evalstore.result import Result

if TYPE_CHECKING:
    import duckdb

_SCOPE = ("collection", "qrels", "runs", "topics", "average")


class Bearing:
    """Can the judgements bear it? `scope`: collection, qrels, runs, topics, average."""

    _connection: duckdb.DuckDBPyConnection

    if TYPE_CHECKING:

        def leaderboard(self, measures: Sequence[str] = (), **options: Any) -> Result: ...

    def load_efficiency(
        self, path: str | Path, *, collection: str | None = None, replace: bool = False
    ) -> LoadReport:
        """Load latency, sizes, energy: a table or JSON of systems, names, values and units."""
        from evalstore.load.efficiency import load_efficiency

        return load_efficiency(self._connection, path, collection=collection, replace=replace)

    def beside_efficiency(self, name: str, measures: Sequence[str] = (), **options: Any) -> Result:
        """The leaderboard with an efficiency number beside it, and the Pareto front."""
        from evalstore.answers.pareto import with_efficiency
        from evalstore.question import ask

        scope = {key: options[key] for key in _SCOPE if key in options}
        question = ask(self._connection, measures, **scope)
        return with_efficiency(question, self.leaderboard(measures, **options), name)

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

        `as_of` takes one date or two: of one, what had been loaded by then stands against now.
        `show` is statistics, movers or pairs; `sides` takes runs and topics too.
        """
        from evalstore.answers.correlation import correlated, correlation
        from evalstore.answers.two_leaderboards import two_leaderboards
        from evalstore.statistics.significance import how

        chosen = how("t", correction, alpha)
        found = correlation(*two_leaderboards(self._connection, measures, **sides), chosen, p)
        return correlated(self._connection, found, show)

    def agree(self, first: str, second: str, **options: Any) -> Result:
        """Two qrels sets: `show` statistics, matrix or topics; collection, topics, rel."""
        from evalstore.answers.agreement import agreement

        return agreement(self._connection, first, second, **options)

    def pool(self, runs: Sequence[str] = (), **options: Any) -> Result:
        """What to judge: depth, order (shuffled, mtf, bandit), judged_too, to_judge, seed."""
        from evalstore.answers.pool import pool

        return pool(self._connection, runs, **options)

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
        from evalstore.question import ask

        return leave_one_out(ask(self._connection, measures, **scope), depth, by_team)

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
        from evalstore.question import ask

        return sample_judgements(ask(self._connection, measures, **scope), shares, repeats, seed)

    def estimate_relevant(
        self, *, depth: int = 10, by_team: str | None = None, **scope: Any
    ) -> Result:
        """How many relevant documents each topic may have, from what the runs find alike."""
        from evalstore.answers.estimate import estimate_relevant
        from evalstore.question import ask

        return estimate_relevant(ask(self._connection, **scope), depth, by_team)

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
        from evalstore.question import ask

        runs = [original, reproduced, *(baselines or ())]
        answer = reproduction.reproduction_by_topic if by_topic else reproduction.reproduction
        return answer(ask(self._connection, measures, runs=runs, **scope), depth=depth, p=p)
