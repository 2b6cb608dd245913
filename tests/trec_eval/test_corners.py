"""Corners where both versions of trec_eval give 0, or stop."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from trec_eval_files import Ended, qrels_of, results_of

Call = Callable[..., Ended]

BOTH = pytest.mark.parametrize("compat", ["9", "10"])


@BOTH
def test_rndcg_is_0_without_relevant_documents(trec_eval: Call, compat: str) -> None:
    options = ("--compat", compat, "-l", "2", "-m", "Rndcg")
    values = trec_eval(qrels_of(t="a=1 b=0 c=-1"), results_of(t="a z"), *options).values
    assert values == {("Rndcg", "all"): "0.0000"}


@BOTH
@pytest.mark.parametrize("options", [("-l", "0", "-m", "Rndcg"), ("-m", "Rndcg.1=0")])
def test_rndcg_is_0_over_0_if_nothing_relevant_has_a_gain(
    trec_eval: Call, compat: str, options: tuple[str, ...]
) -> None:
    grade = 0 if "-l" in options else 1
    ended = trec_eval(qrels_of(t=f"a={grade}"), results_of(t="a z"), "--compat", compat, *options)
    assert [value.strip() for value in ended.values.values()] == ["-nan"]


def test_the_residual_of_no_judged_document_is_0(trec_eval: Call) -> None:
    options = ("--compat", "10", "-J", "-m", "rbp_resid")
    values = trec_eval(qrels_of(t="a=1"), results_of(t="x y"), *options).values
    assert values == {("rbp_resid", "all"): "0.0000"}


def test_a_mean_residual_on_a_rounding_tie_is_rounded_as_in_c(trec_eval: Call) -> None:
    """0.7461 and 0.91: their mean is 0.82805, and the last bit decides."""
    qrels = qrels_of(t="a=1 b=0 c=1", u="a=1")
    results = results_of(t="a x b c y", u="x a y z")
    values = trec_eval(qrels, results, "--compat", "10", "-m", "rbp_resid").values
    assert values == {("rbp_resid", "all"): "0.8281"}


@BOTH
def test_a_first_topic_with_only_negative_grades_stops_the_run(
    trec_eval: Call, compat: str
) -> None:
    options = ("--compat", compat, "-q", "-m", "official")
    ended = trec_eval(qrels_of(t="a=-1", u="a=1"), results_of(t="a", u="a"), *options)
    assert (ended.code, ended.out) == (4, "")
    assert "Can't calculate measure 'num_ret'" in ended.err


@BOTH
def test_a_later_topic_may_have_only_negative_grades(trec_eval: Call, compat: str) -> None:
    options = ("--compat", compat, "-q", "-m", "map")
    ended = trec_eval(qrels_of(t="a=1", u="a=-1"), results_of(t="a", u="a"), *options)
    assert (ended.code, ended.values["map", "u"]) == (0, "0.0000")


@BOTH
@pytest.mark.parametrize("options", [("-m", "map"), ("-m", "set_recall", "-m", "P.1"), ()])
def test_unjudged_documents_do_not_become_relevant_without_notice(
    trec_eval: Call, compat: str, options: tuple[str, ...]
) -> None:
    """trec_eval gives recall above 1 here."""
    ended = trec_eval(
        qrels_of(t="a=1 b=-1"), results_of(t="x a b"), "--compat", compat, "-l", "-1", *options
    )
    assert (ended.code, ended.out) == (1, "")
    assert "would count unjudged documents as relevant" in ended.err


@BOTH
@pytest.mark.parametrize("level", ["-1", "-2"])
def test_a_level_below_0_is_as_0_where_unjudged_documents_do_not_count(
    trec_eval: Call, compat: str, level: str
) -> None:
    qrels, results = qrels_of(t="a=1 b=-1 c=0"), results_of(t="x a b c")
    for options in (("-J", "-m", "map"), ("-m", "set_recall"), ("-m", "num_rel")):
        below = trec_eval(qrels, results, "--compat", compat, "-l", level, *options)
        assert below.code == 0
        assert below.out == trec_eval(qrels, results, "--compat", compat, "-l", "0", *options).out
