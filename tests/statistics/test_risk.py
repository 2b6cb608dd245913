"""Risk against a baseline, worked by hand."""

from __future__ import annotations

import pytest

from evalstore.errors import UnknownNameError, UsageError
from evalstore.store import Store

QRELS = {"1": {"a": 1}, "2": {"a": 1}, "3": {"a": 1}}


@pytest.fixture
def filled(store: Store) -> Store:
    """RR of the baseline 1, 1/2, 1/2; of the other 1/2, 1, 1/2."""
    first, second = {"a": 2.0, "x": 1.0}, {"x": 2.0, "a": 1.0}
    store.load_qrels(QRELS)
    store.load_run({"1": first, "2": second, "3": second}, "baseline")
    store.load_run({"1": second, "2": first, "3": second}, "bold")
    return store


def test_a_loss_counts_several_times(filled: Store) -> None:
    [row] = filled.risk("baseline", ["RR"], weight=5).dicts()
    assert row["risk"] == pytest.approx((-0.5 * 6 + 0.5 + 0) / 3)
    assert (row["gain"], row["loss"]) == (pytest.approx(0.5 / 3), pytest.approx(0.5 / 3))
    assert (row["wins"], row["losses"], row["topics"]) == (1, 1, 3)


def test_without_weight_it_is_the_mean_difference(filled: Store) -> None:
    [row] = filled.risk("baseline", ["RR"], weight=0, runs=["bold"]).dicts()
    assert row["risk"] == pytest.approx(0.0)


def test_topic_by_topic(filled: Store) -> None:
    rows = filled.risk("baseline", ["RR"], weight=1, by_topic=True).rows
    assert [row[1:] for row in rows] == [("1", "RR", -1.0), ("2", "RR", 0.5), ("3", "RR", 0.0)]


def test_what_makes_no_sense(filled: Store) -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'baseline'"):
        filled.risk("basline", ["RR"])
    with pytest.raises(UsageError, match="must be 0 or more"):
        filled.risk("baseline", ["RR"], weight=-1)
