"""A large file is read in parts, cut between topics."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from evalstore.errors import FileProblems
from evalstore.evaluation import evaluate_files
from evalstore.load.plain import cuts
from evalstore.load.room import Room, room_of
from evalstore.store import Store

Write = Callable[..., Path]


def lines(topics: int, depth: int) -> list[str]:
    return [
        f"{topic} Q0 doc{(topic * 7 + rank * 3) % 50} {rank} {depth - rank // 2} s\n"
        for topic in range(topics)
        for rank in range(depth)
    ]


@pytest.mark.parametrize("length", [1, 10, 100, 1000, 100_000])
def test_cuts_fall_between_topics(write: Write, length: int) -> None:
    path = write("run.txt", "".join(lines(20, 5)))
    parts = [
        path.read_bytes()[start:end] for start, end in cuts(path, path.stat().st_size, length, " ")
    ]
    assert b"".join(parts) == path.read_bytes()
    topics = [{line.split()[0] for line in part.splitlines()} for part in parts]
    assert sum(map(len, topics)) == len(set().union(*topics)) == 20
    assert len(parts) == {1: 20, 10: 20, 100: 10, 1000: 2, 100_000: 1}[length]


def contents(store: Store) -> list[tuple[object, ...]]:
    select = "select topic, rank, docno, score, file_rank, is_tied from ranking"
    return store.sql(f"{select} inner join document using (document_id) order by all").rows


@pytest.mark.parametrize("scattered", [False, True])
def test_parts_give_what_the_whole_gives(
    write: Write, monkeypatch: pytest.MonkeyPatch, scattered: bool
) -> None:
    rows = lines(30, 12)
    path = write("run.txt", "".join(rows[1::2] + rows[::2] if scattered else rows))
    with Store() as whole:
        whole.load_runs(path).raise_refused()
        expected = contents(whole)
    monkeypatch.setattr("evalstore.load.runs.room_of", lambda _: Room(2, 500, 500, 100))
    with Store() as parts:
        [file] = parts.load_runs(path).raise_refused().files
        assert contents(parts) == expected
        assert (file.topics, file.rows) == (30, 360)
        assert file.notes[0] == "tied scores in 30 topics, ordered by document name"


@pytest.mark.parametrize("part", [500, 1 << 20])
def test_one_shot_evaluation_keeps_only_what_it_needs(
    write: Write, monkeypatch: pytest.MonkeyPatch, part: int
) -> None:
    run = write("run.txt", "".join(lines(30, 12)))
    qrels = write("qrels.txt", "".join(f"{n} 0 doc{n} {n % 3}\n{n} 0 x{n} 1\n" for n in range(40)))
    measures = ["nDCG", "AP", "P@5", "NumRet", "Judged@10", "Bpref"]
    with Store() as store:
        store.load_qrels(qrels)
        store.load_runs(run).raise_refused()
        expected = store.scores(measures).rows
    monkeypatch.setattr("evalstore.load.runs.room_of", lambda _: Room(2, part, part, 100))
    assert evaluate_files(qrels, [run], measures, by_topic=True).rows == expected
    assert len(expected) == 40 * len(measures)


def test_a_bad_line_far_down_refuses_the_whole_file(
    write: Write, monkeypatch: pytest.MonkeyPatch, store: Store
) -> None:
    monkeypatch.setattr("evalstore.load.runs.room_of", lambda _: Room(2, 500, 500, 100))
    path = write("run.txt", "".join([*lines(30, 12), "30 Q0 doc1 1 oops s\n"]))
    [error] = store.load_runs(path).refused
    assert str(error).endswith("run.txt:361: score 'oops' is not a finite number")
    assert contents(store) == store.runs().rows == []


@pytest.mark.parametrize("part", [500, 1 << 20])
def test_one_shot_evaluation_refuses_a_document_ranked_twice(
    write: Write, monkeypatch: pytest.MonkeyPatch, part: int
) -> None:
    monkeypatch.setattr("evalstore.load.runs.room_of", lambda _: Room(2, part, part, 100))
    rows = lines(30, 12)
    run = write("run.txt", "".join([*rows, rows[-3]]))
    qrels = write("qrels.txt", "1 0 doc1 1\n")
    with pytest.raises(FileProblems, match=r"run.txt:361: document 'doc\d+' was already ranked"):
        evaluate_files(qrels, [run], ["AP"])


@pytest.mark.parametrize("part", [500, 1 << 20])
def test_one_shot_evaluation_speaks_of_bad_judgements_first(
    write: Write, monkeypatch: pytest.MonkeyPatch, part: int
) -> None:
    """The run is being read already when they turn out to be bad."""
    monkeypatch.setattr("evalstore.load.runs.room_of", lambda _: Room(2, part, part, 100))
    run = write("run.txt", "".join([*lines(30, 12), "30 Q0 doc1 1 oops s\n"]))
    qrels = write("qrels.txt", "1 0 doc1 1\n1 0 doc2\n")
    with pytest.raises(FileProblems, match=r"qrels.txt:2: "):
        evaluate_files(qrels, [run], ["AP"])


@pytest.mark.parametrize("part", [500, 1 << 20])
def test_runs_that_were_read_before_the_judgements_are_scored_the_same(
    write: Write, monkeypatch: pytest.MonkeyPatch, part: int
) -> None:
    monkeypatch.setattr("evalstore.load.runs.room_of", lambda _: Room(2, part, part, 100))
    runs = [
        write(f"run{number}.txt", "".join(lines(20 + number, 12)).replace(" s\n", f" s{number}\n"))
        for number in range(5)
    ]
    qrels = write("qrels.txt", "".join(f"{n} 0 doc{n} {n % 3}\n" for n in range(30)))
    expected = evaluate_files(qrels, runs, ["nDCG", "AP"]).rows

    def late(self: Store, path: Path, load: Callable[..., object] = Store.load_qrels) -> None:
        time.sleep(0.3)
        load(self, path)

    monkeypatch.setattr(Store, "load_qrels", late)
    assert evaluate_files(qrels, runs, ["nDCG", "AP"]).rows == expected


def test_the_limits_of_the_connection_bound_what_is_read_at_a_time() -> None:
    with Store(memory_limit="160MiB", threads=3) as store:
        assert room_of(store.connection) == Room(3, 10 << 20, 8 << 20, 163_840)
    with Store(memory_limit="1MiB", threads=1) as store:
        assert room_of(store.connection) == Room(1, 1 << 20, 1 << 20, 16_384)


def test_two_loads_at_once_number_their_documents_apart(tmp_path: Path, write: Write) -> None:
    """Two connections of one process, as a service has them."""
    path = tmp_path / "store.duckdb"
    names = [f"system{number}" for number in range(6)]
    content = "".join(lines(20, 20))
    files = [
        write(f"{name}.txt", content.replace("doc", name[-2:]).replace(" s\n", f" {name}\n"))
        for name in names
    ]
    with Store(path) as first, Store(path) as second, ThreadPoolExecutor(2) as pool:
        loads = [
            pool.submit(store.load_runs, *some)
            for store, some in ((first, files[:3]), (second, files[3:]))
        ]
        for load in loads:
            load.result().raise_refused()
        assert sorted(row["system"] for row in first.runs().dicts()) == names
        counts = "count(*), count(distinct docno), count(distinct document_id)"
        [(rows, docnos, numbers)] = first.sql(f"select {counts} from document").rows
        assert rows == docnos == numbers
        [(rows, lists)] = first.sql(
            "select count(*), count(distinct (run_id, topic)) from retrieved"
        ).rows
        assert rows == lists == 6 * 20
