"""Ad hoc SQL, the text of the views, and the schema in words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from evalstore.engine import Error, relation
from evalstore.errors import QueryError, UnknownNameError
from evalstore.measures.weights import register_functions
from evalstore.nearest import suggestion
from evalstore.query import Query
from evalstore.result import Result
from evalstore.views import views

if TYPE_CHECKING:
    import duckdb

_UNKNOWN = re.compile(r'(?:column|Column with name|Table with name|Function with name) "?(\w+)"?')


def query(connection: duckdb.DuckDBPyConnection, text: str) -> Result:
    """Run SQL, with the discounts and gains as functions; errors come in one line."""
    register_functions(connection)
    try:
        found = relation(connection, text)
        if found is None:
            raise QueryError("the SQL returns no rows; ask with a select")
        result = Result(found)
        _ = result.rows
    except Error as error:
        raise QueryError(_in_words(connection, str(error))) from error
    return result


def _in_words(connection: duckdb.DuckDBPyConnection, message: str) -> str:
    """DuckDB's first line, with the nearest name where one is unknown."""
    line = message.strip().splitlines()[0]
    if "read-only" in line:
        return "a query only reads; use `evalstore load` and `evalstore drop` to change the store"
    unknown = _UNKNOWN.search(line)
    if unknown is None or not ("not found" in line or "does not exist" in line):
        return line
    return line + suggestion(unknown[1], _known_names(connection))


def _known_names(connection: duckdb.DuckDBPyConnection) -> list[str]:
    rows = connection.execute(
        """
        select distinct column_name from duckdb_columns() where not internal
        union
        select distinct table_name from duckdb_columns() where not internal
        """
    ).fetchall()
    return [row[0] for row in rows]


def view_sql(name: str) -> str:
    """The text of a view, its meaning on top."""
    known = views()
    if name not in known:
        raise UnknownNameError("view", name, known)
    view = known[name]
    return f"-- {view.comment}\n{view.select}\n"


def schema(connection: duckdb.DuckDBPyConnection, name: str | None = None) -> Result:
    """Tables and views with their meaning; with a name, its columns."""
    if name is None:
        return Result(
            Query(
                connection,
                """
                select 'table' as kind, table_name as name, comment as meaning,
                    estimated_size as rows
                from duckdb_tables() where not internal and not temporary
                union all
                select 'view', view_name, comment, null
                from duckdb_views() where not internal and not temporary
                order by kind, name
                """,
            )
        )
    known = _known_tables(connection)
    if name not in known:
        raise UnknownNameError("table or view", name, known)
    return Result(
        Query(
            connection,
            f"""
            select column_name as column, data_type as type, comment as meaning
            from duckdb_columns() where table_name = '{name}' order by column_index
            """,
        )
    )


def _known_tables(connection: duckdb.DuckDBPyConnection) -> list[str]:
    rows = connection.execute(
        "select distinct table_name from duckdb_columns() where not internal"
    ).fetchall()
    return [row[0] for row in rows]
