"""Means with their intervals, quartiles and tiers: one row per system."""

from __future__ import annotations

import math
import statistics

import numpy as np
import pytest

from evalstore import demo
from evalstore.statistics.tiers import groups, labels, members
from evalstore.store import Store

scipy_stats = pytest.importorskip("scipy.stats", reason="scipy is not installed")


def test_the_interval_is_students_and_the_quartiles_are_numpys(store: Store) -> None:
    demo.build(store)
    scores = store.scores(["AP"], runs=["bm25"]).dicts()
    values = [row["value"] for row in scores]
    [row] = store.distribution(["AP"], runs=["bm25"]).dicts()
    margin = scipy_stats.t.ppf(0.975, 7) * statistics.stdev(values) / math.sqrt(8)
    assert row["value"] == store.leaderboard(["AP"], runs=["bm25"]).dicts()[0]["AP"]
    assert row["ci_low"] == pytest.approx(row["value"] - margin)
    assert row["ci_high"] == pytest.approx(row["value"] + margin)
    found = [row[name] for name in ("minimum", "q1", "median", "q3", "maximum")]
    assert found == pytest.approx(np.quantile(values, [0, 0.25, 0.5, 0.75, 1]).tolist())


def test_systems_are_in_the_order_of_the_first_measure(store: Store) -> None:
    demo.build(store)
    rows = store.distribution(["nDCG@10", "RR"], tiers=True).dicts()
    board = [row["system"] for row in store.leaderboard(["nDCG@10"]).dicts()]
    assert [row["system"] for row in rows] == [*board, *board]
    assert [row["measure"] for row in rows] == ["nDCG@10"] * 3 + ["RR"] * 3
    tiers = {
        row["system"]: row["tier"] for row in store.leaderboard(["nDCG@10"], tiers=True).dicts()
    }
    assert all(row["tier"] == tiers[row["system"]] for row in rows)


def test_one_topic_and_sums_have_no_interval(store: Store) -> None:
    store.load_qrels({"1": {"d": 1}, "2": {"d": 1}})
    store.load_run({"1": {"d": 1}, "2": {"e": 1}}, "a")
    [one] = store.distribution(["AP"], topics=["1"]).dicts()
    assert (one["value"], one["ci_low"], one["ci_high"]) == (1.0, None, None)
    [total] = store.distribution(["NumRelRet"]).dicts()
    assert (total["value"], total["ci_low"]) == (1.0, None)


def test_the_members_of_a_label_are_its_groups() -> None:
    assert list(members("a")) == [0]
    assert list(members("y-ab")) == [24, 25, 26, 27]
    significant = np.triu(np.subtract.outer(range(40), range(40)) < -2)
    found = groups(significant)
    for position, label in enumerate(labels(found, 40)):
        expected = [n for n, (start, end) in enumerate(found) if start <= position <= end]
        assert list(members(label)) == expected
