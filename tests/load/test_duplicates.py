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
