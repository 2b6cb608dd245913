"""A reproduced run against its original: documents, scores, and the effect over a baseline.

The measures are those of Breuer et al., SIGIR 2020, as in repro_eval.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from evalstore.answers.built import built
from evalstore.answers.leaderboard import mean_notes
from evalstore.answers.matrix import ScoreMatrix, score_matrices
from evalstore.answers.scores import topic_order
from evalstore.checks import check_count
from evalstore.errors import DataError, UsageError
from evalstore.names import Named
from evalstore.natural import natural_key
from evalstore.plural import counted
from evalstore.query import Row
from evalstore.result import Result
from evalstore.selection import Selection
from evalstore.statistics.distributions import Vector
from evalstore.statistics.paired_t import paired_t
from evalstore.statistics.pairs import Pairs, Settings
from evalstore.statistics.rbo import truncated
from evalstore.statistics.reproduction import (
    delta_relative_improvement,
    effect_ratio,
    nrmse,
    rmse,
    tau_union,
    tau_union_by_rank,
)

_ORDERS = ("KTU", "KTU_by_rank", "RBO")


@dataclass(frozen=True)
class Reproduction:
    """Original and reproduced; with baselines, theirs too, in that order."""

    selection: Selection
    depth: int
    p: float

    @property
    def original(self) -> Named:
        return self.selection.runs[0]

    @property
    def reproduced(self) -> Named:
        return self.selection.runs[1]

    @property
    def baselines(self) -> list[Named]:
        return self.selection.runs[2:]

    def orders(self) -> dict[str, tuple[float, float, float]]:
        """KTU, KTU by rank and RBO of the topics that both runs answer."""
        return {
            topic: (
                tau_union(first, second),
                tau_union_by_rank(first, second),
                truncated(first, second, self.p, self.depth),
            )
            for topic, first, second in self._documents()
        }

    def _documents(self) -> list[tuple[str, list[str], list[str]]]:
        def ranked(run: Named) -> str:
            return f"""(
                select topic_id, list(document.docno order by ranking.rank) as documents
                from ranking
                inner join document using (document_id)
                where ranking.run_id = {run.number} and ranking.rank <= {self.depth}
                group by topic_id
            )"""

        return self.selection.connection.execute(
            f"""
            select topic.name, a.documents, b.documents
            from {ranked(self.original)} as a
            inner join {ranked(self.reproduced)} as b using (topic_id)
            inner join topic using (topic_id)
            order by {topic_order()}
            """
        ).fetchall()


def reproduction(selection: Selection, *, depth: int, p: float) -> Result:
    """Every measure of reproduction over all topics."""
    pair = _checked(selection, depth, p)
    orders, matrices = pair.orders(), score_matrices(selection)
    if not orders:
        raise DataError("the two runs answer no topic in common")
    values = np.array(list(orders.values()))
    means = [_mean_of_defined(column) for column in values.T]
    single = int(np.isnan(values[:, 0]).sum())
    about = (
        f"{counted(len(orders), 'topic')} that both answer, depth {depth}, as in repro_eval"
        + (f"; {single} with one document each are left out" if single else ""),
        "the same with documents numbered by rank, not by name",
        f"p = {p:g}",
    )
    rows: list[Row] = [
        (name, None, mean, text) for name, mean, text in zip(_ORDERS, means, about, strict=True)
    ]
    for matrix in matrices:
        rows += _of_measure(pair, matrix)
    columns = {"statistic": "text", "measure": "text", "value": "number", "about": "text"}
    result = built(columns, rows)
    return _described(result, pair)


def _checked(selection: Selection, depth: int, p: float) -> Reproduction:
    if len(selection.runs) not in (2, 4):
        raise UsageError(
            "effect measures need both baselines, of the original and of the reproduced run"
            if len(selection.runs) == 3
            else "a reproduction requires two different runs, and two different baselines"
        )
    check_count("depth", depth)
    if not 0 < p < 1:
        raise UsageError(f"p of RBO must be between 0 and 1, not {p:g}")
    return Reproduction(selection, depth, p)


def _mean_of_defined(values: Vector) -> float:
    defined = values[~np.isnan(values)]
    return float(defined.mean()) if len(defined) else math.nan


def _scores(matrix: ScoreMatrix, run: Named) -> Vector:
    scores: Vector = matrix.values[:, matrix.column(run.name)]
    return scores


def _of_measure(pair: Reproduction, matrix: ScoreMatrix) -> list[Row]:
    a, b = _scores(matrix, pair.original), _scores(matrix, pair.reproduced)
    both = Pairs(np.column_stack([a, b]), np.array([0]), np.array([1]))
    p_value = float(paired_t(both, Settings()).p_values[0])
    means = f"mean {a.mean():.4f} originally, {b.mean():.4f} reproduced"
    rows = [
        ("RMSE", matrix.measure, rmse(a, b), means),
        ("nRMSE", matrix.measure, nrmse(a, b), "relative to the largest possible error"),
        ("p_value", matrix.measure, p_value, "paired t test, two-sided"),
    ]
    return rows + (_effects(pair, matrix, a, b) if pair.baselines else [])


def _effects(pair: Reproduction, matrix: ScoreMatrix, a: Vector, b: Vector) -> list[Row]:
    before, after = (_scores(matrix, run) for run in pair.baselines)
    means = (float(a.mean()), float(before.mean())), (float(b.mean()), float(after.mean()))
    over = f"over {pair.baselines[0].name} originally, {pair.baselines[1].name} reproduced"
    return [
        ("ER", matrix.measure, effect_ratio(a - before, b - after), f"effect ratio {over}"),
        (
            "DeltaRI",
            matrix.measure,
            delta_relative_improvement(*means),
            "0 is a perfect reproduction",
        ),
    ]


def reproduction_by_topic(selection: Selection, *, depth: int, p: float) -> Result:
    """Topic by topic: KTU, RBO, and what each measure gave originally and again."""
    pair = _checked(selection, depth, p)
    matrices = score_matrices(selection)
    orders = pair.orders()
    found = {*orders, *(topic for matrix in matrices for topic in matrix.topics)}
    topics = sorted(found, key=natural_key)
    columns = {"topic": "text"} | dict.fromkeys(_ORDERS, "number")
    for matrix in matrices:
        name = matrix.measure
        columns |= {f"{name} original": "number", f"{name} reproduced": "number"}
        columns |= {f"{name} error": "number"}
    rows = [
        (topic, *orders.get(topic, (None,) * len(_ORDERS)), *_cells(pair, matrices, topic))
        for topic in topics
    ]
    return _described(built(columns, rows), pair)


def _cells(pair: Reproduction, matrices: Sequence[ScoreMatrix], topic: str) -> list[float | None]:
    cells: list[float | None] = []
    for matrix in matrices:
        if topic not in matrix.topics:
            cells += [None, None, None]
            continue
        row = matrix.topics.index(topic)
        a, b = (_scores(matrix, run)[row] for run in (pair.original, pair.reproduced))
        cells += [float(a), float(b), float(b - a)]
    return cells


def _described(result: Result, pair: Reproduction) -> Result:
    names = f"{pair.reproduced.name} as a reproduction of {pair.original.name}"
    result.title = f"{pair.selection.title}: {names}"
    result.notes = [
        "measures of Breuer et al. 2020; nRMSE assumes a measure between 0 and 1; "
        "p-values are uncorrected; KTU and RBO do not depend on judgements",
        *mean_notes(pair.selection),
    ]
    return result
