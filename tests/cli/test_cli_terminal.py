"""Every listing command in terminals of 80 and 200 columns: it fits, and no number is cut."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import evalstore
from evalstore.output.display import width_of

pytest.importorskip("pty")
from terminal import shown

CUT = re.compile(r"(?:^|\s)[+\-<]?\d[\d.,]*…")
COMMANDS = [
    ("leaderboard", "-m", "nDCG@10,AP,P@10,RR,Rprec,Bpref,NumRet,nDCG(gain='exp2')@20"),
    ("leaderboard", "--tiers", "--baseline", "BM25R2", "-m", "nDCG@10"),
    ("leaderboard", "--ties", "-m", "nDCG@10,AP"),
    ("topic", "1"),
    ("topic", "1", "--run", "run1", "--run", "sheikh_bm25_manual"),
    ("topic", "1", "--run", "run1", "--curve"),
    ("compare", "run1", "BM25R2", "-m", "nDCG@10"),
    ("compare", "run1", "BM25R2", "BERT", "sheikh_bm25_manual", "-m", "nDCG@10,AP"),
    ("diff", "run1", "BM25R2"),
    ("diff", "run1", "sheikh_bm25_manual", "--topic", "1"),
    ("risk", "BM25R2"),
    ("difficulty",),
    ("matrix",),
    ("curves",),
    ("correlate", "-m", "nDCG@10", "-m", "AP"),
    ("correlate", "-m", "nDCG@10", "-m", "AP", "--movers"),
    ("pool", "--depth", "3", "--topic", "1"),
    ("robustness", "--leave-out", "--depth", "7"),
    ("reproduce", "run1", "run3", "--by-topic"),
    ("query", "from leaderboard limit 50"),
    ("list",),
    ("list", "runs"),
    ("list", "qrels"),
    ("list", "measures"),
    ("schema",),
]

pytestmark = pytest.mark.fixtures


@pytest.fixture(scope="module")
def real(fixtures: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """48 real runs."""
    path = tmp_path_factory.mktemp("terminal") / "covid.duckdb"
    with evalstore.open(path) as store:
        store.load_qrels(fixtures / "trec-covid-round1" / "qrels-rnd1.txt")
        store.load_runs(fixtures / "trec-covid-round1" / "runs")
    return path


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("columns", [80, 200])
def test_it_fits_and_no_number_is_cut(real: Path, command: tuple[str, ...], columns: int) -> None:
    text = shown([*command, "--db", real], columns)
    assert text
    assert max(map(width_of, text.splitlines())) <= columns
    assert not [line for line in text.splitlines() if CUT.search(line)]


def test_the_conclusion_of_a_comparison_is_complete(real: Path) -> None:
    text = shown(["compare", "run1", "BM25R2", "-m", "nDCG@10", "--db", real], 80)
    assert "+0.3664" in text
    assert "<0.0001*" in text


def test_systems_stay_distinct(real: Path) -> None:
    ask = ("leaderboard", "--tiers", "--baseline", "BM25R2", "-m", "nDCG@10", "--db", real)
    rows = [line.split() for line in shown(ask, 80).splitlines() if re.match(r" +\d", line)]
    assert len({row[1] for row in rows}) == 48
