"""The only writer of standard output, and of the files that -o names."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from evalstore.errors import DataError
from evalstore_cli import diagnostics
from evalstore_cli.wording import of_command_line

if TYPE_CHECKING:
    from evalstore.result import Result
    from evalstore_cli.options import Output

DATA_FORMATS = ("csv", "tsv", "json", "jsonl", "parquet")
TABLE_ROWS = 1_000


def emit(result: Result, output: Output) -> None:
    """Write a result in the selected format to the selected destination."""
    from evalstore.output import render

    result.notes = [of_command_line(text) for text in result.notes]
    data = render(
        result,
        output.format,
        places=output.places,
        header=output.header,
        color=_is_colored(output),
        width=_width(output),
        footer=output.footer,
        terminal=output.path is None and sys.stdout.isatty(),
        spreadsheet_safe=output.spreadsheet_safe,
    )
    if output.format in DATA_FORMATS and not output.footer:
        for text in [*result.above, *result.notes]:
            diagnostics.note(text)
    _deliver(data, output.path)


def emit_readable(result: Result, output: Output) -> None:
    """Write a result that may be very long; a table shows its first rows only."""
    rows = result.rows
    if output.format == "table" and len(rows) > TABLE_ROWS:
        result.notes.append(
            f"{len(rows) - TABLE_ROWS:,} more rows are not shown; --format csv writes all of them"
        )
        del rows[TABLE_ROWS:]
    emit(result, output)


def emit_first(result: Result, most: int | None, output: Output) -> None:
    """Write the first rows of a result that was read to one row more, and say that it was cut."""
    if most is not None and len(result.rows) > most:
        result.notes.append(f"only the first {most:,} rows are shown; --max-rows N shows more")
        del result.rows[most:]
    emit(result, output)


def emit_file(data: bytes, path: Path | None) -> None:
    """Write bytes to a file, or without one to standard output."""
    _deliver(data, path)


def emit_text(text: str) -> None:
    """Write plain text, such as the SQL of a view."""
    _deliver(text.encode("utf-8"), None)


def _deliver(data: bytes, path: Path | None) -> None:
    if path is None:
        return _to_stdout(data)
    try:
        path.write_bytes(data)
    except OSError as error:
        raise DataError(f"{path}: cannot be written: {error.strerror}") from error
    diagnostics.say(f"wrote {path}")


def _to_stdout(data: bytes) -> None:
    rest = memoryview(data)
    try:
        while rest:  # under PYTHONUNBUFFERED, a write may take a part only
            rest = rest[sys.stdout.buffer.write(rest) :]
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        # Python flushes once more at exit, and would complain then.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise typer.Exit(diagnostics.ExitCode.PIPE_CLOSED) from None


def _is_colored(output: Output) -> bool:
    if output.color != "auto":
        return output.color == "always"
    allowed = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return allowed and output.path is None and sys.stdout.isatty()


def _width(output: Output) -> int | None:
    if output.path is not None or not sys.stdout.isatty():
        return None
    return shutil.get_terminal_size().columns
