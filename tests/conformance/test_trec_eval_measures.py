"""Every measure of trec_eval, topic by topic: generated collections, fixtures, published values."""

from __future__ import annotations

import csv
import math
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import pytrec_eval
from hypothesis import Phase, given, settings
from references import (
    COLLECTIONS,
    Numbers,
    collections,
    differences,
    ours,
    read_collection,
    where,
)

import evalstore
from evalstore.errors import MeasureError
from evalstore.measures.grammar import parse
from evalstore.store import Store

# trec_eval's default cutoffs, and some of our own.
ASKED = {
    *(set(pytrec_eval.supported_measures) - {"runid", "relstring"}),
    "P.3,5,7",
    "recall.3,5,7",
    "relative_P.3,5,7",
    "success.3,5,7",
    "map_cut.3,5,7",
    "ndcg_cut.3,5,7",
    "Rprec_mult.0.2,0.35,0.6,1.0,1.5,5.0",
    "iprec_at_recall.0.0,0.25,0.5,1.0",
}
# Without shrinking: every example costs a query over all families.
GENERATED = {"deadline": None, "phases": (Phase.explicit, Phase.reuse, Phase.generate)}
PLAIN = {name.split(".")[0] for name in ASKED if "." in name}
# Not numbers, or rounded otherwise than in trec_eval 9.
LEFT_OUT = ("runid", "relstring", "iprec", "11pt")
EXACT = 1e-9


def theirs(qrels: Numbers, run: Numbers, rel: int = 1, judged_only: bool = False) -> Numbers:
    """pytrec_eval's values, which are those of trec_eval 9.0.8."""
    evaluator = pytrec_eval.RelevanceEvaluator(
        qrels, ASKED - PLAIN, relevance_level=rel, judged_docs_only_flag=judged_only
    )
    numbers = {topic: {doc: float(one) for doc, one in run[topic].items()} for topic in run}
    return evaluator.evaluate(numbers)


def compared(qrels: Numbers, run: Numbers, rel: int = 1, judged_only: bool = False) -> list[object]:
    """What differs between trec_eval and us."""
    expected = theirs(qrels, run, rel, judged_only)
    names = {name for values in expected.values() for name in values}
    measures = {name: where(name, rel=rel, judged_only=judged_only) for name in names}
    found = ours(qrels, run, measures.values())
    renamed = {
        topic: {str(measures[name]): value for name, value in values.items()}
        for topic, values in expected.items()
    }
    return [
        difference
        for difference in differences(found, renamed, EXACT)
        if not _is_known(difference, found)
    ]


def _is_known(difference: tuple[str, str, float, float], found: Numbers) -> bool:
    """What trec_eval does otherwise.

    Rndcg knows no lowest relevant grade, yet is 0 where nothing reaches it. Interpolated precision
    is 0/0 where only judged documents count and none was retrieved.
    """
    topic, measure, value, theirs = difference
    relevant = {"NumRel": 0.0} | found[topic]
    without_relevant = not any(relevant[name] for name in relevant if re.match(r"NumRel\b", name))
    return (measure.startswith("Rndcg") and theirs == 0 and without_relevant) or (
        measure.startswith(("IPrec", "IAP")) and math.isnan(theirs) and value == 0
    )


@settings(max_examples=25, **GENERATED)
@given(collections())
def test_generated(collection: tuple[Numbers, Numbers]) -> None:
    assert compared(*collection) == []


@settings(max_examples=10, **GENERATED)
@given(collections())
def test_generated_with_a_higher_lowest_grade(collection: tuple[Numbers, Numbers]) -> None:
    assert compared(*collection, rel=2) == []


@settings(max_examples=10, **GENERATED)
@given(collections())
def test_generated_without_unjudged_documents(collection: tuple[Numbers, Numbers]) -> None:
    assert compared(*collection, judged_only=True) == []


@settings(max_examples=10, **GENERATED)
@given(collections())
def test_what_no_reference_computes(collection: tuple[Numbers, Numbers]) -> None:
    """yaap and ideal_dcg are in no Python package: they follow by their definitions."""
    found = ours(*collection, ["YAAP", "AP", "NumRel", "IDCG", "DCG", "nDCG"])
    for values in found.values():
        total = values["AP"] * values["NumRel"]
        smoothed = math.log((1 + total) / (1 + values["NumRel"] - total))
        assert values["YAAP"] == pytest.approx(smoothed, abs=EXACT)
        assert values["nDCG"] * values["IDCG"] == pytest.approx(values["DCG"], abs=EXACT)


@pytest.mark.fixtures
@pytest.mark.parametrize("judged_only", [False, True])
@pytest.mark.parametrize("rel", [1, 2])
@pytest.mark.parametrize("name", COLLECTIONS)
def test_fixture(fixtures: Path, name: str, rel: int, judged_only: bool) -> None:
    assert compared(*read_collection(fixtures, name), rel, judged_only) == []


@pytest.fixture(scope="module")
def covid(fixtures: Path) -> Iterator[Store]:
    folder = fixtures / "trec-covid-round1"
    with Store() as store:
        store.load_qrels(folder / "qrels-rnd1.txt")
        store.load_runs(folder / "runs").raise_refused()
        yield store


def _printed(path: Path) -> dict[str, dict[tuple[str, str], float]]:
    """trec_eval's printed values by measure, then by run and topic."""
    printed: dict[str, dict[tuple[str, str], float]] = {}
    with path.open(encoding="utf-8", newline="") as lines:
        for run, measure, topic, value in csv.reader(lines, delimiter="\t"):
            if measure not in ("runid", "relstring"):
                printed.setdefault(measure, {})[run, topic] = float(value)
    return printed


@pytest.mark.fixtures
def test_every_printed_value_of_48_runs(fixtures: Path, covid: Store) -> None:
    printed = _printed(
        fixtures / "trec-covid-round1" / "expected.trec_eval-9.0.8.q.c.M1000.all_trec.tsv"
    )
    names = {measure: str(parse(measure)) for measure in printed}
    asked = sorted(set(names.values()))
    found = {(row[2], row[0], row[1]): row[3] for row in covid.scores(asked)}
    for row in covid.leaderboard(asked).dicts():
        found |= {(measure, row["system"], "all"): row[measure] for measure in asked}
    wrong = [
        (measure, run, topic, found[names[measure], run, topic], value)
        for measure, values in printed.items()
        for (run, topic), value in values.items()
        if abs(found[names[measure], run, topic] - value) > 0.5e-4 + EXACT
    ]
    assert len(printed) == 93
    assert wrong == []


@pytest.mark.fixtures
def test_published_rank_biased_precision(fixtures: Path, covid: Store) -> None:
    """Gain is the grade over the highest grade, in the judgements' scale."""
    board = {row["system"]: row["RBP(p=0.5)"] for row in covid.leaderboard(["RBP(p=.5)"]).dicts()}
    with (fixtures / "trec-covid-round1" / "leaderboard.csv").open(encoding="utf-8") as lines:
        published = {row["run"]: row["RBP(p=.5)"] for row in csv.DictReader(lines)}
    assert {run: f"{value:.4f}" for run, value in board.items()} == {
        run: published[run] for run in board
    }


@pytest.mark.fixtures
@pytest.mark.parametrize(
    ("output", "qrels", "run", "rel"),
    [
        ("out.test.aq", "qrels.test", "results.test", 1),
        ("out.test.aqc", "qrels.test", "results.trunc", 1),
        ("out.test.aql", "qrels.rel_level", "results.test", 2),
    ],
)
def test_printed_by_trec_eval_10(
    fixtures: Path, output: str, qrels: str, run: str, rel: int
) -> None:
    """rbp, rbp_resid and unj among them; interpolated precision is rounded as in 9 by default."""
    folder = fixtures / "trec_eval-10.0-test"
    printed = [line.split() for line in (folder / output).read_text(encoding="utf-8").splitlines()]
    names = {name for name, _, _ in printed if not name.startswith(LEFT_OUT)}
    measures = {name: str(where(name, rel=rel)) for name in names}
    with Store() as store:
        store.load_qrels(folder / qrels)
        store.load_runs(folder / run, name="run").raise_refused()
        found = {(row[2], row[1]): row[3] for row in store.scores(measures.values())}
        [means] = store.leaderboard(measures.values()).dicts()
    found |= {(measure, "all"): means[measure] for measure in measures.values()}
    wrong = [
        (name, topic, found[measures[name], topic], value)
        for name, topic, value in printed
        if name in names and abs(found[measures[name], topic] - float(value)) > 0.5e-4 + EXACT
    ]
    assert len(names) > 80
    assert wrong == []


def test_a_missing_topic_in_a_geometric_mean_has_the_least_value() -> None:
    qrels = {"1": {"a": 1}, "2": {"a": 1}, "3": {"a": 1}}
    run = {"1": {"a": 1.0}, "2": {"x": 2.0, "a": 1.0}}
    means = evalstore.evaluate(qrels, run, ["GMAP", "GMBpref"])
    assert means["GMAP"] == pytest.approx((1.0 * 0.5 * 1e-5) ** (1 / 3), abs=EXACT)
    assert means["GMBpref"] == pytest.approx((1.0 * 1.0 * 1e-5) ** (1 / 3), abs=EXACT)
    answered = evalstore.evaluate(qrels, run, ["GMAP"], average="retrieved")
    assert answered["GMAP"] == pytest.approx(math.sqrt(0.5), abs=EXACT)


def test_the_median_rank_does_not_reward_short_rankings() -> None:
    qrels = {"1": {"a": 1}, "2": {"a": 1}, "3": {"a": 1}}
    run = {"1": {"x": 2.0, "a": 1.0}, "2": {"x": 1.0}}
    assert evalstore.evaluate(qrels, run, ["FirstRank"])["FirstRank"] == 1001
    assert evalstore.evaluate(qrels, run, ["FirstRank@10"])["FirstRank@10"] == 11


@pytest.mark.parametrize(
    "measure",
    ["RBP(p=1)", "RBP(p=0)", "INST(T=0)", "Rprec(mult=0)", "INSQ(min_rel=2,max_rel=2)"],
)
def test_parameters_that_make_no_sense_are_refused(measure: str) -> None:
    with pytest.raises(MeasureError, match=r"must be (greater|less|above|below|at)"):
        parse(measure)


def test_trec_evals_own_name_comes_before_a_looser_spelling() -> None:
    assert str(parse("rbp")) == "RBP(p=0.9,scale='topic')"
    assert str(parse("RBP")) == "RBP"
