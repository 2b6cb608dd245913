"""Names of documents are let go once nobody seems to need them, and read again if somebody does."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from evalstore.errors import DataError
from evalstore.load import reading_runs
from evalstore.load.batch import batch_of
from evalstore.load.bundle import bundled
from evalstore.load.keeper import Keeper
from evalstore.load.naming import RunRequest
from evalstore.load.ranked_file import RankedFile, ranked_file
from evalstore.load.reading_runs import Read, Reader
from evalstore.load.report import LoadReport
from evalstore.load.room import Room
from evalstore.store import Store

Write = Callable[..., Path]

ROOM = Room(threads=2, batch=1 << 20, part=1 << 20, documents=100)
SMALL = Room(threads=2, batch=600, part=300, documents=100)


def run(system: str, documents: str, topics: Iterable[int] = (1, 2, 3)) -> str:
    return "".join(
        f"{topic} Q0 {documents}{rank} {rank} {9 - rank} {system}\n"
        for topic in topics
        for rank in range(1, 6)
    )


@pytest.fixture
def read_again(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The files of which names were read again, time by time."""
    noted: list[str] = []
    original = reading_runs._read_again

    def note(files: Any, read: Callable[[], Any]) -> Any:
        noted.extend(Path(file.source.name).stem for file in files)
        return original(files, read)

    monkeypatch.setattr(reading_runs, "_read_again", note)
    return noted


def ranking(store: Store) -> list[tuple[object, ...]]:
    asked = "select system, topic, rank, docno, grade from ranked_document order by all"
    return store.sql(asked).rows


def expected(*systems: tuple[str, str]) -> list[tuple[object, ...]]:
    return [
        (system, str(topic), rank, f"{documents}{rank}", 1 if rank == 2 else None)
        for system, documents in systems
        for topic in (1, 2, 3)
        for rank in range(1, 6)
    ]


@pytest.mark.parametrize("together", [True, False])
def test_files_read_beside_one_that_is_refused_are_right(
    store: Store, write: Write, monkeypatch: pytest.MonkeyPatch, together: bool
) -> None:
    """A large file whose last line is bad is numbered and forgotten, when others rely on that."""
    monkeypatch.setattr("evalstore.load.runs.room_of", lambda _: SMALL)
    monkeypatch.setattr(Room, "small", 300 if together else 0)
    bad = run("bad", "doc", range(1, 40)) + run("bad", "bad", range(40, 50)) + "99 Q0 a 1 oops x\n"
    files = [write("a.run", bad), write("b.run", run("b", "doc")), write("c.run", run("c", "x"))]
    store.load_qrels({topic: {"doc2": 1, "x2": 1} for topic in "123"})
    report = store.load_runs(files)
    assert [type(error).__name__ for error in report.refused] == ["FileProblems"]
    assert ranking(store) == expected(("b", "doc"), ("c", "x"))
    named = store.sql("select docno from named_document").rows
    assert not any(docno.startswith("bad") for (docno,) in named)


@contextmanager
def reading(store: Store, paths: Sequence[Path]) -> Iterator[tuple[Keeper, list[Read]]]:
    """Files that were read and met all judgements there are, but are not kept yet."""
    request = RunRequest()
    keeper = Keeper(store.connection, request, ROOM)
    keeper.judgements()
    ranks = partial(ranked_file, request=request), partial(bundled, request=request)
    with ExitStack() as opened, ThreadPoolExecutor(1) as pool:
        reader = Reader(*ranks, keeper.prepared, {}, ROOM, opened)
        yield keeper, list(reader.read_files(paths, pool))


@pytest.mark.parametrize("names", [("a",), ("a", "b")])  # by itself, and two of them together
def test_judgements_that_come_late_are_met(
    store: Store, write: Write, read_again: list[str], names: tuple[str, ...]
) -> None:
    store.load_qrels({"1": {"z": 1}}, name="early")
    paths = [write(f"{name}.run", run(name, "doc")) for name in names]
    with reading(store, paths) as (keeper, [read]):
        assert read.parts is not None
        assert [part.docnos for part in read.parts] == [None]
        store.load_qrels({"1": {"doc2": 1}}, name="late")
        with batch_of(keeper, LoadReport("run")) as batch:
            batch.add(read.parts)
    assert read_again == list(names)
    assert store.scores(["RR"], qrels="late").rows == [(name, "1", "RR", 0.5) for name in names]


def interrupted(keeper: Keeper, parts: list[RankedFile]) -> None:
    with batch_of(keeper, LoadReport("run")) as batch:
        batch.add(parts)
        raise KeyboardInterrupt


def test_numbers_of_a_failed_transaction_are_looked_up_again(
    store: Store, write: Write, monkeypatch: pytest.MonkeyPatch, read_again: list[str]
) -> None:
    monkeypatch.setattr(Room, "small", 0)
    paths = [write(f"{name}.run", run(name, "doc")) for name in "ab"]
    with reading(store, paths) as (keeper, [first, second]):
        assert first.parts is not None
        assert second.parts is not None
        with pytest.raises(KeyboardInterrupt):
            interrupted(keeper, first.parts)
        store.load_qrels({"1": {"z": 1}})  # takes the number that was given back
        store.drop_qrels("qrels")
        with batch_of(keeper, LoadReport("run")) as batch:
            batch.add(second.parts)
    assert read_again == ["b"]
    store.load_qrels({topic: {"doc2": 1} for topic in "123"})
    assert ranking(store) == expected(("b", "doc"))


@pytest.mark.parametrize("change", [Path.unlink, lambda path: path.write_text(run("a", "x"))])
def test_a_file_that_changed_meanwhile_is_told(
    store: Store, write: Write, change: Callable[[Path], object]
) -> None:
    path = write("a.run", run("a", "doc"))
    told = r"a\.run: changed while it was being loaded; load it again"
    with reading(store, [path]) as (keeper, [read]):
        assert read.parts is not None
        store.load_qrels({"1": {"doc2": 1}})
        change(path)
        with pytest.raises(DataError, match=told), batch_of(keeper, LoadReport("run")) as batch:
            batch.add(read.parts)
    assert store.runs().rows == []


def test_a_copy_that_soon_goes_keeps_its_names(store: Store, write: Write) -> None:
    """A file with an oddity is read from a tidy copy, an unpacked one from where it was put."""
    odd = write("a.run", run("a", "doc").replace(" Q0", "  Q0"))
    with reading(store, [odd]) as (keeper, [read]):
        assert read.parts is not None
        read.held.close()
        store.load_qrels({"1": {"doc2": 1}})
        with batch_of(keeper, LoadReport("run")) as batch:
            batch.add(read.parts)
    assert store.scores(["RR"]).rows == [("a", "1", "RR", 0.5)]
