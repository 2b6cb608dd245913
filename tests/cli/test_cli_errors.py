"""What goes wrong is said in a line that names the remedy; the exit code tells the kind."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest
from outcome import Es


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("leaderboard", "--run", "bm52"), 1, "no system 'bm52'; did you mean 'bm25'?"),
        (("leaderboard", "--collection", "dem"), 1, "no collection 'dem'; did you mean 'demo'?"),
        (("leaderboard", "--qrels", "qrel"), 1, "no qrels 'qrel'; did you mean 'qrels'?"),
        (("topic", "9"), 1, "no topic '9'; available: 1, 2, 3, 4, 5, 6, 7, 8"),
        (("schema", "topic_scores"), 1, "no table or view 'topic_scores'; did you mean"),
        (("query", "select sistem from run"), 1, "did you mean 'system'"),
        (("query", "selec 1"), 1, 'syntax error at or near "selec"'),
        (("query", "drop table run"), 1, "queries are read-only"),
        (("query", "-f", "nothing.sql"), 1, "nothing.sql: cannot be read: No such file"),
        (("leaderboard", "-m", "nDCGG@10"), 2, "no measure 'nDCGG@10'; did you mean 'nDCG'"),
        (("leaderboard", "-m", ""), 2, "no measure ''"),
        (("leaderboard", "-m", "nDCG@1e400"), 2, "nDCG@1e400: a cutoff must be"),
        (("leaderboard", "-o", "board.xlsx"), 2, "unknown extension '.xlsx'"),
        (("leaderboard", "--format", "excel"), 2, "'excel' is not one of 'table', 'csv'"),
        (("leaderboard", "--average", "most"), 2, "'most' is not one of 'all', 'retrieved'"),
        (("leaderboard", "--top", "0"), 2, "Invalid value for '--top'"),
        (("leaderboard", "--top", str(2**63)), 2, "top must be below 2^63"),
        (
            ("leaderboard", "--memory-limit", "much"),
            2,
            "'much' is not a size; expected for example 4GB",
        ),
        (("query",), 2, "give one of: the SQL, - for standard input, a file with -f"),
        (("query", "select 1", "-f", "a.sql"), 2, "give one of: the SQL, - for standard input"),
        (("leaderboard", "--top", "x"), 2, "Invalid value for '--top': 'x' is not an integer."),
        (("risk", "bm25", "--weight", "x"), 2, "'x' is not a"),
        (("leaderboard", "-o", "x.foo"), 2, "or name the --format"),
        (
            ("leaderboard", "--efficiency", "latency"),
            1,
            "load them with `evalstore load efficiency`",
        ),
        (("compare", "bm25"), 2, "requires two different systems; name another, or a --baseline"),
        (("topic",), 2, "Missing argument 'TOPIC'"),
    ],
)
def test_a_wrong_request_to_a_store(
    es: Es, db: str, arguments: tuple[str, ...], code: int, message: str
) -> None:
    done = es(*arguments, "--db", db)

    assert (done.code, done.out) == (code, "")
    assert done.err.startswith("evalstore: error: ")
    assert message in done.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("leaderbord",), "No such command 'leaderbord'. Did you mean 'leaderboard'?"),
        (("leaderboard", "--tpo", "3"), "No such option: --tpo"),
        (("load",), "Missing command. Available: runs, qrels, topics, efficiency."),
        (("plot",), "Missing argument 'CHART'. Choose from: leaderboard, diff, precision-recall,"),
        (("eval", "qrels.txt"), "Missing argument 'RUN...'"),
    ],
)
def test_wrong_usage_points_to_the_help(es: Es, arguments: tuple[str, ...], message: str) -> None:
    done = es(*arguments)

    assert done.code == 2
    assert message in done.err
    assert "--help`" in done.err.splitlines()[-1]


def test_a_name_that_no_store_is_needed_for(es: Es) -> None:
    assert es("sql", "ndgc").err.startswith("evalstore: error: no view 'ndgc'; did you mean 'ndcg'")
    assert "did you mean 'nDCG'" in es("list", "measures", "ndgc").err


@pytest.mark.parametrize("command", ["leaderboard", "schema", "migrate", "drop run x", "serve"])
def test_a_store_that_is_not_there_is_not_made(es: Es, command: str) -> None:
    done = es(*command.split(), "--db", "gone.duckdb")

    assert done.code == 3
    assert done.err.startswith("evalstore: error: no store at gone.duckdb; ")
    assert "name another with --db" in done.err
    assert not Path("gone.duckdb").exists()


def test_a_folder_is_no_store(es: Es, tmp_path: Path) -> None:
    done = es("leaderboard", "--db", tmp_path)

    assert done.code == 3
    assert done.err == (
        f"evalstore: error: {tmp_path} is a folder, not a database; name another --db\n"
    )


def test_a_store_in_a_folder_that_is_not_there(es: Es, tmp_path: Path, demo_files: Path) -> None:
    gone = tmp_path / "gone"
    done = es("load", "qrels", demo_files / "qrels.txt", "--db", gone / "x.duckdb")

    assert done.code == 3
    assert done.err.endswith(f"x.duckdb cannot be created: no folder {gone}\n")


def test_a_file_that_is_no_store(es: Es) -> None:
    Path("text.duckdb").write_text("This is not a database.\n" * 1000)
    with duckdb.connect("other.duckdb") as connection:
        connection.execute("create table t (i integer)")

    assert es("leaderboard", "--db", "text.duckdb").code == 3
    assert es("load", "runs", "x", "--db", "other.duckdb").code == 3
    assert "is a DuckDB database, but not an evalstore store" in (
        es("leaderboard", "--db", "other.duckdb").err
    )


def test_an_older_store_says_how_to_bring_it_up_to_date(es: Es, own: str) -> None:
    with duckdb.connect(own) as connection:
        connection.execute("update alembic_version set version_num = '0000'")

    done = es("leaderboard", "--db", own)
    assert done.code == 3
    assert "`evalstore migrate`" in done.err


def test_migrate_says_what_it_did(es: Es, own: str) -> None:
    assert es("migrate", "--db", own).err.startswith(f"{own}: already at schema ")


def test_the_unexpected_is_one_line_and_a_traceback_on_demand(
    es: Es, db: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise KeyError("surprise")

    monkeypatch.setattr("evalstore.store.Store.runs", fail)
    brief = es("list", "runs", "--db", db)
    monkeypatch.setenv("EVALSTORE_DEBUG", "1")
    full = es("list", "runs", "--db", db)

    assert brief.code == full.code == 1
    assert brief.err == (
        "evalstore: error: KeyError: 'surprise'; set EVALSTORE_DEBUG=1 for the traceback\n"
    )
    assert full.err.startswith("Traceback")


def test_what_comes_from_a_file_cannot_command_the_terminal(es: Es, new: str) -> None:
    Path("evil.txt").write_text("1 Q0 a 1 \x1b[2Jx evil\n")
    done = es("load", "runs", "evil.txt", "--db", new)

    assert done.code == 1
    assert "\x1b" not in done.err


def test_a_misspelt_measure_is_told_before_the_runs_are_read(es: Es, tmp_path: Path) -> None:
    qrels, run = tmp_path / "qrels.txt", tmp_path / "run.txt"
    qrels.write_text("1 0 a 1\n")
    run.write_text("no run\n")
    done = es("eval", str(qrels), str(run), "-m", "nDGC@10")

    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("evalstore: error: no measure 'nDGC@10'; did you mean 'nDCG'")
