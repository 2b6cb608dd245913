"""The leaderboard with the spread of its first measure, and selections that are evaluated once."""

from __future__ import annotations

import pytest

from evalstore.errors import UsageError
from evalstore.selection import select_scores
from evalstore.store import Store

QRELS = {str(number): {"a": 1, "b": 2} for number in (1, 2, 10)}


@pytest.fixture
def two(store: Store) -> Store:
    store.load_qrels(QRELS)
    store.load_run({"1": {"a": 2.0, "b": 1.0}, "2": {"c": 2.0, "b": 1.0}}, "s")
    store.load_run({"1": {"a": 1.0}, "2": {"b": 1.0}, "10": {"a": 1.0, "b": 0.5}}, "t")
    return store


@pytest.mark.parametrize("average", ["all", "retrieved"])
@pytest.mark.parametrize("more", [{}, {"tiers": True}, {"baselines": "s"}])
def test_it_is_the_interval_and_the_scores_beside_the_same_board(
    two: Store, average: str, more: dict[str, object]
) -> None:
    scope = {"average": average}
    plain = two.leaderboard(["AP", "RR"], **scope, **more)  # type: ignore[arg-type]
    spread = two.leaderboard(["AP", "RR"], spread=True, **scope, **more)  # type: ignore[arg-type]
    assert spread.columns == [*plain.columns, "±", "by topic"]
    assert [row[:-2] for row in spread] == plain.rows
    assert spread.notes == plain.notes
    distribution = two.distribution(["AP"], **scope).dicts()  # type: ignore[arg-type]
    scores = two.scores(["AP"], **scope).rows  # type: ignore[arg-type]
    for row, other in zip(spread.dicts(), distribution, strict=True):
        assert row["by topic"] == [value for name, *_, value in scores if name == row["system"]]
        assert row["±"] == pytest.approx(other["ci_high"] - other["value"])


def test_one_topic_and_a_sum_have_no_interval(two: Store) -> None:
    assert two.leaderboard("AP", spread=True, topics="1").dicts()[0]["±"] is None
    assert two.leaderboard("NumRelRet", spread=True).dicts()[0]["±"] is None


def test_a_group_of_runs_has_none(two: Store) -> None:
    with pytest.raises(UsageError, match="`spread` cannot be combined with `groups`"):
        two.leaderboard("AP", spread=True, groups=True)


def test_a_changed_selection_is_not_evaluated(two: Store) -> None:
    """Ties are ordered anew, whatever was computed for the stored order."""
    expected = two.leaderboard("AP", ties=True).dicts()
    spread = two.leaderboard("AP", ties=True, spread=True).dicts()
    assert [{key: row[key] for key in expected[0]} for row in spread] == expected


def test_the_values_of_an_evaluated_selection_are_read_and_not_computed(two: Store) -> None:
    selection = select_scores(two.connection, ["AP"]).evaluated()
    text = selection.sql("select * from measures.topic_value")
    assert "average_precision" not in text
    plain = select_scores(two.connection, ["AP"]).sql("select * from measures.topic_value")
    rows = [two.connection.execute(one).fetchall() for one in (text, plain)]
    assert sorted(rows[0]) == sorted(rows[1])
