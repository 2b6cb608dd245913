"""CSV and TSV for programs: the rows only; with `footer`, the notes as comments."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from numbers import Number
from typing import TYPE_CHECKING, Any

from evalstore.output.cells import data_text, visible

if TYPE_CHECKING:
    from evalstore.output.options import Options
    from evalstore.result import Result

# Quotes protect these in CSV, and TSV has escapes for them; no program needs the others.
_LINE_ENDS_AND_TABS = "\r\n\t"
# What spreadsheets take for the start of a formula; wide signs are typed on East Asian keyboards.
_FORMULA = tuple("=+-@\t\r\N{FULLWIDTH EQUALS SIGN}\N{FULLWIDTH PLUS SIGN}") + tuple(
    "\N{FULLWIDTH HYPHEN-MINUS}\N{FULLWIDTH COMMERCIAL AT}"
)

_TSV_ESCAPES = str.maketrans({"\t": r"\t", "\n": r"\n", "\r": r"\r"})


class _Lines(list[str]):
    """Takes the csv module's CRLF lines and stores them with LF.

    The module must be set to CRLF: otherwise Python 3.11 leaves a lone CR unquoted.
    """

    def write(self, line: str) -> None:
        self.append(line.removesuffix("\r\n") + "\n")


def write_csv(result: Result, options: Options) -> str:
    lines = _Lines()
    csv.writer(lines, lineterminator="\r\n").writerows(_records(result, options))
    return "".join([*lines, *_footer(result, options)])


def write_tsv(result: Result, options: Options) -> str:
    lines = [
        "\t".join(text.translate(_TSV_ESCAPES) for text in record) + "\n"
        for record in _records(result, options)
    ]
    return "".join([*lines, *_footer(result, options)])


def _footer(result: Result, options: Options) -> list[str]:
    """Comments, as pandas (`comment="#"`) and DuckDB (`comment = '#'`) leave them out."""
    texts = [result.title, *result.above, *result.notes] if options.footer else []
    return [f"# {visible(text)}\n" for text in texts if text]


def _records(result: Result, options: Options) -> Iterator[list[str]]:
    if options.header:
        yield [_cell(name, options) for name in result.columns]
    for row in result.rows:
        yield [_cell(value, options) for value in row]


def _cell(value: Any, options: Options) -> str:
    text = data_text(value, options.places)
    if options.spreadsheet_safe and not isinstance(value, Number) and text.startswith(_FORMULA):
        text = f"'{text}"
    return visible(text, but="" if options.terminal else _LINE_ENDS_AND_TABS)
