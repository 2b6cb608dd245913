"""Scores of a lake in a store: everything works there but what needs rankings."""

from __future__ import annotations

from pathlib import Path

import pytest

import evalstore
from evalstore.errors import ConflictError, DataError, UsageError
from evalstore.store import Store


@pytest.fixture
def saved(lake_path: Path, tmp_path: Path) -> Path:
    path = tmp_path / "saved.duckdb"
    with evalstore.open_lake(lake_path, threads=1) as lake:
        lake.leaderboard(["AP", "nDCG@10"])
        lake.save(path)
    return path


def test_answers_are_those_of_the_rankings(generated: Store, saved: Path) -> None:
    measures = ["AP", "nDCG@10"]
    with evalstore.open(saved, read_only=True) as store:
        assert str(store.leaderboard(measures, tiers=True)) == str(
            generated.leaderboard(measures, tiers=True)
        )
        assert store.compare((), "AP", pairs="all").fetchall() == (
            generated.compare((), "AP", pairs="all").fetchall()
        )
        assert store.difficulty("AP").fetchall() == generated.difficulty("AP").fetchall()


def test_views_have_what_came_and_nothing_else(generated: Store, saved: Path) -> None:
    query = "select * from leaderboard where measure in ('AP', 'nDCG@10') order by all"
    with evalstore.open(saved, read_only=True) as store:
        assert store.sql(query).fetchall() == generated.sql(query).fetchall()
        names = store.sql("select distinct measure from topic_score order by 1").fetchall()
        assert names == [("AP",), ("nDCG@10",)]


def test_a_measure_that_did_not_come_is_refused(saved: Path) -> None:
    with (
        evalstore.open(saved) as store,
        pytest.raises(DataError, match=r"6 runs .* without the scores of P@10"),
    ):
        store.leaderboard(["P@10", "P@5"]).fetchall()


def test_measures_are_those_that_came_unless_named(generated: Store, saved: Path) -> None:
    with evalstore.open(saved) as store:
        expected = generated.leaderboard(["nDCG@10", "AP"]).fetchall()
        assert store.leaderboard().fetchall() == expected


def test_the_report_is_written_without_curves(saved: Path) -> None:
    with evalstore.open(saved, read_only=True) as store:
        text = store.report(format="markdown")
    assert "## Leaderboard and tiers" in text
    assert "Precision and recall" not in text


@pytest.mark.parametrize(
    ("page", "status"),
    [("leaderboard", 200), ("compare?a=001&b=003", 200), ("difficulty", 200), ("curves", 400)],
)
def test_pages(saved: Path, page: str, status: int) -> None:
    pytest.importorskip("starlette")
    testclient = pytest.importorskip("starlette.testclient", exc_type=(ImportError, RuntimeError))
    from evalstore.web.application import application
    from evalstore.web.snapshot import Snapshots

    snapshots = Snapshots(saved)
    try:
        client = testclient.TestClient(
            application(snapshots), base_url="http://127.0.0.1:8000", raise_server_exceptions=False
        )
        answer = client.get(f"/default/{page}")
    finally:
        snapshots.close()
    assert answer.status_code == status
    assert ("this requires rankings" in answer.text) == (status == 400)


def test_curves_need_rankings(saved: Path) -> None:
    with evalstore.open(saved) as store, pytest.raises(DataError, match="this requires rankings"):
        store.precision_recall()


def test_ties_are_refused(saved: Path) -> None:
    with evalstore.open(saved) as store, pytest.raises(UsageError, match="rankings"):
        store.leaderboard("AP", ties=True).fetchall()


def test_some_topics_are_not_all(lake_path: Path, tmp_path: Path) -> None:
    with evalstore.open_lake(lake_path, threads=1) as lake:
        lake.leaderboard("AP", topics="1,2")
        lake.save(tmp_path / "part.duckdb")
    with evalstore.open(tmp_path / "part.duckdb") as store:
        assert len(store.leaderboard("AP", topics="1,2").fetchall()) == 6
        with pytest.raises(DataError, match="AP on all selected topics"):
            store.leaderboard("AP").fetchall()


def test_saving_again_adds_measures(lake_path: Path, saved: Path, generated: Store) -> None:
    with evalstore.open_lake(lake_path, threads=1) as lake:
        lake.leaderboard(["AP", "P@10"])
        lake.save(saved)
    with evalstore.open(saved) as store:
        measures = ["AP", "nDCG@10", "P@10"]
        here, there = store.scores(measures), generated.scores(measures)
        assert here.fetchall() == there.fetchall()


def test_beside_runs_that_are_loaded(files: Path, lake_path: Path, tmp_path: Path) -> None:
    path = tmp_path / "both.duckdb"
    with evalstore.open(path) as store:
        store.load_qrels(files / "judged.qrels")
        store.load_runs(files / "runs" / "1.run")
    with evalstore.open_lake(lake_path, threads=1) as lake:
        expected = lake.leaderboard("AP").fetchall()
        lake.save(path)
    with evalstore.open(path) as store:
        assert store.leaderboard("AP").fetchall() == expected
        assert len(store.leaderboard("P@10", runs="001").fetchall()) == 1
        assert store.sql("select count(distinct run_id) from custom_value").fetchall() == [(5,)]


def test_other_content_of_the_same_name_is_refused(lake_path: Path, tmp_path: Path) -> None:
    (tmp_path / "judged.qrels").write_text("1 0 d1 1\n")
    with evalstore.open(tmp_path / "other.duckdb") as store:
        store.load_qrels(tmp_path / "judged.qrels")
    with evalstore.open_lake(lake_path, threads=1) as lake:
        lake.leaderboard("AP")
        with pytest.raises(ConflictError, match="other judgements named 'judged'"):
            lake.save(tmp_path / "other.duckdb")


def test_the_store_is_sound_and_can_be_repaired(saved: Path, generated: Store) -> None:
    with evalstore.open(saved) as store:
        assert sum(row[2] for row in store.verify()) == 0
        store.verify(repair=True)
        assert store.leaderboard("AP").fetchall() == generated.leaderboard("AP").fetchall()


def test_it_is_no_source_of_a_lake(saved: Path, tmp_path: Path) -> None:
    with evalstore.open(saved) as store, pytest.raises(DataError, match="without their rankings"):
        store.export_lake(tmp_path / "lake")
