"""`correlate` and `agree`: which two are meant, what moves, what stays significant."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from evalstore.errors import DataError, UnknownNameError, UsageError
from evalstore.store import Store


def values(result) -> dict[str, float]:
    return {row["statistic"]: row["value"] for row in result.dicts()}


def test_two_measures(small: Store) -> None:
    result = small.correlate(["nDCG@10", "AP"], qrels=["human"])
    assert result.title == "nDCG@10 against AP"
    assert values(result)["tau_b"] == pytest.approx(1)
    assert sum(values(result)[name] for name in ("agree", "flip", "neither")) <= 1
    assert any("3 pairs of 3 systems" in row["about"] for row in result.dicts())


def test_two_qrels_sets(small: Store) -> None:
    result = small.correlate(["P@1"], qrels=["human", "llm"], show="movers")
    rows = {row["system"]: row for row in result.dicts()}
    assert rows["good"]["human"] == 1.0
    assert rows["good"]["llm"] == 0.5
    assert rows["fair"]["moved"] == rows["fair"]["human position"] - rows["fair"]["llm position"]
    assert any("2 topics" in note for note in result.notes)


def test_only_topics_that_both_sets_judge_are_averaged(small: Store) -> None:
    small.load_qrels({"1": {"a": 1}}, name="shallow")
    result = small.correlate(["P@1"], qrels=["human", "shallow"], show="movers")
    assert "human: 1 of 2 topics, 4 judged documents" in result.notes[0]
    assert "shallow: 1 of 1 topic, 1 judged document," in result.notes[1]


def test_two_collections_keep_their_own_topics(small: Store) -> None:
    small.load_qrels({"1": {"a": 1}}, collection="other")
    small.load_run({"1": {"a": 1}}, "good", collection="other")
    small.load_run({"1": {"b": 1}}, "poor", collection="other")
    result = small.correlate(["P@1"], collections=["default", "other"], qrels=["human", "qrels"])
    assert values(result)["tau_b"] == 1
    assert "1 system only in human, default, left out: fair (position 2)" in result.notes


def test_a_measure_where_low_is_good_is_turned(small: Store) -> None:
    result = small.correlate(["Judged@3", "Unjudged@3"], qrels=["human"])
    assert values(result)["tau_b"] == pytest.approx(1)


@pytest.fixture
def dated(small: Store) -> Store:
    """fair came last, in June; the second judges in June too."""
    small.connection.execute("update run set loaded_at = '2026-05-04 09:00'")
    small.connection.execute("update run set loaded_at = '2026-06-04' where system = 'fair'")
    small.connection.execute("update qrels set loaded_at = '2026-05-04 12:30'")
    small.connection.execute("update qrels set loaded_at = '2026-06-01' where name = 'llm'")
    return small


def test_a_date_against_now(dated: Store) -> None:
    """By the end of May there are two systems and the human judges; now three, and the model."""
    result = dated.correlate(["P@1"], as_of=["2026-05-31"], show="movers")
    assert result.title == "2026-05-31 against now"
    assert {row["system"] for row in result.dicts()} == {"good", "poor"}
    assert result.notes[0].startswith("2026-05-31: P@1, default · human: 2 topics")
    assert "2 of the 3 systems had been loaded; replaced and dropped" in result.notes[0]
    assert result.notes[1].startswith("now: P@1, default · llm")
    assert "1 system only in now, left out: fair (position 1)" in result.notes


def test_two_dates_with_judgements_named(dated: Store) -> None:
    days = [date(2026, 5, 4), datetime(2026, 7, 1, tzinfo=UTC)]
    result = dated.correlate(["P@1"], as_of=days, qrels=["llm"])
    assert "; llm was loaded later" in result.notes[0]
    assert "llm" in result.notes[1]
    assert values(result)["tau_b"] == 1


def test_a_time_of_day(dated: Store) -> None:
    dated.correlate(["P@1"], as_of=["2026-05-04T12:30"])
    with pytest.raises(DataError, match="no judgements had been loaded by 2026-05-04 12:29"):
        dated.correlate(["P@1"], as_of=["2026-05-04 12:29"])


def test_dates_that_lead_nowhere(dated: Store, tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no run had been loaded by 2025-01-01; the first"):
        dated.correlate(["P@1"], as_of=["2025-01-01"])
    with pytest.raises(UsageError, match="'last May' is not a date; expected 2026-05-31"):
        dated.correlate(["P@1"], as_of=["last May"])
    with pytest.raises(UsageError, match="at most two dates can be compared, not 3"):
        dated.correlate(["P@1"], as_of=["2026-05-31"] * 3)
    with pytest.raises(UsageError, match="give either a file or a date"):
        dated.correlate(["P@1"], as_of=["2026-05-31"], files=[tmp_path / "x.csv"])


def test_a_saved_leaderboard_against_now(small: Store, tmp_path: Path) -> None:
    path = tmp_path / "before.csv"
    small.leaderboard(["AP", "nDCG@10"], qrels="human").save(path)
    result = small.correlate(["AP"], files=[path], qrels=["human"])
    assert values(result)["tau_b"] == pytest.approx(1)
    assert any("no per-topic scores" in note for note in result.notes)


def test_columns_of_a_file_are_found_under_any_name_of_the_measure(
    small: Store, write: Callable[..., Path]
) -> None:
    path = write("published.csv", "run,MAP\ngood,0.3\nfair,0.2\npoor,0.1\n")
    assert values(small.correlate(["AP"], files=[path], qrels=["human"]))["tau_b"] == 1
    with pytest.raises(UnknownNameError, match=r"no column of .*did you mean|available"):
        small.correlate(["P@5"], files=[path], qrels=["human"])


def test_two_files_need_no_judgements(store: Store, write: Callable[..., Path]) -> None:
    first = write("a.csv", "system,score\nx,0.3\ny,0.2\nz,0.1\n")
    second = write("b.tsv", "system\tscore\nx\t0.1\ny\t0.2\nz\t0.3\n")
    assert values(store.correlate(files=[first, second]))["tau_b"] == -1


@pytest.mark.parametrize(
    ("asked", "options", "message"),
    [
        (["AP"], {"qrels": ["human"]}, "the two leaderboards are the same"),
        (["AP", "RR", "P@5"], {"show": "movers"}, "at most two measures can be compared, not 3"),
        (["AP", "RR"], {"p": 1.0}, "between 0 and 1"),
        (["AP", "RR"], {"show": "all"}, "no table 'all'"),
    ],
)
def test_questions_that_make_no_sense(small: Store, asked, options, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        small.correlate(asked, **{"qrels": ["human"], **options})


def test_pairs_tell_what_is_significant_on_each_side(store: Store) -> None:
    topics = [str(number) for number in range(20)]
    store.load_qrels({topic: {"a": 2, "b": 1} for topic in topics}, name="first")
    store.load_qrels({topic: {"a": 1, "b": 2} for topic in topics}, name="second")
    for name, document in (("finds a", "a"), ("finds b", "b")):
        run = {t: {document: 2.0} | ({"x": 3.0} if int(t) % 7 == 0 else {}) for t in topics}
        store.load_run(run, name)
    result = store.correlate(["nDCG@10"], qrels=["first", "second"], show="pairs")
    [row] = result.dicts()
    assert row["verdict"] == "flip"
    assert row["first difference"] == pytest.approx(-row["second difference"])
    assert any("paired t test" in note for note in result.notes)


def test_agreement_of_two_judges(small: Store) -> None:
    """On six common documents: same grade for a, x and the other a."""
    found = values(small.agree("human", "llm"))
    assert found["agreement"] == pytest.approx(3 / 6)
    assert found["overlap"] == pytest.approx(3 / 5)
    [note] = small.agree("human", "llm").notes
    assert note.startswith("6 documents of 2 topics judged in both sets; 1 only in human, 1 only")


def test_the_confusion_matrix_has_its_margins(small: Store) -> None:
    rows = small.agree("human", "llm", show="matrix").rows
    assert rows == [("0", 1, 1, 0, 2), ("1", 1, 2, 0, 3), ("2", 0, 1, 0, 1), ("all", 2, 4, 0, 6)]


def test_agreement_per_topic_and_overall(small: Store) -> None:
    rows = small.agree("human", "llm", show="topics").dicts()
    assert [(row["topic"], row["both_judged"]) for row in rows] == [("1", 3), ("2", 3), ("all", 6)]
    assert rows[1]["kappa"] == pytest.approx(0.4)


def test_agreement_on_two_grades(small: Store) -> None:
    result = small.agree("human", "llm", rel=2, show="matrix")
    assert result.rows == [("0", 5, 0, 5), ("1", 1, 0, 1), ("all", 6, 0, 6)]


def test_negative_grades_are_no_judgements(store: Store) -> None:
    store.load_qrels({"1": {"a": 1, "b": -1}}, name="one")
    store.load_qrels({"1": {"a": 1, "b": 1}}, name="two")
    assert store.agree("one", "two", show="matrix").rows[-1][-1] == 1


def test_judges_without_a_document_in_common(small: Store) -> None:
    small.load_qrels({"9": {"a": 1}}, name="elsewhere")
    with pytest.raises(DataError, match="judge no document in common"):
        small.agree("human", "elsewhere")


@pytest.mark.fixtures
def test_two_measures_of_48_runs(covid: Store) -> None:
    stats = pytest.importorskip("scipy.stats")
    result = covid.correlate(["nDCG@10", "AP"])
    board = covid.leaderboard(["nDCG@10", "AP"]).dicts()
    columns = [[row[name] for row in board] for name in ("nDCG@10", "AP")]
    found = values(result)
    assert found["tau_b"] == pytest.approx(stats.kendalltau(*columns)[0], abs=1e-9)
    assert found["spearman"] == pytest.approx(stats.spearmanr(*columns)[0], abs=1e-9)
    assert found["agree"] + found["flip"] + found["only first"] + found["only second"] + found[
        "neither"
    ] == pytest.approx(1)
    assert any(
        note.startswith("biggest movers: sheikh_bm25_manual 8 → 17") for note in result.notes
    )
