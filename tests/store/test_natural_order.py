"""Topics are listed in natural order: 2 before 10."""

from __future__ import annotations

import duckdb

from evalstore.natural import natural_key, natural_order
from evalstore.nearest import suggestion
from evalstore.store import Store

NAMES = ["10", "2", "q10", "q2", "81_10", "81_2", "081_2", "A", "0002", "é1", "1" * 25]
IN_ORDER = ["0002", "2", "10", "081_2", "81_2", "81_10", "1" * 25, "A", "q2", "q10", "é1"]


def test_numbers_in_names_are_compared_as_numbers() -> None:
    assert sorted(NAMES, key=natural_key) == IN_ORDER


def test_sql_has_the_same_order() -> None:
    select = f"select n from (select unnest(?) as n) order by {natural_order('n')}"
    with duckdb.connect() as connection:
        assert [row[0] for row in connection.execute(select, [NAMES]).fetchall()] == IN_ORDER


def test_names_in_a_message_too() -> None:
    assert suggestion("x", ["10", "9"]) == "; available: 9, 10"


def test_every_list_of_topics_has_it(store: Store) -> None:
    topics = ["q10", "q9", "q1"]
    store.load_qrels({topic: {"d": 1, "e": 0} for topic in topics})
    store.load_run({topic: {"d": 1.0} for topic in topics}, name="a")
    store.load_run({topic: {"e": 2.0, "d": 1.0} for topic in topics}, name="b")
    in_order = ["q1", "q9", "q10"]
    assert [row[1] for row in store.scores(["AP"], runs=["a"])] == in_order
    assert [row[0] for row in store.topics()] == in_order
    assert store.matrix("AP").columns[1:] == in_order
    assert [row[0] for row in store.diff("a", "b", ["AP"])] == in_order
    assert [row[0] for row in store.difficulty(["AP"])] == in_order
    assert [row[1] for row in store.risk("a", ["AP"], by_topic=True)] == in_order
    assert [row[0] for row in store.reproduce("a", "b", ["AP"], by_topic=True)] == in_order
