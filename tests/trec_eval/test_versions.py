"""Where versions 9 and 10 differ, and what `--compat` chooses."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from trec_eval_files import Ended, call, qrels_of, results_of

Call = Callable[..., Ended]

BOTH = pytest.mark.parametrize("compat", ["9", "10"])
QRELS = qrels_of(t1="a=1 b=2", t2="a=1 b=1")


def test_scores_have_32_bits_in_9_and_64_in_10(trec_eval: Call) -> None:
    results = "t Q0 a 1 0.123456781 tag\nt Q0 b 2 0.123456780 tag\n"
    qrels = qrels_of(t="a=1")
    assert trec_eval(qrels, results, "-m", "map").values["map", "all"] == "0.5000"
    ended = trec_eval(qrels, results, "--compat=10", "-m", "map")
    assert ended.values["map", "all"] == "1.0000"


def test_recall_is_rounded_differently(trec_eval: Call) -> None:
    qrels = qrels_of(t="a=1 b=1 c=1 d=1 e=1 f=1 g=1")
    results = results_of(t="a x b")
    options = ("-m", "iprec_at_recall.0.2", "-m", "11pt_avg")
    nine = trec_eval(qrels, results, *options).values
    ten = trec_eval(qrels, results, "--compat", "10", *options).values
    assert (nine["iprec_at_recall_0.20", "all"], nine["11pt_avg", "all"]) == ("0.6667", "0.2424")
    assert (ten["iprec_at_recall_0.20", "all"], ten["11pt_avg", "all"]) == ("1.0000", "0.3333")


def test_a_missing_topic_is_left_out_by_9(trec_eval: Call) -> None:
    values = trec_eval(QRELS, results_of(t1="a"), "-m", "map", "-m", "num_q").values
    assert (values["map", "all"], values["num_q", "all"]) == ("0.5000", "1")


def test_a_missing_topic_exits_4_in_10(trec_eval: Call) -> None:
    ended = trec_eval(QRELS, results_of(t1="a"), "--compat", "10", "-q", "-m", "map")
    assert (ended.code, ended.out) == (4, "map                   \tt1\t0.5000\n")
    assert ended.err == "trec_eval: result qid 't2' not found in qrels\n"


@BOTH
def test_complete_counts_a_missing_topic_as_0(trec_eval: Call, compat: str) -> None:
    options = ("-c", "-m", "map", "-m", "num_q", "-m", "gm_map", "-m", "num_rel")
    values = trec_eval(QRELS, results_of(t1="b a"), "--compat", compat, *options).values
    assert values == {
        ("num_q", "all"): "2",
        ("num_rel", "all"): "4",
        ("map", "all"): "0.5000",
        ("gm_map", "all"): "0.0032",
    }


def test_complete_prints_missing_topics_in_10_only(trec_eval: Call) -> None:
    options = ("-q", "-c", "-m", "num_ret", "-m", "utility", "-m", "relstring")
    nine = trec_eval(QRELS, results_of(t1="b a"), *options).values
    assert ("num_ret", "t2") not in nine
    ten = trec_eval(QRELS, results_of(t1="b a"), "--compat", "10", *options).values
    assert (ten["num_ret", "t2"], ten["utility", "t2"]) == ("0", "0.0000")
    assert ten["relstring", "t2"] == "''"


def test_a_missing_topic_keeps_its_placeholder_under_other_names_in_10(trec_eval: Call) -> None:
    options = ("-q", "-c", "-m", "utility.1,-1,0,0", "-m", "relstring.5")
    ten = trec_eval(QRELS, results_of(t1="b a"), "--compat", "10", *options).values
    assert ten["utility_1,-1,0,0", "t2"] == "-1.0000"
    assert ten["relstring_5", "t2"] == "'-'"


def test_comments_are_for_10(trec_eval: Call) -> None:
    qrels, results = f"# one\n{QRELS}", f"  # one\n# two\n{results_of(t1='a', t2='b')}"
    assert trec_eval(qrels, results).code == 2
    assert trec_eval(qrels, results, "--compat", "10").code == 0
    ended = trec_eval(f"# one\n# two\n{QRELS}", results, "--compat", "10")
    assert (ended.code, "Malformed line 1" in ended.err) == (2, True)


def test_standard_input_is_for_10(write: Callable[..., Path]) -> None:
    qrels = write("qrels", qrels_of(t="a=1"))
    results = results_of(t="a").encode()
    assert call("-m", "map", qrels, "-", stdin=results).code == 2
    ended = call("--compat", "10", "-m", "map", qrels, "-", stdin=results)
    assert ended.values["map", "all"] == "1.0000"


def test_some_measures_are_for_10(trec_eval: Call) -> None:
    results = results_of(t1="a x", t2="b")
    for name in ("rbp", "rbp_resid", "unj", "dcg", "ideal_dcg"):
        assert trec_eval(QRELS, results, "-m", name).code == 1
        assert trec_eval(QRELS, results, "--compat", "10", "-m", name).code == 0
    values = trec_eval(QRELS, results, "--compat", "10", "-q", "-m", "rbp.p=0.5").values
    assert values["rbp_p=0.5", "t2"] == "0.5000"
