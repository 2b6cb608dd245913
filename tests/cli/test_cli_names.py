"""Names on the command line: lists, globs and files, and commands that ask for them."""

from __future__ import annotations

from pathlib import Path

from outcome import Es


def test_runs_and_topics_take_commas_globs_and_files(es: Es, db: str, tmp_path: Path) -> None:
    def rows(*options: object) -> list[tuple[str, str]]:
        done = es("scores", "-m", "AP", *options, "--format", "csv", "--db", db)
        return [(row["system"], row["topic"]) for row in done.records]

    (tmp_path / "names.txt").write_text("bm25\nd*\n")
    assert rows("--run", "bm25", "--topic", "1,2") == [("bm25", "1"), ("bm25", "2")]
    assert {system for system, _ in rows("--run", "[bd]*")} == {"bm25", "dense"}
    assert {system for system, _ in rows("--run", f"@{tmp_path}/names.txt")} == {"bm25", "dense"}


def test_measures_come_from_a_file_too(es: Es, db: str, tmp_path: Path) -> None:
    (tmp_path / "measures.txt").write_text("nDCG@10\nAP,RR\n")
    done = es("leaderboard", "-m", f"@{tmp_path}/measures.txt", "--format", "csv", "--db", db)
    assert list(done.records[0])[2:5] == ["nDCG@10", "AP", "RR"]


def test_compare_without_names_asks(es: Es, db: str) -> None:
    done = es("compare", "--db", db)
    assert (done.code, done.out) == (2, "")
    assert "name the systems, the first of which" in done.err
    assert "or a --baseline, or compare all pairs with --pairs all" in done.err


def test_compare_with_a_baseline(es: Es, db: str) -> None:
    done = es("compare", "--baseline", "bm25", "-m", "AP", "--format", "csv", "--db", db)
    assert [(row["a"], row["b"]) for row in done.records] == [("dense", "bm25"), ("hybrid", "bm25")]
