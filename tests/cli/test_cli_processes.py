"""What only real processes show: several at once, pipes that close, a quick start."""

from __future__ import annotations

import os
import shlex
import subprocess
from pathlib import Path

import duckdb
import pytest
from outcome import COMMAND, Es


def start(*arguments: str, **streams: int) -> subprocess.Popen[str]:
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **streams}
    return subprocess.Popen([*COMMAND, *arguments], encoding="utf-8", **pipes)  # type: ignore[call-overload,no-any-return]


def test_every_command_has_its_help(process: Es) -> None:
    done = process()

    assert (done.code, done.err) == (0, "")
    assert done.out == process("--help").out
    for command in ("load", "leaderboard", "scores", "topic", "eval", "query", "sql", "demo"):
        assert f"\n  {command} " in done.out


def test_the_version_names_duckdbs_too(process: Es) -> None:
    done = process("--version")

    assert done.out.startswith("evalstore 0.")
    assert f"DuckDB {duckdb.__version__}" in done.out


def test_many_may_read_at_once(db: str) -> None:
    first = start("query", "-", "--db", db, stdin=subprocess.PIPE)
    with duckdb.connect(db, read_only=True) as holder:
        holder.execute("select 1").fetchall()
        second = start("leaderboard", "--db", db)
        out, err = second.communicate()
    answer, _ = first.communicate("select 42 as answer")

    assert (second.returncode, err) == (0, "")
    assert "hybrid" in out
    assert "42" in answer


def test_while_one_writes_others_are_told_who_it_is(process: Es) -> None:
    with duckdb.connect("held.duckdb"):
        done = process("leaderboard", "--db", "held.duckdb", "--wait", "0.2")

    assert done.code == 3
    assert done.err.startswith(f"evalstore: error: held.duckdb is in use by process {os.getpid()} ")


def test_a_reader_that_leaves_early_is_no_error(db: str) -> None:
    running = start("query", "from range(300000)", "--format", "csv", "--db", db)
    assert running.stdout is not None
    assert running.stderr is not None
    assert running.stdout.readline() == "range\n"
    running.stdout.close()

    assert running.stderr.read() == ""
    running.stderr.close()
    assert running.wait() in (0, 141)


def test_a_query_can_be_piped_in(process: Es, db: str) -> None:
    done = process("query", "-", "--format", "csv", stdin="select 42 as answer", EVALSTORE_DB=db)

    assert (done.code, done.out, done.err) == (0, "answer\n42\n", "")


def test_output_is_utf8_whatever_the_locale(process: Es, db: str) -> None:
    done = process(
        "query", "select 'Järvelin' as name", "--db", db, LC_ALL="C", PYTHONIOENCODING="ascii"
    )

    assert "Järvelin" in done.out


def test_the_demonstration_needs_nothing_and_can_be_repeated(
    process: Es, es: Es, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = process("demo")
    monkeypatch.setenv("EVALSTORE_DB", "real.duckdb")
    second = es("demo")

    assert (first.code, first.err) == (0, "")
    assert first.out == second.out
    assert [path.name for path in Path().iterdir()] == ["evalstore-demo.duckdb"]
    for shown in ("nDCG@10", "sharpen a santoku", "row_number() over", "duckdb evalstore-demo"):
        assert shown in first.out


def test_the_demonstrations_commands_work_as_printed(es: Es, own: str) -> None:
    awkward = Path(own).rename("a store of mine.duckdb")
    printed = [line.strip(" $") for line in es("demo", "--db", awkward).out.splitlines()]
    commands = [line for line in printed if line.startswith("evalstore ")]

    assert len(commands) == 6
    for command in commands:
        done = es(*shlex.split(command)[1:])
        assert (done.code, bool(done.out)) == (0, True), command


@pytest.mark.parametrize(
    "arguments",
    [
        "leaderboard --format csv",
        "leaderboard --baseline bm25 --tiers",
        "leaderboard --ties",
        "leaderboard --judged 10",
        "leaderboard -o board.parquet",
        "scores --format json",
        "topic 1",
        "topic 1 --run bm25 --run hybrid",
        "compare bm25 hybrid",
        "diff bm25 hybrid",
        "diff bm25 hybrid --topic 1",
        "risk bm25",
        "difficulty",
        "matrix --z-scores",
        "outliers --limit 1",
        "curves",
        "check --run hybrid --baseline bm25 --max-drop AP=1",
        "correlate -m AP -m P@5",
        "pool --depth 3",
        "robustness --leave-out --depth 3",
        "reproduce bm25 hybrid",
        "query 'select log_discount(rank, 2) from ranking limit 1'",
        "schema",
        "schema ranking",
        "list runs",
        "list qrels",
        "list topics",
        "list measures",
    ],
)
def test_a_command_needs_nothing_that_others_have_imported(
    arguments: str, db: str, process: Es
) -> None:
    done = process(*shlex.split(arguments), "--db", db)

    assert (done.code, "error" in done.err) == (0, False), done.err
