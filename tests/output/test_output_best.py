"""The best value of a column is marked, if the result says which way is best."""

from __future__ import annotations

from collections.abc import Callable

VALUES = "select * from (values {}) as t(a)"


def marked(written: Callable[..., str], values: str, high: bool, column: str = "a") -> list[str]:
    text = written("markdown", VALUES.format(values), best={column: high})
    cells = [line.strip("| ") for line in text.splitlines()]
    return [cell.strip("*") for cell in cells if cell.startswith("**")]


def test_high_or_low(written: Callable[..., str]) -> None:
    assert marked(written, "(1), (3), (2)", high=True) == ["3"]
    assert marked(written, "(1), (3), (2)", high=False) == ["1"]


def test_equal_values_share_the_mark(written: Callable[..., str]) -> None:
    assert marked(written, "(0.5), (0.25), (0.5)", high=True) == ["0.50", "0.50"]


def test_equal_digits_are_not_equal_values(written: Callable[..., str]) -> None:
    text = written("markdown", VALUES.format("(0.50001::double), (0.5)"), best={"a": True})
    assert "| **0.5000** |\n|     0.5000 |" in text


def test_null_nan_and_text_are_never_best(written: Callable[..., str]) -> None:
    assert marked(written, "(null), ('nan'::double), (1)", high=True) == ["1.0000"]
    assert marked(written, "(null), ('nan'::double), (1)", high=False) == ["1.0000"]
    assert marked(written, "(null::double), ('nan'::double)", high=True) == []
    assert marked(written, "('x'), ('y')", high=True) == []


def test_columns_that_are_not_there_are_passed_over(written: Callable[..., str]) -> None:
    assert marked(written, "(1)", high=True, column="b") == []


def test_each_format_has_its_mark(written: Callable[..., str]) -> None:
    sql, best = VALUES.format("(1), (2)"), {"a": True}
    assert "**2**" in written("markdown", sql, best=best)
    assert r"\textbf{2}" in written("latex", sql, best=best)
    assert "<strong>2</strong>" in written("html", sql, best=best)
    assert "\x1b[1m2\x1b[0m" in written("table", sql, best=best, color=True)
    assert written("csv", sql, best=best) == "a\n1\n2\n"
