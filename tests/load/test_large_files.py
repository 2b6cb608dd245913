"""Large files: topics anywhere in the file, little memory, problems far down."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from stored import RANKING, contents, counts

from evalstore.store import Store

Write = Callable[..., Path]


def lines(topics: int, depth: int) -> list[str]:
    return [
        f"{topic} Q0 doc{(topic * 7 + rank * 3) % 50} {rank} {depth - rank // 2} s\n"
        for topic in range(topics)
        for rank in range(depth)
    ]


def test_scattered_topics_give_what_sorted_ones_give(write: Write) -> None:
    rows = lines(300, 12)
    scattered = random.Random(1).sample(rows, len(rows))
    with Store() as first, Store() as second:
        first.load_runs(write("sorted.run", "".join(rows))).raise_refused()
        [file] = second.load_runs(write("scattered.run", "".join(scattered))).raise_refused().files
        assert first.sql(RANKING).rows == second.sql(RANKING).rows
        assert (file.topics, file.rows) == (300, 3600)
        assert file.notes[0] == "tied scores in 300 topics, ordered by document name"


@pytest.mark.parametrize("limits", [{"memory_limit": "200MiB", "threads": 1}, {"threads": 3}])
def test_limits_change_nothing(
    new_store: Callable[..., Store], write: Write, limits: dict[str, object]
) -> None:
    qrels = {str(topic): {f"doc{topic % 50}": 1.0} for topic in range(300)}
    path = write("s.run", "".join(lines(300, 12)))
    with new_store() as free, new_store(**limits) as limited:
        for store in (free, limited):
            store.load_qrels(qrels)
            store.load_runs(path).raise_refused()
        assert contents(limited) == contents(free)
        assert limited.leaderboard(["AP"]).rows == free.leaderboard(["AP"]).rows


@pytest.mark.parametrize(
    ("last", "problem"),
    [
        ("300 Q0 doc1 1 oops s\n", "score 'oops' is not a finite number"),
        ("299 Q0 doc93 1 1 s extra words\n299 Q0 x 1 nan s\n", "score 'nan'"),
        (lines(300, 12)[0], "document 'doc0' was already ranked for topic '0'"),
        ("300 Q0 doc1\n", "3 columns, expected 6"),
    ],
)
def test_a_problem_far_down_refuses_the_file(
    store: Store, write: Write, last: str, problem: str
) -> None:
    path = write("s.run", "".join(lines(300, 12)) + last)
    [error] = store.load_runs(path).refused
    number = 3600 + len(last.splitlines())
    assert f"s.run:{number}: {problem}" in str(error)
    assert set(counts(store).values()) == {0}
    assert store.sql("select count(*) from document").rows == [(0,)]


def test_a_problem_late_in_a_large_file_leaves_the_other_files(store: Store, write: Write) -> None:
    bad = write("bad.run", "".join(lines(3000, 12)) + "oops\n")
    good = write("good.run", "1 Q0 a 1 1 good\n")
    report = store.load_runs(bad, good)
    assert [file.name for file in report.files] == ["good"]
    assert len(report.refused) == 1
    assert [row["system"] for row in store.runs().dicts()] == ["good"]
