"""Preferences and several groups of assessors on their way into a store."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from evalstore.errors import ConflictError, FileProblems
from evalstore.store import Store

Write = Callable[..., Path]

QRELS = "1 ann a 1\n1 ann b 0\n1 bob a 0\n1 bob b 1\n"


def test_every_group_becomes_a_set_of_judgements(store: Store, write: Write) -> None:
    store.load_run({"1": {"a": 2.0, "b": 1.0}}, "run")
    report = store.load_qrels(write("j.qrels", QRELS), file_format="qrels_jg")
    assert [file.name for file in report.files] == ["j/ann", "j/bob"]
    values = [
        value
        for qrels in ("j/ann", "j/bob")
        for *_, value in store.scores(["RR"], qrels=qrels).rows
    ]
    assert values == [1.0, 0.5]


def test_groups_are_loaded_once(store: Store, write: Write) -> None:
    store.load_qrels(write("j.qrels", QRELS), file_format="qrels_jg")
    again = store.load_qrels(write("j.qrels", QRELS), file_format="qrels_jg")
    assert {file.outcome for file in again.files} == {"already loaded"}
    other = write("j.qrels", QRELS.replace("ann b 0", "ann b 1"))
    with pytest.raises(ConflictError):
        store.load_qrels(other, file_format="qrels_jg")
    replaced = store.load_qrels(other, file_format="qrels_jg", replace=True)
    assert {file.outcome for file in replaced.files} == {"replaced"}


def test_preferences_are_read(store: Store, write: Write) -> None:
    path = write("prefs", "# note\n1 g s a 2\n1 g s b 1,5\n1 g s b 1.5\n")
    [file] = store.load_qrels(path, file_format="prefs").files
    select = "select docno, grade from judged_document order by docno"
    assert store.sql(select).rows == [("a", 2.0), ("b", 1.5)]
    assert any("repeated" in note for note in file.notes)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no preferences"),
        ("1 g a 2\n", "prefs:1: 4 columns, expected 5: topic group subgroup document level"),
        ("1 g s a -1\n", "prefs:1: level '-1' is not a number of 0 or more"),
        ("1 g s a 1\n1 g s a 2\n", "prefs:2: group 'g' of topic '1': document 'a' has two levels"),
        ("1 g s a 1\n1 g r a 0\n", "document 'a' has level 0 in one comparison"),
        ("1 g s a 2\n1 g s b 1\n1 g r b 2\n1 g r a 1\n", "have cyclic preferences"),
    ],
)
def test_what_is_wrong_with_preferences(
    store: Store, write: Write, text: str, message: str
) -> None:
    with pytest.raises(FileProblems) as raised:
        store.load_qrels(write("prefs", text), file_format="prefs")
    assert message in str(raised.value)
    assert store.qrels().rows == []
