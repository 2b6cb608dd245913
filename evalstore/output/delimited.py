"""CSV and TSV for programs: the rows only; with `footer`, the notes as comments."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from typing import TYPE_CHECKING

from evalstore.output.cells import data_text, visible

if TYPE_CHECKING:
    from evalstore.output.options import Options
    from evalstore.result import Result

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
    texts = [result.title, *result.notes] if options.footer else []
    return [f"# {visible(text)}\n" for text in texts if text]


def _records(result: Result, options: Options) -> Iterator[list[str]]:
    if options.header:
        yield result.columns
    for row in result.rows:
        yield [data_text(value, options.places) for value in row]
