"""CSV, TSV, JSON and Parquet give back what went in."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path

import duckdb
import pyarrow.parquet as pq
import pytest

from evalstore.errors import UsageError
from evalstore.output import render
from evalstore.query import Query
from evalstore.quoting import literal
from evalstore.result import Result

UNRULY = ["plain", "comma,", 'quote"', "line\nfeed", "carriage\rreturn", " space ", "tab\t", "é検"]


def values_of(texts: list[str]) -> str:
    listed = ", ".join("('" + text.replace("'", "''") + "', 1)" for text in texts)
    return f"select * from (values {listed}) as t(text, n)"


def test_csv_is_read_back_by_python(written: Callable[..., str]) -> None:
    text = written("csv", values_of(UNRULY))
    rows = list(csv.reader(io.StringIO(text, newline="")))
    assert rows == [["text", "n"], *([text, "1"] for text in UNRULY)]


def test_csv_is_read_back_by_duckdb(
    con: duckdb.DuckDBPyConnection, written: Callable[..., str], tmp_path: Path
) -> None:
    file = tmp_path / "unruly.csv"
    file.write_bytes(written("csv", values_of(UNRULY)).encode())
    assert con.sql(f"select text from read_csv('{file}')").fetchall() == [(t,) for t in UNRULY]


HOSTILE = "a\x1b]0;title\x07b\x9b31m\x7f\u202ec\x08"


@pytest.mark.parametrize("name", ["csv", "tsv", "json", "jsonl"])
def test_nothing_that_programs_read_steers_a_terminal(
    written: Callable[..., str], name: str
) -> None:
    text = written(name, f"select '{HOSTILE}' as \"{HOSTILE}\"")
    assert all(character.isprintable() for character in text.replace("\n", "").replace("\t", ""))
    if name == "jsonl":
        assert json.loads(text) == {HOSTILE: HOSTILE}


@pytest.mark.parametrize("name", ["csv", "tsv"])
def test_on_a_terminal_a_row_is_a_line(con: duckdb.DuckDBPyConnection, name: str) -> None:
    result = Result(Query(con, "select e'a\\r\\nb\\tc' as x"))
    assert render(result, name, terminal=True) == b"x\na\\r\\nb\\tc\n"


@pytest.mark.parametrize("name", ["csv", "tsv"])
@pytest.mark.parametrize("formula", ["=1+1", "+1", "-1+1", "@SUM(A1)", "\tx", "\rx", "\uff1d1"])
def test_a_formula_is_text_to_a_spreadsheet(
    con: duckdb.DuckDBPyConnection, name: str, formula: str
) -> None:
    result = Result(Query(con, f'select {literal(formula)} as "=x", -1.5::double as y, -2 as z'))
    lines = render(result, name, spreadsheet_safe=True).decode().replace("\t", ",")
    assert lines.startswith("'=x,y,z\n")
    assert lines.removeprefix("'=x,y,z\n").lstrip('"').startswith("'")
    assert lines.endswith(",-1.5,-2\n")
    assert "'" not in render(result, name).decode()


def test_csv_quotes_only_where_needed(written: Callable[..., str]) -> None:
    assert written("csv", """select 'a b' as "x y", 'c,d' as z""") == 'x y,z\na b,"c,d"\n'


def test_tsv_is_one_line_per_row(written: Callable[..., str]) -> None:
    assert written("tsv", r"""select e'a\tb\nc\rd' as x, 'e"f\g' as y""") == (
        "x\ty\n" r"a\tb\nc\rd" "\t" r'e"f\g' "\n"
    )


def test_json_is_an_array_with_one_object_per_line(written: Callable[..., str]) -> None:
    text = written("json", "select * from (values (1, 'é'), (2, '検')) as t(n, text)")
    assert text == '[\n  {"n": 1, "text": "é"},\n  {"n": 2, "text": "検"}\n]\n'


def test_json_without_rows_is_an_empty_array(written: Callable[..., str]) -> None:
    assert written("json", "select 1 as a where false") == "[]\n"
    assert written("jsonl", "select 1 as a where false") == ""


def test_jsonl_is_one_object_per_line(written: Callable[..., str]) -> None:
    lines = written("jsonl", values_of(UNRULY)).removesuffix("\n").split("\n")
    assert [json.loads(line)["text"] for line in lines] == UNRULY


def test_columns_of_one_name_are_all_kept(written: Callable[..., str]) -> None:
    assert written("jsonl", "select 1 as a, 2 as a, 3 as a") == '{"a": 1, "a_2": 2, "a_3": 3}\n'


def test_a_suffix_does_not_take_the_name_of_another_column(written: Callable[..., str]) -> None:
    assert written("jsonl", "select 1 as a, 2 as a, 3 as a_2") == '{"a": 1, "a_3": 2, "a_2": 3}\n'


def test_parquet_keeps_full_values(con: duckdb.DuckDBPyConnection) -> None:
    file = render(Result(Query(con, "select 2/3 as a")), "parquet", places=1)
    assert pq.read_table(io.BytesIO(file)).to_pylist() == [{"a": 2 / 3}]


def test_parquet_holds_title_and_notes(con: duckdb.DuckDBPyConnection) -> None:
    result = Result(Query(con, "select 1 as a, 2 as a"), title="Título", notes=["one"])
    table = pq.read_table(io.BytesIO(render(result, "parquet")))
    assert json.loads(table.schema.metadata[b"evalstore"]) == {"title": "Título", "notes": ["one"]}
    assert table.to_pylist() == [{"a": 1, "a_2": 2}]


def test_what_parquet_cannot_hold_is_a_usage_error(con: duckdb.DuckDBPyConnection) -> None:
    result = Result(Query(con, "select interval 3 days as a"))
    with pytest.raises(UsageError, match="Parquet cannot store a column, cast it"):
        render(result, "parquet")
