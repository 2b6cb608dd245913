"""The tests of significance of PyTerrier and ranx, on the 48 real runs, where they agree.

Where they do not, and why: docs/claims.md. Both are looked for, and the tests skip without them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from evalstore.answers.matrix import score_matrices
from evalstore.selection import select_scores
from evalstore.statistics.pairs import every_pair
from evalstore.statistics.significance import how
from evalstore.statistics.studentised_range import range_tails
from evalstore.store import Store

pytestmark = [pytest.mark.fixtures, pytest.mark.filterwarnings("ignore")]

BASELINE = "run1"
CORRECTIONS = {"holm": "holm", "bonferroni": "bonferroni", "bh": "fdr_bh"}


@pytest.fixture(scope="module")
def folder(fixtures: Path) -> Path:
    return fixtures / "trec-covid-round1"


@pytest.fixture(scope="module")
def frames(folder: Path) -> dict[str, Any]:
    pandas = pytest.importorskip("pandas")
    names = ["qid", "Q0", "docno", "rank", "score", "tag"]
    kinds = {"qid": str, "docno": str}
    return {
        path.name: pandas.read_csv(path, sep=r"\s+", names=names, dtype=kinds).assign(query="")
        for path in sorted((folder / "runs").iterdir())
    }


def experiment(folder: Path, frames: dict[str, Any], **options: str) -> dict[str, dict[str, Any]]:
    """What PyTerrier says of every run but the baseline."""
    pandas = pytest.importorskip("pandas")
    terrier = pytest.importorskip("pyterrier", reason="PyTerrier is not installed")
    names = ["qid", "iteration", "docno", "label"]
    kinds = {"qid": str, "docno": str}
    qrels = pandas.read_csv(folder / "qrels-rnd1.txt", sep=r"\s+", names=names, dtype=kinds)
    topics = pandas.DataFrame({"qid": sorted(qrels.qid.unique()), "query": ""})
    systems = list(frames)
    table = terrier.Experiment(
        [frames[system] for system in systems],
        topics,
        qrels.drop(columns="iteration"),
        ["ndcg_cut_10", "map"],
        names=systems,
        baseline=systems.index(BASELINE),
        **options,
    )
    return {row["name"]: row for row in table.to_dict("records") if row["name"] != BASELINE}


@pytest.mark.parametrize(
    ("test", "correction"), [("t", "holm"), ("t", "bh"), ("wilcoxon", "bonferroni")]
)
def test_compare_is_pyterriers_experiment(
    covid: Store, folder: Path, frames: dict[str, Any], test: str, correction: str
) -> None:
    theirs = experiment(folder, frames, test=test, correction=CORRECTIONS[correction])
    measures = {"nDCG@10": "ndcg_cut_10", "AP": "map"}
    board = covid.compare([BASELINE, *theirs], list(measures), test=test, correction=correction)
    assert len(board.dicts()) == 2 * 47
    for row in board.dicts():
        name, other = measures[row["measure"]], theirs[row["b"]]
        assert row["mean_b"] == pytest.approx(other[name], abs=1e-9)
        # Theirs counts from the other side: what it calls better is better than the baseline.
        assert [row["losses"], row["wins"]] == [other[f"{name} +"], other[f"{name} -"]]
        assert row["p_value"] == pytest.approx(other[f"{name} p-value"], abs=1e-9)
        assert row["p_corrected"] == pytest.approx(other[f"{name} p-value corrected"], abs=1e-9)


@pytest.fixture(scope="module")
def scores(covid: Store) -> dict[str, dict[str, np.ndarray]]:
    """System, measure: the values by topic, in the form that ranx takes."""
    matrices = score_matrices(select_scores(covid.connection, ["nDCG@10", "AP"]))
    return {
        system: {one.measure: one.values[:, one.column(system)].copy() for one in matrices}
        for system in matrices[0].systems
    }


def ranx_says(scores: dict[str, dict[str, np.ndarray]], test: str, **options: Any) -> Any:
    ranx = pytest.importorskip("ranx.statistical_tests", reason="ranx is not installed")
    return ranx.compute_statistical_significance(list(scores), scores, test, **options)


def test_every_pair_of_the_t_test_is_ranxs(
    covid: Store, scores: dict[str, dict[str, np.ndarray]]
) -> None:
    theirs = ranx_says(scores, "student")
    for row in covid.compare([], ["nDCG@10", "AP"], pairs="all", correction="none").dicts():
        p_value = theirs[frozenset([row["a"], row["b"]])][row["measure"]]["p_value"]
        # Identical runs have none there, and 1 here.
        expected = 1.0 if np.isnan(p_value) else p_value
        assert row["p_value"] == pytest.approx(expected, abs=1e-9)


def test_the_randomisation_test_is_near_ranxs(
    covid: Store, scores: dict[str, dict[str, np.ndarray]]
) -> None:
    """Its 20,000 flips have a standard error of up to 0.0035."""
    systems = ["run1", "T5R1", "xj4wang_run1", "BBGhelani1", "sab20.1.meta.docs"]
    some = {system: scores[system] for system in systems}
    theirs = ranx_says(some, "fisher", n_permutations=20_000)
    rows = covid.compare(systems, ["nDCG@10", "AP"], pairs="all", test="randomization").dicts()
    for row in rows:
        p_value = theirs[frozenset([row["a"], row["b"]])][row["measure"]]["p_value"]
        assert row["p_value"] == pytest.approx(p_value, abs=0.015)


def test_tukeys_hsd_is_ranxs_but_for_the_noise_that_topics_make(
    scores: dict[str, dict[str, np.ndarray]],
) -> None:
    """One-way there: topics are noise. Two-way here: they are not, and more is found."""
    systems = sorted(scores)[::4]
    theirs = ranx_says({system: scores[system] for system in systems}, "tukey", max_p=0.05)
    pairs = every_pair(np.array([scores[system]["AP"] for system in systems]).T)
    found = np.array(
        [
            theirs[systems[a], systems[b]]["AP"]["p_value"]
            for a, b in zip(pairs.first, pairs.second, strict=True)
        ]
    )
    noise = np.sqrt(pairs.scores.var(axis=0, ddof=1).mean() / pairs.topics)
    distances = np.abs(pairs.mean_differences) / noise
    one_way = range_tails(distances, len(systems), len(systems) * (pairs.topics - 1))
    assert one_way == pytest.approx(found, abs=1e-9)
    assert (how("tukey").examine(pairs).p_values < 0.05).sum() > (found < 0.05).sum()
