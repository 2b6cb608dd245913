"""User-defined measures: a discount, a gain, a select, a Python function."""

from __future__ import annotations

from pathlib import Path

import duckdb
import numpy as np
import pytest

from evalstore.errors import DataError, MeasureError, QueryError, UsageError
from evalstore.measures.custom import TopicRanking
from evalstore.measures.weights import DISCOUNTS, GAINS
from evalstore.store import Store

QRELS = {"1": {"a": 2.0, "b": 1.0}, "2": {"c": 1.0}}
RUN = {"1": {"x": 3.0, "a": 2.0, "b": 1.0}}

FOUND_LATE = """
    select run_id, qrels_id, topic_id, max(rank)::double as value
    from judged_ranking where grade >= 1 group by all
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "store.duckdb"
    with Store(path) as store:
        store.load_qrels(QRELS, name="q")
        store.load_run(RUN, "s")
    return path


def share_unjudged(ranking: TopicRanking) -> float:
    if not ranking.grades:
        return 1.0
    return sum(grade is None for grade in ranking.grades) / len(ranking.grades)


def test_a_discount_and_a_gain(store: Store) -> None:
    store.register_discount("zipf", lambda rank: 1.0 / rank)
    store.register_gain("cubic", lambda grade: np.maximum(grade, 0.0) ** 3)
    try:
        store.load_qrels(QRELS)
        store.load_run(RUN, "s")
        [value, _] = [row[3] for row in store.scores(["DCG(gain='cubic',discount='zipf')"])]
        assert value == pytest.approx(8 / 2 + 1 / 3)
        assert store.sql("select zipf_discount(4, 2)").rows == [(0.25,)]
    finally:
        del DISCOUNTS["zipf"], GAINS["cubic"]


def test_a_registered_discount_stays_in_the_views(path: Path) -> None:
    with Store(path) as store:
        store.register_discount("half", lambda rank: 0.5**rank)
        store.add_measures("CG(gain='linear')", "DCG(discount='half')")
    del DISCOUNTS["half"]
    with duckdb.connect(str(path), read_only=True) as plain:
        rows = plain.sql(
            "select value from topic_score where measure = 'DCG(discount=''half'')' and topic = '1'"
        ).fetchall()
    assert rows == [(2 * 0.25 + 0.125,)]


def test_a_name_that_is_taken(store: Store) -> None:
    with pytest.raises(UsageError, match="choose another name"):
        store.register_gain("exp2", lambda grade: grade)
    with pytest.raises(UsageError, match="choose another name"):
        store.register_measure("ndcg", FOUND_LATE, meaning="x")


def test_a_select_is_a_measure_everywhere(path: Path) -> None:
    with Store(path) as store:
        store.register_measure(
            "LastFound", FOUND_LATE, meaning="The rank of the last relevant document."
        )
        assert store.scores(["LastFound", "RR"]).rows == [
            ("s", "1", "LastFound", 3.0),
            ("s", "1", "RR", 0.5),
            ("s", "2", "LastFound", 0.0),
            ("s", "2", "RR", 0.0),
        ]
    with Store(path, read_only=True) as store:
        assert store.leaderboard(["LastFound"]).rows == [(1, "s", 1.5, 2, 1)]
    with duckdb.connect(str(path), read_only=True) as plain:
        rows = plain.sql("select value from leaderboard where measure = 'LastFound'").fetchall()
        assert rows == [(1.5,)]


def test_a_select_must_yield_the_four_columns(store: Store) -> None:
    with pytest.raises(UsageError, match=r"qrels_id, .*run_id, .*topic_id, .*value"):
        store.register_measure("Odd", "select 1 as value", meaning="x")
    with pytest.raises(QueryError, match="the measure's SQL"):
        store.register_measure("Odd", "selec 1", meaning="x")


def test_a_python_function_is_a_measure_everywhere(path: Path) -> None:
    with Store(path) as store:
        store.register_measure(
            "Holes", share_unjudged, meaning="The share of unjudged.", higher_is_better=False
        )
        assert [row[3] for row in store.scores(["Holes"])] == [pytest.approx(1 / 3), 1.0]
        store.load_run({"1": {"a": 1.0}, "2": {"c": 1.0}}, "better")
        assert [row[:2] for row in store.leaderboard(["Holes"])] == [(1, "better"), (2, "s")]
    with duckdb.connect(str(path), read_only=True) as plain:
        rows = plain.sql("select system from leaderboard where measure = 'Holes' order by position")
        assert rows.fetchall() == [("better",), ("s",)]


def test_what_was_loaded_without_the_function_has_no_silent_zero(path: Path) -> None:
    with Store(path) as store:
        store.register_measure("Holes", share_unjudged, meaning="The share of unjudged.")
    with Store(path) as store:
        store.load_run({"1": {"a": 1.0}}, "later")
        with pytest.raises(DataError, match=r"no values for 1 run \(such as later\)"):
            store.scores(["Holes"])
        store.register_measure("Holes", share_unjudged, meaning="The share of unjudged.")
        assert len(store.scores(["Holes"]).rows) == 4


def test_views_made_again_keep_custom_measures(path: Path) -> None:
    with Store(path) as store:
        store.register_measure("LastFound", FOUND_LATE, meaning="The last relevant rank.")
    with duckdb.connect(str(path)) as plain:
        plain.execute("update setting set value = 'older' where name = 'views'")
    with Store(path) as store:
        rows = store.sql("select value from leaderboard where measure = 'LastFound'").rows
        assert rows == [(1.5,)]


def test_a_measure_is_removed_with_its_values(path: Path) -> None:
    with Store(path) as store:
        store.register_measure("Holes", share_unjudged, meaning="holes")
        store.register_measure("FoundLate", FOUND_LATE, meaning="late")
        assert store.remove_measures("Holes") == ["Holes"]
        with pytest.raises(MeasureError, match="no measure 'Holes'"):
            store.scores(["Holes"])
        assert store.sql("select count(*) from custom_value").rows == [(0,)]
        store.load_run(RUN, "t")
        assert len(store.scores(["FoundLate"]).rows) == 4
    with duckdb.connect(str(path), read_only=True) as plain:
        views = plain.sql("select view_name from duckdb_views() where view_name like 'custom%'")
        assert views.fetchall() == [("custom_foundlate",)]
        assert plain.sql("select * from topic_score where measure = 'Holes'").fetchall() == []


def test_a_registered_measure_is_registered_once_more(path: Path) -> None:
    with Store(path) as store:
        store.register_measure("FoundLate", FOUND_LATE, meaning="late")
        assert store.add_measures("FoundLate", "P@7") == ["FoundLate", "P@7"]
        assert len(store.sql("from topic_score where measure = 'FoundLate'").rows) == 2


def test_names_that_differ_only_in_case_are_refused(path: Path) -> None:
    with Store(path) as store:
        store.register_measure("Holes", share_unjudged, meaning="holes")
        store.register_measure("Holes", share_unjudged, meaning="other holes")
        with pytest.raises(UsageError, match="there is a measure Holes"):
            store.register_measure("HOLES", FOUND_LATE, meaning="late")
