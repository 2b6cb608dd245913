"""Runs and judgements in tables, from the rows of a file to the table `file_row`.

file_row       the rows under our names: text for names, doubles for numbers
row_problem    sql/load/row_problem finds what is wrong, and in which row
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import duckdb

from evalstore.errors import DataError, FileProblems, Problem
from evalstore.formats.columns import QRELS, RUN, Wanted
from evalstore.formats.exchange import Columns, qrels_columns, run_columns
from evalstore.load.source import Source
from evalstore.plural import counted
from evalstore.quoting import identifier
from evalstore.tables.files import COLUMNS, FileRows, file_rows, kind_of
from evalstore.views import statement

_NUMBERS = ("score", "rank", "grade")
_FLOATING = ("FLOAT", "DOUBLE")


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
    given = COLUMNS.get()
    marks = wanted.marks(given)
    kind = kind_of(source, marks)
    if kind is None:
        return None
    with file_rows(connection, source, kind, marks, read) as rows:
        return stage(connection, rows, wanted, given)


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
