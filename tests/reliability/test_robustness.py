"""Leave-one-out, sampled judgements, estimates of what is relevant."""

from __future__ import annotations

import pytest

from evalstore.errors import UsageError
from evalstore.store import Store


@pytest.fixture
def pooled(store: Store) -> Store:
    """In the first two of each run: b only of one, d only of two; a of both."""
    store.load_qrels({"1": {"a": 1, "b": 1, "c": 1, "d": 0}})
    store.load_run({"1": {"a": 3, "b": 2, "c": 1}}, "team_one")
    store.load_run({"1": {"d": 3, "a": 2, "b": 1}}, "team_two")
    store.load_run({"1": {"a": 3, "x": 2, "c": 1}}, "other")
    return store


def test_a_system_without_what_only_it_brought(pooled: Store) -> None:
    """team_one loses b: 2 of 2 relevant at 1 and 3, AP = (1 + 2/3) / 2."""
    rows = {row["system"]: row for row in pooled.leave_one_out(["AP"], depth=2).dicts()}
    one = rows["team_one"]
    assert one["value"] == pytest.approx(1)
    assert one["without"] == pytest.approx((1 + 2 / 3) / 2)
    assert one["change"] == pytest.approx(one["without"] - one["value"])
    assert (one["unique_judged"], one["unique_relevant"]) == (1, 1)
    assert (rows["team_two"]["unique_judged"], rows["team_two"]["unique_relevant"]) == (1, 0)
    assert rows["other"]["change"] == 0


def test_the_others_are_measured_without_it_too(pooled: Store) -> None:
    """Without b, `other` has both relevant documents at 1 and 3, as team_one has: equal places."""
    [one] = [row for row in pooled.leave_one_out(["AP"], depth=2) if row[0] == "team_one"]
    assert one[5:8] == (1, 1, 0)


def test_leaving_out_equals_loading_fewer_judgements(pooled: Store) -> None:
    pooled.load_qrels({"1": {"a": 1, "c": 1, "d": 0}}, name="without b")
    measures = ["AP", "nDCG@10", "Bpref", "RBP(p=0.8)", "nDCG(judged_only=True)@5", "P@2"]
    left = pooled.leave_one_out(measures, depth=2, qrels="qrels").dicts()
    fewer = {row["system"]: row for row in pooled.leaderboard(measures, qrels="without b").dicts()}
    for row in left:
        if row["system"] == "team_one":
            assert row["without"] == pytest.approx(fewer["team_one"][row["measure"]], abs=1e-12)


def test_a_team_is_left_out_as_a_whole(pooled: Store) -> None:
    """a is still brought by `other`; b and d only by the team."""
    rows = pooled.leave_one_out(["AP"], depth=2, by_team=r"^(\w+)_").dicts()
    unique = {row["system"]: row["unique_judged"] for row in rows}
    assert unique == {"team_one": 2, "team_two": 2, "other": 0}
    with pytest.raises(UsageError, match="not a regular expression"):
        pooled.leave_one_out(["AP"], by_team="(")


def test_sampling_everything_changes_nothing(pooled: Store) -> None:
    [row] = pooled.sample_judgements([100], ["AP"], repeats=2).dicts()
    assert (row["tau"], row["judged"], row["relevant"]) == (1, 4, 3)


def test_a_sample_keeps_one_of_each_kind_and_is_stable(pooled: Store) -> None:
    first = pooled.sample_judgements([50, 1], ["AP"], repeats=3).dicts()
    assert [(row["judged"], row["relevant"]) for row in first] == [(3, 2), (2, 1)]
    assert pooled.sample_judgements([50, 1], ["AP"], repeats=3).dicts() == first
    assert pooled.sample_judgements([1], ["AP"], repeats=3).dicts() == first[1:]
    assert "seed 42" in pooled.sample_judgements([50], ["AP"]).notes[0]


@pytest.mark.parametrize("shares", [[], [0], [101]])
def test_samples_that_make_no_sense(pooled: Store, shares) -> None:
    with pytest.raises(UsageError, match="percentages"):
        pooled.sample_judgements(shares)


def test_a_python_measure_knows_only_the_loaded_judgements(pooled: Store) -> None:
    count = lambda ranking: float(len(ranking.docnos))  # noqa: E731
    pooled.register_measure("Found", count, meaning="how many")
    with pytest.raises(UsageError, match="Python function"):
        pooled.leave_one_out(["Found"])


def test_the_estimate_of_relevant_documents_by_hand(pooled: Store) -> None:
    """Of three runs' first two: a by three, b by one; nothing by two. c is known from elsewhere."""
    [row] = pooled.estimate_relevant(depth=2).dicts()
    assert (row["relevant"], row["found"], row["by_one"], row["by_two"]) == (3, 2, 1, 0)
    assert (row["estimate"], row["beyond"]) == (pytest.approx(2 + 2 / 3 * 1 * 0 / 2), 0)


def test_the_estimate_grows_with_what_one_run_alone_finds(store: Store) -> None:
    """Four documents by one run each, one by both: 5 + 1/2 * 4 * 3 / (2 * 2) = 6.5."""
    store.load_qrels({"1": dict.fromkeys("abcde", 1)})
    store.load_run({"1": {"a": 3, "b": 2, "c": 1}}, "one")
    store.load_run({"1": {"a": 3, "d": 2, "e": 1}}, "two")
    [row] = store.estimate_relevant(depth=3).dicts()
    assert row["estimate"] == pytest.approx(6.5)
    assert row["beyond"] == pytest.approx(1.5)


def test_an_estimate_read_after_another_is_still_its_own(pooled: Store) -> None:
    expected = pooled.estimate_relevant(depth=1).rows
    first = pooled.estimate_relevant(depth=1)
    other = pooled.estimate_relevant(depth=3)
    assert first.rows == expected
    assert other.rows != expected


@pytest.mark.fixtures
def test_48_runs_left_out_one_by_one(covid: Store) -> None:
    result = covid.leave_one_out(["nDCG@10"], depth=7)
    board = {row["system"]: row for row in covid.leaderboard(["nDCG@10"]).dicts()}
    rows = result.dicts()
    assert len(rows) == 48
    for row in rows:
        assert row["value"] == pytest.approx(board[row["system"]]["nDCG@10"], abs=1e-12)
        assert row["position"] == board[row["system"]]["position"]
    assert rows[0]["system"] == "xj4wang_run1"
    assert "31 of 48 systems change position" in result.notes[0]


@pytest.mark.fixtures
def test_one_variant_equals_qrels_loaded_without_its_judgements(covid: Store) -> None:
    """The slow way: drop what one system brought alone, load the rest, evaluate."""
    unique = covid.connection.execute(
        """
        select topic, docno from ranked where rank <= 7
        group by all having count(*) = 1 and any_value(system) = 'xj4wang_run1'
        """
    ).fetchall()
    qrels = covid.sql("select topic, docno, grade from judged_document").rows
    kept: dict[str, dict[str, float]] = {}
    for topic, docno, grade in qrels:
        if (topic, docno) not in set(unique):
            kept.setdefault(topic, {})[docno] = grade
    run: dict[str, dict[str, float]] = {}
    for topic, docno, rank in covid.sql(
        "select topic, docno, rank from ranked where system = 'xj4wang_run1'"
    ):
        run.setdefault(topic, {})[docno] = -rank
    with Store() as other:
        other.load_qrels(kept)
        other.load_run(run, "xj4wang_run1")
        [slow] = other.leaderboard(["nDCG@10", "AP", "Bpref"]).dicts()
    rows = covid.leave_one_out(["nDCG@10", "AP", "Bpref"], depth=7).dicts()
    for row in rows:
        if row["system"] == "xj4wang_run1":
            assert row["without"] == pytest.approx(slow[row["measure"]], abs=1e-9)


@pytest.mark.fixtures
def test_fewer_judgements_of_48_runs(covid: Store) -> None:
    rows = covid.sample_judgements([100, 50, 10], ["nDCG@10"], repeats=3).dicts()
    assert rows[0]["tau"] == pytest.approx(1)
    assert 1 > rows[1]["tau"] > rows[2]["tau"] > 0.7
    assert rows[1]["judged"] == 4361


@pytest.mark.fixtures
def test_an_organiser_is_told_how_far_the_pool_was_judged(covid: Store) -> None:
    result = covid.leave_one_out(["nDCG@10"])
    assert "the first, run1, is 3rd without its unique contributions" in result.notes[0]
    assert "leave them out by team" in result.notes[1]
    assert "67 % are judged on average (0 of 48 systems completely" in result.notes[2]
    assert "4 → 12" in result.to("table").splitlines()[4]


@pytest.mark.fixtures
def test_the_first_and_the_furthest_are_followed_through_samples(covid: Store) -> None:
    result = covid.sample_judgements((100, 20), ["nDCG@10"], repeats=3)
    full, fewer = result.dicts()
    assert (full["first_unchanged"], full["largest_move"]) == (1, 0)
    assert 0 <= fewer["first_unchanged"] <= 1
    assert fewer["largest_move"] > 0
    assert "3 of 3" in result.to("table")


@pytest.mark.fixtures
def test_relevant_documents_of_30_topics(covid: Store) -> None:
    rows = covid.estimate_relevant(depth=10).dicts()
    assert len(rows) == 30
    assert all(row["relevant"] >= row["found"] and row["estimate"] >= row["found"] for row in rows)
