"""`measure add|remove|list`, `topic --curve`, `sql --steps`, and queries for absent measures."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest
from outcome import Es


def test_a_measure_is_added_listed_and_removed(es: Es, own: str) -> None:
    added = es("measure", "add", "nDCG@7", "map_cut_7", "--db", own)
    assert (added.code, added.out) == (0, "")
    listed = es("measure", "list", "--db", own, "--format", "csv")
    assert {"nDCG@7", "AP@7"} <= {row["measure"] for row in listed.records}
    select = "select count(*) as n from topic_score where measure = 'nDCG@7'"
    assert es("query", select, "--db", own, "--format", "csv").records == [{"n": "24"}]
    assert es("measure", "remove", "nDCG@7", "--db", own).code == 0
    assert es("query", select, "--db", own, "--format", "csv").records == [{"n": "0"}]


def test_a_measure_that_does_not_exist(es: Es, own: str) -> None:
    done = es("measure", "add", "ndgc@7", "--db", own)
    assert done.code != 0
    assert "did you mean 'nDCG'" in done.err


def test_a_query_for_a_measure_that_is_not_registered_is_noted(es: Es, db: str) -> None:
    done = es("query", "select * from leaderboard where measure = 'nDCG@7'", "--db", db)
    assert done.code == 0
    assert "nDCG@7" in done.err + done.out
    assert "evalstore measure add" in done.err + done.out
    quiet = es("query", "select * from leaderboard where measure = 'nDCG@10'", "--db", db)
    assert "measure add" not in quiet.err + quiet.out


CURVE = "rank,docno,grade,gain,discount,cg,dcg,ideal_dcg,ndcg,precision,recall"


def test_a_curve_has_the_gain_at_every_rank(es: Es, db: str) -> None:
    ask = ("topic", "5", "--run", "bm25", "--curve", "--db", db, "--format", "csv")
    done = es(*ask, "--depth", 4)
    assert done.code == 0
    assert done.out.splitlines()[0] == CURVE
    assert [row["rank"] for row in done.records] == list("1234")
    gains = [float(row["gain"]) for row in done.records]
    assert [float(row["cg"]) for row in done.records] == [sum(gains[:k]) for k in range(1, 5)]
    [score] = es("scores", "-m", "nDCG@4", "--run", "bm25", "--topic", "5", *ask[5:]).records
    assert float(done.records[-1]["ndcg"]) == pytest.approx(float(score["value"]), abs=1e-9)


def test_a_curve_of_another_gain_and_discount(es: Es, db: str) -> None:
    ask = ("topic", "5", "--run", "bm25", "--curve", "--depth", 3, "--db", db, "--format", "csv")
    done = es(*ask, "-m", "nDCG(gain='exp2',discount='jk')")
    assert [float(row["discount"]) for row in done.records] == pytest.approx(
        [1, 1, 0.63093], abs=1e-5
    )
    for row in done.records:
        assert float(row["gain"]) == 2 ** max(float(row["grade"] or 0), 0) - 1


def test_a_curve_needs_a_run(es: Es, db: str) -> None:
    done = es("topic", "5", "--curve", "--db", db)
    assert done.code == 2
    assert "run" in done.err


@pytest.mark.parametrize("name", ["ndcg", "average_precision", "leaderboard", "novelty"])
def test_the_steps_of_a_view_run_in_plain_duckdb(es: Es, db: str, name: str) -> None:
    done = es("sql", name, "--steps")
    assert done.code == 0
    with duckdb.connect() as plain:  # the tables alone, without any view
        plain.execute(f"attach '{Path(db)}' as store (read_only)")
        for (table,) in plain.execute(
            "select table_name from duckdb_tables() where database_name = 'store'"
        ).fetchall():
            plain.execute(f"create table {table} as from store.{table}")
        rows = plain.execute(done.out).fetchall()
    with duckdb.connect(db, read_only=True) as plain:
        schema = "main" if name == "leaderboard" else "measures"
        view = plain.execute(f"from {schema}.{name}").fetchall()
    assert sorted(map(repr, rows)) == sorted(map(repr, view))


def test_the_text_of_a_view_is_its_file(es: Es) -> None:
    done = es("sql", "average_precision")
    assert done.code == 0
    assert "over (" in done.out
    assert done.out.startswith("--")
