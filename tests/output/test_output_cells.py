"""How single values are written: rounding, NULL, booleans, dates, nested values."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

HUMAN = ["table", "markdown", "latex", "html"]


def cell(written: Callable[..., str], expression: str, **options: object) -> str:
    """The one cell of a CSV, without its quotes."""
    text = written("csv", f"select {expression}, 1", header=False, **options)
    return text.removesuffix(",1\n").strip('"').replace('""', '"')


def member(written: Callable[..., str], expression: str, **options: object) -> object:
    """The one value of a JSON object."""
    return json.loads(written("jsonl", f"select {expression} as v", **options))["v"]


def shown(written: Callable[..., str], expression: str, **options: object) -> str:
    """The one cell of a plain table."""
    return written("table", f"select {expression}", header=False, **options).strip()


def test_programs_get_every_digit(written: Callable[..., str]) -> None:
    assert cell(written, "0.1::double + 0.2::double") == "0.30000000000000004"
    assert member(written, "0.1::double + 0.2::double") == 0.30000000000000004


@pytest.mark.parametrize("format", HUMAN)
def test_people_get_four_decimals(written: Callable[..., str], format: str) -> None:  # noqa: A002
    assert "0.6667" in written(format, "select 2/3 as a")
    assert "0.66667" not in written(format, "select 2/3 as a")


@pytest.mark.parametrize("format", [*HUMAN, "csv", "tsv", "json", "jsonl"])
def test_places_can_be_chosen(written: Callable[..., str], format: str) -> None:  # noqa: A002
    text = written(format, "select 2/3 as a", places=2)
    assert "0.67" in text
    assert "0.667" not in text


def test_chosen_places_are_fixed_in_csv_and_rounded_in_json(written: Callable[..., str]) -> None:
    assert cell(written, "0.5::double", places=3) == "0.500"
    assert written("jsonl", "select 0.5::double as v", places=3) == '{"v": 0.5}\n'


@pytest.mark.parametrize(
    ("double", "digits"),
    [
        ("0.43125", "0.4313"),  # the nearest double lies above the tie
        ("0.00005", "0.0001"),  # above
        ("0.00015", "0.0001"),  # below
        ("0.03125", "0.0312"),  # a true tie: to even
        ("0.09375", "0.0938"),  # a true tie: to even
        ("-0.00001", "-0.0000"),
    ],
)
def test_digits_are_those_of_c(written: Callable[..., str], double: str, digits: str) -> None:
    assert shown(written, f"{double}::double") == digits == "%.4f" % float(double)  # noqa: UP031
    assert cell(written, f"{double}::double", places=4) == digits
    assert member(written, f"{double}::double", places=4) == float(digits)


@pytest.mark.parametrize("sql_type", ["tinyint", "integer", "bigint", "hugeint", "ubigint"])
def test_integers_never_get_decimals(written: Callable[..., str], sql_type: str) -> None:
    assert shown(written, f"7::{sql_type}") == "7"
    assert cell(written, f"7::{sql_type}", places=2) == "7"
    assert written("jsonl", f"select 7::{sql_type} as v", places=2) == '{"v": 7}\n'


def test_decimals_keep_their_own_scale(written: Callable[..., str]) -> None:
    assert shown(written, "1.50::decimal(9, 2)") == "1.50"
    assert cell(written, "0::decimal(18, 10)", places=1) == "0.0000000000"
    assert member(written, "1.50::decimal(9, 2)") == 1.5
    assert written("jsonl", "select 12345678901234567890::decimal(38) as v") == (
        '{"v": 12345678901234567890}\n'
    )


@pytest.mark.parametrize("format", ["table", "markdown", "html"])
def test_people_see_null_as_a_dash(written: Callable[..., str], format: str) -> None:  # noqa: A002
    assert "\N{EN DASH}" in written(format, "select null as a")


def test_latex_writes_null_as_an_en_dash(written: Callable[..., str]) -> None:
    assert "1 & -- \\\\" in written("latex", "select 1 as a, null::double as b")


def test_programs_get_null_as_nothing(written: Callable[..., str]) -> None:
    assert written("csv", "select 1 as a, null as b, 2 as c") == "a,b,c\n1,,2\n"
    assert written("tsv", "select 1 as a, null as b, 2 as c") == "a\tb\tc\n1\t\t2\n"
    assert written("jsonl", "select null as a") == '{"a": null}\n'


@pytest.mark.parametrize("value", ["nan", "inf", "-inf"])
def test_numbers_that_are_none(written: Callable[..., str], value: str) -> None:
    assert cell(written, f"'{value}'::double") == value
    assert cell(written, f"'{value}'::double", places=4) == value
    assert shown(written, f"'{value}'::double") == value
    assert member(written, f"'{value}'::double") is None
    assert member(written, f"['{value}'::double]") == [None]


def test_booleans(written: Callable[..., str]) -> None:
    assert [cell(written, "true"), cell(written, "false")] == ["true", "false"]
    assert [member(written, "true"), member(written, "false")] == [True, False]
    assert [shown(written, "true"), shown(written, "false")] == ["yes", "no"]


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        ("date '2026-01-02'", "2026-01-02"),
        ("timestamp '2026-01-02 03:04:05'", "2026-01-02T03:04:05"),
        ("timestamp '2026-01-02 03:04:05.25'", "2026-01-02T03:04:05.250000"),
        ("time '03:04:05'", "03:04:05"),
        ("'\\xAAbc'::blob", r"\xaabc"),
        (
            "'12345678-1234-5678-1234-567812345678'::uuid",
            "12345678-1234-5678-1234-567812345678",
        ),
        ("interval 3 days", "3 days, 0:00:00"),
    ],
)
def test_other_scalars_are_text(written: Callable[..., str], expression: str, text: str) -> None:
    assert cell(written, expression) == text
    assert shown(written, expression) == text.replace("T", " ")
    assert member(written, expression) == text


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("[1, 2]", [1, 2]),
        ("[1, 2]::int[2]", [1, 2]),
        ("[date '2026-01-02', null]", ["2026-01-02", None]),
        ("{'name': 'ü', 'nested': [true]}", {"name": "ü", "nested": [True]}),
        ("map {7: 1.5}", {"7": 1.5}),
        ("map {date '2026-01-02': 1}", {"2026-01-02": 1}),
    ],
)
def test_nested_values_are_json(
    written: Callable[..., str], expression: str, value: object
) -> None:
    assert member(written, expression) == value
    assert json.loads(cell(written, expression)) == value
    assert json.loads(shown(written, expression)) == value


def test_nested_doubles_are_rounded_like_others(written: Callable[..., str]) -> None:
    assert shown(written, "[2/3]") == "[0.6667]"
    assert member(written, "{'a': 2/3}", places=2) == {"a": 0.67}
    assert cell(written, "[2/3]") == "[0.6666666666666666]"


def test_a_json_column_is_real_json_in_json(written: Callable[..., str]) -> None:
    assert member(written, """'{"k": [1, "x"]}'::json""") == {"k": [1, "x"]}
    assert member(written, "null::json") is None
    assert member(written, """'{"k": 1}'""") == '{"k": 1}'  # text stays text
