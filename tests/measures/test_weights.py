"""Discounts and gains: SQL functions on our connections, plain tables for everyone else."""

from __future__ import annotations

import math

import pytest

from evalstore.errors import MeasureError, UsageError
from evalstore.store import Store

QRELS = {"1": {"a": 2.0, "b": 1.0, "c": 0.6, "d": -1.0}}
RUN = {"1": {"a": 4.0, "b": 3.0, "c": 2.0, "d": 1.0}}


def test_discounts_and_gains_are_functions_in_ad_hoc_sql(store: Store) -> None:
    [row] = store.sql(
        "select log_discount(3, 2), jk_discount(2, 2), jk_discount(8, 2), "
        "exp2_gain(3), linear_gain(-1)"
    )
    assert row == (0.5, 1.0, pytest.approx(1 / 3), 7.0, 0.0)


def test_the_tables_hold_what_the_functions_give(store: Store) -> None:
    store.load_qrels(QRELS)
    [[differing]] = store.sql(
        """
        select count(*) from discount
        where discount = 'log2' and weight != log_discount(rank, 2)
        """
    )
    assert differing == 0
    values = dict(store.sql("select grade, value from gain where gain = 'linear'").rows)
    assert values == {2.0: 2.0, 1.0: 1.0, 0.6: 0.6, -1.0: 0.0}


def test_weights_reach_as_deep_as_the_deepest_judged_document(store: Store) -> None:
    deep = {f"d{number:05}": float(-number) for number in range(3000)}
    store.load_qrels({"1": {"d02999": 1.0}})
    store.load_run({"1": deep}, "deep")
    [[value]] = [row[3:] for row in store.scores(["DCG"])]
    assert value == pytest.approx(1 / math.log2(3001))


def test_a_measure_that_nobody_registered_just_works(store: Store) -> None:
    store.load_qrels(QRELS)
    store.load_run(RUN, "s")
    [[value]] = [row[3:] for row in store.scores(["DCG(gain={1:10},discount='jk',base=3)"])]
    assert value == pytest.approx(2 + 10 + 0.6)


def test_an_unknown_gain_names_the_nearest(store: Store) -> None:
    store.load_qrels(QRELS)
    store.load_run(RUN, "s")
    with pytest.raises(UsageError, match="did you mean 'exp2'"):
        store.scores(["nDCG(gain='exp')"])


def test_a_base_is_above_1(store: Store) -> None:
    with pytest.raises(MeasureError, match="base must be greater than 1, not 1"):
        store.scores(["nDCG(base=1)"])


@pytest.mark.parametrize("call", ["log_discount(rank, 2)", "jk_discount(rank, 2)"])
def test_sql_python_and_the_table_have_the_same_weights(store: Store, call: str) -> None:
    """One implementation, to the bit, that of C's log2."""
    ranks = [1, 2, 3, 17, 1000, 5000]
    rows = store.connection.execute(
        f"select {call} from (select unnest([{','.join(map(str, ranks))}]) as rank)"
    ).fetchall()
    deep = [max(rank, 2) if call.startswith("jk") else rank + 1 for rank in ranks]
    assert [row[0] for row in rows] == [1 / math.log2(number) for number in deep]


def test_a_result_that_is_read_late_has_its_weights(store: Store) -> None:
    store.load_qrels(QRELS)
    store.load_run(RUN, "s")
    first = store.scores(["DCG(base=3)"])
    store.scores(["DCG(base=5)"])
    assert first.rows == store.scores(["DCG(base=3)"]).rows
    assert first.rows[0][3] > 2
