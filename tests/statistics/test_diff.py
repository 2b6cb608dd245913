"""`store.diff` and `store.diff_topic`: where it was decided."""

from __future__ import annotations

import pytest

from evalstore.answers.diff import bar
from evalstore.errors import AmbiguousError, UnknownNameError, UsageError
from evalstore.store import Store

BLANK = "\N{NO-BREAK SPACE}"


def test_topics_are_sorted_by_difference(small: Store) -> None:
    result = small.diff("half", "mixed", ["RR"])
    assert result.columns == ["topic", "measure", "a", "b", "difference"]
    assert result.rows == [
        ("3", "RR", 0.5, 0.0, 0.5),
        ("4", "RR", 0.5, 0.0, 0.5),
        ("2", "RR", 0.5, 0.5, 0.0),
        ("1", "RR", 0.5, 1.0, -0.5),
    ]


def test_the_footer_counts_improved_hurt_and_unchanged(small: Store) -> None:
    notes = small.diff("half", "mixed", ["RR"]).notes
    assert notes[0] == "RR: against mixed, half improved 2 topics, hurt 1, left 1 unchanged"


def test_where_low_is_best_a_lower_score_improves(small: Store) -> None:
    result = small.diff("best", "half", ["FirstRank"])
    assert [row[4] for row in result.rows] == [-1, -1, -1, -1]
    assert "best improved 4 topics" in result.notes[0]
    assert "│████████████" in result.to("table")


def test_people_see_bars(small: Store) -> None:
    text = small.diff("half", "mixed", ["RR"]).to("table")
    lines = {line.split()[0]: line for line in text.splitlines() if line[:1].isdigit()}
    assert lines["3"].endswith("│████████████")
    assert lines["1"].endswith("████████████│")
    assert lines["2"].endswith(f"{BLANK}│")


def test_a_bar_is_as_long_as_its_share() -> None:
    assert bar(0.5, 1.0) == BLANK * 12 + "│██████"
    assert bar(-0.25, 1.0) == BLANK * 9 + "███│"
    assert bar(0.0, 0.0) == BLANK * 12 + "│"


def test_two_different_systems_are_needed(small: Store) -> None:
    with pytest.raises(UsageError):
        small.diff("half", "half")


@pytest.fixture
def unjudged(store: Store) -> Store:
    """Two rankings of a topic, and no judgements."""
    store.load_run({"7": {"a": 5.0, "b": 4.0, "c": 3.0, "new": 2.0}}, "now")
    store.load_run({"7": {"b": 5.0, "a": 4.0, "c": 3.0, "old": 2.0}}, "then")
    return store


def test_what_moved_up_down_in_and_out(unjudged: Store) -> None:
    result = unjudged.diff_topic("now", "then", "7")
    assert result.columns == ["docno", "grade", "rank_a", "rank_b", "moved", "by"]
    assert result.rows == [
        ("a", None, 1, 2, "up", 1),
        ("b", None, 2, 1, "down", -1),
        ("c", None, 3, 3, "same", 0),
        ("new", None, 4, None, "in", None),
        ("old", None, None, 4, "out", None),
    ]
    assert result.notes == [
        "1 up, 1 down, 1 same, 1 in, 1 out in now compared with then; "
        "3 documents in the first 20 of both",
        "no judgements are loaded",
    ]


def test_a_depth_cuts_both_rankings_but_moves_are_seen_from_anywhere(unjudged: Store) -> None:
    rows = unjudged.diff_topic("now", "then", "7", depth=1).rows
    assert rows == [("a", None, 1, 2, "up", 1), ("b", None, 2, 1, "down", -1)]


def test_grades_are_shown_where_there_are_judgements(unjudged: Store) -> None:
    unjudged.load_qrels({"7": {"a": 2, "new": 0}})
    result = unjudged.diff_topic("now", "then", "7")
    assert [row[1] for row in result.rows] == [2, None, None, 0, None]
    assert result.notes[1] == "grades of qrels; no grade: unjudged"


def test_several_sets_of_judgements_need_a_name(unjudged: Store) -> None:
    unjudged.load_qrels({"7": {"a": 2}}, name="one")
    unjudged.load_qrels({"7": {"a": 1}}, name="two")
    with pytest.raises(AmbiguousError):
        unjudged.diff_topic("now", "then", "7")
    assert unjudged.diff_topic("now", "then", "7", qrels="two").rows[0][1] == 1


def test_people_see_the_rankings_side_by_side(unjudged: Store) -> None:
    lines = unjudged.diff_topic("now", "then", "7").to("table").splitlines()
    rows = [line.split() for line in lines if line.strip()[:1].isdigit()][:4]
    assert rows[0] == ["1", "a", "–", "↑1", "b", "–", "↓1"]  # noqa: RUF001
    assert rows[3] == ["4", "new", "–", "in", "old", "–", "out"]  # noqa: RUF001


def test_unknown_topics_and_depths_are_refused(unjudged: Store) -> None:
    with pytest.raises(UnknownNameError):
        unjudged.diff_topic("now", "then", "8")
    with pytest.raises(UsageError):
        unjudged.diff_topic("now", "then", "7", depth=0)
