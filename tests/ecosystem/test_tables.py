"""Runs and judgements in tables: Parquet, Arrow, CSV, JSON lines; recognised by content."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.feather as feather
import pytest

from evalstore.errors import DataError, UsageError
from evalstore.formats.columns import parse_columns
from evalstore.store import Store

Write = Callable[..., Path]

RANKED = [("001", "a", 2.5), ("001", "b", 1.25), ("7", "10", 0.1)]
CSV = "query-id,corpus-id,score\n001,a,2.5\n001,b,1.25\n7,10,0.1\n"


def columns(*names: str) -> dict[str, list[Any]]:
    return dict(zip(names, map(list, zip(*RANKED, strict=True)), strict=True))


def stream(table: pa.Table, path: Path) -> None:
    with pa.OSFile(str(path), "wb") as file, pa.ipc.new_stream(file, table.schema) as writer:
        writer.write_table(table)


WRITERS: dict[str, Callable[[Path], object]] = {
    "pandas.parquet": lambda path: pd.DataFrame(columns("q_id", "doc_id", "score")).to_parquet(
        path
    ),
    "polars.parquet": lambda path: pl.DataFrame(columns("qid", "docno", "score")).write_parquet(
        path
    ),
    "pandas.csv": lambda path: pd.DataFrame(columns("qid", "docno", "score")).to_csv(
        path, index=False
    ),
    "polars.tsv": lambda path: pl.DataFrame(columns("query_id", "doc_id", "score")).write_csv(
        path, separator="\t"
    ),
    "semicolon.csv": lambda path: path.write_text(CSV.replace(",", ";")),
    "quoted.csv": lambda path: path.write_text(CSV.replace("a", '"a"').replace("001", '"001"')),
    "windows.csv": lambda path: path.write_bytes(
        b"\xef\xbb\xbf" + CSV.replace("\n", "\r\n").encode()
    ),
    "packed.csv.gz": lambda path: path.write_bytes(gzip.compress(CSV.encode())),
    "star[1]*.csv": lambda path: path.write_text(CSV),
    "polars.jsonl": lambda path: pl.DataFrame(columns("qid", "docno", "score")).write_ndjson(path),
    "pandas.json": lambda path: pd.DataFrame(columns("topic", "docno", "score")).to_json(
        path, orient="records"
    ),
    "feather.arrow": lambda path: feather.write_feather(
        pa.table(columns("query-id", "corpus-id", "score")), path
    ),
    "stream.arrow": lambda path: stream(pa.table(columns("query-id", "corpus-id", "score")), path),
    "dictionary.parquet": lambda path: (
        pd.DataFrame(columns("qid", "docno", "score")).astype({"qid": "category"}).to_parquet(path)
    ),
}


@pytest.mark.parametrize("name", WRITERS)
def test_a_run_in_a_table_is_read_as_it_is(name: str, tmp_path: Path, store: Store) -> None:
    WRITERS[name](tmp_path / name)
    store.load_runs(tmp_path / name.replace("[", "[[]").replace("*", "?")).raise_refused()
    rows = store.sql("select topic, docno, score from ranked order by all").rows
    assert rows == RANKED


def test_integers_become_text_unchanged(tmp_path: Path, store: Store) -> None:
    table = pl.DataFrame({"qid": [1, 12], "docno": [7, 9007199254740993], "score": [3, 4]})
    table.write_parquet(tmp_path / "run.parquet")
    store.load_runs(tmp_path / "run.parquet").raise_refused()
    assert store.sql("select topic, docno, score from ranked order by topic").rows == [
        ("1", "7", 3.0),
        ("12", "9007199254740993", 4.0),
    ]


def test_scores_of_four_bytes_are_read_as_they_are(tmp_path: Path, store: Store) -> None:
    table = pa.table({"qid": ["1"], "docno": ["a"], "score": pa.array([0.1], pa.float32())})
    feather.write_feather(table, tmp_path / "run.arrow")
    store.load_runs(tmp_path / "run.arrow").raise_refused()
    assert store.sql("select score from ranked").rows == [(0.10000000149011612,)]


def test_ranks_without_scores(write: Write, store: Store) -> None:
    path = write("run.csv", "qid,docno,rank\n1,a,2\n1,b,1\n")
    store.load_runs(path).raise_refused()
    assert store.sql("select docno, rank from ranked order by rank").rows == [("b", 1), ("a", 2)]


def test_the_system_is_named_by_its_column_or_the_file(write: Write, store: Store) -> None:
    store.load_runs(write("x.csv", "qid,docno,score,tag\n1,a,2,bm25\n")).raise_refused()
    store.load_runs(write("y.csv", "qid,docno,score\n1,a,2\n")).raise_refused()
    assert store.sql("select system from run order by system").rows == [("bm25",), ("y",)]


def test_columns_with_other_names(write: Write, store: Store) -> None:
    path = write("run.csv", "frage,url,punkte,datum\n001,a,2.5,x\n")
    with pytest.raises(DataError, match=r"run\.csv:1: "):
        store.load_runs(path).raise_refused()
    names = parse_columns("topic=frage,docno=url,score=punkte")
    store.load_runs(path, columns=names).raise_refused()
    assert store.sql("select topic, docno, score from ranked").rows == [("001", "a", 2.5)]


@pytest.mark.parametrize(
    ("text", "said"),
    [("topic", "must be NAME=COLUMN"), ("topic=", "must be NAME=COLUMN"), ("=x", "NAME=COLUMN")],
)
def test_how_columns_are_named(text: str, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        parse_columns(text)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"topic": "nowhere"}, "no header with the columns nowhere"),
        (
            {"title": "qid"},
            "runs have no column 'title'; available: topic, docno, score, rank, tag",
        ),
        ({"score": "points"}, "no column 'points' for the score; available: qid, docno, score"),
    ],
)
def test_columns_that_are_not_there(
    given: dict[str, str], said: str, write: Write, store: Store
) -> None:
    path = write("run.csv", "qid,docno,score\n1,a,2\n")
    with pytest.raises((DataError, UsageError), match=said):
        store.load_runs(path, columns=given).raise_refused()


@pytest.mark.parametrize("line", ["1 Q0 a 1 2 s\n", "1\ta\t1\n"], ids=["TREC", "MS MARCO"])
def test_columns_are_refused_for_lines_of_text(line: str, tmp_path: Path, store: Store) -> None:
    path = tmp_path / "s.run"
    path.write_text(line)
    with pytest.raises(DataError, match="`columns` is for tables"):
        store.load_runs(path, columns={"topic": "question"}).raise_refused()


REFUSED = {
    "run.csv": [
        ("qid,docno,score\n1,a,1\n1,b,much\n", ":3: the score is missing or not a finite number"),
        ("qid,docno,score\n1,a,1_000\n", ":2: the score is missing or not a finite number"),
        ("qid,docno,score\n1,a,nan\n", ":2: the score is missing or not a finite number"),
        ("qid,docno,score\n1,,1\n", ":2: the docno is missing"),
        ("qid,docno,score\n1,a,1\n1,a,2\n", ":3: document 'a' is ranked twice for topic '1'"),
        ("qid,docno,score\n1,a,1\n1,b\n", ":3: 2 columns, where the header has 3"),
        ("qid,docno,score,Score\n1,a,1,2\n", ": two columns have the same name"),
        ("qid,docno,rank\n1,a,1.5\n", ":2: the rank is not an integer"),
        ("qid,docno,length\n1,a,1.5\n", ": no column for the score"),
        ("qid,docno,score\n", ": no runs; the table has no rows"),
    ],
    "run.jsonl": [
        ('{"qid": 1, "docno": "a", "score": 1}\n{"qid": 1, "docno": "b"}\n', ":2: the score"),
        ('{"qid": 1, "docno": "a", "score": 1}\n{"qid": 1,\n', ":2: malformed JSON"),
        ('{"qid": null, "docno": "a", "score": 1}\n', ":1: the topic is missing"),
    ],
    "run.json": [
        ('[{"qid": 1, "docno": "a", "score": "x"}]', ": row 1: the score is missing"),
        ('{"1": {"a": 1, "a": 2}}', ": 'a' is given twice in one object"),
        ('{"1": {"a": "x"}}', ": row 1: the score is missing or not a finite number"),
        ('{"1": ["a", "b"]}', ": JSON of an unknown shape; a run is {topic: {docno: score}}"),
        ('{"1": {"a": 1}', ":1: malformed JSON at column"),
    ],
    "run.parquet": [
        (b"PAR1 and nothing else", ": "),
    ],
    "run.arrow": [(b"ARROW1 and nothing else", ": damaged arrow")],
}


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [(name, content, said) for name, cases in REFUSED.items() for content, said in cases],
)
def test_a_problem_is_one_line_and_nothing_is_stored(
    name: str, content: str | bytes, said: str, write: Write, store: Store
) -> None:
    report = store.load_runs(write(name, content))
    [error] = report.refused
    message = str(error)
    assert f"{name}{said}" in message
    assert len(message.splitlines()) == 1
    assert store.sql("select count(*) from ranking").rows == [(0,)]
    assert store.sql("select count(*) from run").rows == [(0,)]


def test_names_in_floating_point_are_refused(tmp_path: Path, store: Store) -> None:
    pl.DataFrame({"qid": [1.0], "docno": ["a"], "score": [1.0]}).write_parquet(
        tmp_path / "r.parquet"
    )
    with pytest.raises(DataError, match="floating-point numbers; write them as text or integers"):
        store.load_runs(tmp_path / "r.parquet").raise_refused()


def test_one_long_line_of_json_is_text(tmp_path: Path, store: Store) -> None:
    run = {"1": {f"d{number}": float(number) for number in range(50_000)}}
    path = tmp_path / "long.json"
    path.write_text(json.dumps(run))
    assert path.stat().st_size > 3 << 18
    assert store.load_runs(path).raise_refused().rows == 50_000


def test_a_plain_run_with_a_topic_in_braces_is_no_json(write: Write, store: Store) -> None:
    store.load_runs(write("run.txt", '{"a Q0 d 1 2.5 s\n')).raise_refused()
    assert store.sql("select topic, score from ranked").rows == [('{"a', 2.5)]


def test_judgements_in_tables(tmp_path: Path, store: Store) -> None:
    frame = pl.DataFrame({"query_id": [1, 1], "doc_id": ["a", "b"], "relevance": [2, 0]})
    frame.write_parquet(tmp_path / "qrels.parquet")
    store.load_qrels(tmp_path / "qrels.parquet")
    select = "select qrels, topic, subtopic, docno, grade from judged_document order by docno"
    assert store.sql(select).rows == [
        ("qrels", "1", "0", "a", 2.0),
        ("qrels", "1", "0", "b", 0.0),
    ]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("qid,docno,grade\n1,a,1\n1,a,2\n", r"q\.csv:3: document 'a' of topic '1' has grade 2"),
        ("qid,docno,grade\n1,a,high\n", r"q\.csv:2: the grade is missing or not a finite number"),
        ("qid,docno,grade\n1,a\n", r"q\.csv:2: 2 columns, where the header has 3"),
    ],
)
def test_judgements_that_are_refused(content: str, said: str, write: Write, store: Store) -> None:
    with pytest.raises(DataError, match=said):
        store.load_qrels(write("q.csv", content))
    assert store.sql("select count(*) from qrels").rows == [(0,)]


def test_a_judgement_that_is_given_twice_is_stored_once(write: Write, store: Store) -> None:
    report = store.load_qrels(write("q.csv", "qid,docno,grade\n1,a,1\n1,a,1\n"))
    assert report.files[0].notes == ["repeated judgements were stored once"]
    assert report.rows == 1


def test_topics_in_tables(tmp_path: Path, store: Store) -> None:
    frame = pl.DataFrame({"_id": [1, 2], "text": ["solar power", "tides"], "source": ["x", None]})
    frame.write_parquet(tmp_path / "queries.parquet")
    store.load_topics(tmp_path / "queries.parquet")
    select = "select name, title, metadata::varchar from topic order by name"
    assert store.sql(select).rows == [
        ("1", "solar power", '{"source": "x"}'),
        ("2", "tides", None),
    ]


def test_topics_with_other_names(write: Write, store: Store) -> None:
    path = write("queries.csv", "nummer;frage\n001;Wo ist oben?\n")
    store.load_topics(path, columns={"topic": "nummer", "title": "frage"})
    assert store.sql("select name, title from topic").rows == [("001", "Wo ist oben?")]


def test_efficiency_in_tables(tmp_path: Path, store: Store) -> None:
    store.load_run({"1": {"a": 1.0}}, "bm25")
    pl.DataFrame({"system": ["bm25"], "latency (ms)": [12.5]}).write_parquet(tmp_path / "e.parquet")
    store.load_efficiency(tmp_path / "e.parquet")
    assert store.sql("select name, value, unit from efficiency").rows == [("latency", 12.5, "ms")]
