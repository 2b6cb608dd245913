"""correlate, agree, pool, robustness, reproduce and load efficiency, as a user gives them."""

from __future__ import annotations

from pathlib import Path

import pytest
from outcome import Es

import evalstore
from evalstore import demo


@pytest.fixture
def own(tmp_path: Path) -> str:
    """A store of one's own to write to, with a second judge."""
    path = tmp_path / "own.duckdb"
    with evalstore.open(path) as store:
        demo.build(store)
        grades: dict[str, dict[str, int]] = {}
        for topic, docno in store.connection.execute(
            "select topic, docno from judged_document"
        ).fetchall():
            grades.setdefault(topic, {})[docno] = 1
        store.load_qrels(grades, name="lenient", collection=store.collections().rows[0][0])
    return str(path)


def test_correlate_two_measures(es: Es, db: str) -> None:
    done = es("correlate", "-m", "nDCG@10", "-m", "AP", "--db", db, "--format", "csv")
    assert done.code == 0
    assert [row["statistic"] for row in done.records][:3] == ["tau_b", "tau_ap", "tau_ap_b"]
    assert "3 pairs of 3 systems" in done.out
    assert "paired t test" in done.err


def test_correlate_shows_movers_and_pairs(es: Es, db: str) -> None:
    movers = es("correlate", "-m", "nDCG@10,P@5", "--movers", "--db", db)
    assert "nDCG@10 position" in movers.out
    pairs = es("correlate", "-m", "nDCG@10,P@5", "--pairs", "--db", db, "--format", "csv")
    assert len(pairs.records) == 3
    assert "verdict" in pairs.records[0]


def test_correlate_two_dates(es: Es, own: str) -> None:
    done = es("correlate", "-m", "AP", "--as-of", "2099-01-01", "--db", own, "--format", "json")
    assert done.code == 0
    assert "note: now: AP" in done.err
    assert "all 3 systems had been loaded" in done.err
    early = es("correlate", "-m", "AP", "--as-of", "1999-12-31", "--db", own)
    assert early.code == 1
    assert "no run had been loaded by 1999-12-31" in early.err
    wrong = es("correlate", "-m", "AP", "--as-of", "May", "--db", own)
    assert wrong.code == 2


def test_a_footer_goes_into_the_data(es: Es, db: str) -> None:
    done = es("compare", "--pairs", "all", "-m", "AP", "--db", db, "--format", "csv", "--footer")
    assert done.err == ""
    assert "# paired t test, Holm correction over 3 comparisons" in done.out


def test_correlate_needs_two_sides(es: Es, db: str) -> None:
    done = es("correlate", "-m", "AP", "--db", db)
    assert done.code == 2
    assert "the two leaderboards are the same" in done.err


def test_correlate_with_last_month(es: Es, db: str, tmp_path: Path) -> None:
    saved = tmp_path / "last-month.csv"
    assert es("leaderboard", "-m", "AP", "--db", db, "-o", saved).code == 0
    done = es("correlate", "-m", "AP", "--file", saved, "--db", db, "--format", "csv")
    assert float(done.records[0]["value"]) == 1
    both = es("correlate", "--file", saved, "--file", saved, "--db", tmp_path / "no.duckdb")
    assert both.code == 0
    assert not (tmp_path / "no.duckdb").exists()


def test_agree(es: Es, own: str) -> None:
    with evalstore.open(own, read_only=True) as store:
        first = next(row[1] for row in store.qrels().rows if row[1] != "lenient")
    done = es("agree", first, "lenient", "--db", own, "--format", "csv")
    assert [row["statistic"] for row in done.records][:2] == ["agreement", "kappa"]
    assert "judged in both sets" in done.err
    assert "lenient 1" in es("agree", first, "lenient", "--matrix", "--db", own).out
    topics = es("agree", first, "lenient", "--by-topic", "--db", own, "--format", "csv")
    assert topics.records[-1]["topic"] == "all"


def test_pool_to_judge_is_a_qrels_file(es: Es, own: str, tmp_path: Path) -> None:
    path = tmp_path / "pool.txt"
    options = ("--qrels", "lenient", "--db", own)
    done = es("pool", "--depth", 5, "--all", "--to-judge", "-o", path, *options)
    assert done.code == 0
    assert "documents" in done.err
    assert all(line.split("\t")[1::2] == ["0", "-1"] for line in path.read_text().splitlines())
    listed = es("pool", "--depth", 5, "--all", "--order", "bandit", "--format", "csv", *options)
    assert list(listed.records[0]) == ["topic", "docno", "systems", "best_rank", "grade"]
    assert len(listed.records) == len(path.read_text().splitlines())


def test_robustness_says_what_it_can_do(es: Es, db: str) -> None:
    done = es("robustness", "--db", db)
    assert done.code == 2
    assert "--leave-out, --sample 100,50,20,10 and --relevant" in done.err
    assert es("robustness", "--sample", "all", "--db", db).code == 2


def test_robustness_three_ways(es: Es, db: str) -> None:
    left = es("robustness", "--leave-out", "--depth", 3, "-m", "AP", "--db", db, "--format", "csv")
    assert len(left.records) == 3
    assert "systems change position" in left.err
    few = es("robustness", "--sample", "100,50%", "--repeats", 2, "--db", db, "--format", "csv")
    assert [row["share"] for row in few.records] == ["100", "50"]
    relevant = es("robustness", "--relevant", "--db", db, "--format", "csv")
    assert len(relevant.records) == 8


def test_reproduce(es: Es, db: str) -> None:
    done = es("reproduce", "bm25", "dense", "-m", "AP", "--db", db, "--format", "csv")
    names = [row["statistic"] for row in done.records]
    assert names == ["KTU", "KTU_by_rank", "RBO", "RMSE", "nRMSE", "p_value"]
    baselines = ("--original-baseline", "bm25", "--reproduced-baseline", "dense")
    whole = es("reproduce", "hybrid", "dense", "-m", "AP", "--db", db, *baselines[:2])
    assert whole.code == 2
    assert "need both" in whole.err
    topics = es("reproduce", "bm25", "dense", "--by-topic", "--db", db, "--format", "csv")
    assert len(topics.records) == 8


def test_load_efficiency_and_the_front(es: Es, own: str, tmp_path: Path) -> None:
    path = tmp_path / "costs.csv"
    path.write_text("system,latency (ms)\nbm25,5\ndense,40\nhybrid,45\n")
    done = es("load", "efficiency", path, "--db", own)
    assert done.err.startswith("loaded 1 efficiency file, 0 topics, 3 rows")
    again = es("load", "efficiency", path, "--db", own)
    assert "1 already loaded, nothing to do" in again.err
    options = ("--qrels", "lenient", "-m", "AP", "--efficiency", "latency", "--judged", "10")
    board = es("leaderboard", *options, "--db", own, "--format", "csv")
    assert {row["system"]: row["latency"] for row in board.records}["dense"] == "40.0"
    assert {row["front"] for row in board.records} <= {"true", "false"}
    assert "latency in ms: 3 of 3 systems, measured once" in board.err


def test_a_bad_efficiency_file_is_refused_by_line(es: Es, own: str, tmp_path: Path) -> None:
    path = tmp_path / "costs.csv"
    path.write_text("system,latency\nbm25,fast\nbn25,3\n")
    done = es("load", "efficiency", path, "--db", own)
    assert done.code == 1
    assert f"{path}:2: latency 'fast' is not a finite number" in done.err
    assert f"{path}:3: no system 'bn25'; did you mean 'bm25'?" in done.err
    assert es("load", "efficiency", path, "--db", tmp_path / "no.duckdb").code == 3
