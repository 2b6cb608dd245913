"""Small files that are ranked together: the store is as if each had been read by itself."""

from __future__ import annotations

import gzip
import tracemalloc
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalstore.evaluation import evaluate_files
from evalstore.load.bundle import _lists
from evalstore.load.reading_runs import grouped
from evalstore.load.report import LoadReport
from evalstore.load.room import Room
from evalstore.store import Store

Write = Callable[..., Path]

TOGETHER = Room(threads=2, batch=1 << 20, part=1 << 20, documents=1000)
ALONE = Room(threads=2, batch=1 << 20, part=31, documents=1000)
QRELS = {"1": {"a": 2.0, "b": 1.0, "c": -1.0}, "2": {"a": 0.0, "d": 1.0}}
ASKED = (
    "select system, tag, rank_rule, sha256 from run order by all",
    "select run_id, topic, rank, document_id, score, file_rank, is_tied from ranking order by all",
    "select document_id, docno from document order by all",
    "select run_id, topic, ranks, judged_ranks, grades, hits from judged_list order by all",
    "select run_id, topic, documents from retrieved order by all",
)
MEASURES = ("nDCG@10", "AP", "Bpref")


def plain(system: str) -> str:
    return f"1 Q0 a 1 3 {system}\n1 Q0 b 2 2 {system}\n2 Q0 d 1 1.5 {system}\n"


def told(report: LoadReport) -> list[Any]:
    files = [(one.name, one.outcome, one.topics, one.rows, one.notes) for one in report.files]
    return [*sorted(files), sorted(map(str, report.refused))]


def loaded(folder: Path, room: Room, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What two loads told, and what they left in the store."""
    monkeypatch.setattr("evalstore.load.runs.room_of", lambda _: room)
    with Store() as store:
        store.load_qrels(QRELS)
        reports = [told(store.load_runs(folder)) for _ in range(2)]
        held = [store.sql(select).rows for select in ASKED]
        return [*reports, *held, store.leaderboard(MEASURES).rows]


@pytest.fixture
def bundles(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many files were ranked together, time by time."""
    from evalstore.load import runs

    counts: list[int] = []
    original = runs.bundled

    def noted(files: Sequence[Any], *arguments: Any, **request: Any) -> Any:
        bundle = original(files, *arguments, **request)
        counts.append(len(files))
        return bundle

    monkeypatch.setattr(runs, "bundled", noted)
    return counts


# The content of a file between two plain ones, and how many are ranked together.
BETWEEN = {
    "a plain one": (plain("m"), 3),
    "no final newline": (plain("m").rstrip("\n"), 3),
    "one topic, the last of the file before": ("2 Q0 a 1 1 m\n", 3),
    "one topic, the first of the file after": ("1 Q0 a 1 1 m\n", 3),
    "ties": ("1 Q0 a 1 2 m\n1 Q0 b 2 2 m\n2 Q0 c 1 1 m\n", 3),
    "ranks from 0": ("1 Q0 a 0 2 m\n1 Q0 b 1 1 m\n", 3),
    "ranks that contradict the scores": ("1 Q0 a 2 2 m\n1 Q0 b 1 3 m\n1 Q0 c 3 4 m\n", 3),
    "in no order": ("1 Q0 b 2 1 m\n1 Q0 a 1 9 m\n", 3),
    "minus zero": ("1 Q0 a 1 -0.0 m\n", 3),
    "the tag of another": (plain("a"), 3),
    "two tags": ("1 Q0 a 1 2 m\n1 Q0 b 2 1 n\n", 3),
    "topics in several places": ("1 Q0 a 1 2 m\n2 Q0 a 1 2 m\n1 Q0 b 2 1 m\n", 0),
    "a document twice": ("1 Q0 a 1 2 m\n1 Q0 a 2 1 m\n", 0),
    "a score that is none": ("1 Q0 a 1 high m\n", 0),
    "too few columns": ("1 Q0 a 1 2 m\n1 Q0 b\n", 0),
    "three columns": ("1 a 1\n1 b 2\n", 0),
    "tabs": (plain("m").replace(" ", "\t"), 0),
    "CR LF": (plain("m").replace("\n", "\r\n"), 3),
    "a blank line": (plain("m") + "\n" + plain("m").replace("1 Q0", "3 Q0"), 0),
    "a comment": ("# by hand\n" + plain("m"), 0),
    "a comment inside": (plain("m") + "# Q0 x 1 1 m\n", 0),
    "other letters": (plain("m").replace(" a ", " ä "), 3),
    "nothing": ("", 0),
}


@pytest.mark.parametrize("what", BETWEEN)
def test_as_if_each_was_read_by_itself(
    write: Write, monkeypatch: pytest.MonkeyPatch, bundles: list[int], what: str
) -> None:
    content, together = BETWEEN[what]
    for name, text in (("a", plain("a")), ("m", content), ("z", plain("z"))):
        folder = write(f"runs/{name}.run", text).parent
    expected = loaded(folder, ALONE, monkeypatch)
    assert bundles == []
    assert loaded(folder, TOGETHER, monkeypatch) == expected
    assert bundles[:1] == ([together] if together else [])


def test_packed_files_are_read_by_themselves(
    write: Write, monkeypatch: pytest.MonkeyPatch, bundles: list[int]
) -> None:
    write("runs/a.run", plain("a"))
    write("runs/b.run", plain("b"))
    folder = write("runs/c.run.gz", gzip.compress(plain("c").encode())).parent
    expected = loaded(folder, ALONE, monkeypatch)
    assert loaded(folder, TOGETHER, monkeypatch) == expected
    assert bundles == [2]


def test_what_is_there_already_is_left_out(
    store: Store, write: Write, monkeypatch: pytest.MonkeyPatch, bundles: list[int]
) -> None:
    monkeypatch.setattr("evalstore.load.runs.room_of", lambda _: TOGETHER)
    store.load_runs(write("runs/b.run", plain("b")))
    write("runs/c.run", plain("c"))
    folder = write("runs/d.run", plain("d")).parent
    seen: list[tuple[int, int]] = []
    report = store.load_runs(folder, progress=lambda done, of, _: seen.append((done, of)))
    assert sorted((one.name, one.outcome) for one in report.files) == [
        ("b", "already there"),
        ("c", "loaded"),
        ("d", "loaded"),
    ]
    assert bundles == [2]
    assert seen == [(1, 3), (3, 3)]


def test_a_one_shot_evaluation_notes_once_what_many_runs_share(write: Write) -> None:
    qrels = write("qrels.txt", "1 0 a 1\n")
    for number in range(12):
        folder = write(f"runs/{number}.run", f"1 Q0 a 1 2 s{number}\n1 Q0 b 2 2 s{number}\n").parent
    result = evaluate_files(qrels, [folder], ["AP"])
    assert len(result.rows) == 12
    [note] = [note for note in result.notes if "tied" in note]
    assert note.startswith("tied scores in 1 topic, ordered by document name: 12 files (s0, s1, ")


LINES = st.lists(
    st.tuples(st.sampled_from("12"), st.sampled_from("abcd"), st.integers(0, 3), st.integers(0, 3)),
    min_size=1,
    max_size=8,
    unique_by=lambda line: line[:2],
)


@settings(deadline=None, max_examples=30)
@given(files=st.lists(LINES, min_size=2, max_size=5), in_order=st.booleans())
def test_whatever_the_files_hold(
    tmp_path_factory: pytest.TempPathFactory, files: list[list[Any]], in_order: bool
) -> None:
    folder = tmp_path_factory.mktemp("runs")
    for number, lines in enumerate(files):
        rows = sorted(lines, key=lambda line: line[0]) if in_order else lines
        text = "".join(f"{t} Q0 {d} {rank} {score} s{number}\n" for t, d, rank, score in rows)
        (folder / f"{number}.run").write_text(text)
    with pytest.MonkeyPatch.context() as patch:
        assert loaded(folder, TOGETHER, patch) == loaded(folder, ALONE, patch)


@pytest.mark.parametrize(
    ("sizes", "groups"),
    [
        ([3, 3, 3, 3], [[3, 3, 3], [3]]),
        ([3, 11, 3, 3], [[3], [11], [3, 3]]),
        ([0, 3, 0, 0, 3], [[0], [3], [0], [0], [3]]),
        ([10, 1, 9], [[10], [1, 9]]),
        ([11, 11], [[11], [11]]),
    ],
)
def test_groups(write: Write, sizes: list[int], groups: list[list[int]]) -> None:
    paths = [write(f"{number}", b"x" * size) for number, size in enumerate(sizes)]
    found = list(grouped(paths, small=10, most=10))
    assert [[path.stat().st_size for path in group.paths] for group in found] == groups
    assert [group.size for group in found] == [sum(group) for group in groups]
    assert [path for group in found for path in group.paths] == paths


def test_many_files_with_a_topic_each_take_little_room() -> None:
    """Not a place for every topic of every file: there may be thousands of both."""
    count = 3000
    topics = pa.chunked_array([pc.run_end_encode(pa.array([str(n) for n in range(count)]))])
    tracemalloc.start()
    try:
        lists, shares = _lists(topics, np.arange(1, count + 1))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert lists.lengths.tolist() == shares.tolist() == [1] * count
    assert peak < 1000 * count
