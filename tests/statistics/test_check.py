"""`store.check`: a gate."""

from __future__ import annotations

import pytest

from evalstore.errors import UnknownNameError, UsageError
from evalstore.store import Store


def test_a_drop_beyond_the_limit_does_not_pass(small: Store) -> None:
    result = small.check("best", {"RR": 0.1}, ["half", "twin"])
    assert [(row["system"], row["passed"]) for row in result.dicts()] == [
        ("half", False),
        ("twin", True),
    ]
    assert result.title == "Check against best: 1 of 2 checks failed"


def test_a_drop_of_just_the_limit_passes(small: Store) -> None:
    [row] = small.check("best", {"RR": 0.5}, ["half"]).dicts()
    assert row["passed"]


def test_a_gain_passes(small: Store) -> None:
    result = small.check("half", {"RR": 0.0}, ["best"])
    assert result.dicts()[0]["difference"] == 0.5
    assert result.title == "Check against half: 1 check passed"


def test_only_significant_drops_count_if_that_is_asked(small: Store) -> None:
    """mixed loses 0.625 of RR on four topics, with p = 0.08."""
    [strict] = small.check("best", {"RR": 0.1}, ["mixed"]).dicts()
    [lenient] = small.check("best", {"RR": 0.1}, ["mixed"], significant=True).dicts()
    assert (strict["passed"], lenient["passed"]) == (False, True)


def test_without_runs_every_other_system_is_checked(small: Store) -> None:
    rows = small.check("half", {"RR": 0.0, "ndcg_cut_10": 0.0}).dicts()
    assert [row["system"] for row in rows] == ["best", "mixed", "twin"] * 2
    assert {row["measure"] for row in rows} == {"RR", "nDCG@10"}


def test_the_summary_is_markdown_for_a_pull_request(small: Store) -> None:
    text = small.check("best", {"RR": 0.1}, ["half", "twin"]).to("markdown")
    assert "**Check against best: 1 of 2 checks failed**" in text
    assert "| FAILED | half " in text
    assert "| ok     | twin " in text


def test_what_makes_no_sense_is_refused(small: Store) -> None:
    with pytest.raises(UnknownNameError):
        small.check("nobody", {"RR": 0.1})
    with pytest.raises(UsageError, match="no allowed drop is given"):
        small.check("best", {})
    with pytest.raises(UsageError, match="must be 0 or more"):
        small.check("best", {"RR": -0.1})
    with pytest.raises(UsageError, match="no run to check"):
        small.check("best", {"RR": 0.1}, ["best"])


def test_a_measure_of_ones_own_is_checked_too(small: Store) -> None:
    small.register_measure(
        "Found",
        "select run_id, qrels_id, topic_id, count(*)::double as value from judged_ranking "
        "where grade >= 1 group by all",
        meaning="How many relevant documents were found.",
    )
    rows = small.check("best", {"Found": 0.1}).dicts()
    assert {row["system"]: row["passed"] for row in rows}["mixed"] is False
