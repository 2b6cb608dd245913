"""infNDCG and statAP against what sample_eval.pl and statAP_MQ_eval_v4.pl print for the files."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from evalstore.errors import FileProblems
from evalstore.store import Store

Write = Callable[..., Path]

# Per topic: sample_eval.pl -q with four decimals, statAP_MQ_eval_v4.pl -q with three.
INF_NDCG = [0.4765, 0.4339, 0.3458, 0.5572, 0.5265, 0.5378]
STAT_AP = [0.326, 0.175, 0.159, 0.337, 0.404, 0.225]


def made(seed: int = 7, topics: int = 6, documents: int = 60) -> list[str]:
    """A qrels file with three strata, the same sample as prels, and a run."""
    rng = random.Random(seed)
    strata, prels, run = [], [], []
    for topic in range(1, topics + 1):
        names = [f"d{n:03}" for n in range(documents)]
        for n, name in enumerate(names):
            stratum = 1 + (n >= 15) + (n >= 35)
            rate = (1.0, 0.5, 0.2)[stratum - 1]
            is_sampled = rng.random() < rate or n in (15, 35)
            grade = rng.choice((0, 0, 0, 1, 1, 2)) if is_sampled else -1
            strata.append(f"{topic} 0 {name} {stratum} {grade}\n")
            if grade >= 0:
                prels.append(f"{topic} {name} {grade} 1 {rate}\n")
        pool = names + [f"x{n}" for n in range(30)]
        rng.shuffle(pool)
        run += [f"{topic} Q0 {name} {n} {100 - n} r\n" for n, name in enumerate(pool[:70], 1)]
    return ["".join(lines) for lines in (strata, prels, run)]


@pytest.fixture
def sampled(store: Store, write: Write) -> Store:
    strata, prels, run = made()
    store.load_qrels(write("strata.txt", strata), file_format="strata")
    store.load_qrels(write("prels.txt", prels), file_format="prels")
    store.load_runs(write("run.txt", run)).raise_refused()
    return store


def test_inf_ndcg_is_that_of_sample_eval(sampled: Store) -> None:
    values = [row[3] for row in sampled.scores("infNDCG@1000", qrels="strata")]
    assert [round(value, 4) for value in values] == INF_NDCG
    [board] = sampled.leaderboard("infNDCG@1000", qrels="strata").dicts()
    assert round(board["infNDCG@1000"], 4) == 0.4796


def test_stat_ap_is_that_of_stat_ap_mq_eval(sampled: Store) -> None:
    values = [row[3] for row in sampled.scores("statAP", qrels="prels")]
    assert [round(value, 3) for value in values] == STAT_AP
    [board] = sampled.leaderboard("statAP", qrels="prels").dicts()
    assert board["statAP"] == pytest.approx(0.270862733675284, rel=1e-12)


def test_without_a_sample_they_are_ap_and_ndcg(store: Store) -> None:
    store.load_qrels({"1": {"a": 2, "b": 1, "c": 0}, "2": {"a": 1}})
    store.load_run({"1": {"c": 3.0, "b": 2.0, "x": 1.0}, "2": {"a": 1.0}}, "run")
    [row] = store.leaderboard("infNDCG,nDCG,statAP,AP").dicts()
    assert row["infNDCG"] == pytest.approx(row["nDCG"], rel=1e-12)
    assert row["statAP"] == pytest.approx(row["AP"], rel=1e-12)


def test_other_methods_of_choosing_documents_are_certain(store: Store, write: Write) -> None:
    lines = "1 a 1 0 0.5\n1 b 1 2 0.5\n1 c 1 1 0.5\n1 d 1 1 NA\n1 e -999 1 0.5\n"
    report = store.load_qrels(write("prels", lines), file_format="prels")
    assert report.files[0].notes == ["documents without a probability or a grade were ignored"]
    rows = store.sql("select docno, probability from judgement natural join document order by 1")
    assert rows.rows == [("a", 1.0), ("b", 1.0), ("c", 0.5)]


@pytest.mark.parametrize(
    ("file_format", "line", "message"),
    [
        ("prels", "1 a 1 1 0", "probability '0' is not a number above 0 and up to 1"),
        ("prels", "1 a 1 1 2", "probability '2' is not"),
        ("prels", "1 a x 1 1", "grade 'x' is not a number"),
        ("strata", "1 0 a 1", "4 columns, expected 5: topic iteration document stratum grade"),
        ("qrels", "1 a 1 1 1", "5 columns look like sampled judgements"),
    ],
)
def test_malformed_lines_are_refused(
    store: Store, write: Write, file_format: str, line: str, message: str
) -> None:
    with pytest.raises(FileProblems, match=message):
        store.load_qrels(write("sampled", line + "\n"), file_format=file_format)


@pytest.mark.fixtures
def test_the_prels_of_the_web_track_load(store: Store, fixtures: Path) -> None:
    path = fixtures / "qrels-zoo" / "prels.web.1-50.txt"
    report = store.load_qrels(path, file_format="prels")
    assert (report.files[0].topics, report.rows) == (50, 13118)
