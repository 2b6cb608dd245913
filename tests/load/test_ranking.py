"""Ranking: by score or rank, ties by document name downwards, whatever order the file has."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from stored import RANKING

from evalstore.store import Store

Write = Callable[..., Path]
Row = tuple[str, str, float, int]

RULES = ["trec_eval", "trec_eval10", "rank"]
SCORES = st.one_of(
    st.sampled_from([0.0, -0.0, 1.0, 1.0 + 1e-9, 2.0, -3.5, 1e300, -1e300]),
    st.floats(-100, 100),
)
ROWS = st.lists(
    st.tuples(
        st.sampled_from(["1", "10", "2", "ü"]),
        st.text("aZ0-é", min_size=1, max_size=3),
        SCORES,
        st.integers(0, 5),
    ),
    min_size=1,
    max_size=40,
    unique_by=lambda row: row[:2],
)


def key(row: Row, rule: str) -> float:
    if rule == "rank":
        return -row[3]
    with np.errstate(over="ignore"):
        return float(np.float32(row[2])) if rule == "trec_eval" else row[2]


def expected(rows: list[Row], rule: str) -> list[tuple[Any, ...]]:
    """Topic by topic, sorted in the plain way."""
    answer = []
    for topic in {row[0] for row in rows}:
        of_topic = [row for row in rows if row[0] == topic]
        of_topic.sort(key=lambda row: row[1].encode(), reverse=True)
        of_topic.sort(key=lambda row: -key(row, rule))
        above: float | None = None
        for rank, row in enumerate(of_topic, 1):
            answer.append(("s", topic, rank, row[1], row[2] + 0.0, row[3], key(row, rule) == above))
            above = key(row, rule)
    return sorted(answer)


@pytest.mark.parametrize("rule", RULES)
@settings(deadline=None, max_examples=15)
@given(rows=ROWS, sort=st.booleans())
def test_any_order_of_rows_is_ranked_as_by_sorting(
    shared: Store,
    tmp_path_factory: pytest.TempPathFactory,
    rule: str,
    rows: list[Row],
    sort: bool,
) -> None:
    rows = sorted(rows, key=lambda row: (row[0], -row[2])) if sort else rows
    path = tmp_path_factory.mktemp("run") / "run.txt"
    text = "".join(f"{topic} Q0 {docno} {rank} {score!r} s\n" for topic, docno, score, rank in rows)
    path.write_text(text, encoding="utf-8")
    shared.load_runs(path, rank_by=rule).raise_refused()
    found = shared.sql(RANKING).rows
    shared.drop_run("s")
    assert sorted(found) == expected(rows, rule)


DEEP = {"1": 3, "2": 2048, "3": 2049, "4": 6000}


def docno(number: int) -> str:
    return f"d{9999 - number}"


def test_every_document_of_a_deep_run_has_its_rank_and_score(store: Store) -> None:
    run = {topic: {docno(i): -float(i) for i in range(count)} for topic, count in DEEP.items()}
    store.load_run(run, "s")
    found = [(row[1], row[2], row[3], row[4], row[6]) for row in store.sql(RANKING).rows]
    assert found == [
        (topic, i + 1, docno(i), 0.0 - i, False)
        for topic, count in DEEP.items()
        for i in range(count)
    ]
    answered = "select name, documents from run_topic inner join topic using (topic_id)"
    assert dict(store.sql(answered).rows) == DEEP


def test_ties_and_ranks_of_the_file_are_recorded(store: Store, write: Write) -> None:
    """Four documents in the middle are tied, and the file has them in the other order."""
    tied = range(98, 102)
    file = [i for i in range(200) if i not in tied]
    file[98:98] = reversed(tied)
    scores = {i: 0.0 - (tied[0] if i in tied else i) for i in file}
    lines = (f"1 Q0 {docno(i)} {rank} {scores[i]} s\n" for rank, i in enumerate(file, 1))
    store.load_runs(write("s.run", "".join(lines))).raise_refused()
    assert store.sql(RANKING).rows == [
        ("s", "1", i + 1, docno(i), scores[i], file.index(i) + 1, i in tied[1:])
        for i in sorted(file)
    ]


def test_a_run_without_scores_has_none(store: Store, write: Write) -> None:
    store.load_runs(write("s.run", "1 b 1\n1 a 2\n")).raise_refused()
    assert store.sql(RANKING).rows == [
        ("s", "1", 1, "b", None, 1, False),
        ("s", "1", 2, "a", None, 2, False),
    ]


@pytest.mark.parametrize("rule", RULES)
def test_ranks_that_contradict_the_scores_are_noted_by_topic(
    store: Store, write: Write, rule: str
) -> None:
    run = "1 Q0 a 1 3 s\n1 Q0 b 2 2 s\n2 Q0 a 2 3 s\n2 Q0 b 1 2 s\n"
    [file] = store.load_runs(write("s.run", run), rank_by=rule).raise_refused().files
    noted = [note for note in file.notes if "rank column disagrees" in note]
    assert [note.split(" topic")[0][-1] for note in noted] == ([] if rule == "rank" else ["1"])


@pytest.mark.parametrize("number", [1, 2500])
def test_a_run_that_is_dropped_leaves_no_row(store: Store, number: int) -> None:
    store.load_run({"1": {docno(i): -float(i) for i in range(number)}}, "s")
    store.load_run({"1": {"a": 1.0}}, "t")
    store.drop_run("s")
    assert [row[:5] for row in store.sql(RANKING).rows] == [("t", "1", 1, "a", 1.0)]
    assert store.sql("select documents from run_topic").rows == [(1,)]
