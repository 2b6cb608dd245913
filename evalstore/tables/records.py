"""The rows of a table as named texts: topics and efficiency numbers, which are small."""

from __future__ import annotations

import duckdb

from evalstore.formats import detect
from evalstore.formats.columns import plain
from evalstore.load.source import Source
from evalstore.tables.files import COLUMNS, file_rows, kind_of

Records = list[tuple[int, dict[str, str]]]


def table_records(connection: duckdb.DuckDBPyConnection, source: Source) -> Records | None:
    """The rows of Parquet and Arrow, and of any table whose columns are named by the caller.

    None for files that the readers of text understand.
    """
    given = COLUMNS.get()
    marks = tuple((plain(name),) for name in given.values())
    kind = kind_of(source, marks)
    if kind is None or not (given or kind in (detect.PARQUET, detect.ARROW)):
        return None
    with file_rows(connection, source, kind, marks) as rows:
        names = list(rows.types(connection))
        select = f"select columns(*)::varchar from ({rows.sql})"
        found = rows.execute(connection, select).fetchall()
    ours = {theirs: name for name, theirs in given.items()}
    return [
        (
            number,
            {ours.get(name, name): cell for name, cell in zip(names, row, strict=True) if cell},
        )
        for number, row in enumerate(found, rows.first_line or 1)
    ]
