"""Correlation and agreement on the 48 real runs, against SciPy, statsmodels and definitions."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
import scipy.stats

from evalstore.answers.matrix import score_matrices
from evalstore.selection import select_scores
from evalstore.store import Store

pytestmark = pytest.mark.fixtures

MEASURES = ["nDCG@10", "AP", "P@5", "RR"]


@pytest.fixture(scope="module")
def means(covid: Store) -> dict[str, dict[str, float]]:
    rows = covid.leaderboard(MEASURES).dicts()
    return {name: {row["system"]: row[name] for row in rows} for name in MEASURES}


def by_definition(truth: np.ndarray, estimate: np.ndarray) -> float:
    """Yilmaz et al.: ties, of which the runs have some, left to chance by trying many orders."""
    chance, found = np.random.default_rng(0), []
    for _ in range(400):
        orders = [np.lexsort((chance.random(len(side)), -side)) for side in (truth, estimate)]
        place = np.argsort(orders[0])
        shares = [
            (place[orders[1][:below]] < place[orders[1][below]]).mean()
            for below in range(1, len(truth))
        ]
        found.append(2 * np.mean(shares) - 1)
    return float(np.mean(found))


@pytest.mark.parametrize(("one", "other"), list(combinations(MEASURES, 2)))
def test_correlations_of_every_two_measures(
    covid: Store, means: dict[str, dict[str, float]], one: str, other: str
) -> None:
    rows = covid.correlate([one, other]).dicts()
    found = {row["statistic"]: row["value"] for row in rows}
    systems = sorted(means[one])
    first, second = (np.array([means[name][system] for system in systems]) for name in (one, other))
    assert found["tau_b"] == pytest.approx(scipy.stats.kendalltau(first, second)[0], abs=1e-9)
    assert found["spearman"] == pytest.approx(scipy.stats.spearmanr(first, second)[0], abs=1e-9)
    assert found["tau_ap"] == pytest.approx(by_definition(first, second), abs=2e-3)


def test_verdicts_on_pairs_are_scipys_and_statsmodels(covid: Store) -> None:
    multitest = pytest.importorskip("statsmodels.stats.multitest")
    verdicts = {}
    for matrix in score_matrices(select_scores(covid.connection, ["nDCG@10", "AP"])):
        pairs = list(combinations(range(48), 2))
        columns = matrix.values.T
        tested = [
            scipy.stats.ttest_rel(columns[a], columns[b]).pvalue
            if (columns[a] != columns[b]).any()
            else 1.0
            for a, b in pairs
        ]
        is_found = multitest.multipletests(tested, method="holm")[1] < 0.05
        verdicts[matrix.measure] = dict(zip(pairs, is_found.tolist(), strict=True))
    first, second = (np.array(list(one.values())) for one in verdicts.values())
    rows = {row["statistic"]: row["about"] for row in covid.correlate(["nDCG@10", "AP"]).dicts()}
    assert rows["neither"].startswith(f"{(~first & ~second).sum()} of 1,128")
    assert rows["only first"].startswith(f"{(first & ~second).sum()} of 1,128")
    assert rows["only second"].startswith(f"{(~first & second).sum()} of 1,128")


def test_kappa_of_two_real_judges_is_statsmodels(covid: Store) -> None:
    """The second judge is made of the first: every third document one grade lower."""
    rater = pytest.importorskip("statsmodels.stats.inter_rater")
    rows = covid.sql("select topic, docno, grade from judged_document").rows
    graded = [(*row, max(0, row[2] - (sum(row[1].encode()) % 3 == 0))) for row in rows]
    with Store() as store:
        for name, place in (("human", 2), ("other", 3)):
            judged: dict[str, dict[str, float]] = {}
            for row in graded:
                judged.setdefault(row[0], {})[row[1]] = row[place]
            store.load_qrels(judged, name=name)
        found = {row["statistic"]: row["value"] for row in store.agree("human", "other").dicts()}
    counts = np.zeros((3, 3))
    for *_, one, other in graded:
        counts[int(one), int(other)] += 1
    for name, weights in (("kappa", None), ("kappa_linear", "linear"), ("kappa_quadratic", "fc")):
        theirs = rater.cohens_kappa(counts, wt=weights, return_results=False)
        assert found[name] == pytest.approx(theirs, abs=1e-9)
