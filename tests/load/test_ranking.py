"""Ranking rows: by key, ties by document name downwards, whatever order the file has."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalstore.columns import as_array
from evalstore.load.ranked_file import name_twice
from evalstore.load.ranking import RANK_RULES, rank_rows, repeats
from evalstore.load.run_rows import RunRows, run_rows

Row = tuple[str, str, float, float]

SCORES = st.one_of(
    st.sampled_from([0.0, -0.0, 1.0, 1.0 + 1e-9, 2.0, -3.5, 1e300, -1e300]),
    st.floats(-100, 100),
)
ROWS = st.lists(
    st.tuples(
        st.sampled_from(["1", "10", "2", "ü"]),
        st.text("aZ0-é", min_size=1, max_size=3),
        SCORES,
        st.integers(0, 5).map(float),
    ),
    min_size=1,
    max_size=40,
    unique_by=lambda row: row[:2],
)


def columns(rows: list[Row]) -> RunRows:
    topics, docnos, scores, ranks = zip(*rows, strict=True)
    return run_rows(
        {
            "topic": pc.run_end_encode(pa.chunked_array([topics[:7], topics[7:]], pa.string())),
            "docno": pa.chunked_array([docnos[:7], docnos[7:]], pa.string()),
            "score": pa.array(scores, pa.float64()),
            "rank": pa.array(ranks, pa.float64()),
        }
    )


def key(row: Row, rule: str) -> float:
    if rule == "rank":
        return -row[3]
    with np.errstate(over="ignore"):
        return float(np.float32(row[2])) if rule == "trec_eval" else row[2]


def expected(rows: list[Row], rule: str) -> list[tuple[Any, ...]]:
    """Topic by topic as they first appear, sorted the plain way."""
    answer = []
    for topic in dict.fromkeys(row[0] for row in rows):
        of_topic = [row for row in rows if row[0] == topic]
        of_topic.sort(key=lambda row: row[1].encode(), reverse=True)
        of_topic.sort(key=lambda row: -key(row, rule))
        above: float | None = None
        for rank, row in enumerate(of_topic, 1):
            answer.append((topic, rank, row[1], row[2], int(row[3]), key(row, rule) == above))
            above = key(row, rule)
    return answer


def found(rows: list[Row], rule: str) -> list[tuple[Any, ...]]:
    lists = rank_rows(columns(rows), rule)
    docnos = lists.ordered(np.array([row[1] for row in rows], object))
    assert lists.scores is not None
    file_ranks = lists.ranks if lists.file_ranks is None else lists.file_ranks
    return list(
        zip(
            [lists.topics[number].as_py() for number in lists.numbers],
            lists.ranks.tolist(),
            docnos.tolist(),
            lists.scores.tolist(),
            file_ranks.tolist(),
            lists.is_tied.tolist(),
            strict=True,
        )
    )


@pytest.mark.parametrize("rule", RANK_RULES)
@settings(deadline=None)
@given(rows=ROWS)
def test_any_order_of_rows_is_ranked_as_by_sorting(rule: str, rows: list[Row]) -> None:
    assert found(rows, rule) == expected(rows, rule)


@pytest.mark.parametrize("rule", RANK_RULES)
@settings(deadline=None)
@given(rows=ROWS)
def test_what_is_ranked_already_stays(rule: str, rows: list[Row]) -> None:
    docno, score, rank = 2, 3, 4
    again = [(row[0], row[docno], row[score], float(row[rank])) for row in expected(rows, rule)]
    assert rank_rows(columns(again), rule).order is None or any(
        row[-1] for row in expected(rows, rule)
    )
    assert found(again, rule) == expected(rows, rule)


@settings(deadline=None)
@given(rows=ROWS, twice=st.booleans())
def test_a_repeated_document_is_seen(rows: list[Row], twice: bool) -> None:
    rows = [*rows, (rows[0][0], rows[0][1], 7.0, 7.0)] if twice else rows
    lists = rank_rows(columns(rows), "trec_eval")
    docnos = columns(rows).docnos
    codes = as_array(docnos.column().dictionary_encode().indices)
    assert repeats(lists, lists.ordered(codes)) == twice
    assert repeats(lists, lists.ordered(docnos.keys.high)) == twice
    assert name_twice(lists, docnos) == twice


def test_ranks_that_contradict_the_scores_are_counted_by_topic() -> None:
    rows = [("1", "a", 3.0, 1.0), ("1", "b", 2.0, 2.0), ("2", "a", 3.0, 2.0), ("2", "b", 2.0, 1.0)]
    assert rank_rows(columns(rows), "trec_eval").disordered.tolist() == [1]
    assert rank_rows(columns(rows), "rank").disordered.tolist() == []
