"""Small files come into the store together: all of a transaction, or none of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from evalstore.load.room import Room
from evalstore.store import Store

Write = Callable[..., Path]

ROOM = Room(threads=2, batch=38, part=19, documents=100)  # bytes: two files, and eight times two
IN_ONE_TRANSACTION = 16


@pytest.fixture(autouse=True)
def room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("evalstore.load.runs.room_of", lambda _: ROOM)


@pytest.fixture
def folder(write: Write) -> Path:
    """Twenty files of 19 bytes, a document of its own in each."""
    written = [
        write(f"runs/{number}.run", f"1 Q0 doc{number} 1 2 s{number}\n") for number in range(10, 30)
    ]
    return written[0].parent


def interrupt_after(files: int) -> Callable[[int, int, str], None]:
    def progress(number: int, of: int, path: str) -> None:
        if number == files:
            raise KeyboardInterrupt

    return progress


def kept(store: Store) -> list[int]:
    """How many there are of what a run leaves in the store."""
    tables = ("run", "retrieved", "retrieved_stretch", "document", "judged_place")
    return [store.sql(f"select count(*) from {table}").rows[0][0] for table in tables]


@pytest.mark.parametrize(
    ("taken", "left"), [(1, 0), (5, 0), (15, 0), (16, IN_ONE_TRANSACTION), (19, IN_ONE_TRANSACTION)]
)
def test_whole_transactions_outlast_an_interruption(
    store: Store, folder: Path, taken: int, left: int
) -> None:
    store.load_qrels({"1": {f"doc{number}": 1 for number in range(10, 30)}})
    with pytest.raises(KeyboardInterrupt):
        store.load_runs(folder, progress=interrupt_after(taken))
    assert kept(store) == [left, left, left, 20, left]  # the judgements know all documents
    report = store.load_runs(folder).raise_refused()
    assert len(report.loaded) == 20 - left
    assert kept(store) == [20] * 5


def test_the_same_name_is_refused_however_far_apart(
    store: Store, folder: Path, write: Write
) -> None:
    write("runs/17.run", "1 Q0 doc17 1 2 s10\n")  # in the transaction of the first s10
    write("runs/29.run", "1 Q0 doc29 1 2 s10\n")  # and in the next one
    report = store.load_runs(folder)
    assert [str(error).split(": ")[1].split(" from ")[0] for error in report.refused] == [
        "system 's10' was just loaded",
        "system 's10' was just loaded",
    ]
    assert len(report.loaded) == len(store.runs().rows) == 18


def test_replaced_in_one_transaction(store: Store, folder: Path, write: Write) -> None:
    store.load_runs(folder).raise_refused()
    for number in (10, 11, 14, 28):
        write(f"runs/{number}.run", f"1 Q0 new{number} 1 2 s{number}\n")
    report = store.load_runs(folder, replace=True).raise_refused()
    assert [file.outcome for file in report.loaded] == ["replaced"] * 4
    select = "select system from ranked_document where docno like 'new%' order by system"
    assert store.sql(select).rows == [("s10",), ("s11",), ("s14",), ("s28",)]
    assert kept(store)[:3] == [20] * 3
