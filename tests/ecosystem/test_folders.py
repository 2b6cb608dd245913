"""Folders and names of BEIR, PyTerrier and ir_datasets."""

from __future__ import annotations

import gzip
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from evalstore.errors import DataError
from evalstore.store import Store

Write = Callable[..., Path]


def test_a_beir_dataset(write: Write, tmp_path: Path, store: Store) -> None:
    write("nfcorpus/corpus.jsonl", '{"_id": "d1", "title": "t", "text": "x"}\n')
    write("nfcorpus/queries.jsonl", '{"_id": "q1", "text": "solar power", "metadata": {}}\n')
    write("nfcorpus/qrels/test.tsv", "query-id\tcorpus-id\tscore\nq1\td1\t2\n")
    write("nfcorpus/qrels/dev.tsv", "query-id\tcorpus-id\tscore\nq1\td1\t1\n")
    folder = tmp_path / "nfcorpus"
    assert list(store.load_qrels(folder).names) == ["dev", "test"]
    store.load_topics(folder)
    select = "select qrels, topic, docno, grade from judged_document order by qrels"
    assert store.sql(select).rows == [("dev", "q1", "d1", 1.0), ("test", "q1", "d1", 2.0)]
    assert store.sql("select title from topic").rows == [("solar power",)]


def test_a_run_that_beir_saved_has_rank_0(write: Write, store: Store) -> None:
    path = write("bm25.txt", "q1 Q0 d1 0 2.5 beir\nq1 Q0 d2 0 3.5 beir\n")
    store.load_runs(path).raise_refused()
    rows = store.sql("select system, docno, rank from ranked order by rank").rows
    assert rows == [("bm25", "d2", 1), ("bm25", "d1", 2)]


def test_a_save_dir_of_pyterrier(write: Write, tmp_path: Path, store: Store) -> None:
    for name, score in (("BM25", "2.5"), ("PL2 >> RM3", "1.5")):
        line = f"q1 Q0 d1 0 {score} pyterrier\n"
        write(f"saved/{name}.res.gz", gzip.compress(line.encode()))
    write("saved/aggregated.csv", "name,map\nBM25,0.5\n")
    write("saved/perquery.csv", "name,qid,measure,value\nBM25,q1,map,0.5\n")
    store.load_runs(tmp_path / "saved").raise_refused()
    assert store.sql("select system from run order by 1").rows == [("BM25",), ("PL2 >> RM3",)]


@pytest.fixture
def dataset(write: Write) -> Iterator[str]:
    """A dataset that is registered with ir_datasets here, and read from local files."""
    ir_datasets = pytest.importorskip("ir_datasets")
    topics = write("topics.tsv", "1\tsolar power\n2\ttides\n")
    qrels = write("qrels.txt", "1 0 d1 2\n2 0 d2 0\n")
    made = ir_datasets.create_dataset(queries_tsv=str(topics), qrels_trec=str(qrels))
    ir_datasets.registry.register("evalstore-example", made)
    yield "irds:evalstore-example"
    ir_datasets.registry._registered.pop("evalstore-example", None)


def test_judgements_and_topics_of_ir_datasets(dataset: str, store: Store) -> None:
    assert list(store.load_qrels(dataset).names) == ["evalstore-example"]
    store.load_topics(dataset)
    select = "select qrels, topic, docno, grade from judged_document order by topic"
    assert store.sql(select).rows == [
        ("evalstore-example", "1", "d1", 2.0),
        ("evalstore-example", "2", "d2", 0.0),
    ]
    assert store.sql("select name, title from topic order by 1").rows == [
        ("1", "solar power"),
        ("2", "tides"),
    ]


def test_a_dataset_that_there_is_not(store: Store) -> None:
    pytest.importorskip("ir_datasets")
    with pytest.raises(DataError, match="irds:nowhere: ir_datasets has no dataset of that name"):
        store.load_qrels("irds:nowhere")


def test_a_dataset_that_cannot_be_downloaded(
    dataset: str, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    import ir_datasets

    def offline(*_: Any) -> Any:
        raise ConnectionError("Name or service not known\nmore")

    monkeypatch.setattr(
        type(ir_datasets.load("evalstore-example")), "qrels_iter", offline, raising=False
    )
    said = r"irds:evalstore-example: ir_datasets cannot read it \(Name or service not known\)$"
    with pytest.raises(DataError, match=said):
        store.load_qrels(dataset)


def test_without_ir_datasets_it_says_what_to_install(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ir_datasets", None)
    for load in (store.load_qrels, store.load_topics):
        with pytest.raises(DataError, match=r"pip install 'evalstore\[ir-datasets\]'"):
            load("irds:any")
