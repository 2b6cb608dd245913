"""Loading judgements."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from evalstore.errors import ConflictError, FileProblems
from evalstore.store import Store

Write = Callable[..., Path]


def judged(store: Store) -> list[tuple[str, str, str, float]]:
    return store.sql("select topic, subtopic, docno, grade from judged_document order by all").rows


def load(store: Store, run: Path, qrels: Path, first: str) -> None:
    """Both, the runs or the judgements first."""
    if first == "runs":
        store.load_runs(run)
    store.load_qrels(qrels)
    if first == "qrels":
        store.load_runs(run)


@pytest.mark.parametrize(
    ("why", "content"),
    [
        ("four columns", "1 0 a 2\n1 0 b 0\n"),
        ("CR LF and tabs", "1\t0\ta\t2\r\n1\t0\tb\t0\r\n"),
        ("double spaces", "1 0  a 2\n1 0  b 0\n"),
        ("a header, three columns", "query-id\tcorpus-id\tscore\n1\ta\t2\n1\tb\t0\n"),
        ("a header, four columns", "topic iteration document grade\n1 0 a 2\n1 0 b 0\n"),
        ("three columns", "1 a 2\n1 b 0\n"),
        ("comments", "# pool of depth 100\n1 0 a 2\n1 0 b 0\n"),
        ("the same judgement twice", "1 0 a 2\n1 0 b 0\n1 0 a 2\n"),
    ],
    ids=lambda item: item if len(item) < 30 and "\n" not in item else "",
)
def test_judgements_are_read(store: Store, write: Write, why: str, content: str) -> None:
    store.load_qrels(write("qrels.txt", content))
    assert judged(store) == [("1", "0", "a", 2.0), ("1", "0", "b", 0.0)]


def test_grades_are_decimal_and_may_be_negative(store: Store, write: Write) -> None:
    store.load_qrels(write("qrels.txt", "1 0 a 0.6\n1 0 b -2\n1 0 c 1e-1\n"))
    assert [row[3] for row in judged(store)] == [0.6, -2.0, 0.1]


def test_column_two_is_kept_and_the_highest_grade_counts(store: Store, write: Write) -> None:
    store.load_qrels(write("qrels.txt", "1 1 a 0\n1 2 a 3\n1 4.5 b 1\n"))
    assert [row[1] for row in judged(store)] == ["1", "2", "4.5"]
    store.load_run({"1": {"a": 1.0}}, "s")
    assert store.scores(["CG", "NumRel"]).rows == [("s", "1", "CG", 3.0), ("s", "1", "NumRel", 2.0)]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (
            "1 0 a 1\n1 0 a 2\n",
            "qrels.txt:2: document 'a' of topic '1' has grade 2 here and 1 on line 1",
        ),
        ("1 0 a 1\n1 0 b\n", "qrels.txt:2: 3 columns where the file began with 4"),
        ("1 0 a 1\n1 0 b high\n", "qrels.txt:2: grade 'high' is not a number"),
        ("1 Q0 a 1 2.0 s\n", "qrels.txt:1: 6 columns, expected 4"),
        ("", "qrels.txt: no judgements"),
        ("=======\n1 0 a 1\n", "qrels.txt:1: merge-conflict marker"),
    ],
)
def test_what_is_refused(store: Store, write: Write, content: str, said: str) -> None:
    with pytest.raises(FileProblems) as refused:
        store.load_qrels(write("qrels.txt", content))
    assert said in str(refused.value)
    assert store.qrels().rows == []
    assert store.sql("select count(*) from judgement").rows == [(0,)]


def test_the_name_is_the_file_unless_told(store: Store, write: Write) -> None:
    path = write("qrels.dl20.txt", "1 0 a 1\n")
    store.load_qrels(path)
    store.load_qrels(path, name="human")
    assert [row[1] for row in store.qrels()] == ["human", "qrels.dl20"]


def test_the_same_content_again_does_nothing(store: Store, write: Write) -> None:
    path = write("qrels.txt", "1 0 a 1\n")
    store.load_qrels(path)
    assert "already loaded" in store.load_qrels(path).summary()


def test_other_content_under_the_same_name_needs_replace(store: Store, write: Write) -> None:
    store.load_run({"1": {"a": 2.0, "b": 1.0}}, "s")
    store.load_qrels(write("qrels.txt", "1 0 a 1\n"))
    changed = write("qrels.txt", "1 0 b 1\n")
    with pytest.raises(ConflictError, match="replace=True"):
        store.load_qrels(changed)
    assert store.scores(["RR"]).rows == [("s", "1", "RR", 1.0)]
    store.load_qrels(changed, replace=True)
    assert store.scores(["RR"]).rows == [("s", "1", "RR", 0.5)]


@pytest.mark.parametrize("first", ["runs", "qrels"])
def test_runs_and_judgements_meet_in_either_order(store: Store, write: Write, first: str) -> None:
    run, qrels = write("run.txt", "1 Q0 a 1 2 s\n1 Q0 b 2 1 s\n"), write("q.txt", "1 0 b 1\n")
    load(store, run, qrels, first)
    assert store.scores(["RR"]).rows == [("s", "1", "RR", 0.5)]


def test_a_second_set_judges_the_same_runs(store: Store, write: Write) -> None:
    store.load_runs(write("run.txt", "1 Q0 a 1 2 s\n1 Q0 b 2 1 s\n"))
    store.load_qrels(write("human.txt", "1 0 b 1\n"))
    store.load_qrels(write("llm.txt", "1 0 a 1\n"))
    assert store.scores(["RR"], qrels="human").rows == [("s", "1", "RR", 0.5)]
    assert store.scores(["RR"], qrels="llm").rows == [("s", "1", "RR", 1.0)]


@pytest.mark.parametrize("first", ["runs", "qrels"])
def test_of_several_grades_the_highest_counts(store: Store, write: Write, first: str) -> None:
    run = write("run.txt", "1 Q0 a 1 3 s\n1 Q0 b 2 2 s\n1 Q0 c 3 1 s\n")
    qrels = write("q.txt", "1 1 a 1\n1 2 a 3\n1 3 a 2\n1 1 c -1\n1 2 c -2\n")
    load(store, run, qrels, first)
    select = "select rank, judged_rank, grade from judged_ranking order by rank"
    assert store.sql(select).rows == [(1, 1, 3.0), (3, None, -1.0)]


@pytest.mark.parametrize("first", ["runs", "qrels"])
def test_unjudged_documents_have_no_position_among_the_judged(
    store: Store, write: Write, first: str
) -> None:
    run = write("run.txt", "1 Q0 a 1 3 s\n1 Q0 x 2 2 s\n1 Q0 b 3 1 s\n")
    qrels = write("q.txt", "1 0 a 0\n1 0 b 1\n")
    load(store, run, qrels, first)
    places = "select rank, judged_rank from judged_ranking order by rank"
    assert store.sql(places).rows == [(1, 1), (3, 2)]
    assert store.scores(["RR(judged_only=True)"]).rows[0][-1] == 0.5


def test_judgements_that_are_replaced_leave_nothing_behind(store: Store, write: Write) -> None:
    store.load_qrels({"1": {"b": 1}}, name="q")
    store.load_runs(write("run.txt", "1 Q0 a 1 2 s\n1 Q0 b 2 1 s\n"))
    store.load_qrels({"1": {"a": 1}, "2": {"a": 1}}, name="q", replace=True)
    assert store.scores(["RR"]).rows == [("s", "1", "RR", 1.0), ("s", "2", "RR", 0.0)]
    assert store.sql("select count(*) from judged_ranking").rows == [(1,)]
    assert store.sql("select count(*) from judgement").rows == [(2,)]


def test_one_run_and_two_sets_of_judgements(store: Store, write: Write) -> None:
    """A set before the run, and one after it."""
    store.load_qrels({"1": {"b": 1}}, name="old")
    store.load_runs(write("run.txt", "1 Q0 b 1 2 s\n1 Q0 a 2 1 s\n2 Q0 a 1 3 s\n"))
    store.load_qrels({"1": {"a": 1}, "2": {"a": 1}}, name="new")
    assert store.scores(["RR"], qrels="new").rows == [("s", "1", "RR", 0.5), ("s", "2", "RR", 1.0)]
    assert store.scores(["RR"], qrels="old").rows == [("s", "1", "RR", 1.0)]
