"""Confidence intervals of means on the leaderboard, against SciPy."""

from __future__ import annotations

import numpy as np
import pytest

from evalstore.errors import UsageError
from evalstore.store import Store


@pytest.fixture
def two(store: Store) -> Store:
    store.load_qrels({str(n): {"a": 1} for n in range(1, 6)})
    store.load_run({str(n): {"b": 9.0, "a": 10.0 - n % 3} for n in range(1, 5)}, "s")
    return store


def values(store: Store) -> list[float]:
    return [row[3] for row in store.scores("RR")]


@pytest.mark.parametrize("alpha", [0.05, 0.3])
def test_it_is_students_interval_of_the_mean(two: Store, alpha: float) -> None:
    stats = pytest.importorskip("scipy.stats")
    [row] = two.leaderboard("RR", ci=True, alpha=alpha).dicts()
    found = values(two)
    low, high = stats.t.interval(1 - alpha, 4, np.mean(found), stats.sem(found))
    assert row["RR ci_low"] == pytest.approx(low, rel=1e-9)
    assert row["RR ci_high"] == pytest.approx(high, rel=1e-9)
    assert row["RR"] == two.leaderboard("RR").dicts()[0]["RR"]


def test_only_the_topics_averaged_over_count(two: Store) -> None:
    [every], [answered] = (
        two.leaderboard("RR", ci=True, average=average).dicts()  # type: ignore[arg-type]
        for average in ("all", "retrieved")
    )
    assert answered["RR ci_low"] > every["RR ci_low"]


def test_a_table_shows_half_the_interval(two: Store) -> None:
    result = two.leaderboard("RR,NumRet", ci=True)
    shown = result.to("table")
    assert "RR ±" in shown
    assert "95 % confidence interval of the mean over topics, by Student's t" in shown
    assert "none for NumRet: not a mean" in shown
    assert result.dicts()[0]["NumRet ci_low"] is None


def test_one_topic_has_no_interval(two: Store) -> None:
    [row] = two.leaderboard("RR", ci=True, topics="1").dicts()
    assert row["RR ci_low"] is None


def test_it_goes_beside_nothing_else(two: Store) -> None:
    for other in ({"ties": True}, {"tiers": True}, {"baselines": "s"}):
        with pytest.raises(UsageError, match="choose one of"):
            two.leaderboard("RR", ci=True, **other)  # type: ignore[arg-type]
