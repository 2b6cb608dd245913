"""`evalstore query`: any SQL over the tables and views, reading only."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from evalstore.errors import DataError, UsageError
from evalstore_cli.emit import emit_readable
from evalstore_cli.options import DEFAULT_DB, Database, Output, with_output
from evalstore_cli.stores import reading

app = typer.Typer()


@app.command(
    epilog="""\b
Examples:
  evalstore query "select * from topic_score where value = 0"
  evalstore query -f hardest.sql --format csv
  cat hardest.sql | evalstore query -"""
)
@with_output
def query(
    output: Output,
    sql: Annotated[
        str | None, typer.Argument(metavar="[SQL]", help="One statement, or - for standard input.")
    ] = None,
    file: Annotated[
        Path | None, typer.Option("-f", "--file", metavar="FILE", help="Read the SQL from a file.")
    ] = None,
    db: Database = DEFAULT_DB,
) -> None:
    """Answer any SQL over the tables and views; it only reads."""
    text = _text(sql, file)
    with reading(db) as store:
        emit_readable(store.sql(text), output)


def _text(sql: str | None, file: Path | None) -> str:
    if (sql is None) == (file is None):
        raise UsageError("give the SQL itself, - for standard input, or a file with -f")
    if "-" in (sql, str(file)):
        return sys.stdin.read()
    if file is None:
        return str(sql)
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(f"{file}: cannot be read, {getattr(error, 'strerror', error)}") from error
