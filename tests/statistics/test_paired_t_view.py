"""The view `paired_t`: the test of every pair, for any SQL client."""

from __future__ import annotations

import pytest
import scipy.stats

from evalstore.store import Store

COLUMNS = [
    *("collection", "qrels", "measure", "a", "b", "mean_a", "mean_b", "difference"),
    *("wins", "ties", "losses", "effect_size", "t", "df", "p_value", "topics"),
]


def test_it_has_every_pair_both_ways(small: Store) -> None:
    result = small.sql("select * from paired_t where measure = 'RR'")
    assert result.columns == COLUMNS
    assert len(result) == 4 * 3


def test_it_is_the_paired_t_test(small: Store) -> None:
    theirs = scipy.stats.ttest_rel([1, 1, 1, 1], [1, 0.5, 0, 0])
    [row] = _row(small, "best", "mixed")
    assert (row["difference"], row["wins"], row["ties"], row["losses"]) == (0.625, 3, 1, 0)
    assert row["t"] == pytest.approx(theirs.statistic, abs=1e-12)
    assert row["df"] == 3
    assert row["p_value"] == pytest.approx(theirs.pvalue, abs=1e-12)
    assert _row(small, "mixed", "best")[0]["t"] == -row["t"]


def test_what_leaves_nothing_to_test_is_defined(small: Store) -> None:
    [identical], [constant] = _row(small, "best", "twin"), _row(small, "best", "half")
    assert (identical["p_value"], identical["t"]) == (1, None)
    assert (constant["p_value"], constant["t"]) == (0, None)


def test_differences_that_cancel_out_have_p_1(store: Store) -> None:
    store.load_qrels({"1": {"d": 1}, "2": {"d": 1}})
    first, second = {"d": 2.0, "x": 1.0}, {"d": 1.0, "x": 2.0}
    store.load_run({"1": first, "2": second}, "a")
    store.load_run({"1": second, "2": first}, "b")
    [row] = _row(store, "a", "b")
    assert (row["difference"], row["t"], row["p_value"]) == (0, 0, 1)


def test_one_topic_has_p_1(store: Store) -> None:
    store.load_qrels({"1": {"d": 1}})
    store.load_run({"1": {"d": 1.0}}, "a")
    store.load_run({"1": {"x": 1.0}}, "b")
    [row] = _row(store, "a", "b")
    assert (row["df"], row["t"], row["p_value"]) == (0, None, 1)


def _row(store: Store, a: str, b: str) -> list[dict[str, object]]:
    select = f"select * from paired_t where measure = 'RR' and a = '{a}' and b = '{b}'"
    return store.sql(select).dicts()
