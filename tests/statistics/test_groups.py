"""Runs of one system under several seeds: mean, spread, and a test on per-topic means."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from evalstore.errors import UnknownNameError, UsageError
from evalstore.store import Store

Write = Callable[..., Path]

TOPICS = [str(n) for n in range(1, 8)]


def run_of(seed: int) -> dict[str, dict[str, float]]:
    """The relevant document at a rank that depends on seed and topic."""
    ranks = np.random.default_rng(seed).integers(1, 6, len(TOPICS))
    return {
        topic: {("a" if rank == place else f"x{rank}"): 9.0 - rank for rank in range(1, 6)}
        for topic, place in zip(TOPICS, ranks, strict=True)
    }


@pytest.fixture
def seeds(store: Store) -> Store:
    store.load_qrels({topic: {"a": 1} for topic in TOPICS})
    for seed in range(5):
        store.load_run(run_of(seed), f"t5-{seed}", group="t5" if seed < 3 else "large")
    store.load_run(run_of(9), "bm25")
    return store


def by_topic(store: Store, runs: list[str]) -> np.ndarray:
    values = {(row[0], row[1]): row[3] for row in store.scores("RR", runs=runs)}
    return np.array([[values[run, topic] for run in runs] for topic in TOPICS])


def test_a_row_per_group(seeds: Store) -> None:
    rows = {row["system"]: row for row in seeds.leaderboard("RR,AP", groups=True).dicts()}
    assert {name: row["runs"] for name, row in rows.items()} == {"t5": 3, "large": 2, "bm25": 1}
    means = by_topic(seeds, ["t5-0", "t5-1", "t5-2"]).mean(axis=0)
    assert rows["t5"]["RR"] == pytest.approx(means.mean(), rel=1e-12)
    assert rows["t5"]["RR sd"] == pytest.approx(means.std(ddof=1), rel=1e-12)
    assert rows["bm25"]["RR sd"] is None
    assert rows["t5"]["topics"] == 7
    assert rows["t5"]["missing"] == 0


def test_the_comparison_is_of_means_over_seeds(seeds: Store) -> None:
    stats = pytest.importorskip("scipy.stats")
    [row] = seeds.compare(["t5", "large"], "RR", groups=True).dicts()
    a = by_topic(seeds, ["t5-0", "t5-1", "t5-2"]).mean(axis=1)
    b = by_topic(seeds, ["t5-3", "t5-4"]).mean(axis=1)
    assert (row["a"], row["b"], row["topics"]) == ("t5", "large", 7)
    assert row["mean_a"] == pytest.approx(a.mean(), rel=1e-12)
    assert row["p_value"] == pytest.approx(stats.ttest_rel(a, b).pvalue, rel=1e-9)


def test_groups_against_a_baseline_and_every_pair(seeds: Store) -> None:
    rows = seeds.compare(measures="RR", groups=True, baseline="bm25").dicts()
    assert [(row["a"], row["b"]) for row in rows] == [("large", "bm25"), ("t5", "bm25")]
    assert len(seeds.compare(measures="RR", groups=True, pairs="all").rows) == 3
    with pytest.raises(UnknownNameError, match="no group 'nix'"):
        seeds.compare(["nix", "t5"], "RR", groups=True)
    with pytest.raises(UsageError, match="nothing to compare"):
        seeds.compare(groups=True)


def test_runs_of_a_group_are_named_by_their_files(store: Store, write: Write) -> None:
    files = [write(f"seed{n}.run", f"1 Q0 d{n} 1 1 monoT5\n") for n in range(3)]
    assert store.load_runs(files, group="monoT5").refused == []
    found = store.sql("select system, tag, run_group from run order by system").rows
    assert found == [(f"seed{n}", "monoT5", "monoT5") for n in range(3)]


def test_a_run_that_is_there_joins_a_group(store: Store, write: Write) -> None:
    path = write("s.run", "1 Q0 d 1 1 s\n")
    store.load_runs(path)
    store.load_runs(path, group="g")
    assert store.sql("select system, run_group from run").rows == [("s", "g")]


def test_groups_go_beside_nothing_else(seeds: Store) -> None:
    with pytest.raises(UsageError, match="choose one of"):
        seeds.leaderboard("RR", groups=True, ties=True)
    with pytest.raises(UsageError, match="efficiency"):
        seeds.leaderboard("RR", groups=True, efficiency="latency")
