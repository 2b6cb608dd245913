"""Judgements of several judges in one file: a set each, with their rationales."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from evalstore.store import Store

Write = Callable[..., Path]

ROWS: list[dict[str, Any]] = [
    {"topic": 1, "docno": "a", "grade": 2, "judge": "gpt", "rationale": "exactly that"},
    {"topic": 1, "docno": "b", "grade": 0, "judge": "gpt", "rationale": "other subject"},
    {"topic": 1, "docno": "a", "grade": 1, "judge": "llama"},
]


def judged(write: Write, rows: list[dict[str, Any]]) -> Path:
    return write("judges.jsonl", "".join(json.dumps(row) + "\n" for row in rows))


def test_each_judge_is_a_set(write: Write, store: Store) -> None:
    path = judged(write, ROWS)
    assert store.load_qrels(path).names == {"gpt": str(path), "llama": str(path)}
    select = "select qrels, docno, grade, rationale from judged_document order by all"
    assert store.sql(select).rows == [
        ("gpt", "a", 2.0, "exactly that"),
        ("gpt", "b", 0.0, "other subject"),
        ("llama", "a", 1.0, None),
    ]


def test_a_name_is_put_before_that_of_the_judges(write: Write, store: Store) -> None:
    assert list(store.load_qrels(judged(write, ROWS), name="may").names) == ["may/gpt", "may/llama"]


def test_of_one_judge_the_name_is_that_of_the_set(write: Write, store: Store) -> None:
    assert list(store.load_qrels(judged(write, ROWS[:2]), name="may").names) == ["may"]


def test_loading_it_again_changes_nothing(write: Write, store: Store) -> None:
    path = judged(write, ROWS)
    store.load_qrels(path)
    assert store.load_qrels(path).loaded == []
    assert store.sql("select count(*) from rationale").rows == [(2,)]


def test_the_drill_down_shows_the_rationales(write: Write, store: Store) -> None:
    store.load_qrels(judged(write, ROWS))
    store.load_run({"1": {"b": 3.0, "c": 2.0, "a": 1.0}}, "s")
    shown = store.topic("1", ["s"], qrels="gpt")
    assert [(row["docno"], row["grade"], row["rationale"]) for row in shown.dicts()] == [
        ("b", 0, "other subject"),
        ("c", None, None),
        ("a", 2, "exactly that"),
    ]
    assert "rationale" not in store.topic("1", ["s"], qrels="llama").columns


def test_dropping_a_set_drops_its_rationales(write: Write, store: Store) -> None:
    store.load_qrels(judged(write, ROWS))
    store.drop_qrels("gpt")
    assert store.sql("select count(*) from rationale").rows == [(0,)]
