"""`evalstore query`: any SQL over the tables and views, reading only."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from evalstore.errors import DataError, QueryError, UsageError
from evalstore.sandbox import enclose, limited
from evalstore.saved import listed, saved_query
from evalstore_cli import diagnostics, interrupts
from evalstore_cli.emit import TABLE_ROWS, emit, emit_first
from evalstore_cli.options import (
    DEFAULT_DB,
    NONE,
    Database,
    Output,
    QueryMemory,
    in_bytes,
    with_output,
)
from evalstore_cli.stores import reading

app = typer.Typer()


@app.command(
    epilog="""\b
Examples:
  evalstore query "select * from topic_score where value = 0"
  evalstore query -f hardest.sql --format csv
  evalstore query --name hard-topics --param run=bm25
  cat hardest.sql | evalstore query -"""
)
@with_output
def query(
    output: Output,
    sql: Annotated[
        str | None, typer.Argument(metavar="[SQL]", help="SQL query, or - for standard input.")
    ] = None,
    file: Annotated[
        Path | None, typer.Option("-f", "--file", metavar="FILE", help="Read the SQL from a file.")
    ] = None,
    name: Annotated[
        str | None, typer.Option(metavar="NAME", help="Run a saved query; see --list.")
    ] = None,
    parameters: Annotated[
        list[str],
        typer.Option(
            "--param", metavar="NAME=VALUE", help="Value of a query parameter; repeatable."
        ),
    ] = NONE,
    list_saved: Annotated[bool, typer.Option("--list", help="List the saved queries.")] = False,
    timeout: Annotated[
        float, typer.Option(metavar="SECONDS", min=0, help="Time limit; 0 for no limit.")
    ] = 60,
    memory: QueryMemory = "4GB",
    max_rows: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=0, help="Maximum number of rows. [default: 1,000 in a table, else all]"
        ),
    ] = None,
    db: Database = DEFAULT_DB,
) -> None:
    """Run a read-only SQL query over the tables and views."""
    if list_saved:
        return emit(listed(), output)
    text, values = _asked(sql, file, name, parameters)
    with reading(db, memory_limit=memory) as store:
        enclose(store.connection)
        most = TABLE_ROWS if max_rows is None and output.format == "table" else max_rows
        with limited(store.interrupt, _give_up, seconds=timeout or None, memory=in_bytes(memory)):
            result = store.sql(text, values, most=most)
            _ = result.arrow() if output.format == "parquet" else result.rows
        emit_first(result, most, output)


def _give_up(reason: str) -> None:
    """Leave a query that does not stop; of a store that is only read, nothing is lost."""
    diagnostics.error(QueryError(reason))
    interrupts.leave(diagnostics.ExitCode.DATA)


def _asked(
    sql: str | None, file: Path | None, name: str | None, given: list[str]
) -> tuple[str, dict[str, str] | None]:
    """The SQL, and the values of its parameters."""
    values = dict(_pair(text) for text in given)
    if name is None:
        return _text(sql, file), values or None
    if sql is not None or file is not None:
        raise UsageError("--name runs a saved query; it cannot be combined with SQL")
    saved = saved_query(name)
    return saved.sql, saved.values(values) or None


def _pair(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not (name and equals):
        raise UsageError(f"--param must be NAME=VALUE, such as run=bm25, not {text!r}")
    return name, value


def _text(sql: str | None, file: Path | None) -> str:
    if (sql is None) == (file is None):
        raise UsageError(
            "give one of: the SQL, - for standard input, a file with -f, a saved query with --name"
        )
    if "-" in (sql, str(file)):
        return sys.stdin.read()
    if file is None:
        return str(sql)
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(f"{file}: cannot be read: {getattr(error, 'strerror', error)}") from error
