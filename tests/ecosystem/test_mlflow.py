"""MLflow: names that it accepts, and metrics that it has afterwards."""

from __future__ import annotations

from pathlib import Path

import pytest

from evalstore.mlflow import log, metric_name
from evalstore.store import Store


@pytest.mark.parametrize(
    ("measure", "name"),
    [
        ("nDCG@10", "nDCG:10"),
        ("AP", "AP"),
        ("RBP(p=0.5)", "RBP.p_0.5"),
        ("AP(rel=2)@100", "AP.rel_2:100"),
        ("nDCG(gain='exp2',discount='jk')@20", "nDCG.gain_exp2.discount_jk:20"),
        ("nDCG(gain={1:1,2:3})", "nDCG.gain__1:1.2:3_"),
    ],
)
def test_names(measure: str, name: str) -> None:
    assert metric_name(measure) == name


@pytest.fixture
def judged(store: Store) -> Store:
    store.load_qrels({"1": {"a": 1}, "2": {"a": 1}})
    store.load_run({"1": {"b": 2.0, "a": 1.0}}, "bm25")
    store.load_run({"1": {"a": 1.0}}, "other")
    return store


def test_without_mlflow_it_says_what_to_install(
    judged: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "mlflow", None)
    with pytest.raises(ImportError, match=r"pip install 'evalstore\[mlflow\]'"):
        log(judged, "bm25")


@pytest.mark.filterwarnings("default")
def test_metrics_of_a_run(judged: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mlflow = pytest.importorskip("mlflow")
    monkeypatch.setenv("MLFLOW_ALLOW_FILE_STORE", "true")
    mlflow.set_tracking_uri(f"file:{tmp_path / 'mlruns'}")
    with mlflow.start_run() as run:
        log(judged, "bm25", ["RR", "RBP(p=0.5)", "nDCG@10"])
    stored = mlflow.get_run(run.info.run_id).data
    assert stored.metrics["RR"] == 0.25
    assert {"RBP.p_0.5", "nDCG:10", "topics", "missing"} < stored.metrics.keys()
    assert stored.tags["evalstore.system"] == "bm25"
