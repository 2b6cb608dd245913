"""Runs that rank a document twice for a topic: refused, or the first line counts."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path

import pytest

from evalstore.errors import UsageError
from evalstore.load import runs
from evalstore.store import Store

Write = Callable[..., Path]

TWICE = "1 Q0 b 1 3 s\n1 Q0 a 2 2 s\n1 Q0 b 3 1 s\n2 Q0 b 1 1 s\n1 Q0 a 4 9 s\n"


def ranked(store: Store) -> list[tuple[str, str, float]]:
    return store.sql("select topic, docno, score from ranked order by topic, rank").rows


@pytest.mark.parametrize("pack", [str.encode, lambda text: gzip.compress(text.encode())])
def test_the_first_line_counts(store: Store, write: Write, pack: Callable[[str], bytes]) -> None:
    report = store.load_runs(write("run", pack(TWICE)), duplicates="first")
    assert report.refused == []
    assert ranked(store) == [("1", "b", 3.0), ("1", "a", 2.0), ("2", "b", 1.0)]
    assert "2 lines with a repeated document ignored" in report.files[0].notes
    assert report.rows == 3


def test_three_columns(store: Store, write: Write) -> None:
    store.load_runs(write("marco.tsv", "7\tx\t2\n7\ty\t1\n7\tx\t3\n"), duplicates="first")
    assert store.sql("select docno, rank from ranked order by rank").rows == [("y", 1), ("x", 2)]


def test_they_are_refused_unless_asked(store: Store, write: Write) -> None:
    [error] = store.load_runs(write("run", TWICE)).refused
    assert "was already ranked for topic '1' on line 1" in str(error)
    assert "`duplicates='first'`" in str(error)


def test_a_run_without_them_is_as_before(store: Store, write: Write) -> None:
    report = store.load_runs(write("run", "1 Q0 a 1 1 s\n"), duplicates="first")
    assert [file.notes for file in report.files] == [[]]


def test_other_choices_are_refused(store: Store, write: Write) -> None:
    with pytest.raises(UsageError, match="'refuse' or 'first', not 'last'"):
        store.load_runs(write("run", TWICE), duplicates="last")  # type: ignore[arg-type]


# DuckDB has one hash for both.
ALIKE = ["clueweb09-en0127-86-35064", "clueweb09-en0120-86-35014"]


def test_names_of_one_hash_are_not_repeats(
    store: Store, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert store.sql("select hash(?) = hash(?)", ALIKE).rows == [(True,)]
    monkeypatch.setattr(runs, "repeated_documents", lambda *_: pytest.fail("read line by line"))
    lines = [f"1 Q0 {name} {rank} {-rank} s\n" for rank, name in enumerate(ALIKE)]
    assert store.load_runs(write("run", "".join(lines))).refused == []
    assert [docno for _, docno, _ in ranked(store)] == ALIKE


MANY = 70  # more than the 64 bits by which incoming_pair counts runs


@pytest.fixture
def many(tmp_path: Path) -> Path:
    """Runs with the same documents; run 66 ranks one of them twice."""
    for number in range(MANY):
        text = "".join(
            f"{topic} Q0 {docno} 1 {-number} r{number}\n" for topic in "12" for docno in "ab"
        )
        repeated = f"2 Q0 a 3 -99 r{number}\n" * (number == 66)
        (tmp_path / f"r{number:02}.run").write_text(text + repeated)
    return tmp_path


def test_one_of_many_runs_repeats_a_document(store: Store, many: Path) -> None:
    report = store.load_runs(many)
    assert [str(error).splitlines()[0] for error in report.refused] == [
        f"{many}/r66.run:5: document 'a' was already ranked for topic '2' on line 3; "
        "remove one of them, or use the first with `duplicates='first'`"
    ]
    assert store.sql("select count(*), count(distinct system) from ranked").rows == [(276, 69)]
    assert store.sql("from document select count(*)").rows == [(2,)]


def test_the_first_line_counts_in_one_of_many_runs(store: Store, many: Path) -> None:
    report = store.load_runs(many, duplicates="first")
    assert report.refused == []
    assert store.sql("select count(*), count(distinct system) from ranked").rows == [(280, 70)]


def test_loading_many_runs_numbers_only_new_documents(store: Store, many: Path) -> None:
    store.load_runs(many / "r00.run")
    numbers = store.sql("from document select docno, document_id order by all").rows
    (many / "r69.run").write_text("1 Q0 c 1 1 r69\n")
    store.load_runs(many)
    assert store.sql("from document select docno, document_id order by all").rows == [
        *numbers,
        ("c", 3),
    ]
    assert store.sql("select count(*) from ranked where docno = 'a' and rank = 2").rows == [(136,)]
