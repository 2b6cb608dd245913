"""Fusion: the scores of ranx, and runs that are as any other afterwards."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from evalstore.errors import ConflictError, DataError, UnknownNameError, UsageError
from evalstore.store import Store

RECORDED = json.loads((Path(__file__).parent / "fused_by_ranx.json").read_text())
RUNS: dict[str, Any] = RECORDED["runs"]


@pytest.fixture
def three(store: Store) -> Store:
    for name, run in RUNS.items():
        store.load_run(run, name)
    return store


def fused(store: Store, *names: str, **options: Any) -> dict[str, dict[str, float]]:
    method, *runs = names
    store.fuse(method, runs, "fused", **options)
    return store.run_dict("fused")


@pytest.mark.parametrize("case", RECORDED["fused"])
def test_scores_are_those_of_ranx(case: str, three: Store) -> None:
    method, norm = case.split()
    found = fused(three, method, "A", "B", "C", norm=norm)
    expected = RECORDED["fused"][case]
    assert found.keys() == expected.keys()
    for topic, scores in expected.items():
        assert found[topic] == pytest.approx(scores, abs=1e-12)


def test_reciprocal_ranks_by_hand(store: Store) -> None:
    store.load_run({"1": {"a": 2.0, "b": 1.0}}, "A")
    store.load_run({"1": {"b": 9.0}, "2": {"x": 1.0}}, "B")
    assert fused(store, "rrf", "A", "B", k=1) == {
        "1": {"b": 1 / 3 + 1 / 2, "a": 1 / 2},
        "2": {"x": 0.5},
    }


def test_depth(three: Store) -> None:
    found = fused(three, "rrf", "A", "B", "C", depth=1)
    assert {topic: set(docs) for topic, docs in found.items()} == {
        "q1": {"a", "b", "c"},
        "q2": {"a", "d", "g"},
    }


@pytest.mark.parametrize("name", ["combsum", "CombSUM", "comb_sum", "comb-sum"])
def test_spellings(name: str, three: Store) -> None:
    assert fused(three, name, "A", "B") != {}


def test_the_run_says_how_it_was_made(three: Store) -> None:
    three.fuse("combmnz", ["A", "B"], "mix", norm="z", depth=2)
    [(metadata,)] = three.sql("select metadata from run where system = 'mix'").rows
    assert json.loads(metadata) == {
        "fusion": {"method": "comb_mnz", "runs": ["A", "B"], "norm": "z", "depth": 2}
    }


def test_a_fused_run_is_measured_as_any_other(three: Store) -> None:
    three.load_qrels({"q1": {"b": 1}, "q2": {"d": 1}})
    three.fuse("rrf", ["A", "B"], "mix")
    assert "mix" in [row["system"] for row in three.leaderboard(["RR"]).dicts()]


def test_again_and_otherwise(three: Store) -> None:
    three.fuse("rrf", ["A", "B"], "mix")
    assert three.fuse("rrf", ["A", "B"], "mix").loaded == []
    with pytest.raises(ConflictError, match="system 'mix' is already loaded with other content"):
        three.fuse("rrf", ["A", "C"], "mix")
    three.fuse("rrf", ["A", "C"], "mix", replace=True)
    assert three.sql("select count(*) from run where system = 'mix'").rows == [(1,)]


def test_runs_without_scores(three: Store, tmp_path: Path) -> None:
    (tmp_path / "ranks.txt").write_text("q1\ta\t1\nq1\tb\t2\n")
    three.load_runs(tmp_path / "ranks.txt").raise_refused()
    with pytest.raises(DataError, match="ranks has no scores"):
        three.fuse("combsum", ["A", "ranks"], "mix")
    three.fuse("combsum", ["A", "ranks"], "mix", norm="rank")
    three.fuse("rrf", ["A", "ranks"], "mix2")


@pytest.mark.parametrize(
    ("arguments", "options", "error", "said"),
    [
        (("rfr", "A", "B"), {}, UsageError, "no fusion 'rfr'"),
        (("rrf", "A"), {}, UsageError, "two different runs or more"),
        (("rrf", "A", "A"), {}, UsageError, "two different runs or more"),
        (("rrf", "A", "D"), {}, UnknownNameError, "no system 'D'"),
        (("rrf", "A", "B"), {"depth": 0}, UsageError, "depth must be at least 1"),
        (("rrf", "A", "B"), {"norm": "max"}, UsageError, "no normalisation 'max'; available: none"),
    ],
)
def test_what_cannot_be_fused(
    arguments: tuple[str, ...],
    options: dict[str, Any],
    error: type[Exception],
    said: str,
    three: Store,
) -> None:
    with pytest.raises(error, match=said):
        fused(three, *arguments, **options)


@pytest.mark.filterwarnings("default")
def test_the_recorded_scores_are_those_of_ranx() -> None:
    """With the normalisation that ranx calls zmuv; a few methods, since each is compiled."""
    ranx = pytest.importorskip("ranx")
    for method, norm, case in (("mnz", "zmuv", "comb_mnz z"), ("rrf", None, "rrf none")):
        runs = [ranx.Run(run, name=name) for name, run in RUNS.items()]
        found = ranx.fuse(runs, norm=norm, method=method).to_dict()
        for topic, scores in RECORDED["fused"][case].items():
            assert found[topic] == pytest.approx(scores, abs=1e-12)
