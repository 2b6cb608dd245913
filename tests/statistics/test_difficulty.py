"""Topics as seen by all systems."""

from __future__ import annotations

import pytest

from evalstore.errors import UsageError
from evalstore.store import Store


def test_topics_are_listed_hardest_first(small: Store) -> None:
    """Topic 4: 1, 1, 1/2 and 0 for the system that does not answer it."""
    rows = small.difficulty(["RR"]).dicts()
    assert [row["topic"] for row in rows] == ["3", "4", "2", "1"]
    assert [row["mean"] for row in rows] == [0.625, 0.625, 0.75, 0.875]
    assert rows[0]["best_system"] == "best"
    assert rows[0]["systems"] == 4


def test_a_topic_separates_well_where_it_agrees_with_the_others(small: Store) -> None:
    separation = {row["topic"]: row["separation"] for row in small.difficulty(["RR"]).dicts()}
    assert separation["3"] > separation["1"]


def test_a_topic_on_which_all_are_equal_separates_nobody(small: Store) -> None:
    [row] = small.difficulty(["RR"], topics=["1"], runs=["best", "twin"]).dicts()
    assert (row["deviation"], row["separation"]) == (0, None)


def test_the_matrix_has_systems_down_and_topics_across(small: Store) -> None:
    result = small.matrix("RR")
    assert result.columns == ["system", "1", "2", "3", "4"]
    assert result.rows[0] == ("best", 1, 1, 1, 1)
    assert result.rows[-1] == ("mixed", 1, 0.5, 0, 0)


def test_z_scores_are_distances_in_deviations(small: Store) -> None:
    """Topic 2: 1, 1, 1/2, 1/2; mean 3/4, deviation √(1/12)."""
    rows = {row["system"]: row["2"] for row in small.matrix("RR", z_scores=True).dicts()}
    assert rows["best"] == pytest.approx(0.25 * 12**0.5)
    assert rows["half"] == pytest.approx(-0.25 * 12**0.5)


def test_no_spread_no_distance(small: Store) -> None:
    """Every system retrieves a document for topic 1."""
    rows = small.matrix("Success(rel=0)@1000", z_scores=True, topics=["1"]).rows
    assert {row[1] for row in rows} == {0}


def test_z_scores_are_over_all_systems_also_where_few_are_shown(small: Store) -> None:
    shown = ["best", "half"]
    every = {row[0]: row for row in small.matrix("RR", z_scores=True).rows}
    assert small.matrix("RR", z_scores=True, runs=shown).rows == [every[name] for name in shown]
    assert small.outliers(["RR"], limit=1.4, runs=["half"]).rows == (
        small.outliers(["RR"], limit=1.4).rows
    )


def test_outliers_lie_beyond_the_limit(small: Store) -> None:
    rows = small.outliers(["RR"], limit=1.4).dicts()
    assert [(row["system"], row["topic"]) for row in rows] == [("half", "1")]
    with pytest.raises(UsageError):
        small.outliers(["RR"], limit=0)


def test_the_views_hold_them_for_every_client(small: Store) -> None:
    hardest = small.sql(
        "select topic from topic_difficulty where measure = 'RR' order by mean, topic limit 1"
    )
    assert hardest.rows == [("3",)]
    [[score]] = small.sql(
        "select z_score from standard_score "
        "where measure = 'RR' and system = 'half' and topic = '1'"
    ).rows
    assert score == pytest.approx(-1.5)
