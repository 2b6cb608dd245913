"""The plain table: aligned, as wide as the terminal, and safe to print there."""

from __future__ import annotations

from collections.abc import Callable

import pytest

BOARD = "select 'a system with a long name' as system, 'short' as tag, 0.123456::double as score"


def test_numbers_stand_right_and_text_left(written: Callable[..., str]) -> None:
    sql = "select * from (values ('bm25', 10, 0.5::double), ('x', 7, null)) as t(name, n, score)"
    assert written("table", sql) == (
        "name   n   score\n"
        "────  ──  ──────\n"
        "bm25  10  0.5000\n"
        "x      7       \N{EN DASH}\n"
    )  # fmt: skip


def test_title_above_and_notes_below(written: Callable[..., str]) -> None:
    assert written("table", "select 1 as a", title="Title", notes=["one", "two"]) == (
        "Title\n\na\n─\n1\n\none\ntwo\n"
    )


def test_no_rows_leave_the_header(written: Callable[..., str]) -> None:
    assert written("table", "select 1 as a where false") == "a\n─\n"


def test_wide_and_combining_characters_are_measured(written: Callable[..., str]) -> None:
    sql = "select * from (values ('検索', 1), ('e\u0301', 2), ('abcd', 3)) as t(t, n)"
    assert written("table", sql, header=False) == "検索  1\ne\u0301     2\nabcd  3\n"


def test_without_a_width_nothing_is_cut(written: Callable[..., str]) -> None:
    assert "x" * 500 in written("table", "select repeat('x', 500) as a")


def test_text_is_wrapped_to_fit(written: Callable[..., str]) -> None:
    board = f"{BOARD} union all select 'b', 'c', 0.5"
    assert written("table", board, width=40) == (
        "system                     tag     score\n"
        "─────────────────────────  ─────  ──────\n"
        "a system with a long name  short  0.1235\n"
        "b                          c      0.5000\n"
    )
    assert written("table", board, width=30) == (
        "system           tag     score\n"
        "───────────────  ─────  ──────\n"
        "a system with a  short  0.1235\n"
        "long name\n"
        "b                c      0.5000\n"
    )


def test_a_table_that_fits_is_left_alone(written: Callable[..., str]) -> None:
    natural = written("table", BOARD)
    exact = len(natural.splitlines()[0])
    assert written("table", BOARD, width=exact) == natural
    assert written("table", BOARD, width=exact - 1) != natural


def test_equally_wide_names_give_way_together(written: Callable[..., str]) -> None:
    sql = "select repeat('a', 40) as x, repeat('b', 40) as y"
    text = written("table", f"{sql} union all select 'a', 'b'", width=34)
    assert text.splitlines()[2] == "aaaaaaaa…aaaaaaa  bbbbbbbb…bbbbbbb"


def test_wide_characters_are_shortened_in_whole(written: Callable[..., str]) -> None:
    text = written("table", "select repeat('検索', 9) as t union all select 'a'", width=17)
    assert text.splitlines()[2] == "検索検索…検索検索"


@pytest.mark.parametrize("width", [1, 10, 20])
def test_numbers_are_never_cut(written: Callable[..., str], width: int) -> None:
    sql = "select 'text of some length' as t, 123456789012 as n, 1234.5::double as x"
    text = written("table", f"{sql} union all {sql}", width=width)
    assert text.count("123456789012") == text.count("1234.5000") == 2


def test_control_characters_are_spelt_out(written: Callable[..., str]) -> None:
    sql = "select 'a\nb\tc\x1b[31md\u202ee' as \"x\ny\""
    text = written("table", sql, title="t\n1", notes=["n\x07"])
    assert text.splitlines() == [
        r"t\n1",
        "",
        r"x\ny",
        "─" * len(r"a\nb\tc\x1b[31md\u202ee"),
        r"a\nb\tc\x1b[31md\u202ee",
        "",
        r"n\x07",
    ]


def test_without_color_there_are_no_escape_codes(written: Callable[..., str]) -> None:
    assert "\x1b" not in written("table", BOARD, best={"score": True})


def test_color_dims_the_header_and_marks_the_best(written: Callable[..., str]) -> None:
    sql = "select * from (values ('a', 1), ('b', 20)) as t(name, n)"
    assert written("table", sql, best={"n": True}, color=True) == (
        "\x1b[2mname\x1b[0m   \x1b[2mn\x1b[0m\n"
        "\x1b[2m────\x1b[0m  \x1b[2m──\x1b[0m\n"
        "a      1\n"
        "b     \x1b[1m20\x1b[0m\n"
    )


def test_color_does_not_move_anything(written: Callable[..., str]) -> None:
    plain = written("table", BOARD, width=30, best={"score": True})
    colored = written("table", BOARD, width=30, best={"score": True}, color=True)
    for code in ("\x1b[0m", "\x1b[1m", "\x1b[2m"):
        colored = colored.replace(code, "")
    assert colored == plain
