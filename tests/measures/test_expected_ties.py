"""The mean of a score over all orders of tied documents, against every order."""

from __future__ import annotations

from itertools import permutations, product
from statistics import fmean

import pytest

import evalstore
from evalstore.store import Store

QRELS = {"1": {"a": 2, "b": 1, "c": 0, "e": 1}, "2": {"a": 1, "b": 3}, "3": {"z": 1}}
RUN = {
    "1": {"a": 5.0, "x": 5.0, "b": 5.0, "c": 3.0, "e": 2.0, "y": 2.0},
    "2": {"y": 4.0, "a": 1.0, "b": 1.0},
}
ADDING_UP = ["P@1", "P@2", "P(rel=2)@2", "R@2", "R@5", "nDCG@2", "nDCG", "DCG@5", "CG@2"]
BY_HITS = ["AP", "AP@2", "AP(norm='min')@2", "AP(rel=2)", "RR", "RR@1", "RR(rel=2)@2"]
MEASURES = [*ADDING_UP, *BY_HITS, "nDCG(gain='exp2')@3"]


def orders(scores: dict[str, float]) -> list[list[str]]:
    """All rankings that the scores allow."""
    levels = sorted(set(scores.values()), reverse=True)
    groups = [
        permutations([one for one, score in scores.items() if score == level]) for level in levels
    ]
    return [[document for group in chosen for document in group] for chosen in product(*groups)]


def mean_over_orders(measure: str) -> float:
    """Topics are independent: the mean of each over its own orders."""
    means = []
    for topic, judged in QRELS.items():
        values = [
            evalstore.evaluate({topic: judged}, {topic: ranking}, measure)[measure]
            for ranking in orders(RUN.get(topic, {"none": 1.0}))
        ]
        means.append(fmean(values))
    return fmean(means)


@pytest.fixture
def tied(store: Store) -> Store:
    store.load_qrels(QRELS)
    store.load_run(RUN, "run")
    return store


def test_it_is_the_mean_over_every_order(tied: Store) -> None:
    [row] = tied.leaderboard(MEASURES, ties=True).dicts()
    for measure in ADDING_UP[:3] + ADDING_UP[5:7] + BY_HITS + MEASURES[-1:]:
        assert row[f"{measure} expected"] == pytest.approx(mean_over_orders(measure), rel=1e-12)


def test_it_lies_in_the_range(tied: Store) -> None:
    [row] = tied.leaderboard(MEASURES, ties=True).dicts()
    for measure in MEASURES:
        low, high = row[f"{measure} low"], row[f"{measure} high"]
        assert low - 1e-12 <= row[f"{measure} expected"] <= high + 1e-12


def test_others_have_it_where_ties_change_nothing(tied: Store) -> None:
    result = tied.leaderboard(["RBP", "SetP", "NumRet"], ties=True)
    [row] = result.dicts()
    assert row["RBP expected"] is None
    assert row["SetP expected"] == row["SetP"]
    assert row["NumRet expected"] == row["NumRet"]
    assert "RBP, SetP, NumRet: the mean is shown only where ties change nothing" in result.notes


def test_only_answered_topics(tied: Store) -> None:
    [every], [answered] = (
        tied.leaderboard("P@2", ties=True, average=average).dicts()  # type: ignore[arg-type]
        for average in ("all", "retrieved")
    )
    assert answered["P@2 expected"] == pytest.approx(every["P@2 expected"] * 3 / 2, rel=1e-12)
