"""Dropping collections, renaming, and several qrels files at once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from evalstore.errors import ConflictError, FileProblems, UnknownNameError, UsageError
from evalstore.store import Store

Write = Callable[..., Path]

TABLES = "run qrels topic document judgement ranking judged_ranking run_topic collection"


@pytest.fixture
def filled(store: Store) -> Store:
    for collection in ("x", "y"):
        store.load_qrels({"1": {"a": 1}}, name="judged", collection=collection)
        for system in ("one", "two"):
            store.load_run({"1": {"a": 1.0, "b": 2.0}}, system, collection=collection)
    return store


def sizes(store: Store) -> list[int]:
    return [store.sql(f"select count(*) from {table}").rows[0][0] for table in TABLES.split()]


def test_a_collection_is_dropped_with_everything_in_it(filled: Store) -> None:
    before = filled.leaderboard("AP", collection="y").rows
    both = sizes(filled)
    filled.drop_collection("x")
    assert sizes(filled) == [size // 2 for size in both]
    assert filled.leaderboard("AP").rows == before
    filled.load_run({"1": {"a": 1.0}}, "one", collection="x")
    assert [row[:2] for row in filled.runs("x")] == [("x", "one")]
    with pytest.raises(UnknownNameError, match="no collection 'z'"):
        filled.drop_collection("z")


def test_names_are_changed(filled: Store) -> None:
    before = filled.leaderboard("AP", collection="x").rows
    filled.rename_run("one", "first", collection="x")
    filled.rename_qrels("judged", "human", collection="x")
    filled.rename_collection("x", "z")
    assert [row[:2] for row in filled.runs()] == [
        ("y", "one"),
        ("y", "two"),
        ("z", "first"),
        ("z", "two"),
    ]
    after = filled.leaderboard("AP", collection="z", qrels="human").rows
    assert [row[2:] for row in after] == [row[2:] for row in before]


def test_a_name_that_is_taken_is_refused(filled: Store) -> None:
    with pytest.raises(ConflictError, match="run 'two' exists"):
        filled.rename_run("one", "two", collection="x")
    with pytest.raises(ConflictError, match="collection 'y' exists"):
        filled.rename_collection("x", "y")
    with pytest.raises(UsageError, match="must not be empty"):
        filled.rename_qrels("judged", " ", collection="x")
    filled.rename_run("one", "one", collection="x")
    with pytest.raises(UnknownNameError):
        filled.rename_run("nix", "new", collection="x")


def test_several_qrels_files(store: Store, write: Write) -> None:
    good, bad = write("a.txt", "1 0 d 1\n"), write("b.txt", "1 0 d\n")
    other = write("c.qrels", "1 0 e 1\n")
    report = store.load_qrels([good, bad, other])
    assert [file.name for file in report.files] == ["a", "c"]
    assert [type(error) for error in report.refused] == [FileProblems]
    assert [row[1] for row in store.qrels()] == ["a", "c"]
    with pytest.raises(FileProblems):
        store.load_qrels(bad)


def test_several_files_do_not_share_a_name(store: Store, write: Write) -> None:
    files = [write("a/q.txt", "1 0 d 1\n"), write("b/q.txt", "1 0 e 1\n")]
    with pytest.raises(UsageError, match="`name` names one set, but there are 2 files"):
        store.load_qrels(files, name="x")
    [refused] = store.load_qrels(files, replace=True).refused
    assert "qrels 'q' was just loaded from" in str(refused)
