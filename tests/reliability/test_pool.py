"""The pool: which documents, in which order, whatever the order of loading."""

from __future__ import annotations

import pytest

from evalstore.errors import UsageError
from evalstore.statistics.adjudication import max_mean, move_to_front
from evalstore.store import Store


def test_only_what_nobody_judged(small: Store) -> None:
    rows = small.pool(depth=3, qrels="human").dicts()
    assert {(row["topic"], row["docno"]) for row in rows} == {("1", "z"), ("2", "z")}
    counted = [(row["topic"], row["systems"], row["best_rank"]) for row in rows]
    assert counted == [("1", 2, 1), ("2", 1, 1)]


def test_the_judged_ones_too(small: Store) -> None:
    rows = small.pool(depth=2, qrels="human", judged_too=True, topics=["1"]).dicts()
    assert {row["docno"]: row["grade"] for row in rows} == {"a": 1, "b": 0, "c": 2, "z": None}


def test_the_footer_counts_everything(small: Store) -> None:
    notes = small.pool(depth=2, qrels="human").notes
    assert notes[0] == (
        "2 documents in 2 topics (1 to 1 each); the pool of depth 2 of 3 runs has 8, "
        "of which 6 are judged in human"
    )


def test_a_pool_comes_before_the_judgements(store: Store) -> None:
    store.load_run({"1": {"a": 2.0, "b": 1.0}}, "one")
    result = store.pool(depth=1)
    assert result.rows == [("1", "a", 1, 1)]
    assert "no judgements are loaded" in result.notes[0]


def test_pooled_but_not_judged_is_not_judged(store: Store) -> None:
    store.load_run({"1": {"a": 2.0, "b": 1.0}}, "one")
    store.load_qrels({"1": {"a": -1, "b": 1}})
    assert [row[1] for row in store.pool(depth=2).rows] == ["a"]


def test_the_shuffle_does_not_depend_on_the_order_of_loading() -> None:
    runs = {
        f"run{number}": {"7": {f"d{(number * 5 + place) % 30}": 30.0 - place for place in range(9)}}
        for number in range(4)
    }
    orders = []
    for names in (sorted(runs), sorted(runs, reverse=True)):
        with Store() as store:
            for name in names:
                store.load_run(runs[name], name)
            orders.append(
                [[row[1] for row in store.pool(depth=9, order=o).rows] for o in ("shuffled", "mtf")]
            )
            other = [row[1] for row in store.pool(depth=9, seed=7).rows]
    assert orders[0] == orders[1]
    assert other != orders[0][0]
    assert sorted(other) == sorted(orders[0][0])


def test_a_file_to_judge_loads_as_judgements(small: Store, tmp_path) -> None:
    result = small.pool(depth=3, qrels="human", to_judge=True)
    assert result.columns == ["topic", "iteration", "docno", "grade"]
    path = tmp_path / "pool.txt"
    path.write_text("".join("\t".join(map(str, row)) + "\n" for row in result.rows))
    assert small.load_qrels(path, name="pooled").rows == 2


def test_move_to_front_stays_with_a_run_until_it_misses() -> None:
    """Run 0 gives a, a hit, and b, a miss; run 1 then c, a miss; both are down by one: run 0."""
    rankings = [["a", "b", "e"], ["c", "d", "f"]]
    assert move_to_front(rankings, {"a", "e"}) == ["a", "b", "c", "e", "d", "f"]


def test_what_another_run_gave_is_not_given_again() -> None:
    rankings = [["a", "b"], ["a", "b", "c"]]
    assert move_to_front(rankings, {"a"}) == ["a", "b", "c"]


def test_the_bandit_takes_the_run_of_the_highest_mean() -> None:
    """After a, a hit of run 0: 2/3 against 1/2; after two misses of run 0: 2/5 against 1/2."""
    rankings = [["a", "b", "c", "e"], ["d", "f"]]
    assert max_mean(rankings, {"a"}) == ["a", "b", "c", "d", "e", "f"]


def test_the_bandit_learns_for_every_run_that_has_the_document() -> None:
    """a is a hit of runs 0 and 2; b misses in run 0, so run 2 is the best next."""
    rankings = [["a", "b"], ["x"], ["y", "a"]]
    assert max_mean(rankings, {"a"}) == ["a", "b", "y", "x"]


@pytest.mark.parametrize("options", [{"depth": 0}, {"order": "randomly"}])
def test_pools_that_make_no_sense(small: Store, options) -> None:
    with pytest.raises(UsageError):
        small.pool(qrels="human", **options)


@pytest.mark.fixtures
def test_the_bandit_finds_relevant_documents_sooner(covid: Store) -> None:
    found = {}
    for order in ("shuffled", "mtf", "bandit"):
        rows = covid.pool(depth=20, order=order, judged_too=True).dicts()
        assert len(rows) == 15_710
        early = [row for topic in "123" for row in [r for r in rows if r["topic"] == topic][:100]]
        found[order] = sum((row["grade"] or 0) >= 1 for row in early)
    assert found["bandit"] > 1.5 * found["shuffled"]
    assert found["mtf"] > 1.5 * found["shuffled"]
