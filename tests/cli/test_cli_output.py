"""Formats, files, decimals, colour; data on one stream, notes on the other."""

from __future__ import annotations

import json
from pathlib import Path
from typing import get_args

import duckdb
import pytest
from evalstore_cli.emit import DATA_FORMATS
from evalstore_cli.options import Format
from outcome import Es

from evalstore.output import FORMATS

ASK = ("leaderboard", "-m", "AP")
BEGINNING = {
    "table": "demo · qrels\n\nposition  system",
    "csv": "position,system,AP,topics,missing\n",
    "tsv": "position\tsystem\tAP\ttopics\tmissing\n",
    "json": "[",
    "jsonl": '{"position": 1, "system": "hybrid", "AP": 0.88',
    "markdown": "**demo · qrels**",
    "latex": "% \\usepackage{booktabs}",
    "html": "<",
}


def test_the_command_line_offers_every_format() -> None:
    assert get_args(Format) == FORMATS


@pytest.mark.parametrize(("name", "beginning"), BEGINNING.items())
def test_each_format_goes_to_standard_output(es: Es, db: str, name: str, beginning: str) -> None:
    done = es(*ASK, "--db", db, "--format", name)

    assert (done.code, done.out[: len(beginning)]) == (0, beginning)


@pytest.mark.parametrize("name", FORMATS)
def test_notes_are_part_of_what_people_read_and_beside_what_programs_read(
    es: Es, db: str, name: str
) -> None:
    done = es(*ASK, "--db", db, "--format", name, "-o", "result")
    content = Path("result").read_bytes().decode("utf-8", errors="replace")

    if name in DATA_FORMATS:
        assert done.err.startswith("note: 8 topics, 88 judged documents")
    else:
        assert done.err == "wrote result\n"
        assert "88 judged documents" in content


@pytest.mark.parametrize(
    ("name", "format_"),
    [
        *[("a.CSV", "csv"), ("a.tsv", "tsv"), ("a.json", "json"), ("a.ndjson", "jsonl")],
        *[("a.md", "markdown"), ("a.tex", "latex"), ("a.html", "html"), ("a.txt", "table")],
    ],
)
def test_a_files_format_follows_its_extension(es: Es, db: str, name: str, format_: str) -> None:
    written = es("list", "collections", "--db", db, "-o", name)
    printed = es("list", "collections", "--db", db, "--format", format_)

    assert (written.code, written.out, written.err) == (0, "", f"wrote {name}\n")
    assert Path(name).read_text(encoding="utf-8") == printed.out


def test_a_parquet_file_holds_the_values_as_they_are(es: Es, db: str) -> None:
    es(*ASK, "--db", db, "-o", "board.parquet")

    with duckdb.connect() as connection:
        rows = connection.execute("select system, \"AP\" from 'board.parquet'").fetchall()
    assert rows[0] == ("hybrid", pytest.approx(0.885146, abs=1e-6))


def test_people_get_4_decimals_programs_all_and_everyone_what_they_ask_for(es: Es, db: str) -> None:
    assert "0.8851" in es(*ASK, "--db", db).out
    full = json.loads(es(*ASK, "--db", db, "--format", "json").out)[0]["AP"]
    assert abs(full - 0.8851) > 1e-6
    assert "1,hybrid,0.89,8,0" in es(*ASK, "--db", db, "--format", "csv", "--places", 2).out


def test_the_header_can_be_left_out(es: Es, db: str) -> None:
    done = es(*ASK, "--db", db, "--format", "csv", "--no-header", "--top", 1)

    assert done.out.startswith("1,hybrid,")


def test_colour_is_for_terminals_or_on_demand(
    es: Es, db: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask, dimmed = ("list", "collections", "--db", db), "\x1b[2m"

    assert dimmed not in es(*ask).out
    assert dimmed in es(*ask, "--color", "always").out
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert dimmed in es(*ask).out
    assert dimmed not in es(*ask, "--color", "never").out
    monkeypatch.setenv("NO_COLOR", "1")
    assert dimmed not in es(*ask).out


def test_a_table_fits_the_terminal_and_is_as_wide_as_it_is_elsewhere(
    es: Es, db: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "70")
    wide = es("list", "runs", "--db", db)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    narrow = es("list", "runs", "--db", db, "--color", "never")

    assert max(map(len, narrow.out.splitlines())) <= 70 < max(map(len, wide.out.splitlines()))


def test_parquet_is_not_for_a_terminal(es: Es, db: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    done = es(*ASK, "--db", db, "--format", "parquet")

    assert (done.code, done.out) == (2, "")
    assert done.err == (
        "evalstore: error: Parquet is a binary format; write it to a file with -o\n"
    )


def test_a_file_that_cannot_be_written_is_an_error(es: Es, db: str) -> None:
    done = es(*ASK, "--db", db, "-o", "nowhere/board.txt")

    assert done.code == 1
    assert done.err.startswith("evalstore: error: nowhere/board.txt: cannot be written: ")
