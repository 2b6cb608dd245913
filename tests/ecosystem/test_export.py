"""What was loaded comes out again: byte for byte where the file was plain, and in other formats."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from evalstore.errors import DataError, UsageError
from evalstore.store import Store

Write = Callable[..., Path]

LAYOUTS = {
    "plain": "2 Q0 a 1 2.5 s\n2 Q0 b 2 1.25 s\n10 Q0 a 1 1e-05 s\n",
    "tabs": "1\tQ0\ta\t1\t2.5\ts\n1\tQ0\tb\t2\t0.1\ts\n",
    "whole numbers": "1 Q0 a 1 1000 s\n1 Q0 b 2 999 s\n",
    "whole numbers with a point": "1 Q0 a 1 1000.0 s\n1 Q0 b 2 999.0 s\n",
    "fixed decimals": "1 Q0 a 1 1.500 s\n1 Q0 b 2 1.125 s\n",
    "six decimals": "1 Q0 a 1 1.500000 s\n1 Q0 b 2 1.250000 s\n",
    "topics by name": "10 Q0 a 1 2.5 s\n2 Q0 a 1 2.5 s\n",
    "ranks from 0": "1 Q0 a 0 2.5 s\n1 Q0 b 1 1.5 s\n",
    "ties by rank": "1 Q0 a 1 2.5 s\n1 Q0 b 2 2.5 s\n",
    "ties by name": "1 Q0 a 2 2.5 s\n1 Q0 b 1 2.5 s\n",
    "no end of line": "1 Q0 a 1 2.5 s\n1 Q0 b 2 1.5 s",
    "no scores": "1\ta\t1\n1\tb\t2\n",
    "another tag": "1 Q0 a 1 2.5 bm25\n",
}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_run_comes_out_as_it_was(layout: str, write: Write, tmp_path: Path, store: Store) -> None:
    text = LAYOUTS[layout]
    store.load_runs(write("s.run", text), name="s").raise_refused()
    exported = store.export_runs(tmp_path / "out")
    assert exported.changed == []
    assert [path.name for path in exported.paths] == ["s.run"]
    assert exported.paths[0].read_bytes() == text.encode()


def test_another_layout_has_the_same_values(write: Write, tmp_path: Path, store: Store) -> None:
    store.load_runs(write("s.run", "1  Q0 a 1 0.10 s\n1 Q0 b 2 1E-2 s\n")).raise_refused()
    exported = store.export_runs(tmp_path / "out")
    assert exported.changed == ["s"]
    assert exported.paths[0].read_text() == "1 Q0 a 1 0.1 s\n1 Q0 b 2 0.01 s\n"


def test_a_file_for_every_run(tmp_path: Path, store: Store) -> None:
    for name in ("a/b", "a:b", "A_b"):
        store.load_run({"1": {"d": 1.0}}, name)
    store.export_runs(tmp_path / "out")
    written = sorted(path.name for path in (tmp_path / "out").iterdir())
    assert written == ["A_b.run", "a_b-2.run", "a_b-3.run"]


def test_runs_with_one_tag_are_told_apart(write: Write, tmp_path: Path, store: Store) -> None:
    for name in ("x", "y"):
        store.load_runs(write(f"{name}.run", f"1 Q0 {name} 1 2.5 Anserini\n"), name=name)
    store.export_runs(tmp_path / "out")
    with Store() as other:
        other.load_runs(tmp_path / "out").raise_refused()
        assert other.sql("select system from run order by 1").rows == [("x",), ("y",)]


@pytest.mark.parametrize("suffix", ["parquet", "json", "jsonl", "csv"])
def test_other_formats_are_loaded_again(suffix: str, tmp_path: Path, store: Store) -> None:
    store.load_run({"001": {"a": 0.1, "b": 1e-300}, "x y": {"a": 3.0}}, "s")
    store.load_qrels({"001": {"a": 1, "b": 0.5}}, name="q")
    run, qrels = tmp_path / f"s.{suffix}", tmp_path / f"q.{suffix}"
    store.export_runs(run)
    store.export_qrels(qrels)
    with Store() as other:
        other.load_runs(run).raise_refused()
        other.load_qrels(qrels)
        for view in ("ranked", "judged_document"):
            assert other.sql(f"from {view} order by all").rows == (
                store.sql(f"from {view} order by all").rows
            )


@pytest.mark.parametrize(
    "text",
    [
        "1 0 a 1\n1 0 b 0\n10 0 a 2\n",
        "1\t0\ta\t1\n1\t0\tb\t-1\n",
        "1 1 a 1\n1 2 a 0.5\n1 2 b 1.0\n",
    ],
)
def test_judgements_come_out_as_they_were(
    text: str, write: Write, tmp_path: Path, store: Store
) -> None:
    store.load_qrels(write("q.txt", text))
    exported = store.export_qrels(tmp_path / "out")
    written = exported.paths[0].read_text()
    assert exported.changed == ([] if written == text else ["q"])
    assert written in (text, text.replace("1.0", "1"))


def test_topics(write: Write, tmp_path: Path, store: Store) -> None:
    store.load_topics(write("t.tsv", "2\ttides\n10\tsolar  power\n"))
    store.export_topics(tmp_path / "topics.tsv")
    assert (tmp_path / "topics.tsv").read_text() == "2\ttides\n10\tsolar power\n"
    store.export_topics(tmp_path / "topics.jsonl")
    with Store() as other:
        other.load_topics(tmp_path / "topics.jsonl")
        select = "select name, title, description from topic order by name"
        assert other.sql(select).rows == store.sql(select).rows


def test_a_store_can_be_loaded_from_its_export(write: Write, tmp_path: Path, store: Store) -> None:
    store.load_qrels({"1": {"a": 1}}, name="q", collection="c")
    store.load_run({"1": {"a": 1.5, "b": 2.5}}, "s", collection="c")
    store.load_topics(write("t.tsv", "1\ttides\n"), collection="c")
    store.load_efficiency(write("e.csv", "system,latency (ms)\ns,12.5\n"), collection="c")
    store.export(tmp_path / "all")
    folder = tmp_path / "all" / "c"
    with Store() as other:
        other.load_qrels(folder / "qrels" / "q.qrels", collection="c")
        other.load_runs(folder / "runs", collection="c").raise_refused()
        other.load_topics(folder / "topics.jsonl", collection="c")
        other.load_efficiency(folder / "efficiency.csv", collection="c")
        for view in ("topic_score", "ranked", "efficiency"):
            assert other.sql(f"from {view} order by all").rows == (
                store.sql(f"from {view} order by all").rows
            )


def test_what_cannot_be_written(tmp_path: Path, store: Store) -> None:
    with pytest.raises(DataError, match="the store is empty"):
        store.export_runs(tmp_path / "out")
    store.load_run({"star wars": {"a": 1.0}}, "s")
    store.load_run({"1": {"a": 1.0}}, "t")
    with pytest.raises(DataError, match=r"topic 'star wars' has white space.*parquet or json"):
        store.export_runs(tmp_path / "out", ["s"])
    with pytest.raises(UsageError, match=r"2 files cannot be written to .*one\.run; give a folder"):
        store.export_runs(tmp_path / "one.run")
    with pytest.raises(UsageError, match="no format 'xml'; available: trec, parquet"):
        store.export_runs(tmp_path / "out", format="xml")


def test_dictionaries(store: Store) -> None:
    qrels, run = {"1": {"a": 1, "b": 0}}, {"1": {"b": 2.5, "a": 1.5}}
    store.load_qrels(qrels)
    store.load_run(run, "s")
    assert json.dumps(store.run_dict("s")) == json.dumps(run)
    assert json.dumps(store.qrels_dict()) == json.dumps(qrels)


@pytest.mark.fixtures
def test_real_runs_come_out_as_they_were(covid: Store, fixtures: Path, tmp_path: Path) -> None:
    exported = covid.export_runs(tmp_path / "out")
    originals = fixtures / "trec-covid-round1" / "runs"
    same = [
        path for path in exported.paths if path.read_bytes() == (originals / path.stem).read_bytes()
    ]
    assert len(same) == len(exported.paths) - len(exported.changed) >= 46
