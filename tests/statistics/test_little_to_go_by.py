"""One topic, identical runs, all tied, nothing judged: a defined answer and a note, never a NaN."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from evalstore.errors import DataError, EvalstoreError
from evalstore.result import Result
from evalstore.statistics.significance import TESTS
from evalstore.store import Store

FIRST, SECOND, NOWHERE = {"good": 2.0, "bad": 1.0}, {"good": 1.0, "bad": 2.0}, {"bad": 1.0}
Runs = dict[str, dict[str, dict[str, float]]]

CASES: dict[str, tuple[str, Runs]] = {
    "one topic": ("1", {"a": {"1": FIRST}, "b": {"1": SECOND}}),
    "one topic, identical": ("1", {"a": {"1": FIRST}, "b": {"1": FIRST}}),
    "two topics": ("12", {"a": {"1": FIRST, "2": FIRST}, "b": {"1": SECOND, "2": NOWHERE}}),
    "constant": ("12", {"a": dict.fromkeys("12", FIRST), "b": dict.fromkeys("12", SECOND)}),
    "all tied": ("123", {name: dict.fromkeys("123", FIRST) for name in "abc"}),
    "all 0": ("123", {name: dict.fromkeys("123", NOWHERE) for name in "ab"}),
    "missing topics": ("1234", {"a": dict.fromkeys("1234", FIRST), "b": {"1": FIRST}}),
    "no judged topic": ("12", {"a": dict.fromkeys("12", FIRST), "b": {"9": FIRST}}),
    "one system": ("12", {"a": dict.fromkeys("12", FIRST)}),
}

ANSWERS: dict[str, Callable[[Store], Result]] = {
    **{
        f"compare {test}": lambda store, test=test: store.compare("*", ["RR"], test=test)
        for test in TESTS
    },
    **{
        f"claims {test}": lambda store, test=test: store.leaderboard(
            ["RR", "AP"], tiers=True, baselines=["a"], test=test
        )
        for test in TESTS
    },
    "retrieved": lambda store: store.leaderboard(["RR"], tiers=True, average="retrieved"),
    "check": lambda store: store.check("a", {"RR": 0.1}),
    "diff": lambda store: store.diff("a", "b", ["RR"]),
    "difficulty": lambda store: store.difficulty(["RR"]),
    "matrix": lambda store: store.matrix("RR", z_scores=True),
    "outliers": lambda store: store.outliers(["RR"]),
    "risk": lambda store: store.risk("a", ["RR"]),
    "correlate": lambda store: store.correlate(["RR", "P@1"]),
    "movers": lambda store: store.correlate(["RR", "P@1"], show="movers"),
    "pairs": lambda store: store.correlate(["RR", "P@1"], show="pairs"),
    "leave one out": lambda store: store.leave_one_out(["RR"]),
    "sample": lambda store: store.sample_judgements((100, 50), ["RR"], repeats=2),
    "relevant": lambda store: store.estimate_relevant(),
    "pool": lambda store: store.pool(depth=2),
    "reproduce": lambda store: store.reproduce("a", "b"),
}


@pytest.fixture(scope="module", params=CASES)
def odd(request: pytest.FixtureRequest) -> Iterator[Store]:
    topics, runs = CASES[request.param]
    with Store() as store:
        store.load_qrels({topic: {"good": 1, "bad": 0} for topic in topics})
        for name, run in runs.items():
            store.load_run(run, name)
        yield store


@pytest.mark.parametrize("name", ANSWERS)
def test_every_answer_is_defined_or_says_why_not(odd: Store, name: str) -> None:
    try:
        result = ANSWERS[name](odd)
    except EvalstoreError:  # such as one system to compare, or no topic that all answer
        return
    assert not any(value != value for row in result.rows for value in row)
    for row in result.dicts():
        assert all(_is_p(row[key]) for key in ("p_value", "p_corrected") if key in row)
    text = result.to("table")
    assert "nan" not in text.lower().split()
    for form in ("csv", "json", "markdown", "latex", "html"):
        assert result.to(form)


def _is_p(value: Any) -> bool:
    return value is not None and 0 <= value <= 1


@pytest.mark.parametrize(
    "ask",
    [
        lambda store: store.compare("*", ["RR"], topics=["9"]),
        lambda store: store.leaderboard(["RR"], tiers=True, topics=["9"]),
        lambda store: store.diff("a", "b", topics=["9"]),
        lambda store: store.check("a", {"RR": 0.1}, topics=["9"]),
        lambda store: store.correlate(["RR", "AP"], topics=["9"]),
        lambda store: store.leave_one_out(["RR"], topics=["9"]),
        lambda store: store.sample_judgements((50,), ["RR"], topics=["9"]),
        lambda store: store.estimate_relevant(topics=["9"]),
    ],
)
def test_topics_that_nobody_judged_are_refused(ask: Callable[[Store], Result]) -> None:
    with Store() as store:
        store.load_qrels({"1": {"good": 1}})
        for name in "ab":
            store.load_run({"1": FIRST, "9": FIRST}, name)
        with pytest.raises(DataError, match="qrels has no judgements for the selected topics: 9"):
            ask(store)
        assert "0 of 1 topic, 0 judged" in store.leaderboard(["RR"], topics=["9"]).notes[0]


def test_what_is_odd_is_noted() -> None:
    def notes(case: str) -> str:
        topics, runs = CASES[case]
        with Store() as store:
            store.load_qrels({topic: {"good": 1, "bad": 0} for topic in topics})
            for name, run in runs.items():
                store.load_run(run, name)
            found = [*store.compare("*", ["RR"]).notes, *store.correlate(["RR", "P@1"]).notes]
        return "\n".join(found)

    assert "one topic is too few for a test" in notes("one topic")
    assert "identical on every topic, p-value 1" in notes("all tied")
    assert "RR: all systems have the same value" in notes("all tied")
    assert "different by the same amount on every topic, no effect size" in notes("constant")
    assert "3 missing topics" in notes("missing topics")
    assert "2 missing topics" in notes("no judged topic")
