"""A table in a narrow terminal: it fits, and no number, mark or name is lost."""

from __future__ import annotations

from collections.abc import Callable

import duckdb
import pytest

from evalstore.output import render
from evalstore.output.display import shorten, width_of, wrap, wrap_name
from evalstore.query import Query
from evalstore.result import Result

NAMES = ("sheikh_bm25_all_of_it", "sheikh_bm25_manual_run", "CincyMedIR-2020-run1")
WIDE = f"""
    select system, 0.5::double + n as first_measure, 0.25::double as "nDCG@10 vs baseline",
        '+0.1234*' as mark, 30 as topics, n
    from (select unnest({list(NAMES)}) as system, unnest([1, 2, 3]) as n)
"""


def lines_of(text: str, width: int) -> list[str]:
    lines = text.splitlines()
    assert max(map(width_of, lines)) <= width
    return lines


def test_a_name_is_shortened_in_its_middle() -> None:
    assert shorten("CincyMedIR-run1", 9) == "Cinc…run1"
    assert shorten("run1", 9) == "run1"


def test_text_is_wrapped_at_spaces_and_a_column_name_after_separators() -> None:
    assert wrap("one two three", 7) == ["one two", "three"]
    assert wrap("abcdefgh", 3) == ["abc", "def", "gh"]
    assert wrap_name("nDCG@10 vs bm25_all", 9) == ["nDCG@10", "vs bm25_", "all"]
    assert wrap_name("p_corrected", 9) == ["p_correct", "ed"]
    assert wrap_name("IPrec@0.1 of a.run", 9) == ["IPrec@0.1", "of a.run"]


@pytest.mark.parametrize("width", range(20, 90))
def test_it_fits_and_shows_every_number_and_mark(written: Callable[..., str], width: int) -> None:
    text = "\n".join(lines_of(written("table", WIDE, width=width), width))
    for number in ("1.5000", "2.5000", "3.5000", "0.2500", "+0.1234*"):
        assert number in text


def test_shortened_names_stay_distinct(written: Callable[..., str]) -> None:
    names = [f"a_very_long_prefix_of_a_run_{number}_suffix" for number in range(12)]
    sql = f"select unnest({names}) as system, 0.5::double as score, 'note' as a"
    lines = lines_of(written("table", sql, width=36), 36)[2:14]
    assert len({line.split()[0] for line in lines}) == 12
    assert all("…" in line for line in lines)


def test_headers_of_numbers_are_wrapped_before_anything_is_left_out(
    written: Callable[..., str],
) -> None:
    sql = "select 'run' || i as system, i::double as \"nDCG@10 vs bm25\", i as n from range(2) t(i)"
    assert written("table", sql, width=20) == (
        "        nDCG@10\n"
        "system  vs bm25  n\n"
        "──────  ───────  ─\n"
        "run0     0.0000  0\n"
        "run1     1.0000  1\n"
    )


def test_columns_with_one_value_become_a_note(written: Callable[..., str]) -> None:
    lines = lines_of(written("table", WIDE, width=50), 50)
    assert "in every row: mark +0.1234*" in lines


def test_optional_columns_are_left_out_first_and_named(con: duckdb.DuckDBPyConnection) -> None:
    sql = "select 'bm25_' || i as system, i + 0.5::double as score, i as extra from range(3) t(i)"
    result = Result(Query(con, sql), optional=["extra"])
    text = render(result, "table", width=14).decode()
    assert "extra" in text.partition("not shown,")[2]
    assert "extra" not in text.splitlines()[0]


def test_a_single_row_becomes_a_block(written: Callable[..., str]) -> None:
    sql = "select 'bm25' as system, 0.5::double as score, 'a - b' as pair, '+0.1*' as difference"
    assert written("table", sql, width=24) == (
        "system      bm25\nscore       0.5000\npair        a - b\ndifference  +0.1*\n"
    )


def test_further_columns_continue_below_with_the_names_again(written: Callable[..., str]) -> None:
    columns = ", ".join(f"(i + {number}.5)::double as t{number}" for number in range(6))
    text = written("table", f"select 'run' || i as system, {columns} from range(2) t(i)", width=30)
    lines = lines_of(text, 30)
    assert [line.split() for line in lines if line.startswith("system")] == [
        ["system", "t0", "t1", "t2"],
        ["system", "t3", "t4", "t5"],
    ]
    assert "6.5000" in text


def test_notes_and_titles_are_wrapped(written: Callable[..., str]) -> None:
    text = written("table", "select 1 as a", width=20, title="t " * 15, notes=["word " * 10])
    lines = lines_of(text, 20)
    assert lines[-1].startswith("  word")
