"""Runs and judgements in tables and JSON: Parquet, Arrow, CSV, JSON lines, and other tools' JSON.

rows of a file    DuckDB reads it; a document of another tool is read by formats/exchange
file_row          the rows under our names: text for names, doubles for numbers
row_problem       sql/load/row_problem finds what is wrong, and in which row
incoming          what the loaders of runs and judgements go on with
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
from evalstore.formats.columns import QRELS, RUN, Wanted
from evalstore.formats.exchange import Columns, qrels_columns, run_columns
from evalstore.formats.lines import Reading
from evalstore.formats.texts import json_values, read_document, read_text
from evalstore.load.source import Source
from evalstore.load.spool import copy
from evalstore.load.statements import statement
from evalstore.plural import counted
from evalstore.quoting import identifier, literal
from evalstore.scratch import scratch_folder

if TYPE_CHECKING:
    import pyarrow as pa

# What --columns names: our names and those of the file.
COLUMNS: ContextVar[Mapping[str, str]] = ContextVar("columns", default={})  # noqa: B039

_NUMBERS = ("score", "rank", "grade")
_FLOATING = ("FLOAT", "DOUBLE")
_LARGEST_OBJECT = 1 << 30
_CSV_LINE = re.compile(r"CSV Error on Line: (\d+)")
_CSV_COLUMNS = re.compile(r"Expected Number of Columns: (\d+) Found: (\d+)")


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


def kind_of(source: Source, wanted: Wanted) -> str | None:
    """Which kind of table the file is; None for lines of text."""
    kind = detect.kind_of(source.start, wanted.marks(COLUMNS.get()))
    if kind is None and COLUMNS.get():
        names = ", ".join(COLUMNS.get().values())
        what = f"no header with the columns {names}; --columns is for tables"
        raise FileProblems(source.name, [Problem(None, what)])
    return kind


def stage_run(connection: duckdb.DuckDBPyConnection, source: Source) -> FileRows | None:
    """Read a run in a table into `file_row`; None if it is not in a table."""
    return _stage(connection, source, RUN, run_columns)


def stage_qrels(connection: duckdb.DuckDBPyConnection, source: Source) -> FileRows | None:
    """Read judgements in a table into `file_row`; None if they are not in a table."""
    return _stage(connection, source, QRELS, qrels_columns)


def _stage(
    connection: duckdb.DuckDBPyConnection,
    source: Source,
    wanted: Wanted,
    read: Callable[[Any], Columns],
) -> FileRows | None:
    kind = kind_of(source, wanted)
    if kind is None:
        return None
    with scratch_folder() as scratch, _reported(source, kind):
        rows = _rows(connection, source, kind, _plain(source, scratch), wanted, read)
        return stage(connection, rows, wanted, COLUMNS.get())


def stage(
    connection: duckdb.DuckDBPyConnection,
    rows: FileRows,
    wanted: Wanted,
    given: Mapping[str, str] | None = None,
) -> FileRows:
    """Fill `file_row` with the rows under our names; raises FileProblems with those at fault."""
    types = rows.types(connection)
    try:
        found = wanted.found(types, given or {})
        texts = [name for name in found if name not in _NUMBERS]
        columns = [_text(name, found[name], types) for name in texts]
        columns += [_number(name, found[name], types) for name in found if name in _NUMBERS]
    except DataError as error:
        raise FileProblems(rows.name, [Problem(None, str(error))]) from error
    for name in {*wanted.texts, *wanted.values, "rank"} - found.keys():
        columns.append(f"null::{'double' if name in _NUMBERS else 'varchar'} as {name}")
    value = next(name for name in wanted.values if name in found)
    columns += ["row_number() over () as row", f"{rows.skipped} as is_skipped"]
    select = f"select {', '.join(columns)} from ({rows.sql})"
    rows.execute(
        connection,
        f"create or replace temp table file_row as select *, {value} as value from ({select})",
    )
    _delete_skipped(connection, rows)
    _check(connection, rows, wanted, value)
    rows.found = frozenset(found)
    return rows


def _text(name: str, column: str, types: Mapping[str, str]) -> str:
    if types[column] in _FLOATING and name in ("topic", "docno"):
        raise DataError(
            f"the {name} column {column!r} has floating-point numbers; "
            "write them as text or integers"
        )
    return f"{identifier(column)}::varchar as {name}"


def _number(name: str, column: str, types: Mapping[str, str]) -> str:
    """DuckDB takes 1_000 for a number, which other programs do not."""
    cell = identifier(column)
    number = f"try_cast({cell} as double)"
    if types[column] == "VARCHAR":
        number = f"if(contains({cell}, '_'), null, {number})"
    return f"{number} as {name}"


def _delete_skipped(connection: duckdb.DuckDBPyConnection, rows: FileRows) -> None:
    deleted = connection.execute("delete from file_row where is_skipped").fetchall()[0][0]
    if deleted:
        rows.notes.append(f"{counted(deleted, 'row')} without a rating skipped")


def _check(
    connection: duckdb.DuckDBPyConnection, rows: FileRows, wanted: Wanted, value: str
) -> None:
    parameters = {"value": value, "is_run": wanted is RUN}
    found = connection.execute(statement("row_problem"), parameters).fetchall()
    if found:
        problems = [rows.problem(row, what) for row, what, _ in found]
        raise FileProblems(rows.name, problems, found[0][2])
    if connection.execute("select count(*) from file_row").fetchall() == [(0,)]:
        raise FileProblems(rows.name, [Problem(None, f"no {wanted.what}; the table has no rows")])


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
    wanted: Wanted,
    read: Callable[[Any], Columns],
) -> FileRows:
    if kind == detect.PARQUET:
        return FileRows(source.name, "select * from read_parquet($path)", {"path": str(path)})
    if kind == detect.ARROW:
        return of_table(source.name, _arrow_table(path))
    if kind == detect.DELIMITED:
        return _delimited(source, path, wanted)
    if kind == detect.RECORDS:
        return _records(connection, source, path)
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


def _delimited(source: Source, path: Path, wanted: Wanted) -> FileRows:
    header = detect.header(source.start, wanted.marks(COLUMNS.get()))
    assert header is not None
    if len({name.casefold() for name in header.names}) < len(header.names):
        raise DataError("two columns have the same name")
    columns = ", ".join(f"{literal(name)}: 'varchar'" for name in header.names)
    is_quepid = wanted is QRELS and header.names[:2] == ("query", "docid")
    select = f"""select * from read_csv(
        $path, columns = {{{columns}}}, delim = $delim, skip = {header.skip}, header = true,
        auto_detect = false, quote = '"', escape = '"', nullstr = '', null_padding = {is_quepid}
    )"""
    if is_quepid and "rating" not in header.names:
        raters = ", ".join(identifier(name) for name in header.names[2:])
        select = f"unpivot ({select}) on {raters} into name judge value rating"
    rows = FileRows(source.name, select, {"path": str(path), "delim": header.delimiter})
    if is_quepid and "rating" in header.names:
        rows.skipped = "rating is null"  # Quepid lists what has no rating too
    if not select.startswith("unpivot"):
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
        what = f"{counts[2]} columns, where the header has {counts[1]}"
    elif line:
        what = "malformed CSV; check the quotation marks"
    return FileProblems(source.name, [Problem(int(line[1]) if line else None, what[:200])])
