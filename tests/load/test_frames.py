"""Runs and judgements that are already in Python."""

from __future__ import annotations

from typing import Any

import pandas as pd
import polars as pl
import pytest

import evalstore
from evalstore.errors import DataError

QRELS = {"1": {"a": 1, "b": 0}, "2": {"c": 2}}
RUN = {"1": {"a": 1.0, "b": 2.0}, "2": {"c": 0.5, "x": 0.1}}


def long(value: str, names: tuple[str, str, str]) -> dict[str, list[Any]]:
    data = QRELS if value == "grade" else RUN
    rows = [(topic, docno, item) for topic, docs in data.items() for docno, item in docs.items()]
    return {name: list(column) for name, column in zip(names, zip(*rows, strict=True), strict=True)}


@pytest.mark.parametrize("frame", [pd.DataFrame, pl.DataFrame])
@pytest.mark.parametrize(
    ("qrels_names", "run_names"),
    [
        (("query_id", "doc_id", "relevance"), ("query_id", "doc_id", "score")),
        (("qid", "docno", "label"), ("qid", "docno", "score")),
        (("topic", "docno", "grade"), ("topic", "docno", "score")),
    ],
    ids=["ir_measures", "PyTerrier", "ours"],
)
def test_data_frames(frame: Any, qrels_names: Any, run_names: Any) -> None:
    qrels, run = frame(long("grade", qrels_names)), frame(long("score", run_names))
    assert evalstore.evaluate(qrels, run, ["RR", "AP"]) == {"RR": 0.75, "AP": 0.75}


def test_dictionaries() -> None:
    assert evalstore.evaluate(QRELS, RUN, ["RR"]) == {"RR": 0.75}
    by_topic = evalstore.evaluate(QRELS, RUN, ["map", "P_5"], by_topic=True)
    assert by_topic == {"1": {"AP": 0.5, "P@5": 0.2}, "2": {"AP": 1.0, "P@5": 0.2}}


def test_a_judged_topic_that_the_run_misses_counts_zero() -> None:
    assert evalstore.evaluate(QRELS, {"1": RUN["1"]}, ["RR"]) == {"RR": 0.25}
    assert evalstore.evaluate(QRELS, {"1": RUN["1"]}, ["RR"], average="retrieved") == {"RR": 0.5}


def test_numbers_as_names_become_text() -> None:
    frame = pl.DataFrame({"qid": [1], "docno": [7], "score": [1.0]})
    assert evalstore.evaluate({"1": {"7": 1}}, frame, ["RR"]) == {"RR": 1.0}


@pytest.mark.parametrize(
    ("run", "said"),
    [
        (pl.DataFrame({"qid": ["1"], "score": [1.0]}), "no column for the docno"),
        (pl.DataFrame({"qid": ["1"], "docno": ["a"]}), "no column for the score"),
        (pl.DataFrame({"qid": ["1"], "docno": ["a"], "score": [float("nan")]}), "row 1"),
        (pl.DataFrame({"qid": ["1", None], "docno": ["a", "b"], "score": [1.0, 2.0]}), "row 2"),
        (pl.DataFrame({"qid": ["1"] * 2, "docno": ["a"] * 2, "score": [1.0, 2.0]}), "ranked twice"),
        ({}, "empty dictionary"),
        (42, "cannot read data of type int"),
    ],
)
def test_what_is_refused(run: Any, said: str) -> None:
    with pytest.raises(DataError, match=said):
        evalstore.evaluate(QRELS, run, ["RR"])
