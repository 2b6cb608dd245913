"""Files that the libraries themselves wrote, and calls from inside them; skipped without them."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

from evalstore.store import Store

pytestmark = pytest.mark.filterwarnings("default")

RUN = {"q1": {"a": 2.5, "b": 1.25}, "q2": {"a": 0.1}}
QRELS = {"q1": {"a": 1, "b": 0}, "q2": {"b": 2}}
RANKED = [(topic, doc, score) for topic, docs in RUN.items() for doc, score in docs.items()]


@pytest.mark.parametrize("suffix", ["json", "lz4", "parquet", "trec"])
def test_runs_that_ranx_saved(suffix: str, tmp_path: Path, store: Store) -> None:
    ranx = pytest.importorskip("ranx")
    path = tmp_path / f"run.{suffix}"
    ranx.Run(RUN, name="bm25").save(str(path))
    store.load_runs(path).raise_refused()
    assert store.sql("select topic, docno, score from ranked order by all").rows == RANKED


@pytest.mark.parametrize("suffix", ["json", "trec"])
def test_judgements_that_ranx_saved(suffix: str, tmp_path: Path, store: Store) -> None:
    ranx = pytest.importorskip("ranx")
    path = tmp_path / f"qrels.{suffix}"
    ranx.Qrels(QRELS).save(str(path))
    store.load_qrels(path)
    assert store.qrels_dict() == QRELS


def test_ranx_reads_what_is_exported(tmp_path: Path, store: Store) -> None:
    ranx = pytest.importorskip("ranx")
    store.load_run(RUN, "s")
    store.load_qrels(QRELS)
    store.export_runs(tmp_path / "run.json")
    assert ranx.Run.from_file(str(tmp_path / "run.json")).to_dict() == RUN
    store.export_runs(tmp_path / "run.trec", format="trec")
    assert ranx.Run.from_file(str(tmp_path / "run.trec")).to_dict() == RUN
    assert ranx.Qrels(store.qrels_dict()).to_dict() == QRELS


def test_a_save_dir_of_pyterrier(tmp_path: Path, store: Store) -> None:
    """The runs of an experiment, measured by PyTerrier with our provider, and loaded afterwards."""
    pt = pytest.importorskip("pyterrier")
    from ir_measures import AP, RR, nDCG

    from evalstore import ir_measures

    frame = pd.DataFrame(RANKED, columns=["qid", "docno", "score"])
    frame["rank"] = frame.groupby("qid")["score"].rank(ascending=False).astype(int) - 1
    topics = pd.DataFrame({"qid": ["q1", "q2"], "query": ["one", "two"]})
    qrels = pd.DataFrame(
        [(topic, doc, grade) for topic, docs in QRELS.items() for doc, grade in docs.items()],
        columns=["qid", "docno", "label"],
    )
    experiment = {"names": ["first", "second"], "eval_metrics": [nDCG @ 10, AP, RR]}
    systems = [pt.Transformer.from_df(frame), pt.Transformer.from_df(frame[frame.docno == "b"])]
    expected = pt.Experiment(systems, topics, qrels, **experiment)
    ir_measures.use()
    try:
        found = pt.Experiment(systems, topics, qrels, **experiment, save_dir=str(tmp_path))
    finally:
        ir_measures.DefaultPipeline.providers.remove(ir_measures.evalstore)
    pd.testing.assert_frame_equal(found, expected, check_like=True, atol=1e-9)
    store.load_runs(tmp_path).raise_refused()
    assert store.sql("select system from run order by 1").rows == [("first",), ("second",)]
    store.load_qrels(qrels)
    means = {row["system"]: row["AP"] for row in store.leaderboard(["AP"]).dicts()}
    assert means == pytest.approx(dict(zip(expected["name"], expected["AP"], strict=True)))
