"""`store.leaderboard` with baselines and tiers."""

from __future__ import annotations

import pytest

from evalstore.errors import UnknownNameError, UsageError
from evalstore.store import Store


def test_a_baseline_adds_a_difference_and_a_p_value_per_measure(small: Store) -> None:
    result = small.leaderboard(["RR", "P@1"], baselines=["half"])
    assert result.columns == [
        *("position", "system", "RR", "RR vs half", "RR vs half p_corrected"),
        *("P@1", "P@1 vs half", "P@1 vs half p_corrected", "topics", "missing"),
    ]
    rows = {row["system"]: row for row in result.dicts()}
    assert rows["best"]["RR vs half"] == 0.5
    assert rows["mixed"]["RR vs half"] == -0.125
    assert (rows["half"]["RR vs half"], rows["half"]["RR vs half p_corrected"]) == (None, None)


def test_how_much_is_judged_is_shown_but_makes_no_claim(small: Store) -> None:
    result = small.leaderboard(["RR"], baselines=["half"], judged=5)
    assert [name for name in result.columns if "vs" in name] == [
        "RR vs half",
        "RR vs half p_corrected",
    ]
    assert "over 3 comparisons," in result.notes[0]
    assert {"Judged@5", "Unjudged@5"} <= set(result.columns)


def test_p_values_are_those_of_compare(small: Store) -> None:
    compared = small.compare(["half", "best", "mixed", "twin"], ["RR"]).dicts()
    board = {row["system"]: row for row in small.leaderboard(["RR"], baselines=["half"]).dicts()}
    for row in compared:
        assert board[row["b"]]["RR vs half p_corrected"] == row["p_corrected"]


def test_a_baseline_never_enters_its_own_correction(small: Store) -> None:
    notes = small.leaderboard(["RR"], baselines=["half"]).notes
    assert "Holm correction over 3 comparisons" in notes[0]


def test_two_baselines_are_compared_with_each_other_once(small: Store) -> None:
    result = small.leaderboard(["RR"], baselines=["half", "best", "half"])
    rows = {row["system"]: row for row in result.dicts()}
    assert "Holm correction over 5 comparisons" in result.notes[0]
    assert rows["best"]["RR vs half"] == -rows["half"]["RR vs best"] == 0.5
    assert rows["best"]["RR vs half p_corrected"] == rows["half"]["RR vs best p_corrected"]


def test_the_baseline_stays_in_a_narrowed_leaderboard(small: Store) -> None:
    rows = small.leaderboard(["RR"], runs=["best"], baselines=["half"]).dicts()
    assert [row["system"] for row in rows] == ["best", "half"]


def test_people_see_the_difference_with_its_mark(small: Store) -> None:
    text = small.leaderboard(["RR"], baselines=["half"]).to("table", places=3)
    best = next(line for line in text.splitlines() if "best" in line)
    mixed = next(line for line in text.splitlines() if "mixed" in line)
    assert "+0.500*" in best
    assert "-0.125 " in mixed
    assert "* differs significantly from half: paired t test" in text


def test_tiers_stand_beside_the_systems(small: Store) -> None:
    """best and twin differ from half for certain; mixed differs from nobody."""
    result = small.leaderboard(["RR"], tiers=True)
    assert [(row["system"], row["tier"]) for row in result.dicts()] == [
        *(("best", "a"), ("twin", "a"), ("half", "a"), ("mixed", "a")),
    ]
    assert "some pairs within a tier also differ significantly" in result.notes[0]


def test_tiers_are_for_the_first_measure_and_say_so(small: Store) -> None:
    [note, *_] = small.leaderboard(["P@1", "RR"], tiers=True).notes
    assert note.startswith("systems without a common tier differ significantly in P@1: paired t")
    assert "over 6 comparisons" in note


def test_lines_are_drawn_for_people_only(small: Store) -> None:
    result = small.leaderboard(["RR"], tiers=True)
    assert "│" in result.to("table")
    assert r"\textbar{}" in result.to("latex")
    assert "│" not in result.to("csv")


def test_top_leaves_the_comparisons_as_they_are(small: Store) -> None:
    whole = small.leaderboard(["RR"], baselines=["half"], tiers=True)
    top = small.leaderboard(["RR"], baselines=["half"], tiers=True, top=2)
    assert top.rows == whole.rows[:2]
    assert top.notes == whole.notes


def test_what_makes_no_sense_is_refused(small: Store) -> None:
    with pytest.raises(UnknownNameError):
        small.leaderboard(["RR"], baselines=["nobody"])
    with pytest.raises(UsageError, match="top must be at least 1"):
        small.leaderboard(["RR"], tiers=True, top=0)
    with pytest.raises(UsageError, match="ties"):
        small.leaderboard(["RR"], tiers=True, ties=True)


def test_without_claims_nothing_changes(small: Store) -> None:
    assert small.leaderboard(["RR"]).columns == ["position", "system", "RR", "topics", "missing"]


def test_many_systems_run_out_of_letters_but_not_of_tiers(store: Store) -> None:
    """30 systems, each ahead of the next by the same on every topic."""
    topics = [str(number) for number in range(1, 11)]
    store.load_qrels({topic: {f"d{number}": 1 for number in range(40)} for topic in topics})
    for size in range(1, 31):
        documents = {f"d{number}": 1.0 for number in range(size)}
        store.load_run(dict.fromkeys(topics, documents), f"s{size:02}")
    tiers = [row["tier"] for row in store.leaderboard(["SetR"], tiers=True).dicts()]
    assert tiers[:2] == ["a", "b"]
    assert tiers[25:28] == ["z", "aa", "ab"]
