"""Known faults of trec_eval that a drop-in has to have."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from trec_eval_files import Ended, qrels_of, results_of

Call = Callable[..., Ended]

BOTH = pytest.mark.parametrize("compat", ["9", "10"])


@BOTH
def test_the_first_parameters_of_a_measure_stay(trec_eval: Call, compat: str) -> None:
    ended = trec_eval(
        qrels_of(t="a=1"), results_of(t="a"), "--compat", compat, "-m", "P.5", "-m", "P.10"
    )
    assert list(ended.values) == [("P_5", "all")]


@BOTH
def test_complete_num_rel_forgets_the_level(trec_eval: Call, compat: str) -> None:
    options = ("--compat", compat, "-q", "-c", "-l2", "-m", "num_rel")
    values = trec_eval(qrels_of(t="a=1 b=1 c=2"), results_of(t="a"), *options).values
    assert values == {("num_rel", "t"): "1", ("num_rel", "all"): "3"}


@BOTH
def test_gains_less_than_1_apart_are_not_sorted(trec_eval: Call, compat: str) -> None:
    options = ("--compat", compat, "-m", "ndcg.1=0.25,3=0.5", "-m", "ndcg_cut.5")
    values = trec_eval(qrels_of(t="a=1 b=3 c=0"), results_of(t="a b"), *options).values
    assert values["ndcg_1=0.25,3=0.5", "all"] == "0.0000"
    assert values["ndcg_cut_5", "all"] == "0.7967"


def test_gains_less_than_1_apart_may_be_sorted_by_luck(trec_eval: Call) -> None:
    values = trec_eval(qrels_of(t="a=1 b=2"), results_of(t="a b"), "-m", "ndcg.1=1.5,2=3.5").values
    assert values["ndcg_1=1.5,2=3.5", "all"] == "0.8340"


def test_precision_of_nothing_is_not_a_number(trec_eval: Call) -> None:
    options = ("-q", "-J", "-m", "iprec_at_recall.0,0.5", "-m", "11pt_avg", "-m", "set_P")
    ended = trec_eval(qrels_of(t="a=1"), results_of(t="x"), *options)
    assert ended.out.splitlines()[:4] == [
        "iprec_at_recall_0.00  \tt\t  -nan",
        "iprec_at_recall_0.50  \tt\t0.0000",
        "11pt_avg              \tt\t  -nan",
        "set_P                 \tt\t0.0000",
    ]
