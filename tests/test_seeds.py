"""The worked tables of the lecture notes and textbook pages that the project grew from."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pytest

import evalstore

Qrels = dict[str, dict[str, float]]


def per_topic(qrels: Qrels, run: Qrels, measures: list[str]) -> dict[str, dict[str, float]]:
    return evalstore.evaluate(qrels, run, measures, by_topic=True)


def in_order(docnos: Sequence[str]) -> dict[str, float]:
    return {docno: float(-rank) for rank, docno in enumerate(docnos)}


class TestDecimalGrades:
    """Decimal grades, and 1/log2(rank) with the first two ranks undiscounted."""

    DOCS = [str(n) for n in (588, 589, 576, 590, 986, 592, 984, 988, 578, 985, 103, 591, 772, 990)]
    GRADES = {"588": 1.0, "589": 0.6, "590": 0.8, "592": 1.0, "772": 0.2}
    CG = [1, 1.6, 1.6, 2.4, 2.4, 3.4, 3.4, 3.4, 3.4, 3.4, 3.4, 3.4, 3.6, 3.6]
    DCG = [1, 1.6, 1.6, 2, 2, 2.39, 2.39, 2.39, 2.39, 2.39, 2.39, 2.39, 2.44, 2.44]
    IDEAL = [1, 2, 2.5, 2.8, 2.89, 2.89, 2.89, 2.89, 2.89, 2.89, 2.89, 2.89, 2.89, 2.89]
    NDCG = [1, 0.8, 0.64, 0.71, 0.69, 0.83, 0.83, 0.83, 0.83, 0.83, 0.83, 0.83, 0.84, 0.84]

    @pytest.mark.parametrize("rank", range(1, 15))
    def test_cg_dcg_and_ndcg_at_each_rank(self, rank: int) -> None:
        qrels = {"1": {docno: self.GRADES.get(docno, 0.0) for docno in self.DOCS}}
        run = {"1": in_order(self.DOCS)}
        jk = "(discount='jk')"
        asked = [f"CG@{rank}", f"DCG{jk}@{rank}", f"nDCG{jk}@{rank}"]
        values = list(per_topic(qrels, run, asked)["1"].values())
        assert values[0] == pytest.approx(self.CG[rank - 1])
        assert values[1] == pytest.approx(self.DCG[rank - 1], abs=0.0051)
        assert values[1] / values[2] == pytest.approx(self.IDEAL[rank - 1], abs=0.0051)
        assert values[2] == pytest.approx(self.NDCG[rank - 1], abs=0.0051)


def test_grade_one_means_not_relevant_yet_gains() -> None:
    """Grades 3 2 1 1 3 1 1 2 1 1, where nine documents of the collection have grade 3."""
    grades = [3, 2, 1, 1, 3, 1, 1, 2, 1, 1]
    qrels = {"1": {f"d{i}": float(grade) for i, grade in enumerate(grades)}}
    qrels["1"] |= {f"x{i}": 3.0 for i in range(7)}
    run = {"1": in_order([f"d{i}" for i in range(10)])}
    discounts = [1.0] + [1 / math.log2(rank) for rank in range(2, 11)]
    dcg = sum(g * d for g, d in zip(grades, discounts, strict=True))
    ideal = sum(g * d for g, d in zip([3] * 9 + [2], discounts, strict=True))
    values = per_topic(qrels, run, ["DCG(discount='jk')@10", "nDCG(discount='jk')@10"])["1"]
    assert list(values.values()) == pytest.approx([dcg, dcg / ideal])


class TestExponentialGain:
    """2^grade - 1, normalised by the best order of the ranking itself."""

    GRADES = [3, 2, 3, 0, 0, 1, 2, 2, 3, 0]
    DCG = [7, 8.89, 12.39, 12.39, 12.39, 12.75, 13.75, 14.70, 16.80, 16.80]
    IDEAL = [7, 11.42, 14.92, 16.21, 17.37, 18.44, 18.77, 18.77, 18.77, 18.77]
    NDCG = [1, 0.78, 0.83, 0.76, 0.71, 0.69, 0.73, 0.78, 0.90, 0.90]

    @pytest.mark.parametrize("rank", range(1, 11))
    def test_dcg_and_ndcg_at_each_rank(self, rank: int) -> None:
        qrels = {"1": {f"d{i}": float(grade) for i, grade in enumerate(self.GRADES)}}
        run = {"1": in_order([f"d{i}" for i in range(10)])}
        asked = [f"DCG(gain='exp2')@{rank}", f"nDCG(gain='exp2',ideal='run')@{rank}"]
        dcg, ndcg = per_topic(qrels, run, asked)["1"].values()
        assert dcg == pytest.approx(self.DCG[rank - 1], abs=0.0051)
        assert dcg / ndcg == pytest.approx(self.IDEAL[rank - 1], abs=0.0051)
        assert ndcg == pytest.approx(self.NDCG[rank - 1], abs=0.0051)


class TestTwoSystemsOnTwoTopics:
    """Precision and recall at each rank, AP and its two forms, MAP."""

    RELEVANT_RANKS = {
        ("1", "1"): [1, 3, 4, 5, 6, 10],
        ("2", "1"): [2, 5, 6, 7, 9, 10],
        ("1", "2"): [1, 6, 10],
        ("2", "2"): [2, 5, 7],
    }
    PRECISION = {
        "1": [1, 0.5, 0.67, 0.75, 0.8, 0.83, 0.71, 0.63, 0.56, 0.6],
        "2": [0, 0.5, 0.33, 0.25, 0.4, 0.5, 0.57, 0.5, 0.56, 0.6],
    }
    RECALL = {
        "1": [0.17, 0.17, 0.33, 0.5, 0.67, 0.83, 0.83, 0.83, 0.83, 1],
        "2": [0, 0.17, 0.17, 0.17, 0.33, 0.5, 0.67, 0.67, 0.83, 1],
    }
    QRELS = {"1": {f"r{i}": 1.0 for i in range(6)}, "2": {f"r{i}": 1.0 for i in range(3)}}

    def run_of(self, system: str) -> Qrels:
        run = {}
        for topic in ("1", "2"):
            ranks = self.RELEVANT_RANKS[system, topic]
            docnos = [
                f"r{ranks.index(rank)}" if rank in ranks else f"n{rank}" for rank in range(1, 11)
            ]
            run[topic] = in_order(docnos)
        return run

    @pytest.mark.parametrize("system", ["1", "2"])
    def test_precision_and_recall_at_each_rank(self, system: str) -> None:
        asked = [f"{name}@{rank}" for name in ("P", "R") for rank in range(1, 11)]
        values = list(per_topic(self.QRELS, self.run_of(system), asked)["1"].values())
        assert values == pytest.approx(self.PRECISION[system] + self.RECALL[system], abs=0.0051)

    @pytest.mark.parametrize(
        ("system", "ap", "iap", "mean_ap"), [("1", 0.78, 0.82, 0.66), ("2", 0.52, 0.6, 0.48)]
    )
    def test_average_precision(self, system: str, ap: float, iap: float, mean_ap: float) -> None:
        values = per_topic(self.QRELS, self.run_of(system), ["AP", "IAP", "SetP", "SetR", "SetF"])
        assert list(values["1"].values()) == pytest.approx([ap, iap, 0.6, 1.0, 0.75], abs=0.0051)
        means = evalstore.evaluate(self.QRELS, self.run_of(system), ["AP"])
        assert means["AP"] == pytest.approx(mean_ap, abs=0.0051)

    @pytest.mark.parametrize(
        ("system", "value"), [("1", (1 + 2 / 3 + 3 / 4 + 4 / 5) / 5), ("2", (1 / 2 + 2 / 5) / 5)]
    )
    def test_average_precision_over_the_smaller_of_k_and_r(self, system: str, value: float) -> None:
        values = per_topic(self.QRELS, self.run_of(system), ["AP(norm='min')@5"])
        assert values["1"]["AP(norm='min')@5"] == pytest.approx(value)


def test_mean_reciprocal_rank_prefers_the_system_with_the_worse_mean_rank() -> None:
    """Ranks 1, 2, 4 against 2, 2, 2: MRR 0.58 against 0.5."""
    qrels = {topic: {"r": 1.0} for topic in "123"}

    def found_at(ranks: list[int]) -> Qrels:
        return {
            topic: in_order(["r" if i == rank else f"n{i}" for i in range(1, 5)])
            for topic, rank in zip("123", ranks, strict=True)
        }

    assert evalstore.evaluate(qrels, found_at([1, 2, 4]), ["RR"])["RR"] == pytest.approx(0.5833333)
    assert evalstore.evaluate(qrels, found_at([2, 2, 2]), ["RR"])["RR"] == pytest.approx(0.5)


@pytest.mark.parametrize(("beta", "value"), [(1, 2 * 0.94 * 0.26 / (0.94 + 0.26))])
def test_f_measure_of_the_illustration(beta: float, value: float) -> None:
    """Precision 0.94 and recall 0.26 give F = 0.40 (printed rounded from 0.407)."""
    retrieved, relevant, hits = 50, 181, 47
    qrels = {"1": {f"r{i}": 1.0 for i in range(relevant)}}
    docnos = [f"r{i}" for i in range(hits)] + [f"n{i}" for i in range(retrieved - hits)]
    [f] = evalstore.evaluate(qrels, {"1": in_order(docnos)}, [f"F(beta={beta})"]).values()
    assert f == pytest.approx(value, abs=0.005)
