"""A result as bytes, in any of the output formats."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from evalstore.errors import UsageError
from evalstore.output.options import Options

if TYPE_CHECKING:
    from evalstore.result import Result

__all__ = ["FORMATS", "format_of", "render"]

# The module and function that writes each format; imported on first use.
_WRITERS = {
    "table": ("table", "write"),
    "csv": ("delimited", "write_csv"),
    "tsv": ("delimited", "write_tsv"),
    "json": ("json_lines", "write_json"),
    "jsonl": ("json_lines", "write_jsonl"),
    "markdown": ("markdown", "write"),
    "latex": ("latex", "write"),
    "html": ("html_table", "write"),
    "parquet": ("parquet", "write"),
}

FORMATS: tuple[str, ...] = tuple(_WRITERS)

_EXTENSIONS = {
    ".txt": "table",
    ".csv": "csv",
    ".tsv": "tsv",
    ".json": "json",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".md": "markdown",
    ".markdown": "markdown",
    ".tex": "latex",
    ".html": "html",
    ".htm": "html",
    ".parquet": "parquet",
}


def render(
    result: Result,
    format: str,  # noqa: A002
    *,
    places: int | None = None,
    header: bool = True,
    color: bool = False,
    width: int | None = None,
    footer: bool = False,
    terminal: bool = False,
    spreadsheet_safe: bool = False,
    brief: bool = False,
) -> bytes:
    """The result in one format: UTF-8 with LF line ends, or the bytes of a Parquet file.

    `places` are the decimals of a double; the default is 4 for readers (table, markdown,
    latex, html) and full precision in data formats. `color` and `width` are the terminal's.
    The title and the notes are in every format for readers, and in Parquet's metadata; with
    `footer` also in csv and tsv, as lines that begin with #, and in json and jsonl, as members.
    csv and tsv have control characters spelt out, with `terminal` line ends and tabs too; with
    `spreadsheet_safe`, a ' before text that a spreadsheet would take for a formula. `brief` shows
    the first and the last rows of a long result in the formats for readers.
    """
    if format not in _WRITERS:
        raise UsageError(f"no format {format!r}{_formats_like(format)}")
    if places is not None and places < 0:
        raise UsageError(f"places must be 0 or more, not {places}")
    options = Options(places, header, color, width, footer, terminal, spreadsheet_safe, brief)
    written = _writer(format)(result, options)
    return written if isinstance(written, bytes) else written.encode("utf-8")


def _writer(name: str) -> Callable[[Result, Options], str | bytes]:
    module, function = _WRITERS[name]
    writer: Callable[[Result, Options], str | bytes] = getattr(
        import_module(f"evalstore.output.{module}"), function
    )
    return writer


def format_of(path: Path) -> str:
    """The format of a file's extension."""
    try:
        return _EXTENSIONS[path.suffix.lower()]
    except KeyError:
        known = " ".join(_EXTENSIONS)
        raise UsageError(
            f"{path}: unknown extension {path.suffix!r}; use one of {known}, or name the `format`"
        ) from None


def _formats_like(name: str) -> str:
    from evalstore.nearest import nearest, suggestion

    if nearest(name, FORMATS):
        return suggestion(name, FORMATS)
    return f"; available: {', '.join(FORMATS)}"
