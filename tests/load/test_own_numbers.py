"""Documents whose names are numbers: they are their own numbers, and nobody sees a difference."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalstore.load.docnos import Docnos
from evalstore.load.own_numbers import NONE, own_numbers
from evalstore.store import Store

Write = Callable[..., Path]

# As text 10 stands before 9, which decides ties; 07 is another document than 7.
NUMBERS = ("9", "10", "7", "07", "0", "2147483647", "2147483648")
RUN = "".join(f"1 Q0 {docno} {rank} 1 s\n" for rank, docno in enumerate((*NUMBERS, "a", "b7"), 1))


@pytest.fixture
def store() -> Store:
    return Store()


@settings(deadline=None)
@given(st.lists(st.text("0179a ", min_size=0, max_size=11) | st.integers(0, 2**32).map(str)))
def test_a_number_gives_its_name_back(names: list[str]) -> None:
    column = pa.chunked_array([names[:3], names[3:]], pa.string())
    numbers = own_numbers(Docnos.of(column)).tolist()
    for name, number in zip(names, numbers, strict=True):
        is_plain = name.isdigit() and str(int(name)) == name and int(name) < 2**31
        assert number == (int(name) if is_plain else NONE)


def test_what_is_before_a_slice_does_not_matter() -> None:
    names = pa.array(["x", "y7", "12", "z", "3"])
    assert own_numbers(Docnos.of(pa.chunked_array([names.slice(2)]))).tolist() == [12, NONE, 3]


def test_every_name_is_as_it_was(store: Store, write: Write) -> None:
    store.load_runs(write("run.txt", RUN))
    store.load_qrels(write("qrels.txt", "1 0 7 1\n1 0 07 2\n1 0 99 1\n1 0 b7 1\n"))
    shown = store.sql("select docno, grade from ranked_document order by rank").rows
    assert [docno for docno, _ in shown] == sorted((*NUMBERS, "a", "b7"), reverse=True)
    assert {docno: grade for docno, grade in shown if grade is not None} == {
        "b7": 1,
        "7": 1,
        "07": 2,
    }
    judged = store.sql("select docno, grade from judged_document order by docno").rows
    assert judged == [("07", 2), ("7", 1), ("99", 1), ("b7", 1)]
    assert [row["docno"] for row in store.topic("1", ["s"]).dicts()] == [row[0] for row in shown]


def test_the_view_of_documents_has_all_of_them_once(store: Store, write: Write) -> None:
    store.load_runs(write("run.txt", RUN))
    store.load_runs(write("again.txt", RUN), collection="other", name="t")
    store.load_qrels(write("qrels.txt", "1 0 7 1\n1 0 99 1\n"))
    rows = store.sql("select docno, document_id from document").rows
    numbered = [(docno, number) for docno, number in rows if number >= 0]
    assert sorted(numbered) == sorted(
        (name, int(name)) for name in ("9", "10", "7", "0", "2147483647", "99")
    )
    named = [docno for docno, number in rows if number < 0]
    assert sorted(named) == sorted(2 * ["07", "2147483648", "a", "b7"])
    assert store.sql("select count(*) from named_document").rows == [(8,)]


def test_a_store_in_memory_has_the_view_for_whoever_holds_its_connection(store: Store) -> None:
    store.load_run({"1": {"7": 1.0, "a": 2.0}}, "s")
    select = "select docno from ranking inner join document using (document_id) order by rank"
    assert store.connection.execute(select).fetchall() == [("a",), ("7",)]


def test_judgements_may_come_before_or_after(write: Write) -> None:
    qrels = write("qrels.txt", "1 0 7 1\n1 0 07 1\n1 0 a 1\n")
    run = write("run.txt", RUN)
    measures = ["AP", "nDCG@3", "RR", "P@5"]
    with Store() as first, Store() as second:
        first.load_qrels(qrels)
        first.load_runs(run)
        second.load_runs(run)
        second.load_qrels(qrels)
        assert first.leaderboard(measures).rows == second.leaderboard(measures).rows
        select = "select * exclude (document_id) from judged_ranking order by all"
        assert first.sql(select).rows == second.sql(select).rows != []


def test_a_letter_before_every_number_changes_no_score(write: Write) -> None:
    """The same run under other names that stand in the same order."""
    lines = [(topic, str(7 * number % 50 + 10), number) for topic in "12" for number in range(40)]
    judged = [(topic, docno, number % 3) for topic, docno, number in lines if number % 4]
    measures = ["AP", "nDCG", "Bpref", "alpha_nDCG@10", "nERR_IA@10"]

    def board(prefix: str) -> list[tuple[object, ...]]:
        run = "".join(f"{t} Q0 {prefix}{d} 1 {40 - n // 2} s\n" for t, d, n in lines)
        qrels = "".join(f"{t} {n % 2} {prefix}{d} {g}\n" for n, (t, d, g) in enumerate(judged))
        with Store() as store:
            store.load_qrels(write(f"{prefix}qrels.txt", qrels))
            store.load_runs(write(f"{prefix}run.txt", run)).raise_refused()
            return store.leaderboard(measures).rows

    assert board("") == board("d")
