"""Reproduced runs: by hand, and against repro_eval."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from evalstore.errors import UnknownNameError, UsageError
from evalstore.statistics.reproduction import (
    delta_relative_improvement,
    effect_ratio,
    nrmse,
    rmse,
    tau_union,
    tau_union_by_rank,
)
from evalstore.store import Store


def test_tau_union_by_hand() -> None:
    """Breuer et al.: d1 d2 d3 against d1 d2 d4 are 1 2 3 against 1 2 4."""
    assert tau_union(["d1", "d2", "d3"], ["d1", "d2", "d4"]) == pytest.approx(1)
    assert tau_union(["d1", "d2", "d3"], ["d1", "d3", "d2"]) == pytest.approx(1 / 3)


def test_names_do_not_matter_by_rank() -> None:
    assert tau_union_by_rank(["z", "y", "x"], ["z", "y", "a"]) == pytest.approx(1)
    assert tau_union_by_rank(["z", "y", "x"], ["x", "y", "z"]) == pytest.approx(-1)


def test_errors_by_hand() -> None:
    original, again = np.array([0.5, 0.2]), np.array([0.5, 0.6])
    assert rmse(original, again) == pytest.approx(np.sqrt(0.16 / 2))
    assert nrmse(original, again) == pytest.approx(
        np.sqrt(0.16 / 2) / np.sqrt((0.5**2 + 0.8**2) / 2)
    )


def test_effects_by_hand() -> None:
    """0.3 over 0.2 originally, 0.25 over 0.2 reproduced: half the effect, 50 % less 25 %."""
    assert effect_ratio(np.array([0.1, 0.1]), np.array([0.0, 0.1])) == pytest.approx(0.5)
    assert delta_relative_improvement((0.3, 0.2), (0.25, 0.2)) == pytest.approx(0.25)
    assert np.isnan(effect_ratio(np.zeros(2), np.ones(2)))


def test_a_run_reproduces_itself(small: Store) -> None:
    small.load_run({"1": {"c": 3, "a": 2, "b": 1}, "2": {"b": 2, "x": 1}}, "again")
    found = {
        (row["statistic"], row["measure"]): row["value"]
        for row in small.reproduce("good", "again", ["AP"], qrels="human").dicts()
    }
    assert found == {
        ("KTU", None): 1,
        ("KTU_by_rank", None): 1,
        ("RBO", None): 1,
        ("RMSE", "AP"): 0,
        ("nRMSE", "AP"): 0,
        ("p_value", "AP"): 1,
    }


def test_topic_by_topic(small: Store) -> None:
    rows = small.reproduce("good", "fair", ["P@1"], qrels="human", by_topic=True).dicts()
    assert [row["topic"] for row in rows] == ["1", "2"]
    assert [row["P@1 error"] for row in rows] == [-1, -1]


def test_both_baselines_or_none(small: Store) -> None:
    with pytest.raises(UnknownNameError, match="no system 'goood'; did you mean 'good'"):
        small.reproduce("goood", "fair", qrels="human")
    with pytest.raises(UsageError, match="two different baselines"):
        small.reproduce("good", "good", qrels="human")


@pytest.fixture(scope="module")
def reference() -> Callable[..., Any]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        pytest.importorskip("repro_eval")
        from repro_eval.measure import document_order, effectiveness, overall_effects, statistics

    def call(name: str, *arguments: Any, **options: Any) -> Any:
        modules = (document_order, effectiveness, overall_effects, statistics)
        module = next(module for module in modules if hasattr(module, name))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return getattr(module, name)(*arguments, **options)

    return call


def documents(store: Store, system: str) -> dict[str, dict[str, float]]:
    found: dict[str, dict[str, float]] = {}
    for topic, docno, rank in store.connection.execute(
        "select topic, docno, rank from ranked where system = ? order by topic, rank",
        [system],
    ).fetchall():
        found.setdefault(topic, {})[docno] = -float(rank)
    return found


def scores(store: Store, system: str) -> dict[str, dict[str, float]]:
    found: dict[str, dict[str, float]] = {}
    for _, topic, measure, value in store.scores(["nDCG@10", "AP"], runs=[system]).rows:
        found.setdefault(topic, {})[measure] = value
    return found


@pytest.mark.fixtures
def test_against_repro_eval(covid: Store, reference: Callable[..., Any]) -> None:
    names = ["BBGhelani1", "sab20.1.meta.docs", "BM25R2", "RMITBM1"]
    result = covid.reproduce(*names[:2], baselines=(names[2], names[3]))
    found = {(row["statistic"], row["measure"]): row["value"] for row in result.dicts()}
    a, b = (documents(covid, name) for name in names[:2])
    lengths = {len(ranking) for run in (a, b) for ranking in run.values()}
    assert lengths == {1000}
    sa, sb, base, rebase = (scores(covid, name) for name in names)
    near = pytest.approx
    assert found["KTU", None] == near(reference("KTU", a, b), abs=1e-9)
    rbo = reference("RBO", a, b, p=0.95, depth=1000, pbar=False, per_topic=False)
    assert found["RBO", None] == near(rbo, abs=1e-9)
    effects = {"orig_score_a": sa, "orig_score_b": base, "rep_score_a": sb, "rep_score_b": rebase}
    for measure in ("nDCG@10", "AP"):
        assert found["RMSE", measure] == near(reference("RMSE", sa, sb)[measure], abs=1e-9)
        assert found["nRMSE", measure] == near(reference("nRMSE", sa, sb)[measure], abs=1e-9)
        assert found["p_value", measure] == near(reference("ttest", sa, sb)[measure], abs=1e-9)
        assert found["ER", measure] == near(reference("ER", **effects)[measure], abs=1e-9)
        assert found["DeltaRI", measure] == near(reference("DRI", **effects)[measure], abs=1e-9)
    by_topic = covid.reproduce(*names[:2], by_topic=True).dicts()
    per_topic = reference("KTU", a, b, per_topic=True)
    assert {row["topic"]: row["KTU"] for row in by_topic} == near(per_topic, abs=1e-9)


@pytest.mark.fixtures
def test_every_run_as_a_reproduction_of_the_best(
    covid: Store, reference: Callable[..., Any]
) -> None:
    """Scores and effects of the 48 runs, as repro_eval has them."""
    names = [row["system"] for row in covid.leaderboard(["AP"]).dicts()]
    of = {name: scores(covid, name) for name in names}
    first, others = names[0], [name for name in names[1:] if name not in ("BM25R2", "RMITBM1")]
    for name in others:
        result = covid.reproduce(first, name, ["AP"], baselines=("BM25R2", "RMITBM1"), depth=10)
        found = {row["statistic"]: row["value"] for row in result.dicts()}
        effects = {"orig_score_a": of[first], "orig_score_b": of["BM25R2"]}
        effects |= {"rep_score_a": of[name], "rep_score_b": of["RMITBM1"]}
        theirs = {
            "RMSE": reference("RMSE", of[first], of[name])["AP"],
            "nRMSE": reference("nRMSE", of[first], of[name])["AP"],
            "p_value": reference("ttest", of[first], of[name])["AP"],
            "ER": reference("ER", **effects)["AP"],
            "DeltaRI": reference("DRI", **effects)["AP"],
        }
        assert {key: found[key] for key in theirs} == pytest.approx(theirs, abs=1e-9)


def cut(run: dict[str, dict[str, float]], depth: int) -> dict[str, dict[str, float]]:
    return {topic: dict(list(ranking.items())[:depth]) for topic, ranking in run.items()}


@pytest.mark.fixtures
def test_the_order_of_every_run_beside_the_best(
    covid: Store, reference: Callable[..., Any]
) -> None:
    """KTU and RBO of the runs that retrieve twenty documents for every topic."""
    names = [row["system"] for row in covid.leaderboard(["AP"]).dicts()]
    runs = {name: cut(documents(covid, name), 20) for name in names}
    whole = [name for name in names if {len(found) for found in runs[name].values()} == {20}]
    first, *others = [name for name in whole if len(runs[name]) == 30]
    assert len(others) > 30
    for name in others:
        found = {
            row["statistic"]: row["value"]
            for row in covid.reproduce(first, name, ["AP"], depth=20, p=0.95).dicts()
        }
        a, b = runs[first], runs[name]
        rbo = reference("RBO", a, b, p=0.95, depth=20, pbar=False, per_topic=False)
        theirs = {"KTU": reference("KTU", a, b), "RBO": rbo}
        assert {key: found[key] for key in theirs} == pytest.approx(theirs, abs=1e-9), name
