"""Many files in one load: the store is as if each had been loaded by itself."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from stored import contents, counts

from evalstore.load import runs
from evalstore.load.report import LoadReport
from evalstore.store import Store

Write = Callable[..., Path]
NewStore = Callable[..., Store]

QRELS = {"1": {"a": 2.0, "b": 1.0, "c": -1.0}, "2": {"a": 0.0, "d": 1.0}}


def plain(system: str) -> str:
    return f"1 Q0 a 1 3 {system}\n1 Q0 b 2 2 {system}\n2 Q0 d 1 1.5 {system}\n"


def outcomes(reports: list[LoadReport]) -> list[Any]:
    """What the reports say of each file, refused or not."""
    files = [
        (one.name, one.outcome, one.topics, one.rows, one.notes)
        for report in reports
        for one in report.files
    ]
    return [*sorted(files), sorted(str(error) for report in reports for error in report.refused)]


def loaded(store: Store, *groups: list[Path]) -> list[Any]:
    """What is reported of groups of files and then of all again, and what is in the store."""
    every = [path for group in groups for path in group]
    with store:
        store.load_qrels(QRELS)
        reports = [outcomes([store.load_runs(group) for group in groups])]
        reports += [outcomes([store.load_runs(every)])]
        return [*reports, contents(store), store.leaderboard(["nDCG@10", "AP", "Bpref"]).rows]


def assert_the_same_together(new_store: NewStore, paths: list[Path]) -> None:
    assert loaded(new_store(), paths) == loaded(new_store(), *([path] for path in paths))


BETWEEN = {
    "a plain one": plain("m"),
    "no final newline": plain("m").rstrip("\n"),
    "one topic, the last of the file before": "2 Q0 a 1 1 m\n",
    "one topic, the first of the file after": "1 Q0 a 1 1 m\n",
    "ties": "1 Q0 a 1 2 m\n1 Q0 b 2 2 m\n2 Q0 c 1 1 m\n",
    "ranks from 0": "1 Q0 a 0 2 m\n1 Q0 b 1 1 m\n",
    "ranks that contradict the scores": "1 Q0 a 2 2 m\n1 Q0 b 1 3 m\n1 Q0 c 3 4 m\n",
    "in no order": "1 Q0 b 2 1 m\n1 Q0 a 1 9 m\n",
    "minus zero": "1 Q0 a 1 -0.0 m\n",
    "two tags": "1 Q0 a 1 2 m\n1 Q0 b 2 1 n\n",
    "topics in several places": "1 Q0 a 1 2 m\n2 Q0 a 1 2 m\n1 Q0 b 2 1 m\n",
    "a document twice": "1 Q0 a 1 2 m\n1 Q0 a 2 1 m\n",
    "a score that is not a number": "1 Q0 a 1 high m\n",
    "too few columns": "1 Q0 a 1 2 m\n1 Q0 b\n",
    "three columns": "1 a 1\n1 b 2\n",
    "three columns, then a score": "1 a 1\n1 b 2.5\n",
    "three columns, then six": "1 a 1\n1 Q0 b 2 1 m\n",
    "padded": plain("m").replace(" ", "  "),
    "padded in part": plain("m").replace("2 Q0", "2  Q0"),
    "tabs": plain("m").replace(" ", "\t"),
    "CR LF": plain("m").replace("\n", "\r\n"),
    "a blank line": plain("m") + "\n" + plain("m").replace("1 Q0", "3 Q0").replace("2 Q0", "4 Q0"),
    "a comment": "# by hand\n" + plain("m"),
    "a comment that looks like a row": plain("m") + "# Q0 x 1 1 m\n",
    "other letters": plain("m").replace(" a ", " ä "),
    "nothing": "",
}


@pytest.mark.parametrize("content", BETWEEN.values(), ids=BETWEEN)
def test_a_file_between_two_plain_ones(new_store: NewStore, write: Write, content: str) -> None:
    texts = {"a": plain("a"), "m": content, "z": plain("z")}
    assert_the_same_together(
        new_store, [write(f"{name}.run", text) for name, text in texts.items()]
    )


def test_packed_and_plain_files(new_store: NewStore, write: Write) -> None:
    packed = gzip.compress(plain("c").encode(), mtime=0)
    files = {"a.run": plain("a"), "b.run": plain("b"), "c.run.gz": packed}
    assert_the_same_together(new_store, [write(name, content) for name, content in files.items()])


LINES = st.lists(
    st.tuples(st.sampled_from("12"), st.sampled_from("abcd"), st.integers(0, 3), st.integers(0, 3)),
    min_size=1,
    max_size=8,
    unique_by=lambda line: line[:2],
)


@settings(deadline=None, max_examples=10)
@given(files=st.lists(LINES, min_size=2, max_size=5), in_order=st.booleans())
def test_whatever_the_files_hold(
    new_store: NewStore,
    tmp_path_factory: pytest.TempPathFactory,
    files: list[list[Any]],
    in_order: bool,
) -> None:
    paths = []
    for number, lines in enumerate(files):
        rows = sorted(lines, key=lambda line: line[0]) if in_order else lines
        text = "".join(f"{t} Q0 {d} {rank} {score} s{number}\n" for t, d, rank, score in rows)
        paths.append(tmp_path_factory.mktemp("runs") / f"{number}.run")
        paths[-1].write_text(text)
    assert_the_same_together(new_store, paths)


def test_what_is_there_already_is_reported_as_such(store: Store, write: Write) -> None:
    paths = [write(f"runs/{name}.run", plain(name)) for name in "bcd"]
    store.load_runs(paths[0])
    seen: list[tuple[int, int]] = []
    report = store.load_runs(paths[0].parent, progress=lambda done, of, _: seen.append((done, of)))
    assert sorted((one.name, one.outcome) for one in report.files) == [
        ("b", "already loaded"),
        ("c", "loaded"),
        ("d", "loaded"),
    ]
    assert seen == sorted(seen)
    assert seen[-1] == (3, 3)


def test_a_large_refused_file_leaves_nothing_and_spoils_nothing(store: Store, write: Write) -> None:
    """Its documents are new, and its last line is wrong."""
    lines = [
        f"{topic} Q0 {'bad' if topic > 400 else 'doc'}{n} {n} {-n} x\n"
        for topic in range(1, 500)
        for n in range(1, 6)
    ]
    files = [
        write("a.run", "".join(lines) + "999 Q0 a 1 oops x\n"),
        write("b.run", plain("b")),
        write("c.run", plain("c").replace(" d ", " doc2 ")),
    ]
    store.load_qrels({"1": {"doc2": 1}, "2": {"doc2": 1}})
    [error] = store.load_runs(files).refused
    assert type(error).__name__ == "FileProblems"
    select = "select system, topic, docno, grade from ranked_document order by all"
    assert store.sql(select).rows == [
        ("b", "1", "a", None),
        ("b", "1", "b", None),
        ("b", "2", "d", None),
        ("c", "1", "a", None),
        ("c", "1", "b", None),
        ("c", "2", "doc2", 1.0),
    ]
    docnos = [docno for (docno,) in store.sql("select docno from document").rows]
    assert sorted(docnos) == ["a", "b", "d", "doc2"]
    assert store.sql("select name from topic order by name").rows == [("1",), ("2",)]


@pytest.fixture(params=[1 << 27, 40], ids=["one batch", "batches of three"])
def folder(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, write: Write) -> Path:
    """Twenty files of one row, each with a document that only it ranks."""
    monkeypatch.setattr("evalstore.load.runs.BATCH_BYTES", request.param)
    written = [
        write(f"runs/{number}.run", f"1 Q0 doc{number} 1 2 s{number}\n") for number in range(10, 30)
    ]
    return written[0].parent


def interrupt_after(files: int) -> Callable[[int, int, str], None]:
    def progress(number: int, of: int, path: str) -> None:
        if number >= files:
            raise KeyboardInterrupt

    return progress


@pytest.mark.parametrize("files", [1, 5, 16, 20])
def test_after_an_interruption_every_run_is_complete_or_absent(
    store: Store, folder: Path, files: int
) -> None:
    store.load_qrels({"1": {f"doc{number}": 1 for number in range(10, 30)}})
    with pytest.raises(KeyboardInterrupt):
        store.load_runs(folder, progress=interrupt_after(files))
    assert len(set(counts(store).values())) == 1
    left = counts(store)["run"]
    report = store.load_runs(folder).raise_refused()
    assert len(report.loaded) == 20 - left
    assert set(counts(store).values()) == {20}
    assert store.scores(["RR"]).rows[0][-1] == 1.0


def test_a_batch_that_fails_leaves_nothing(
    store: Store, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was stored before stays."""

    def fail(*_: object) -> None:
        raise KeyboardInterrupt

    store.load_qrels({"1": {"a": 1.0}})
    store.load_run({"1": {"a": 1.0}}, "earlier")
    before = contents(store)
    with monkeypatch.context() as patch:
        patch.setattr("evalstore.load.storing._note", fail)
        with pytest.raises(KeyboardInterrupt):
            store.load_runs(folder)
    assert contents(store) == before
    assert len(store.load_runs(folder).raise_refused().loaded) == 20


@pytest.mark.parametrize("change", [Path.unlink, lambda path: path.write_text("1 Q0 x 1 1 s\n")])
def test_a_file_that_changes_during_the_load_is_refused(
    store: Store, write: Write, monkeypatch: pytest.MonkeyPatch, change: Callable[[Path], object]
) -> None:
    path, other = write("a.run", plain("a")), write("b.run", plain("b"))
    opened = runs._open

    def open_then_change(paths: list[Path], digest: bool) -> object:
        batch = opened(paths, digest)
        change(path)
        return batch

    monkeypatch.setattr(runs, "_open", open_then_change)
    report = store.load_runs(path, other)
    assert [file.name for file in report.files] == ["b"]
    assert "a.run" in str(report.refused[0])
    assert counts(store) == {"run": 1, "run_topic": 2, "ranking": 3, "judged_ranking": 0}


def test_documents_of_an_interrupted_load_are_numbered_again(
    store: Store, folder: Path, write: Write
) -> None:
    with pytest.raises(KeyboardInterrupt):
        store.load_runs(folder, progress=interrupt_after(1))
    store.load_qrels({"1": {"other": 1, "doc10": 1}})
    store.load_runs(write("late.run", "1 Q0 new 1 2 late\n1 Q0 doc10 2 1 late\n")).raise_refused()
    assert store.scores(["RR"], runs=["late"]).rows == [("late", "1", "RR", 0.5)]
    rows = "count(*), count(distinct docno), count(distinct document_id)"
    [(number, docnos, numbers)] = store.sql(f"select {rows} from document").rows
    assert number == docnos == numbers


def test_the_same_name_is_refused_however_far_apart(
    store: Store, folder: Path, write: Write
) -> None:
    write("runs/17.run", "1 Q0 doc17 1 2 s10\n")
    write("runs/29.run", "1 Q0 doc29 1 2 s10\n")
    report = store.load_runs(folder)
    assert [str(error).split(": ")[1].split(" from ")[0] for error in report.refused] == [
        "system 's10' was just loaded",
        "system 's10' was just loaded",
    ]
    assert len(report.loaded) == len(store.runs().rows) == 18


def test_some_of_many_are_replaced(store: Store, folder: Path, write: Write) -> None:
    store.load_runs(folder).raise_refused()
    for number in (10, 11, 14, 28):
        write(f"runs/{number}.run", f"1 Q0 new{number} 1 2 s{number}\n")
    report = store.load_runs(folder, replace=True).raise_refused()
    assert [file.outcome for file in report.loaded] == ["replaced"] * 4
    select = "select system from ranked where docno like 'new%' order by system"
    assert store.sql(select).rows == [("s10",), ("s11",), ("s14",), ("s28",)]
    assert (counts(store)["run"], counts(store)["run_topic"], counts(store)["ranking"]) == (
        (20,) * 3
    )
