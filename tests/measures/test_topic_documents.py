"""The documents and the curve of a topic that a run misses, or whose grades are large."""

from __future__ import annotations

import pytest

from evalstore.store import Store


@pytest.fixture
def filled(store: Store) -> Store:
    store.load_qrels({"1": {"a": 3_000_000_000, "b": 1}, "2": {"c": 1}}, name="q")
    store.load_run({"1": {"a": 2.0, "b": 1.0}}, "s")
    store.load_run({"1": {"b": 2.0}}, "t")
    return store


def test_grades_beyond_32_bits(filled: Store) -> None:
    assert [row["grade"] for row in filled.topic("1", ["s"]).dicts()] == [3e9, 1]
    assert [row["grade"] for row in filled.gain_by_rank("1", "s").dicts()] == [3e9, 1]


def test_a_run_that_misses_the_topic_is_named(filled: Store) -> None:
    assert "not answered by s" in filled.topic("2", ["s"]).notes
    assert "not answered by s, t" in filled.gain_by_rank("2", ["s", "t"]).notes
    assert not any("answered" in note for note in filled.topic("1", ["s", "t"]).notes)


def test_runs_that_all_miss_the_topic_have_no_rows(filled: Store) -> None:
    assert filled.topic("2", ["s", "t"]).rows == []
