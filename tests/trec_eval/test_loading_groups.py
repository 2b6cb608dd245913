"""Preferences and several groups of assessors on their way into a store."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from evalstore.errors import ConflictError, FileProblems
from evalstore.load.jg import load_groups
from evalstore.load.lines import Reading
from evalstore.load.prefs_lines import read_preferences
from evalstore.store import Store

Write = Callable[..., Path]

QRELS = "1 ann a 1\n1 ann b 0\n1 bob a 0\n1 bob b 1\n"


def test_every_group_becomes_a_set_of_judgements(store: Store, write: Write) -> None:
    store.load_run({"1": {"a": 2.0, "b": 1.0}}, "run")
    report = load_groups(store.connection, write("j.qrels", QRELS), collection="default")
    assert [file.name for file in report.files] == ["j/ann", "j/bob"]
    values = [
        value
        for qrels in ("j/ann", "j/bob")
        for *_, value in store.scores(["RR"], qrels=qrels).rows
    ]
    assert values == [1.0, 0.5]


def test_groups_are_loaded_once(store: Store, write: Write) -> None:
    load_groups(store.connection, write("j.qrels", QRELS), collection="default")
    again = load_groups(store.connection, write("j.qrels", QRELS), collection="default")
    assert {file.outcome for file in again.files} == {"already there"}
    other = write("j.qrels", QRELS.replace("ann b 0", "ann b 1"))
    with pytest.raises(ConflictError):
        load_groups(store.connection, other, collection="default")
    replaced = load_groups(store.connection, other, collection="default", replace=True)
    assert {file.outcome for file in replaced.files} == {"replaced"}


def test_preferences_are_read(write: Write) -> None:
    path = write("prefs", "# note\n1 g s a 2\n1 g s b 1,5\n1 g s b 1.5\n")
    reading = Reading("prefs")
    found = read_preferences(path, reading)
    assert [(one.docno, one.level, one.line) for one in found] == [("a", 2.0, 2), ("b", 1.5, 3)]
    assert reading.notes == ["a preference that is given twice was kept once"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no preferences"),
        ("1 g a 2\n", "prefs:1: 4 columns where preferences have 5"),
        ("1 g s a -1\n", "prefs:1: level '-1' is not a number from 0"),
        ("1 g s a 1\n1 g s a 2\n", "prefs:2: group 'g' of topic '1': document 'a' has two levels"),
        ("1 g s a 1\n1 g r a 0\n", "document 'a' has level 0 in one comparison"),
        ("1 g s a 2\n1 g s b 1\n1 g r b 2\n1 g r a 1\n", "are preferred to each other in a circle"),
    ],
)
def test_what_is_wrong_with_preferences(write: Write, text: str, message: str) -> None:
    with pytest.raises(FileProblems) as raised:
        read_preferences(write("prefs", text), Reading("prefs"))
    assert message in str(raised.value)
