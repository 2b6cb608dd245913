"""Which formats there are, and how one is chosen."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import duckdb
import pytest

from evalstore.errors import UsageError
from evalstore.output import FORMATS, format_of, render
from evalstore.query import Query
from evalstore.result import Result


def test_the_formats() -> None:
    assert FORMATS == (
        "table",
        "csv",
        "tsv",
        "json",
        "jsonl",
        "markdown",
        "latex",
        "html",
        "parquet",
    )


def test_an_unknown_format_names_the_nearest(written: Callable[..., str]) -> None:
    with pytest.raises(UsageError, match=r"no format 'jsonlines'; did you mean 'jsonl'"):
        written("jsonlines", "select 1")


def test_an_unknown_format_like_no_other_lists_them_all(written: Callable[..., str]) -> None:
    with pytest.raises(UsageError, match=r"no format 'qqq'; available: table, csv, .*, parquet$"):
        written("qqq", "select 1")


@pytest.mark.parametrize(
    ("name", "format"),
    [
        ("a.csv", "csv"),
        ("a.tsv", "tsv"),
        ("a.json", "json"),
        ("a.jsonl", "jsonl"),
        ("a.ndjson", "jsonl"),
        ("a.md", "markdown"),
        ("a.markdown", "markdown"),
        ("a.tex", "latex"),
        ("a.html", "html"),
        ("a.htm", "html"),
        ("a.parquet", "parquet"),
        ("a.txt", "table"),
        ("some.dir/A.B.CSV", "csv"),
    ],
)
def test_the_extension_tells_the_format(name: str, format: str) -> None:  # noqa: A002
    assert format_of(Path(name)) == format


@pytest.mark.parametrize("name", ["board.xlsx", "board", "board.csv.gz"])
def test_an_unknown_extension_lists_the_known_ones(name: str) -> None:
    with pytest.raises(UsageError, match=r"\.csv .*\.parquet.*format"):
        format_of(Path(name))


def test_places_cannot_be_negative(written: Callable[..., str]) -> None:
    with pytest.raises(UsageError, match="places must be 0 or more, not -1"):
        written("csv", "select 1", places=-1)


def test_the_package_loads_without_heavy_libraries() -> None:
    heavy = "{'pyarrow', 'numpy', 'pandas', 'rich'}"
    code = f"import evalstore.output, sys; print({heavy} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


@pytest.mark.parametrize("format", ["table", "markdown", "latex", "html"])
def test_title_and_notes_are_for_people(
    written: Callable[..., str],
    format: str,  # noqa: A002
) -> None:
    text = written(format, "select 1 as a", title="The title", notes=["first note", "second note"])
    places = [text.lower().index(part) for part in ("the title", "first note", "second note")]
    assert places == sorted(places)


@pytest.mark.parametrize("format", ["csv", "tsv", "json", "jsonl"])
def test_data_formats_hold_data_only(
    written: Callable[..., str],
    format: str,  # noqa: A002
) -> None:
    bare = written(format, "select 1 as a")
    assert written(format, "select 1 as a", title="The title", notes=["a note"]) == bare


@pytest.mark.parametrize(
    ("format", "without_header"),
    [
        ("table", "1\n"),
        ("csv", "1\n"),
        ("tsv", "1\n"),
        ("markdown", "|     |\n| --: |\n|   1 |\n"),
    ],
)
def test_the_header_can_be_left_out(
    written: Callable[..., str],
    format: str,  # noqa: A002
    without_header: str,
) -> None:
    assert written(format, "select 1 as wide_name", header=False) == without_header


@pytest.mark.parametrize("format", ["latex", "html"])
def test_markup_leaves_the_header_out_too(
    written: Callable[..., str],
    format: str,  # noqa: A002
) -> None:
    text = written(format, "select 1 as a_header", header=False)
    assert "header" not in text
    assert "midrule" not in text
    assert "thead" not in text


@pytest.mark.parametrize("format", FORMATS)
def test_a_title_that_is_not_unicode_does_not_stop_the_output(
    con: duckdb.DuckDBPyConnection,
    format: str,  # noqa: A002
) -> None:
    undecodable = b"run\xff.txt".decode("utf-8", errors="surrogateescape")
    assert render(Result(Query(con, "select 1 as a"), title=undecodable), format)
