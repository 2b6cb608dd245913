"""Threads that share a store: every answer is the one that a single thread gets."""

from __future__ import annotations

import os
import random
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import evalstore
from evalstore import demo
from evalstore.result import Result
from evalstore.store import Store

MEASURES = ["nDCG@10", "RR", "AP", "P@5", "Bpref", "R@100", "ERR@20", "Judged@10", "NumRet"]
# Of these discounts and gains the store has no weights: each answer makes its own temporary table.
UNREGISTERED = ["nDCG(discount='jk')@7", "nDCG(gain={1:1,2:5})@9", "nDCG(discount='none')"]

# Each question is asked so often by each number of threads; more in a longer campaign.
ROUNDS = int(os.environ.get("EVALSTORE_THREAD_ROUNDS", "2"))

Question = Callable[[Store], Result]


def _of(measure: str) -> Question:
    return lambda store: store.leaderboard([measure])


def _topic(topic: str) -> Question:
    return lambda store: store.topic(topic)


QUESTIONS: list[Question] = [
    *(_of(measure) for measure in (*MEASURES, *UNREGISTERED)),
    *(_topic(topic) for topic in "1234"),
    lambda store: store.scores(["nDCG@10", "RR"]),
    lambda store: store.compare("*", ["AP"]),
    lambda store: store.compare("*", ["RR"], test="wilcoxon"),
    lambda store: store.diff("bm25", "dense"),
    lambda store: store.sql("select * from leaderboard where measure = 'AP' order by system"),
    lambda store: store.sql("select log_discount(rank, 2) from range(1, 9) as r (rank)"),
    lambda store: store.sql("select $a + 1 as a", {"a": 41}),
    lambda store: store.leaderboard(["AP"], ties=True),
    lambda store: store.runs(),
]

Answer = tuple[list[str], list[tuple[object, ...]]]


def _answer(result: Result) -> Answer:
    return result.columns, result.rows


@pytest.fixture(scope="module", params=["memory", "read-only"])
def shared(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Store]:
    path = tmp_path_factory.mktemp("threads") / "shared.duckdb"
    with evalstore.open(":memory:" if request.param == "memory" else path) as made:
        demo.build(made)
        if request.param == "memory":
            yield made
            return
    with evalstore.open(path, read_only=True) as opened:
        yield opened


@pytest.fixture(scope="module")
def expected(shared: Store) -> list[Answer]:
    return [_answer(question(shared)) for question in QUESTIONS]


@pytest.mark.parametrize("threads", [2, 8, 32])
def test_every_answer_is_that_of_one_thread(
    shared: Store, expected: list[Answer], threads: int
) -> None:
    numbers = [number for number in range(len(QUESTIONS)) for _ in range(ROUNDS)]
    random.Random(threads).shuffle(numbers)

    def is_right(number: int) -> bool:
        return _answer(QUESTIONS[number](shared)) == expected[number]

    with ThreadPoolExecutor(threads) as pool:
        right = list(pool.map(is_right, numbers))

    wrong = [number for number, is_same in zip(numbers, right, strict=True) if not is_same]
    assert wrong == []


def test_a_result_is_read_in_another_thread_than_the_one_that_asked(
    shared: Store, expected: list[Answer]
) -> None:
    numbers = list(range(len(QUESTIONS))) * ROUNDS
    with ThreadPoolExecutor(8) as asking, ThreadPoolExecutor(8) as reading:
        results = list(asking.map(lambda number: QUESTIONS[number](shared), numbers))
        answers = list(reading.map(_answer, results))

    assert answers == [expected[number] for number in numbers]


def test_several_threads_read_one_result(shared: Store, expected: list[Answer]) -> None:
    for number, question in enumerate(QUESTIONS):
        result = question(shared)
        with ThreadPoolExecutor(8) as pool:
            answers = list(pool.map(lambda _, result=result: _answer(result), range(8)))
        assert answers == [expected[number]] * 8


def test_frames_from_several_threads_are_right(shared: Store) -> None:
    measures = MEASURES * 4

    def column(measure: str) -> list[str]:
        return list(shared.leaderboard([measure]).df().columns)

    with ThreadPoolExecutor(8) as pool:
        columns = list(pool.map(column, measures))

    assert [measure in names for measure, names in zip(measures, columns, strict=True)] == [
        True
    ] * len(measures)


@pytest.mark.parametrize("question", ["select log_discount(3, 2)", "select count(*) from run"])
def test_the_first_sql_of_a_new_store_comes_from_several_threads(question: str) -> None:
    for _ in range(3):
        with evalstore.open() as store, ThreadPoolExecutor(8) as pool:
            together = threading.Barrier(8)

            def ask(_: int, store: Store = store, together: threading.Barrier = together) -> Result:
                together.wait()
                return store.sql(question)

            answers = [result.rows for result in pool.map(ask, range(8))]
            assert answers == [answers[0]] * 8


def _run_file(folder: Path, number: int) -> Path:
    path = folder / f"run{number:02}.txt"
    lines = (
        f"{topic} Q0 d{(number * topic + rank) % 97} {rank} {100 - rank} system{number:02}\n"
        for topic in range(1, 6)
        for rank in range(1, 21)
    )
    path.write_text("".join(lines))
    return path


def test_files_loaded_by_threads_all_arrive(tmp_path: Path) -> None:
    files = [_run_file(tmp_path, number) for number in range(48)]
    judgements = {str(topic): {f"d{n}": n % 3 for n in range(97)} for topic in range(1, 6)}
    with evalstore.open() as alone:
        alone.load_qrels(judgements, name="q")
        alone.load_runs(files).raise_refused()
        want = sorted(alone.scores(["nDCG@10", "AP"]).rows)

    with evalstore.open(tmp_path / "new.duckdb") as store:
        store.load_qrels(judgements, name="q")
        done, problems = threading.Event(), []

        def read() -> None:
            while not done.wait(0.1):
                found = store.leaderboard(["nDCG@10", "AP"]).rows if len(store.runs()) else []
                seen = store.sql("select count(*) from run").rows[0][0]
                if seen < len(found):
                    problems.append((seen, len(found)))

        def load(path: Path) -> None:
            store.load_runs(path).raise_refused()

        with ThreadPoolExecutor(10) as pool:
            readers = [pool.submit(read), pool.submit(read)]
            try:
                list(pool.map(load, files))
            finally:
                done.set()
            for reader in readers:
                reader.result()

        assert problems == []
        assert len(store.runs()) == 48
        assert sorted(store.scores(["nDCG@10", "AP"]).rows) == want
