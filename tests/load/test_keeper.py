"""What happens between ranking a run and keeping it."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pytest

from evalstore.load.batch import batch_of
from evalstore.load.documents import Documents
from evalstore.load.keeper import Keeper
from evalstore.load.naming import RunRequest
from evalstore.load.ranked_file import RankedFile, ranked_file
from evalstore.load.report import LoadReport
from evalstore.load.room import room_of
from evalstore.load.run_file import RunFile
from evalstore.load.run_rows import run_rows
from evalstore.load.source import Source
from evalstore.store import Store
from evalstore.transaction import transaction

REQUEST = RunRequest(name="s")
ROWS = run_rows(
    {
        "topic": pa.chunked_array([pc.run_end_encode(pa.array(["1", "1", "2"]))]),
        "docno": pa.chunked_array([["a", "b", "a"]]),
        "score": pa.chunked_array([[1.0, 2.0, 3.0]]),
    }
)


def ranked(keeper: Keeper) -> RankedFile:
    file = RunFile(Source(Path("s"), "<s>", "s", 1, "digest"), Path("s"), is_frame=True)
    keeper.judgements()
    return keeper.prepared(ranked_file(file, ROWS, REQUEST))


def test_judgements_that_came_in_between_are_met(store: Store) -> None:
    store.load_qrels({"1": {"b": 1}}, name="old")
    keeper = Keeper(store.connection, REQUEST, room_of(store.connection))
    file = ranked(keeper)
    store.load_qrels({"1": {"a": 1}, "2": {"a": 1}}, name="new")
    with batch_of(keeper, LoadReport("run")) as batch:
        batch.add([file])
    assert store.scores(["RR"], qrels="new").rows == [("s", "1", "RR", 0.5), ("s", "2", "RR", 1.0)]
    assert store.scores(["RR"], qrels="old").rows == [("s", "1", "RR", 1.0)]


def test_judgements_that_went_in_between_leave_nothing_behind(store: Store) -> None:
    store.load_qrels({"1": {"b": 1}}, name="old")
    keeper = Keeper(store.connection, REQUEST, room_of(store.connection))
    file = ranked(keeper)
    store.load_qrels({"1": {"a": 1}}, name="old", replace=True)
    with batch_of(keeper, LoadReport("run")) as batch:
        batch.add([file])
    assert store.scores(["RR"]).rows == [("s", "1", "RR", 0.5)]
    assert store.sql("select count(*) from judged_list").rows == [(1,)]


def test_what_a_failed_transaction_numbered_is_forgotten(store: Store) -> None:
    documents = Documents(store.connection, "default")
    keeper = Keeper(store.connection, REQUEST, room_of(store.connection))
    file = ranked(keeper)
    with pytest.raises(KeyboardInterrupt):
        interrupted(file, documents)
    with transaction(store.connection), documents:
        assert file.numbers(documents).tolist() == [-2, -1, -1]
    select = "select document_id, docno from document order by docno"
    assert store.sql(select).rows == [(-1, "a"), (-2, "b")]


def interrupted(file: RankedFile, documents: Documents, then: RankedFile | None = None) -> None:
    with transaction(documents.connection), documents:
        file.numbers(documents)
        if then is not None:
            then.look_up(documents)
        raise KeyboardInterrupt


def test_what_was_looked_up_before_a_failure_is_looked_up_again(store: Store) -> None:
    documents = Documents(store.connection, "default")
    keeper = Keeper(store.connection, REQUEST, room_of(store.connection))
    first, second = ranked(keeper), ranked(keeper)
    with pytest.raises(KeyboardInterrupt):
        interrupted(first, documents, then=second)
    assert second.looked_up is not None
    assert second.looked_up.numbers.tolist() == [-1, -2, -1]
    store.load_qrels({"1": {"z": 1}})  # takes the number that was given back
    with transaction(store.connection), documents:
        second.numbers(documents)
    select = "select docno from document order by document_id desc"
    assert store.sql(select).rows == [("z",), ("a",), ("b",)]
