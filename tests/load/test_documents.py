"""Documents: text always, each once per collection, whatever their names look like."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st
from stored import JUDGED

from evalstore.store import Store

Write = Callable[..., Path]

# As text 10 stands before 9, which decides ties; 07 is another document than 7.
NUMBERS = ("9", "10", "7", "07", "0", "2147483647", "2147483648")
RUN = "".join(f"1 Q0 {docno} {rank} 1 s\n" for rank, docno in enumerate((*NUMBERS, "a", "b7"), 1))


def test_names_that_are_numbers_are_text(store: Store, write: Write) -> None:
    store.load_runs(write("run.txt", RUN)).raise_refused()
    store.load_qrels(write("qrels.txt", "1 0 7 1\n1 0 07 2\n1 0 99 1\n1 0 b7 1\n"))
    shown = store.sql("select docno, grade from ranked_document order by rank").rows
    assert [docno for docno, _ in shown] == sorted((*NUMBERS, "a", "b7"), reverse=True)
    graded = {docno: grade for docno, grade in shown if grade is not None}
    assert graded == {"b7": 1, "7": 1, "07": 2}
    judged = store.sql("select docno, grade from judged_document order by docno").rows
    assert judged == [("07", 2), ("7", 1), ("99", 1), ("b7", 1)]
    assert [row["docno"] for row in store.topic("1", ["s"]).dicts()] == [row[0] for row in shown]


def test_every_document_is_there_once_per_collection(store: Store, write: Write) -> None:
    store.load_runs(write("run.txt", RUN)).raise_refused()
    store.load_runs(write("again.txt", RUN), collection="other", name="t").raise_refused()
    store.load_runs(write("more.txt", RUN + "1 Q0 new 11 0 s\n"), name="more").raise_refused()
    store.load_qrels(write("qrels.txt", "1 0 7 1\n1 0 99 1\n"))
    select = """
        select docno from document inner join collection using (collection_id)
        where collection.name = '{}' order by docno
    """
    first = [row[0] for row in store.sql(select.format("default")).rows]
    other = [row[0] for row in store.sql(select.format("other")).rows]
    assert first == sorted([*NUMBERS, "a", "b7", "new", "99"])
    assert other == sorted([*NUMBERS, "a", "b7"])
    [[numbers]] = store.sql("select count(distinct document_id) from document").rows
    assert numbers == len(first) + len(other)


@settings(deadline=None, max_examples=15)
@given(names=st.sets(st.text("ab0é7-文", min_size=1, max_size=12), min_size=1, max_size=30))
def test_names_are_given_back_as_they_were(shared: Store, names: set[str]) -> None:
    shared.load_run({"1": dict.fromkeys(names, 1.0)}, "s")
    shared.load_run({"1": dict.fromkeys(sorted(names), 1.0), "2": {"a": 1.0}}, "t")
    select = "select docno from ranked where system = '{}' and topic = '1' order by rank"
    found = [[row[0] for row in shared.sql(select.format(system)).rows] for system in "st"]
    shared.drop_run("s")
    shared.drop_run("t")
    assert found == [sorted(names, key=str.encode, reverse=True)] * 2


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
        assert first.sql(JUDGED).rows == second.sql(JUDGED).rows != []


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


def test_two_loads_at_once_number_their_documents_apart(tmp_path: Path, write: Write) -> None:
    """Two connections of one process, as a service has them."""
    path = tmp_path / "store.duckdb"
    names = [f"system{number}" for number in range(6)]
    files = [
        write(
            f"{name}.txt",
            "".join(
                f"{topic} Q0 {name[-2:]}-{rank} {rank} {-rank} {name}\n"
                for topic in range(20)
                for rank in range(20)
            ),
        )
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
        for table, key in (("document", "docno"), ("topic", "name")):
            select = f"select count(*), count(distinct {key}), count(distinct {table}_id)"
            [(rows, keys, numbers)] = first.sql(f"{select} from {table}").rows
            assert rows == keys == numbers
        select = "select count(*), count(distinct (run_id, topic_id)) from run_topic"
        assert first.sql(select).rows == [(120, 120)]
