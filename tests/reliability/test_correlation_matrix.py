"""Rank correlations of more than two measures."""

from __future__ import annotations

import pytest

from evalstore.errors import UsageError
from evalstore.store import Store

MEASURES = ["nDCG@10", "AP", "RR", "FirstRank"]


@pytest.fixture
def four(store: Store) -> Store:
    store.load_qrels({"1": {"a": 2, "b": 1}, "2": {"a": 1}})
    orders = {"w": "abc", "x": "cab", "y": "bca", "z": "cba"}
    for system, order in orders.items():
        ranking = {document: 9.0 - rank for rank, document in enumerate(order)}
        store.load_run({"1": ranking, "2": ranking if system != "y" else {"c": 1.0}}, system)
    return store


@pytest.mark.parametrize("statistic", ["tau_b", "tau_ap", "tau_ap_b", "spearman", "rbo"])
def test_each_cell_is_that_of_two_leaderboards(four: Store, statistic: str) -> None:
    rows = four.correlate(MEASURES, statistic=statistic).dicts()  # type: ignore[arg-type]
    assert [row["measure"] for row in rows] == MEASURES
    for row in rows:
        for other in MEASURES:
            if other != row["measure"]:
                pair = four.correlate([row["measure"], other]).rows
                values = {name: value for name, value, _ in pair}
                assert row[other] == pytest.approx(values[statistic], nan_ok=True)


def test_the_diagonal_is_one(four: Store) -> None:
    rows = four.correlate(MEASURES).dicts()
    assert [row[row["measure"]] for row in rows] == [1.0] * 4
    assert all(rows[i][MEASURES[j]] == rows[j][MEASURES[i]] for i in range(4) for j in range(4))


def test_two_measures_are_compared_as_before(four: Store) -> None:
    assert four.correlate(["AP", "RR"]).columns == ["statistic", "value", "about"]
    with pytest.raises(UsageError, match="the two leaderboards are the same"):
        four.correlate()


def test_movers_are_of_two(four: Store) -> None:
    with pytest.raises(UsageError, match="at most two measures"):
        four.correlate(MEASURES, show="movers")
