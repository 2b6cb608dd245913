"""Tables in files: Parquet, Arrow, CSV, JSON lines, and the JSON of other tools.

DuckDB reads the tables; a document of another tool is read by formats/exchange.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import duckdb

from evalstore.database import execute_on
from evalstore.errors import DataError, FileProblems, Problem
from evalstore.formats import detect
from evalstore.formats.columns import SPELLINGS, named
from evalstore.formats.exchange import Columns
from evalstore.formats.lines import Reading
from evalstore.formats.texts import json_values, read_document, read_text
from evalstore.load.source import Source
from evalstore.load.spool import copy
from evalstore.plural import counted
from evalstore.quoting import identifier, literal
from evalstore.scratch import scratch_folder

if TYPE_CHECKING:
    import pyarrow as pa

# What `columns` names: our names and those of the file.
COLUMNS: ContextVar[Mapping[str, str]] = ContextVar("columns", default={})  # noqa: B039

_VALUES = (*SPELLINGS["grade"], *SPELLINGS["score"], *SPELLINGS["rank"])
_LARGEST_OBJECT = 1 << 30
_CSV_LINE = re.compile(r"CSV Error on Line: (\d+)")
_CSV_COLUMNS = re.compile(r"Expected Number of Columns: (\d+) Found: (\d+)")

Marks = tuple[tuple[str, ...], ...]  # groups of names, one of each is in the header


@contextmanager
def named_columns(columns: Mapping[str, str] | None) -> Iterator[None]:
    """Within the block, files are tables with these columns."""
    token = COLUMNS.set(columns or {})
    try:
        yield
    finally:
        COLUMNS.reset(token)


@dataclass
class FileRows:
    """What DuckDB reads: a select, its columns with their types, and the Arrow table in it.

    `first_line` is the line of the first row, where rows have lines. `skipped` is the condition of
    rows that are left out, `found` our names of the columns.
    """

    name: str
    sql: str
    parameters: dict[str, Any] = field(default_factory=dict)
    table: pa.Table | None = None
    first_line: int | None = None
    skipped: str = "false"
    found: frozenset[str] = frozenset()
    tag: str | None = None
    metadata: dict[str, Any] | None = None
    notes: list[str] = field(default_factory=list)

    def execute(self, connection: duckdb.DuckDBPyConnection, sql: str) -> duckdb.DuckDBPyConnection:
        return execute_on(connection, self.table, sql, self.parameters)

    def types(self, connection: duckdb.DuckDBPyConnection) -> dict[str, str]:
        rows = self.execute(connection, f"describe {self.sql}").fetchall()
        return {row[0]: row[1] for row in rows}

    def problem(self, row: int, what: str) -> Problem:
        """A problem with its line, or with its row where there are no lines."""
        if self.first_line is None:
            return Problem(None, f"row {row}: {what}")
        return Problem(self.first_line + row - 1, what)


def kind_of(source: Source, marks: Marks) -> str | None:
    """Which kind of table the file is; None for lines of text."""
    kind = detect.kind_of(source.start, marks)
    if kind is None and COLUMNS.get():
        names = ", ".join(COLUMNS.get().values())
        what = f"no header with the columns {names}; `columns` is for tables"
        raise FileProblems(source.name, [Problem(None, what)])
    return kind


@contextmanager
def file_rows(
    connection: duckdb.DuckDBPyConnection,
    source: Source,
    kind: str,
    marks: Marks,
    read: Callable[[Any], Columns] | None = None,
) -> Iterator[FileRows]:
    """The rows of a file, to be read inside; `read` is for documents of other tools."""
    with scratch_folder() as scratch, _reported(source, kind):
        yield _rows(connection, source, kind, _plain(source, scratch), marks, read)


def _plain(source: Source, scratch: Path) -> Path:
    """The file itself; unpacked if it is packed, under another name if DuckDB would expand it."""
    if source.compression == "none" and not re.search(r"[*?\[]", str(source.path)):
        return source.path
    with source.open() as stream:
        return copy(stream, scratch / "table", source.name)


def _rows(
    connection: duckdb.DuckDBPyConnection,
    source: Source,
    kind: str,
    path: Path,
    marks: Marks,
    read: Callable[[Any], Columns] | None,
) -> FileRows:
    if kind == detect.PARQUET:
        return FileRows(source.name, "select * from read_parquet($path)", {"path": str(path)})
    if kind == detect.ARROW:
        return of_table(source.name, _arrow_table(path))
    if kind == detect.DELIMITED:
        return _delimited(source, path, marks)
    if kind == detect.RECORDS:
        return _records(connection, source, path)
    if read is None:
        raise DataError("not a table; write one object per row")
    return _exchanged(source, read(_lz4(source) if kind == detect.LZ4 else read_document(source)))


def of_table(name: str, table: pa.Table) -> FileRows:
    """The rows of an Arrow table."""
    return FileRows(name, "select * from incoming_rows", table=table)


def _arrow_table(path: Path) -> pa.Table:
    import pyarrow as pa

    with pa.OSFile(str(path)) as file:
        is_file = file.read(6) == b"ARROW1"
        file.seek(0)
        opened = pa.ipc.open_file(file) if is_file else pa.ipc.open_stream(file)
        return opened.read_all()


def _delimited(source: Source, path: Path, marks: Marks) -> FileRows:
    header = detect.header(source.start, marks)
    assert header is not None
    if len({name.casefold() for name in header.names}) < len(header.names):
        raise DataError("two columns have the same name")
    columns = ", ".join(f"{literal(name)}: 'varchar'" for name in header.names)
    is_quepid = header.names[:2] == ("query", "docid")
    is_book = is_quepid and named(header.names, _VALUES) is None
    select = f"""select * from read_csv(
        $path, columns = {{{columns}}}, delim = $delim, skip = {header.skip}, header = true,
        auto_detect = false, quote = '"', escape = '"', nullstr = '', null_padding = {is_quepid}
    )"""
    if is_book:
        raters = ", ".join(identifier(name) for name in header.names[2:])
        select = f"unpivot ({select}) on {raters} into name judge value rating"
    rows = FileRows(source.name, select, {"path": str(path), "delim": header.delimiter})
    if is_quepid and "rating" in header.names:
        rows.skipped = "rating is null"  # Quepid lists what has no rating too
    if not is_book:
        rows.first_line = header.skip + 2
    return rows


def _records(connection: duckdb.DuckDBPyConnection, source: Source, path: Path) -> FileRows:
    """JSON objects, one per line or in an array; values as text, as they are written."""
    read = f"read_json_objects($path, maximum_object_size = {_LARGEST_OBJECT})"
    keys = f"select distinct unnest(json_keys(json)) as key from {read} order by key"
    names = [name for (name,) in connection.execute(keys, {"path": str(path)}).fetchall()]
    columns = ", ".join(
        f"json_extract_string(json, {literal(_pointer(name))}) as {identifier(name)}"
        for name in names
    )
    first_line = None if source.start.lstrip().startswith(b"[") else 1
    return FileRows(
        source.name, f"select {columns} from {read}", {"path": str(path)}, first_line=first_line
    )


def _pointer(name: str) -> str:
    return "/" + name.replace("~", "~0").replace("/", "~1")


def _exchanged(source: Source, columns: Columns) -> FileRows:
    import pyarrow as pa

    texts = {
        name: pa.array([None if item is None else str(item) for item in values], pa.string())
        for name, values in columns.values.items()
    }
    rows = of_table(source.name, pa.table(texts))
    rows.tag, rows.metadata, rows.notes = columns.tag, columns.metadata, columns.notes
    return rows


def _lz4(source: Source) -> Any:
    """ranx compresses CBOR twice."""
    try:
        import cbor2
        import lz4.frame
    except ImportError as error:
        raise DataError(
            "an LZ4 file of ranx, which needs further packages; pip install 'evalstore[ranx]'"
        ) from error
    with source.open() as stream:
        packed = stream.read()
    try:
        return cbor2.loads(lz4.frame.decompress(lz4.frame.decompress(packed)))
    except (RuntimeError, ValueError, EOFError) as error:
        raise DataError(f"not an LZ4 file that ranx wrote ({error})") from error


@contextmanager
def _reported(source: Source, kind: str) -> Iterator[None]:
    """What a library says of a file, as a problem of that file."""
    try:
        yield
    except (FileProblems, duckdb.InterruptException):
        raise
    except DataError as error:
        raise FileProblems(source.name, [Problem(None, str(error))]) from error
    except duckdb.Error as error:
        raise _problem(source, kind, str(error)) from error
    except (OSError, ValueError) as error:
        reason = str(error).strip().splitlines()[0][:200]
        raise FileProblems(source.name, [Problem(None, f"damaged {kind} ({reason})")]) from error


def _problem(source: Source, kind: str, message: str) -> FileProblems:
    if kind == detect.RECORDS:
        reading = Reading(source.name)
        list(json_values(read_text(source, reading), reading))
        reading.check()
    line, counts = _CSV_LINE.search(message), _CSV_COLUMNS.search(message)
    what = message.strip().splitlines()[0].partition(": ")[2] or message
    if counts:
        what = f"{counted(int(counts[2]), 'column')}, where the header has {counts[1]}"
    elif line:
        what = "malformed CSV; check the quotation marks"
    return FileProblems(source.name, [Problem(int(line[1]) if line else None, what[:200])])
