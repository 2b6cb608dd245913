"""Preferences and several groups of assessors, through the drop-in and in a store."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from trec_eval_files import Ended, results_of

from evalstore.preferences.consistency import contradiction
from evalstore.store import Store

Call = Callable[..., Ended]


def prefs_of(*rows: str) -> str:
    """`"g s a=2 b=1"` as lines of topic t."""
    lines = []
    for row in rows:
        group, subgroup, *judged = row.split()
        for pair in judged:
            docno, level = pair.split("=")
            lines.append(f"t {group} {subgroup} {docno} {level}\n")
    return "".join(lines)


def ask(trec_eval: Call, qrels: str, ranking: str, *names: str, form: str = "prefs") -> list[str]:
    options = [word for name in names for word in ("-m", name)]
    values = trec_eval(qrels, results_of(t=ranking), "-q", "-R", form, *options).values
    return [values[name, "t"] for name in names]


def test_counting_preferences(trec_eval: Call) -> None:
    names = ("prefs_num_prefs_poss", "prefs_num_prefs_ful", "prefs_num_prefs_ful_ret")
    levels = prefs_of("g s d1=3 d2=2 d3=0 d4=6 d5=0 d6=2")
    assert ask(trec_eval, levels, "d4 d2 d1", *names) == ["13", "10", "2"]


def test_preferences_carry_over_between_subgroups(trec_eval: Call) -> None:
    chain = prefs_of("g s1 d1=3 d2=2 d3=1", "g s2 d2=5 d4=4")
    assert ask(trec_eval, chain, "x", "prefs_num_prefs_poss") == ["5"]
    apart = prefs_of("g1 s1 d1=3 d2=2 d3=1", "g2 s2 d2=5 d4=4")
    assert ask(trec_eval, apart, "x", "prefs_num_prefs_poss") == ["4"]


def test_groups_may_disagree(trec_eval: Call) -> None:
    """a > b says g, b > a say h and i; g alone says a > c."""
    groups = prefs_of("g s a=2 b=1 c=1", "h s a=1 b=2", "i s a=1 b=2")
    names = ("prefs_simp", "prefs_pair", "prefs_avgjg")
    assert ask(trec_eval, groups, "a b c", *names) == ["0.5000", "0.6667", "0.3333"]


def test_ties_in_score_are_broken_upwards(trec_eval: Call) -> None:
    results = "t Q0 a 1 1 tag\nt Q0 b 2 1 tag\n"
    ended = trec_eval(prefs_of("g s a=2 b=1"), results, "-R", "prefs", "-m", "prefs_simp")
    assert ended.values["prefs_simp", "all"] == "1.0000"


@pytest.mark.parametrize(
    ("rows", "code", "message"),
    [
        (["g s a=1 a=2"], 4, "different rel_level in same jsg"),
        (["g s a=1 b=2", "g r a=0 c=1"], 4, "doc 'a' has both 0 and non-0 rel_level assigned"),
        (["g s a=2 b=1", "g r b=2 a=1"], 134, "Pref inconsistency found"),
        (["g s a=2 b=1", "g r b=2 c=1", "g q c=2 a=1"], 134, "Pref inconsistency found"),
    ],
)
def test_contradictions_within_a_group(
    trec_eval: Call, rows: list[str], code: int, message: str
) -> None:
    ended = trec_eval(prefs_of(*rows), results_of(t="a"), "-R", "prefs", "-m", "prefs_simp")
    assert (ended.code, ended.out) == (code, "")
    assert message in ended.err


def test_no_contradiction() -> None:
    assert (
        contradiction([("s", "a", 2.0), ("s", "b", 1.0), ("r", "a", 5.0), ("r", "b", 4.0)]) is None
    )
    assert contradiction([("s", "a", 0.0), ("r", "a", 0.0)]) is None


def test_grades_as_preferences(trec_eval: Call) -> None:
    qrels = "t 0 a 2\nt 0 b 1\nt 0 c -1\n"
    names = ("prefs_num_prefs_poss", "prefs_simp")
    assert ask(trec_eval, qrels, "b a", *names, form="qrels_prefs") == ["3", "0.6667"]


def test_measures_of_several_groups_are_averaged(trec_eval: Call) -> None:
    qrels = "t g a 1\nt g b 0\nt h a 0\nt h b 1\nt h c 1\n"
    values = trec_eval(
        qrels, results_of(t="a b"), "-q", "-R", "qrels_jg", "-m", "map_avgjg", "-m", "P_avgjg.1"
    ).values
    assert (values["map_avgjg", "t"], values["P_avgjg_1", "t"]) == ("0.6250", "0.5000")


def test_a_group_judges_a_document_once(trec_eval: Call) -> None:
    ended = trec_eval("t g a 1\nt g a 1\n", results_of(t="a"), "-R", "qrels_jg", "-m", "map_avgjg")
    assert (ended.code, ended.out) == (2, "")
    assert "duplicate docs a" in ended.err


def test_a_store_measures_preferences_between_grades(store: Store) -> None:
    store.load_qrels({"1": {"a": 2, "b": 1, "c": 0}, "2": {"a": 1, "b": 0}})
    store.load_run({"1": {"b": 2.0, "a": 1.0}}, "run")
    measures = ["PrefSimp", "prefs_pair_ret", "PrefGroup", "PrefBalanced", "NumPrefs"]
    scores = {(topic, name): value for _, topic, name, value in store.scores(measures)}
    assert scores["1", "PrefSimp"] == pytest.approx(2 / 3)
    assert scores["1", "PrefPair(scope='retrieved')"] == 0.0
    assert scores["2", "NumPrefs"] == 1.0
    assert scores["2", "PrefSimp"] == 0.0
