"""48 submitted runs of TREC-COVID round 1 against the published leaderboard."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

import pytest

from evalstore.store import Store

pytestmark = pytest.mark.fixtures

FORTY = [
    *("nDCG", "nDCG@5", "nDCG@10", "nDCG@20", "nDCG@100", "AP", "AP@10", "AP@100", "P@1", "P@5"),
    *("P@10", "P@20", "R@10", "R@100", "R@1000", "RR", "RR@10", "Rprec", "Bpref", "Success@1"),
    *("Success@5", "Success@10", "SetP", "SetR", "SetF", "IAP", "Judged@10", "NumRet", "NumRel"),
    *("NumRelRet", "IPrec@0", "IPrec@0.5", "F@10", "DCG@10", "CG@10", "nDCG(gain='exp2')@10"),
    *("infAP", "ERR@20", "RBP(p=0.5)", "GMAP"),
]
PUBLISHED = {"nDCG@10": "ndcg@10", "P@5": "p@5", "Bpref": "bpref", "AP": "MAP"}


@pytest.fixture(scope="module")
def covid(fixtures: Path) -> Iterator[Store]:
    folder = fixtures / "trec-covid-round1"
    with Store() as store:
        store.load_qrels(folder / "qrels-rnd1.txt")
        report = store.load_runs(folder / "runs").raise_refused()
        assert len(report.files) == 48
        yield store


def test_all_published_values(covid: Store, fixtures: Path) -> None:
    board = {row["system"]: row for row in covid.leaderboard(list(PUBLISHED)).dicts()}
    with (fixtures / "trec-covid-round1" / "leaderboard.csv").open() as file:
        published = [row for row in csv.DictReader(file) if row["run"] in board]
    wrong = [
        (row["run"], ours, board[row["run"]][ours], row[theirs])
        for row in published
        for ours, theirs in PUBLISHED.items()
        if f"{board[row['run']][ours]:.4f}" != f"{float(row[theirs]):.4f}"
    ]
    assert len(published) == 48
    assert wrong == []


def test_the_run_whose_score_depends_on_float_ties(covid: Store) -> None:
    [row] = covid.leaderboard(["nDCG@10"], runs=["BERT"]).dicts()
    assert f"{row['nDCG@10']:.4f}" == "0.1731"


def test_one_query_with_forty_measures_equals_forty_queries(covid: Store) -> None:
    together = covid.leaderboard(FORTY).dicts()
    assert len(together) == 48
    for name in FORTY:
        alone = {row["system"]: row[name] for row in covid.leaderboard([name]).dicts()}
        assert {row["system"]: row[name] for row in together} == alone
