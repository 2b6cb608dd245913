"""The diversity measures agree with pyndeval and ir_measures, whatever their parameters."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pyarrow as pa
import pytest

from evalstore.store import Store

ir_measures = pytest.importorskip("ir_measures")
pyndeval = pytest.importorskip("pyndeval")

CUTOFFS = (2, 3, 5, 10, 20)
CUT = ("ERR-IA", "nERR-IA", "alpha-DCG", "alpha-nDCG", "P-IA", "strec")
WHOLE = ("NRBP", "nNRBP", "MAP-IA")


def judgements(seed: int) -> list[tuple[str, str, str, int]]:
    """40 topics whose documents often cover the same subtopics, so that the ideal has ties.

    pyndeval numbers subtopics as they come, so they come in order.
    """
    chance = random.Random(seed)
    rows = [
        (str(topic), str(subtopic), f"d{document}", chance.choice((0, 0, 0, 1, 1, 2, 3)))
        for topic in range(1, 41)
        for subtopic in range(1, 2 + topic % 12)
        for document in chance.sample(range(60), chance.randint(1, 30))
    ]
    return sorted(rows, key=lambda row: int(row[1]))


def ranking(seed: int) -> list[tuple[str, str, float]]:
    """Judged and unjudged documents without ties; topic 7 is not answered."""
    chance = random.Random(seed)
    return [
        (str(topic), f"d{document}", float(-rank))
        for topic in range(1, 41)
        if topic != 7
        for rank, document in enumerate(chance.sample(range(80), chance.randint(1, 60)))
    ]


def table(rows: list[Any], columns: str) -> pa.Table:
    return pa.table(dict(zip(columns.split(), map(list, zip(*rows, strict=True)), strict=True)))


def stored(run: list[tuple[str, str, float]]) -> Store:
    store = Store()
    store.load_qrels(table(judgements(1), "topic subtopic docno grade"))
    store.load_run(table(run, "topic docno score"), "run")
    return store


@pytest.fixture(scope="module")
def filled() -> Iterator[Store]:
    with stored(ranking(2)) as store:
        yield store


def ours(name: str, parameters: dict[str, float]) -> str:
    """pyndeval's name of a measure in ours, with those parameters that it has."""
    base, at, cutoff = name.partition("@")
    known = {"rel"} if base in ("P-IA", "strec", "MAP-IA") else {"rel", "alpha"}
    known |= {"beta"} if base in WHOLE[:2] else set()
    given = ",".join(f"{key}={value}" for key, value in parameters.items() if key in known)
    renamed = {"MAP-IA": "AP_IA", "strec": "StRecall"}.get(base, base).replace("-", "_")
    return f"{renamed}({given}){at}{cutoff}"


def by_topic(store: Store, measures: list[str]) -> dict[tuple[str, str], float]:
    from evalstore.measures.grammar import parse

    canonical = {parse(one).name: one for one in measures}
    rows = store.scores(measures).fetchall()
    return {(topic, canonical[name]): value for _, topic, name, value in rows}


@pytest.mark.parametrize(
    "parameters",
    [
        {"alpha": 0.5, "beta": 0.5},
        {"alpha": 0.5, "beta": 0.9, "rel": 2},
        {"alpha": 0.3, "beta": 0.8},
        {"alpha": 0.0, "beta": 1.0},
        {"alpha": 0.95, "beta": 0.0, "rel": 3},
        {"alpha": 1.0, "beta": 0.5},
    ],
    ids=str,
)
def test_pyndeval(filled: Store, parameters: dict[str, float]) -> None:
    names = [f"{name}@{cutoff}" for name in CUT for cutoff in CUTOFFS] + list(WHOLE)
    alpha, beta = parameters["alpha"], parameters["beta"]
    if alpha == 0 and beta == 1:
        names.remove("nNRBP")  # 0 / 0 in ndeval
    evaluator = pyndeval.RelevanceEvaluator(
        judgements(1), names, relevance_level=int(parameters.get("rel", 1)), alpha=alpha, beta=beta
    )
    expected = evaluator.evaluate(ranking(2))
    values = by_topic(filled, [ours(name, parameters) for name in names])
    assert len(expected) == 39
    for topic, answers in expected.items():
        for name, value in answers.items():
            agreed = pytest.approx(0 if value != value else value, abs=1e-9)
            assert values[topic, ours(name, parameters)] == agreed, (topic, name)
    assert values["7", ours(names[0], parameters)] == 0


@pytest.mark.parametrize(
    "measure",
    [
        "ERR_IA@10",
        "nERR_IA(rel=2)@10",
        "alpha_DCG(alpha=0.25)@5",
        "alpha_nDCG@20",
        "alpha_nDCG(alpha=0.75,rel=2)@20",
        "NRBP",
        "nNRBP(alpha=0.25,beta=0.75)",
        "AP_IA(rel=2)",
        "P_IA@7",
        "StRecall(rel=3)@12",
    ],
)
def test_ir_measures(filled: Store, measure: str) -> None:
    qrels = [
        ir_measures.Qrel(topic, docno, grade, subtopic)
        for topic, subtopic, docno, grade in judgements(1)
    ]
    run = [ir_measures.ScoredDoc(*row) for row in ranking(2)]
    asked = ir_measures.parse_measure(measure)
    expected: dict[str, Any] = {
        found.query_id: found.value for found in ir_measures.iter_calc([asked], qrels, run)
    }
    values = by_topic(filled, [measure])
    assert len(expected) == len(values) == 40
    for topic, value in expected.items():
        agreed = pytest.approx(0 if value != value else value, abs=1e-9)
        assert values[topic, measure] == agreed, topic


def test_cutoff_1_is_divided_like_any_other(filled: Store) -> None:
    """ndeval leaves ERR-IA@1 and alpha-DCG@1 undivided, so that they count subtopics."""
    evaluator = pyndeval.RelevanceEvaluator(judgements(1), ["ERR-IA@1", "strec@20"])
    expected = evaluator.evaluate(ranking(2))
    covered = {row[:2] for row in judgements(1) if row[3] >= 1}
    values = by_topic(filled, ["ERR_IA@1"])
    for topic, answers in expected.items():
        subtopics = len([one for one in covered if one[0] == topic])
        assert values[topic, "ERR_IA@1"] == pytest.approx(answers["ERR-IA@1"] / max(subtopics, 1))


@pytest.mark.parametrize(
    "name", ["ERR_IA", "nERR_IA", "alpha_DCG", "alpha_nDCG", "AP_IA", "StRecall"]
)
def test_no_cutoff_is_a_cutoff_below_everything(filled: Store, name: str) -> None:
    values = by_topic(filled, [name, f"{name}@1000"])
    assert any(value > 0 for value in values.values())
    for (topic, measure), value in values.items():
        assert value == values[topic, name], measure


@pytest.mark.parametrize("measure", ["ERR_IA{}@5", "alpha_nDCG{}@10", "AP_IA{}", "P_IA{}@5"])
def test_judged_only_is_the_run_without_unjudged_documents(measure: str) -> None:
    judged = {(topic, docno) for topic, _, docno, _ in judgements(1)}
    kept = [row for row in ranking(2) if row[:2] in judged]
    assert len(kept) < len(ranking(2))
    with stored(ranking(2)) as whole, stored(kept) as part:
        skipped = by_topic(whole, [measure.format("(judged_only=True)")])
        removed = by_topic(part, [measure.format("")])
    assert list(skipped.values()) == list(removed.values())
