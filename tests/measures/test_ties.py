"""Ties made visible: the range of a score over all orders of its tied documents."""

from __future__ import annotations

import itertools
import random

import pytest

from evalstore.store import Store

MEASURES = ["nDCG@3", "AP", "P@2", "RR", "Bpref", "R@2", "Rprec", "IAP"]


def test_a_lucky_tie_shows(store: Store) -> None:
    store.load_qrels({"1": {"z": 1.0}})
    tie = {"a": 1.0, "z": 1.0, "m": 1.0}
    store.load_run({"1": tie, "nobody judged this topic": tie}, "lucky")
    store.load_run({"1": {"a": 3.0, "z": 2.0, "m": 1.0}}, "honest")
    rows = store.leaderboard(["RR"], ties=True).dicts()
    assert rows[0] == {
        "position": 1,
        "system": "lucky",
        "RR": 1.0,
        "RR expected": pytest.approx((1 + 1 / 2 + 1 / 3) / 3),
        "RR low": pytest.approx(1 / 3),
        "RR high": 1.0,
        "topics": 1,
        "missing": 0,
        "tied": 1,
    }
    assert (rows[1]["RR low"], rows[1]["RR high"], rows[1]["tied"]) == (0.5, 0.5, 0)


@pytest.mark.parametrize("seed", range(6))
def test_the_range_is_that_of_all_orders(store: Store, seed: int) -> None:
    """Every order of the ties tried one by one, by giving the documents distinct scores."""
    rng = random.Random(seed)
    docnos = list("abcdef")
    grades = {docno: float(rng.choice([0, 0, 1, 2])) for docno in docnos if rng.random() < 0.8}
    grades |= {"x": 1.0}
    scores = {docno: float(rng.choice([1, 2])) for docno in docnos}
    store.load_qrels({"1": grades})
    store.load_run({"1": scores}, "s")
    [row] = store.leaderboard(MEASURES, ties=True).dicts()
    groups = [[d for d in docnos if scores[d] == score] for score in (2.0, 1.0)]
    orders = list(itertools.product(*(itertools.permutations(group) for group in groups)))
    for number, order in enumerate(rng.sample(orders, min(24, len(orders)))):
        distinct = {docno: float(-i) for i, docno in enumerate(itertools.chain(*order))}
        store.load_run({"1": distinct}, f"order {number}")
    tried = store.leaderboard(MEASURES).dicts()
    for name in MEASURES:
        values = [other[name] for other in tried]
        assert row[f"{name} low"] - 1e-12 <= min(values), name
        assert row[f"{name} high"] + 1e-12 >= max(values), name
