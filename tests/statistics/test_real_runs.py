"""All statistics on the 48 real runs of TREC-COVID round 1, against SciPy and each other."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from itertools import combinations

import numpy as np
import pandas as pd
import pytest
import scipy.stats

from evalstore.store import Store

pytestmark = pytest.mark.fixtures

MEASURES = ["nDCG@10", "AP", "P@5", "RR"]  # P@5 and RR have many ties
Scores = dict[str, dict[str, np.ndarray]]


@pytest.fixture(scope="module")
def scores(covid: Store) -> Scores:
    """Measure, system: the values in the order of topics, by way of the long form."""
    found: dict[str, dict[str, dict[str, float]]] = {}
    for system, topic, measure, value in covid.scores(MEASURES):
        found.setdefault(measure, {}).setdefault(system, {})[topic] = value
    return {
        measure: {
            system: np.array([values[topic] for topic in sorted(values)])
            for system, values in systems.items()
        }
        for measure, systems in found.items()
    }


def t_test(a: np.ndarray, b: np.ndarray) -> float:
    return float(scipy.stats.ttest_rel(a, b).pvalue) if (a != b).any() else 1.0


def wilcoxon(a: np.ndarray, b: np.ndarray) -> float:
    return float(scipy.stats.wilcoxon(a, b).pvalue) if (a != b).any() else 1.0


def sign(a: np.ndarray, b: np.ndarray) -> float:
    won, lost = int((a > b).sum()), int((a < b).sum())
    return float(scipy.stats.binomtest(won, won + lost).pvalue) if won + lost else 1.0


@pytest.mark.parametrize(
    ("test", "reference"),
    [("t", t_test), ("wilcoxon", wilcoxon), ("sign", sign)],
    ids=["t", "wilcoxon", "sign"],
)
def test_every_pair_agrees_with_scipy(
    covid: Store, scores: Scores, test: str, reference: Callable[..., float]
) -> None:
    rows = covid.compare([], MEASURES, pairs="all", test=test, correction="none").dicts()
    assert len(rows) == len(MEASURES) * 48 * 47 // 2
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        theirs = [
            reference(scores[row["measure"]][row["a"]], scores[row["measure"]][row["b"]])
            for row in rows
        ]
    assert [row["p_value"] for row in rows] == pytest.approx(theirs, abs=1e-9)


def test_every_number_beside_the_p_value_is_as_numpy_has_it(covid: Store, scores: Scores) -> None:
    for row in covid.compare([], ["AP"], pairs="all").dicts():
        a, b = scores["AP"][row["a"]], scores["AP"][row["b"]]
        if (a != b).any():
            interval = scipy.stats.ttest_rel(a, b).confidence_interval(0.95)
            assert [row["ci_low"], row["ci_high"]] == pytest.approx(list(interval), abs=1e-9)
        assert row["difference"] == pytest.approx((a - b).mean(), abs=1e-12)
        won = [int((a > b).sum()), int((a == b).sum()), int((a < b).sum())]
        assert [row["wins"], row["ties"], row["losses"]] == won
        size = (a - b).mean() / (a - b).std(ddof=1) if (a != b).any() else 0
        assert row["effect_size"] == pytest.approx(size, abs=1e-9)


@pytest.mark.parametrize(
    ("correction", "method"), [("holm", "holm"), ("bonferroni", "bonferroni"), ("bh", "fdr_bh")]
)
def test_corrections_agree_with_statsmodels(covid: Store, correction: str, method: str) -> None:
    multitest = pytest.importorskip("statsmodels.stats.multitest")
    rows = covid.compare([], ["nDCG@10"], pairs="all", correction=correction).dicts()
    theirs = multitest.multipletests([row["p_value"] for row in rows], method=method)[1]
    assert [row["p_corrected"] for row in rows] == pytest.approx(list(theirs), abs=1e-12)


def test_the_view_says_the_same_in_plain_sql(covid: Store) -> None:
    select = "select measure, a, b, difference, p_value, wins, losses from paired_t"
    rows = covid.sql(f"{select} where measure in ('AP', 'P@5')").rows
    viewed = {row[:3]: row[3:] for row in rows}
    ours = covid.compare([], ["AP", "P@5"], pairs="all", correction="none").dicts()
    assert len(viewed) == 2 * len(ours)
    for row in ours:
        difference, p_value, wins, losses = viewed[row["measure"], row["a"], row["b"]]
        assert (difference, wins, losses) == (row["difference"], row["wins"], row["losses"])
        assert p_value == pytest.approx(row["p_value"], abs=1e-11)
        assert viewed[row["measure"], row["b"], row["a"]][1] == pytest.approx(p_value, abs=1e-11)


def test_tukeys_hsd_agrees_with_statsmodels_and_scipy(covid: Store, scores: Scores) -> None:
    formula = pytest.importorskip("statsmodels.formula.api")
    long = pd.DataFrame(scores["nDCG@10"]).melt(ignore_index=False, var_name="s", value_name="v")
    model = formula.ols("v ~ C(s) + C(t)", long.assign(t=long.index)).fit()
    error = np.sqrt(model.mse_resid / 30)
    for row in covid.compare([], ["nDCG@10"], pairs="all", test="tukey").dicts()[::40]:
        theirs = scipy.stats.studentized_range.sf(
            abs(row["difference"]) / error, 48, model.df_resid
        )
        assert row["p_value"] == row["p_corrected"] == pytest.approx(theirs, abs=1e-9)


def test_tiers_never_set_apart_what_is_not_significant(covid: Store) -> None:
    board = covid.leaderboard(["nDCG@10"], tiers=True).dicts()
    tiers = {row["system"]: _letters(row["tier"]) for row in board}
    pairs = covid.compare([], ["nDCG@10"], pairs="all").dicts()
    found = {frozenset((row["a"], row["b"])): row["p_corrected"] < 0.05 for row in pairs}
    for one, other in combinations(tiers, 2):
        assert tiers[one] & tiers[other] or found[frozenset((one, other))]


def _letters(tier: str) -> set[str]:
    first, _, last = tier.partition("-")
    return {chr(code) for code in range(ord(first), ord(last or first) + 1)}


def test_difficulty_is_as_numpy_has_it(covid: Store, scores: Scores) -> None:
    systems = sorted(scores["AP"])
    matrix = np.array([scores["AP"][system] for system in systems])
    topics = sorted({row[0] for row in covid.scores(["AP"]).df()[["topic"]].values})
    found = {row["topic"]: row for row in covid.difficulty(["AP"]).dicts()}
    assert len(found) == 30
    for place, topic in enumerate(topics):
        values, others = matrix[:, place], np.delete(matrix, place, axis=1).mean(axis=1)
        row = found[topic]
        assert row["mean"] == pytest.approx(values.mean())
        assert row["deviation"] == pytest.approx(values.std(ddof=1))
        assert row["best"] == values.max()
        assert row["separation"] == pytest.approx(np.corrcoef(values, others)[0, 1], abs=1e-9)


def test_z_scores_have_mean_0_and_deviation_1_on_every_topic(covid: Store) -> None:
    frame = covid.matrix("nDCG@10", z_scores=True).df().set_index("system")
    assert frame.shape == (48, 30)
    assert frame.mean().to_numpy() == pytest.approx(np.zeros(30), abs=1e-9)
    assert frame.std().to_numpy() == pytest.approx(np.ones(30), abs=1e-9)
    assert frame.index[0] == "run1"


def test_curves_are_interpolated_precision_point_by_point(covid: Store) -> None:
    points = [number / 10 for number in range(11)]
    names = {point: f"IPrec(rounding='exact')@{point:g}" for point in points}
    board = covid.leaderboard(list(names.values())).dicts()
    expected = {(row["system"], point): row[names[point]] for row in board for point in points}
    rows = covid.precision_recall().rows
    assert {(system, point): value for system, point, value in rows} == pytest.approx(
        expected, abs=1e-12
    )


def test_topics_that_separate_best_come_first_where_asked(covid: Store) -> None:
    rows = covid.difficulty(["nDCG@10"], by_separation=True).dicts()
    separations = [row["separation"] for row in rows]
    assert separations == sorted(separations, reverse=True)
