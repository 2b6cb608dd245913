"""The measures of ir_measures, topic by topic, under its own names.

Its providers break ties in different ways, so they are handed rankings without ties: those that
are generated have none, and of the fixtures' runs they get the order that trec_eval sees.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import ir_measures
import numpy as np
import pytest
from hypothesis import Phase, given, settings
from references import COLLECTIONS, Numbers, collections, differences, ours, read_collection

from evalstore.measures.grammar import parse
from evalstore.store import Store

EXACT = 1e-9
ROUNDED = 0.5e-5 + EXACT

# The framework of viewing and gain, from cwl_eval: min_rel and max_rel may be within the grades.
VIEWED = [
    "RBP(rel=1)",
    "RBP(p=0.5,rel=2)",
    "RBP(p=0.95,rel=1)",
    "BPM(max_rel=4)@5",
    "BPM(T=2.0,max_rel=4)@10",
    "BPM(T=0.5,max_rel=2)@1000",
    "SDCG(max_rel=4)@3",
    "SDCG(max_rel=3)@20",
    "SDCG(min_rel=1,max_rel=3)@5",
    "NERR8(max_rel=4)@5",
    "NERR8(min_rel=1,max_rel=2)@20",
    "NERR9(max_rel=4)@5",
    "NERR9(min_rel=1,max_rel=3)@1000",
    "NERR10(max_rel=4)",
    "NERR10(p=0.5,max_rel=2)",
    "NERR11(max_rel=4)",
    "NERR11(T=2.5,max_rel=2)",
    "INST(max_rel=4)",
    "INST(T=2.5,max_rel=3)",
    "INST(T=0.25,min_rel=1,max_rel=2)",
    "INSQ(max_rel=4)",
    "INSQ(T=3.0,max_rel=2)",
]
OTHERS = [
    "Compat",
    "Compat(p=0.8)",
    "Compat(p=0.9,normalize=False)",
    "Judged@5",
    "Judged@10",
    "infAP",
    "infAP(rel=2)",
    "RR@3",
    "RR(rel=2)@10",
    "SetAP(rel=2)",
    "SetP(relative=True)",
    "SetF(beta=2.0)",
    "NumRet(rel=1)",
    "AP(judged_only=True)",
    "AP(rel=2,judged_only=True)@5",
    "RR(judged_only=True)",
    "Rprec(judged_only=True)",
    "P(judged_only=True)@3",
    "R(judged_only=True)@3",
    "Success(judged_only=True)@3",
    "IPrec(judged_only=True)@0.5",
    "SetP(judged_only=True)",
    "SetAP(judged_only=True)",
    "SetF(judged_only=True)",
    "nDCG(judged_only=True)@5",
]
# Without shrinking: every example costs a query over all families.
GENERATED = {"deadline": None, "phases": (Phase.explicit, Phase.reuse, Phase.generate)}


def theirs(qrels: Numbers, run: Numbers, names: list[str]) -> Numbers:
    """The values of ir_measures under our names."""
    measures = {ir_measures.parse_measure(name): str(parse(name)) for name in names}
    values: Numbers = {}
    for metric in ir_measures.iter_calc(list(measures), qrels, run):
        values.setdefault(metric.query_id, {})[measures[metric.measure]] = metric.value
    return values


def in_trec_evals_order(run: Numbers) -> Numbers:
    """The run with scores that have no ties, in the order that trec_eval gives it."""
    return {
        topic: {
            document: float(len(ranked) - place)
            for place, document in enumerate(
                sorted(ranked, key=lambda one: (np.float32(ranked[one]), one), reverse=True)
            )
        }
        for topic, ranked in run.items()
    }


@pytest.fixture(scope="module", autouse=True)
def cwl() -> None:
    pytest.importorskip("cwl", reason="cwl_eval, which computes these for ir_measures, is absent")


@settings(max_examples=15, **GENERATED)
@given(collections(ties=False))
def test_generated_viewing_and_gain(collection: tuple[Numbers, Numbers]) -> None:
    expected = theirs(*collection, VIEWED)
    assert differences(ours(*collection, VIEWED), expected, EXACT) == []


@settings(max_examples=15, **GENERATED)
@given(collections(ties=False))
def test_generated_others(collection: tuple[Numbers, Numbers]) -> None:
    expected = theirs(*collection, OTHERS)
    wrong = differences(ours(*collection, OTHERS), expected, EXACT)
    # trec_eval's interpolated precision is 0/0 where none of the judged was retrieved.
    assert [one for one in wrong if not np.isnan(one[3])] == []


@settings(max_examples=15, **GENERATED)
@given(collections(ties=False))
def test_generated_accuracy(collection: tuple[Numbers, Numbers]) -> None:
    """ir_measures leaves out topics without a pair, and fails where all retrieved is relevant."""
    qrels, run = collection
    names = ["Accuracy", "Accuracy@3", "Accuracy(rel=2)", "Accuracy(rel=2)@5"]
    found = ours(qrels, run, names)
    for topic, name in ((topic, name) for topic in qrels for name in names):
        alone = ({topic: qrels[topic]}, {topic: run.get(topic, {})})
        try:
            expected = theirs(*alone, [name]).get(topic, {name: 0.0})[name]
        except ZeroDivisionError:
            expected = 1.0
        assert found[topic][name] == pytest.approx(expected, abs=EXACT)


@settings(max_examples=15, **GENERATED)
@given(collections(ties=False, highest=6))
def test_generated_expected_reciprocal_rank(collection: tuple[Numbers, Numbers]) -> None:
    """No package computes ERR exactly and to any highest grade, so a loop stands in for one."""
    qrels, run = collection
    names = {"ERR": (12, 4), "ERR@3": (3, 4), "ERR(max_rel=2)@5": (5, 2), "ERR(max_rel=6)": (12, 6)}
    expected = {
        topic: {name: _err(qrels[topic], run.get(topic, {}), *names[name]) for name in names}
        for topic in qrels
    }
    assert differences(ours(qrels, run, names), expected, EXACT) == []


def _err(judged: dict[str, int], ranked: dict[str, float], cutoff: int, highest: int) -> float:
    total, unsatisfied = 0.0, 1.0
    for rank, document in enumerate(sorted(ranked, key=lambda one: -ranked[one])[:cutoff], 1):
        grade = min(max(judged.get(document, 0), 0), highest)
        satisfied = (2**grade - 1) / 2**highest
        total += unsatisfied * satisfied / rank
        unsatisfied *= 1 - satisfied
    return total


@pytest.mark.fixtures
@pytest.mark.parametrize("name", COLLECTIONS)
def test_fixture(fixtures: Path, name: str) -> None:
    qrels, run = read_collection(fixtures, name)
    ordered = in_trec_evals_order(run)
    names = [*VIEWED, *OTHERS, "Accuracy", "Accuracy(rel=2)@20"]
    assert differences(ours(qrels, run, names), theirs(qrels, ordered, names), EXACT) == []


@pytest.mark.fixtures
@pytest.mark.skipif(shutil.which("perl") is None, reason="gdeval is a Perl program")
@pytest.mark.parametrize("name", ["dl20-doc", "web2012", "trec-covid-round1"])
def test_gdeval_to_its_five_decimals(fixtures: Path, name: str) -> None:
    """cast21 is left out: gdeval wants topics to be numbers."""
    qrels, run = read_collection(fixtures, name)
    names = ["ERR@5", "ERR@20", "nDCG(dcg='exp-log2')@10"]
    expected = theirs(qrels, in_trec_evals_order(run), names)
    assert differences(ours(qrels, run, names), expected, ROUNDED) == []


def test_a_scale_that_is_not_given_is_that_of_all_judgements() -> None:
    qrels = {"1": {"a": 1, "b": 0}, "2": {"a": 4}}
    run = {"1": {"a": 1.0}, "2": {"a": 1.0}}
    found = ours(qrels, run, ["RBP", "RBP(max_rel=4)", "RBP(scale='topic')", "RBP(rel=1)"])
    assert found["1"]["RBP"] == found["1"]["RBP(max_rel=4)"] == pytest.approx(0.05)
    assert found["1"]["RBP(scale='topic')"] == found["1"]["RBP(rel=1)"] == pytest.approx(0.2)
    assert found["2"]["RBP"] == pytest.approx(0.2)


def test_a_scale_does_not_depend_on_the_topics_that_are_asked() -> None:
    qrels = {"1": {"a": 1}, "2": {"a": 4}}
    with Store() as store:
        store.load_qrels(qrels)
        store.load_run({"1": {"a": 1.0}}, "run")
        [row] = store.scores(["RBP"], topics=["1"])
    assert row[3] == pytest.approx(0.05)
