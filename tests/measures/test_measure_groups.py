"""Groups of measures, as in trec_eval."""

from __future__ import annotations

import pytest

from evalstore.measures.definition import definitions
from evalstore.measures.grammar import parse, parse_all
from evalstore.measures.groups import NICKNAMES, members
from evalstore.store import Store


def names(*texts: str) -> list[str]:
    return [measure.name for measure in parse_all(texts)]


def test_official_has_scores_first() -> None:
    found = names("official")
    assert found[:5] == ["AP", "GMAP", "Rprec", "Bpref", "RR"]
    assert found[-3:] == ["NumRet", "NumRel", "NumRelRet"]
    assert {"IPrec@0", "IPrec@1", "P@5", "P@1000"} <= set(found)
    assert len(found) == 5 + 11 + 9 + 3


def test_cutoffs_are_those_of_trec_eval() -> None:
    assert names("ndcg_cut") == [f"nDCG@{k}" for k in (5, 10, 15, 20, 30, 100, 200, 500, 1000)]
    assert names("success,RR") == ["Success@1", "Success@5", "Success@10", "RR"]
    assert names("ndcg_cut.7,9") == ["nDCG@7", "nDCG@9"]
    assert names("P", "P@5", "AP")[-1] == "AP"


@pytest.mark.parametrize("group", NICKNAMES)
def test_every_member_is_a_measure(group: str) -> None:
    assert [parse(name) for name in members(group)]


def test_a_group_hides_no_measure_that_stands_alone() -> None:
    alone = [one.name for one in definitions() if one.cutoff not in ("required", "recall")]
    assert [name for name in alone if members(name)] == []


def test_a_user_defined_measure_comes_first(store: Store) -> None:
    store.load_qrels({"1": {"a": 1}})
    store.load_run({"1": {"a": 1.0}}, "run")
    select = "select run_id, qrels_id, topic_id, 7.0 as value from judged_ranking"
    store.register_measure("official", select, meaning="seven")
    assert store.leaderboard("official").columns[2:3] == ["official"]


def test_a_leaderboard_of_all(store: Store) -> None:
    store.load_qrels({"1": {"a": 1}})
    store.load_run({"1": {"a": 1.0}}, "run")
    [row] = store.leaderboard("all_trec").dicts()
    assert (row["AP"], row["P@5"], row["NumRelRet"]) == (1.0, 0.2, 1)
