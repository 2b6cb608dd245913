"""JSON and tables of other tools: each in the shape that the tool writes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from evalstore.errors import DataError
from evalstore.store import Store

Write = Callable[..., Path]

RANKED = [("q1", "a", 2.0), ("q1", "b", 1.0), ("q2", "a", 0.5)]
NESTED = {"q1": {"a": 2.0, "b": 1.0}, "q2": {"a": 0.5}}


def hit(docno: str, score: float | None) -> dict[str, Any]:
    return {"_index": "news", "_id": docno, "_score": score}


def rank_eval_response(score: Callable[[float], float | None]) -> dict[str, Any]:
    details = {
        topic: {
            "metric_score": 0.5,
            "unrated_docs": [],
            "hits": [{"hit": hit(d, score(s)), "rating": None} for d, s in docs.items()],
            "metric_details": {},
        }
        for topic, docs in NESTED.items()
    }
    return {"metric_score": 0.5, "details": details, "failures": {}}


RUNS: dict[str, Any] = {
    "ranx or pytrec_eval": NESTED,
    "MTEB": {
        "mteb_model_meta": {"model_name": "m/small", "revision": "1"},
        "default": {"test": NESTED},
    },
    "MTEB in parts": {
        "mteb_model_meta": {"model_name": "m/small", "revision": "1"},
        "de": {"test": {"q1": NESTED["q1"]}},
        "en": {"test": {"q2": NESTED["q2"]}},
    },
    "_rank_eval response": rank_eval_response(lambda score: score),
}


@pytest.mark.parametrize("shape", RUNS)
def test_runs(shape: str, write: Write, store: Store) -> None:
    store.load_runs(write("run.json", json.dumps(RUNS[shape], indent=2))).raise_refused()
    assert store.sql("select topic, docno, score from ranked order by all").rows == RANKED


def test_mteb_names_the_model_and_describes_it(write: Write, store: Store) -> None:
    store.load_runs(write("Task_predictions.json", json.dumps(RUNS["MTEB"]))).raise_refused()
    [(system, model)] = store.sql(
        "select system, metadata ->> '$.mteb_model_meta.model_name' from run"
    ).rows
    assert (system, model) == ("m/small", "m/small")


def test_mteb_subsets_with_the_same_topic_are_refused(write: Write, store: Store) -> None:
    parts = {"mteb_model_meta": {}, "de": {"test": NESTED}, "en": {"test": NESTED}}
    said = r"p\.json: topic 'q1' is in several of de/test, en/test; write each of them to a file"
    with pytest.raises(DataError, match=said):
        store.load_runs(write("p.json", json.dumps(parts))).raise_refused()


def test_hits_without_scores_are_ranked_as_they_came(write: Write, store: Store) -> None:
    response = rank_eval_response(lambda score: None)
    store.load_runs(write("response.json", json.dumps(response))).raise_refused()
    assert store.sql("select topic, docno, rank from ranked order by topic, rank").rows == [
        ("q1", "a", 1),
        ("q1", "b", 2),
        ("q2", "a", 1),
    ]


def test_msearch_topics_are_numbered(write: Write, store: Store) -> None:
    responses = [
        {"took": 1, "hits": {"total": {"value": 2}, "hits": [hit("a", 2.0), hit("b", 1.0)]}},
        {"took": 1, "hits": {"total": {"value": 1}, "hits": [hit("a", 0.5)]}},
    ]
    report = store.load_runs(write("m.json", json.dumps({"took": 3, "responses": responses})))
    assert "topics are numbered from 1, in the order of the searches" in report.files[0].notes
    rows = store.sql("select topic, docno, score from ranked order by all").rows
    assert rows == [("1", "a", 2.0), ("1", "b", 1.0), ("2", "a", 0.5)]


def test_a_search_that_failed(write: Write, store: Store) -> None:
    responses = [{"hits": {"hits": []}}, {"error": {"reason": "no such index"}, "status": 404}]
    with pytest.raises(DataError, match=r"m\.json: search 2 failed: .*no such index"):
        store.load_runs(write("m.json", json.dumps({"responses": responses}))).raise_refused()


def test_a_snapshot_of_quepid(write: Write, store: Store) -> None:
    snapshot = {
        "id": 3,
        "name": "monday",
        "docs": {"11": [{"id": "b"}, {"id": "a", "explain": "…"}], "12": [{"id": "a"}]},
        "queries": [
            {"query_id": 11, "query_text": "star wars"},
            {"query_id": 12, "query_text": "rocky"},
        ],
    }
    store.load_runs(write("snapshot.json", json.dumps(snapshot))).raise_refused()
    rows = store.sql("select system, topic, docno, rank from ranked order by topic desc, rank").rows
    assert rows == [
        ("monday", "star wars", "b", 1),
        ("monday", "star wars", "a", 2),
        ("monday", "rocky", "a", 1),
    ]


def test_a_snapshot_of_quepid_in_csv(write: Write, store: Store) -> None:
    path = write(
        "snapshot.csv",
        "Snapshot Name,Snapshot Time,Case ID,Query Text,Doc ID,Doc Position,title\n"
        'monday,2026-01-01 10:00:00,4,"star wars, IV",b,1,x\n'
        'monday,2026-01-01 10:00:00,4,"star wars, IV",a,2,y\n',
    )
    store.load_runs(path).raise_refused()
    assert store.sql("select topic, docno, rank from ranked order by rank").rows == [
        ("star wars, IV", "b", 1),
        ("star wars, IV", "a", 2),
    ]


GRADED = [("q1", "a", 2.0), ("q1", "b", 0.0), ("q2", "a", 1.0)]
RATINGS = {"q1": {"a": 2, "b": 0}, "q2": {"a": 1}}
LIST = [
    {"query": topic, "ratings": [{"docId": d, "rating": f"{g:.1f}"} for d, g in docs.items()]}
    for topic, docs in RATINGS.items()
]
QRELS: dict[str, Any] = {
    "ranx or pytrec_eval": RATINGS,
    "_rank_eval request": {
        "requests": [
            {
                "id": topic,
                "request": {"query": {"match": {"text": topic}}},
                "ratings": [{"_index": "n", "_id": d, "rating": g} for d, g in docs.items()],
            }
            for topic, docs in RATINGS.items()
        ],
        "metric": {"dcg": {"k": 20}},
    },
    "OpenSearch import": {"name": "n", "type": "IMPORT_JUDGMENT", "judgmentRatings": LIST},
    "OpenSearch answer": {
        "took": 2,
        "hits": {"hits": [{"_id": "x", "_source": {"name": "n", "judgmentRatings": LIST}}]},
    },
    "Quepid case": {
        "queries": [{"query": topic, "ratings": docs} for topic, docs in RATINGS.items()]
    },
}


@pytest.mark.parametrize("shape", QRELS)
def test_judgements(shape: str, write: Write, store: Store) -> None:
    store.load_qrels(write("qrels.json", json.dumps(QRELS[shape])))
    rows = store.sql("select topic, docno, grade from judged_document order by all").rows
    assert rows == GRADED


def test_a_case_of_quepid_in_csv(write: Write, store: Store) -> None:
    """Quepid writes a blank line first, and a query alone where nothing is rated."""
    path = write("case.csv", '\nquery,docid,rating\nq1,a,2\nq1,b,0\n"new, query"\nq1,c,\nq2,a,1\n')
    report = store.load_qrels(path)
    assert report.files[0].notes == ["2 rows without a rating skipped"]
    rows = store.sql("select topic, docno, grade from judged_document order by all").rows
    assert rows == GRADED


def test_a_rating_of_quepid_that_is_no_number(write: Write, store: Store) -> None:
    path = write("case.csv", "query,docid,rating\nq1,a,2\nq1,b,good\n")
    with pytest.raises(DataError, match=r"case\.csv:3: the grade is missing or not a finite"):
        store.load_qrels(path)


def test_every_rater_of_a_book_in_csv_is_a_set(write: Write, store: Store) -> None:
    path = write("book.csv", "query,docid,Ann B,bob@example.org\nq1,a,2,1\nq1,b,,0\nq2,a,1,\n")
    store.load_qrels(path)
    select = "select qrels, topic, docno, grade from judged_document order by all"
    assert store.sql(select).rows == [
        ("Ann B", "q1", "a", 2.0),
        ("Ann B", "q2", "a", 1.0),
        ("bob@example.org", "q1", "a", 1.0),
        ("bob@example.org", "q1", "b", 0.0),
    ]


def test_a_book_of_quepid(write: Write, store: Store) -> None:
    judgements = [
        {"rating": 2.0, "unrateable": False, "user_email": "ann@x.org", "explanation": "exact"},
        {"rating": None, "unrateable": True, "user_email": "bob@x.org"},
    ]
    pair = {"query_text": "q1", "doc_id": "a", "position": 1, "judgements": judgements}
    store.load_qrels(write("book.json", json.dumps({"name": "b", "query_doc_pairs": [pair]})))
    select = "select qrels, topic, docno, grade, rationale from judged_document"
    assert store.sql(select).rows == [("ann@x.org", "q1", "a", 2.0, "exact")]


def test_json_of_an_unknown_shape(write: Write, store: Store) -> None:
    with pytest.raises(DataError, match=r"x\.json: JSON of an unknown shape; judgements are"):
        store.load_qrels(write("x.json", '{"a": [1, 2]}'))


def test_lz4_of_ranx(tmp_path: Path, store: Store) -> None:
    """ranx compresses CBOR, and writes that through a file that compresses again."""
    lz4 = pytest.importorskip("lz4.frame")
    cbor2 = pytest.importorskip("cbor2")
    packed = lz4.compress(lz4.compress(cbor2.dumps(NESTED), compression_level=16))
    (tmp_path / "run.lz4").write_bytes(packed)
    store.load_runs(tmp_path / "run.lz4").raise_refused()
    assert store.sql("select topic, docno, score from ranked order by all").rows == RANKED
    (tmp_path / "other.lz4").write_bytes(lz4.compress(b"q1 Q0 a 1 2.0 s\n"))
    with pytest.raises(DataError, match=r"other\.lz4: not an LZ4 file that ranx wrote"):
        store.load_runs(tmp_path / "other.lz4").raise_refused()


def test_without_lz4_it_says_what_to_install(
    tmp_path: Path, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "cbor2", None)
    (tmp_path / "run.lz4").write_bytes(b"\x04\x22\x4d\x18 and so on")
    with pytest.raises(DataError, match=r"pip install 'evalstore\[ranx\]'"):
        store.load_runs(tmp_path / "run.lz4").raise_refused()
