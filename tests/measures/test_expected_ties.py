"""The mean of a score over all orders of tied documents, against every order."""

from __future__ import annotations

import random
from itertools import permutations, product
from pathlib import Path
from statistics import fmean

import pytest

import evalstore
from evalstore.answers.ties import is_expected
from evalstore.measures.catalogue import catalogue_row
from evalstore.measures.grammar import parse_all
from evalstore.store import Store

QRELS = {"1": {"a": 2, "b": 1, "c": 0, "e": 1}, "2": {"a": 1, "b": 3}, "3": {"z": 1}}
RUN = {
    "1": {"a": 5.0, "x": 5.0, "b": 5.0, "c": 3.0, "e": 2.0, "y": 2.0},
    "2": {"y": 4.0, "a": 1.0, "b": 1.0},
}
BY_GAIN = ["CG@2", "DCG@5", "nDCG", "nDCG@2", "nDCG(gain='exp2')@3"]
BY_HITS = ["P@1", "P@2", "P(rel=2)@2", "R@2", "R@5", "RelP@2", "Rprec", "Rprec(mult=0.5)"]
BY_HITS += ["F@2", "F(beta=2)@3", "NumRelRet@2"]
BY_RANK = ["AP", "AP@2", "AP(norm='min')@2", "AP(rel=2)", "RR", "RR@1", "RR(rel=2)@2"]
BY_RANK += ["Success@1", "Success@2", "Bpref", "Bpref(rel=2)", "infAP"]
BY_READER = ["RBP", "RBP(p=0.5)@2", "RBP(rel=1)", "RBPResidual", "RBPResidual(tail='unjudged')"]
BY_READER += ["ERR", "ERR@2", "ERR(max_rel=2)@3"]
OF_THE_POOL = ["Judged", "Judged@2", "Unjudged@2", "SetP", "SetF", "NumRet", "F"]
MEASURES = [*BY_GAIN, *BY_HITS, *BY_RANK, *BY_READER, *OF_THE_POOL]

# Exact ranges, but no formula for the mean.
ONLY_RANGES = ["IAP", "Accuracy", "binG", "FirstRank", "GMAP", "P(judged_only=True)@2"]

Grades = dict[str, int]
Scores = dict[str, float]


def orders(scores: Scores) -> list[tuple[str, ...]]:
    """All rankings that the scores allow."""
    levels = sorted(set(scores.values()), reverse=True)
    groups = [
        permutations([one for one, score in scores.items() if score == level]) for level in levels
    ]
    return [tuple(one for group in chosen for one in group) for chosen in product(*groups)]


def values_of_every_order(
    qrels: dict[str, Grades], topic: str, scores: Scores, measures: list[str]
) -> list[dict[str, float]]:
    """The scores of one topic, for each of its rankings."""
    with evalstore.open() as every:
        every.load_qrels(qrels)
        for number, ranking in enumerate(orders(scores)):
            distinct = {docno: float(-rank) for rank, docno in enumerate(ranking)}
            every.load_run({topic: distinct}, str(number))
        return every.leaderboard(measures, average="retrieved").dicts()


def random_topic(seed: int) -> tuple[Grades, Scores]:
    """Up to six documents with two scores; grades below 0 are of the pool, but not judged."""
    rng = random.Random(seed)
    grades = {docno: rng.choice([-1, 0, 0, 1, 2, 3]) for docno in "abcdef" if rng.random() < 0.8}
    scores = {docno: rng.choice([1.0, 2.0]) for docno in "abcdef"[: rng.randint(3, 6)]}
    return {**grades, "missed": 1}, scores


@pytest.fixture
def tied(store: Store) -> Store:
    store.load_qrels(QRELS)
    store.load_run(RUN, "run")
    return store


def test_topics_are_averaged(tied: Store) -> None:
    """Topics are independent: the mean of each over its own orders; topic 3 is missing."""
    [row] = tied.leaderboard(MEASURES, ties=True).dicts()
    topics = [values_of_every_order(QRELS, topic, RUN[topic], MEASURES) for topic in RUN]
    for measure in MEASURES:
        total = sum(fmean(values[measure] for values in every) for every in topics)
        mean = total / (1 if measure.startswith("Num") else 3)
        assert row[f"{measure} expected"] == pytest.approx(mean, rel=1e-12), measure


def test_a_topic_without_gain_counts_0_with_negative_gains_too(store: Store) -> None:
    measure = "nDCG(gain={0:-1,1:1})@1"
    qrels = {"1": {"a": 1}, "2": {"b": 0}}
    run = {"1": {"a": 1.0, "x": 1.0}, "2": {"b": 1.0, "x": 1.0}}
    store.load_qrels(qrels)
    store.load_run(run, "run")
    [row] = store.leaderboard(measure, ties=True).dicts()
    assert row[f"{measure} expected"] == 0.25


@pytest.mark.parametrize("seed", range(5))
def test_it_is_the_mean_over_every_order(store: Store, seed: int) -> None:
    grades, scores = random_topic(seed)
    every = values_of_every_order({"1": grades}, "1", scores, MEASURES)
    store.load_qrels({"1": grades})
    store.load_run({"1": scores}, "run")
    [row] = store.leaderboard(MEASURES, ties=True).dicts()
    for measure in MEASURES:
        mean = fmean(values[measure] for values in every)
        assert row[f"{measure} expected"] == pytest.approx(mean, rel=1e-11, abs=1e-12), measure


@pytest.mark.parametrize("seed", range(5))
def test_the_range_is_that_of_every_order(store: Store, seed: int) -> None:
    grades, scores = random_topic(seed)
    measures = [*(one for one in MEASURES if one != "infAP"), *ONLY_RANGES]
    every = values_of_every_order({"1": grades}, "1", scores, measures)
    store.load_qrels({"1": grades})
    store.load_run({"1": scores}, "run")
    [row] = store.leaderboard(measures, ties=True).dicts()
    for measure in measures:
        values = [one[measure] for one in every]
        assert row[f"{measure} low"] == pytest.approx(min(values), abs=1e-12), measure
        assert row[f"{measure} high"] == pytest.approx(max(values), abs=1e-12), measure


def test_a_long_tie(store: Store) -> None:
    """A thousand documents of one score: RBP by its weights, P and Success by their formulas."""
    store.load_qrels({"1": {f"d{number}": 1 for number in range(0, 1000, 10)}})
    store.load_run({"1": {f"d{number}": 1.0 for number in range(1000)}}, "run")
    measures = ["P@10", "RBP(rel=1)", "Bpref", "infAP", "ERR@20", "Success@1"]
    [row] = store.leaderboard(measures, ties=True).dicts()
    assert row["P@10 expected"] == pytest.approx(0.1, rel=1e-12)
    assert row["RBP(rel=1) expected"] == pytest.approx(0.1 * (1 - 0.8**1000), rel=1e-12)
    assert row["Success@1 expected"] == pytest.approx(0.1, rel=1e-12)
    assert row["Bpref expected"] == pytest.approx(1, rel=1e-12)
    assert row["infAP expected"] > 0.1
    assert 0.1 / 16 < row["ERR@20 expected"] < 0.1


def test_others_have_it_where_ties_change_nothing(tied: Store) -> None:
    result = tied.leaderboard(["IAP", "Compat", "NumRet"], ties=True)
    [row] = result.dicts()
    assert row["IAP expected"] is None
    assert row["NumRet expected"] == row["NumRet"]
    assert (
        "IAP, Compat: no exact formula for the expected score; it is shown only where ties change "
        "nothing" in result.notes
    )


def test_subtopics_are_not_ordered_by_grade(store: Store, tmp_path: Path) -> None:
    """Two orders of equal grades differ in the subtopics that they find: nothing is certain."""
    qrels = tmp_path / "qrels.txt"
    qrels.write_text("1 1 a 1\n1 1 b 1\n1 2 c 1\n")
    store.load_qrels(qrels)
    store.load_run({"1": {"a": 1.0, "b": 1.0, "c": 1.0}}, "run")
    result = store.leaderboard(["StRecall@2"], ties=True)
    assert result.dicts()[0]["StRecall@2 expected"] is None
    assert "StRecall@2: ties are ordered by grade only; the range may be wider" in result.notes


@pytest.mark.parametrize("name", ["GMAP", "GMBpref", "FirstRank", "P(judged_only=True)@5"])
def test_no_mean_of_what_is_not_averaged(name: str) -> None:
    [measure] = parse_all([name])
    assert not is_expected(catalogue_row(measure))


def test_only_answered_topics(tied: Store) -> None:
    [every], [answered] = (
        tied.leaderboard("P@2", ties=True, average=average).dicts()  # type: ignore[arg-type]
        for average in ("all", "retrieved")
    )
    assert answered["P@2 expected"] == pytest.approx(every["P@2 expected"] * 3 / 2, rel=1e-12)
