"""Ad hoc SQL, the text of the views, and the descriptions of tables and views."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import duckdb

from evalstore import sandbox
from evalstore.answers.unregistered import unregistered_notes
from evalstore.errors import QueryError, UnknownNameError
from evalstore.nearest import suggestion
from evalstore.query import SHORT, Fetched, Query, closed_reported
from evalstore.quoting import literal, literals
from evalstore.result import Result
from evalstore.views import compose, views

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl
    import pyarrow as pa

Parameters = Sequence[Any] | Mapping[str, Any] | None

_BATCH = 10_000
_UNKNOWN = re.compile(r'(?:column|Column with name|Table with name|Function with name) "?(\w+)"?')

# The views that a reader of the schema needs first.
_FIRST_VIEWS = (
    "leaderboard",
    "topic_score",
    "ranked_document",
    "ranked",
    "judged_document",
    "gain_by_rank",
    "precision_recall",
)


def query(
    connection: duckdb.DuckDBPyConnection,
    text: str,
    parameters: Parameters = None,
    most: int | None = None,
) -> Result:
    """Run one query; errors are one line, and measures that the views do not compute are noted.

    With `most`, that many rows are read and one more, which shows that there are more.
    """
    asked = _Asked(connection, text, parameters, most)
    asked.start()
    return Result(asked, notes=unregistered_notes(connection, text, parameters))


class _Asked(Query):
    """A query of the user's, which runs in a transaction that changes nothing."""

    def __init__(
        self,
        connection: duckdb.DuckDBPyConnection,
        text: str,
        parameters: Parameters,
        most: int | None,
    ) -> None:
        super().__init__(connection, text)
        self._parameters = parameters
        self._most = most
        self._table: pa.Table | None = None
        self._started: Fetched | None = None

    @property
    def columns(self) -> list[str]:
        return self._known().columns

    @property
    def types(self) -> list[str]:
        return self._known().types

    def start(self) -> None:
        """Run the query for its first rows; a short result is then complete."""
        most = SHORT if self._most is None else self._most
        with self._described_errors(), self._last() as last:
            ran = self._connection.execute(last, self._parameters)
            described = [(column[0], str(column[1])) for column in ran.description or ()]
            self._started = Fetched(described, ran.fetchmany(most + 1))
        if self._most is not None or len(self._started.fetchall()) <= SHORT:
            self._fetched = self._started

    def fetched(self) -> Fetched:
        if self._fetched is None:
            with self._described_errors(), self._last() as last:
                rows = self._connection.execute(last, self._parameters).fetchall()
            described = list(zip(self.columns, self.types, strict=True))
            self._fetched = Fetched(described, rows)
            self._started = None
        return self._fetched

    def _known(self) -> Fetched:
        return self._started or self.fetched()

    def _beginning(self) -> Fetched:
        return self._known()

    def _run(self, text: str) -> Fetched:
        with sandbox.reading(self._connection):
            ran = self._connection.execute(text, self._parameters)
            return Fetched([], ran.fetchall())

    @contextmanager
    def _described_errors(self) -> Iterator[None]:
        try:
            yield
        except duckdb.Error as error:
            raise QueryError(_described(self._connection, str(error))) from error

    def df(self) -> pd.DataFrame:
        with self._last() as last:
            frame: pd.DataFrame = self._connection.sql(last, params=self._parameters).df()
            return frame

    def pl(self) -> pl.DataFrame:
        with self._last() as last:
            frame: pl.DataFrame = self._connection.sql(last, params=self._parameters).pl()
            return frame

    def to_arrow_table(self) -> pa.Table:
        if self._table is None:
            with self._last() as last:
                relation = self._connection.sql(last, params=self._parameters)
                most = self._most
                self._table = relation.to_arrow_table() if most is None else _first(relation, most)
        return self._table

    @contextmanager
    def _last(self) -> Iterator[duckdb.Statement]:
        """The statement that answers, to be run inside; what it needs before it has run."""
        with closed_reported(), sandbox.reading(self._connection):
            *before, last = sandbox.queries(self._connection, self._text)
            for statement in before:
                self._connection.execute(statement)
            yield last


def _first(relation: duckdb.DuckDBPyRelation, rows: int) -> pa.Table:
    """The first rows as an Arrow table, without reading the others."""
    import pyarrow as pa

    batches, missing = [], rows
    with relation.to_arrow_reader(_BATCH) as reader:
        while missing > 0 and (batch := next(reader, None)) is not None:
            batches.append(batch.slice(0, missing))
            missing -= len(batch)
        return pa.Table.from_batches(batches, reader.schema)


def _described(connection: duckdb.DuckDBPyConnection, message: str) -> str:
    """DuckDB's first line, with the nearest name where one is unknown."""
    line = message.strip().splitlines()[0]
    if "read-only" in line:
        return sandbox.only_reads("a statement that changes the store")
    if "disabled by configuration" in line:
        return "a query reads the tables and views of the store, no files and no network"
    unknown = _UNKNOWN.search(line)
    if unknown is None or not ("not found" in line or "does not exist" in line):
        return line
    return line.rstrip("!") + suggestion(unknown[1], _known_names(connection), "store.schema()")


def _known_names(connection: duckdb.DuckDBPyConnection) -> list[str]:
    rows = connection.execute(
        """
        select distinct column_name from duckdb_columns() where not internal
        union
        select distinct table_name from duckdb_columns() where not internal
        """
    ).fetchall()
    return [row[0] for row in rows]


def view_sql(name: str, *, steps: bool = False) -> str:
    """The text of a view under its meaning; with `steps`, one query with all that it reads."""
    known = views()
    plain = name.rpartition(".")[2]
    if plain not in known:
        raise UnknownNameError("view", name, known)
    view = known[plain]
    text = compose(f"select * from {view.qualified}", {}) if steps else view.select
    return f"-- {view.comment}\n{text}\n"


_LISTED = """
    select 'view' as kind, schema_name, view_name as name, comment as meaning, null as rows
    from duckdb_views() where not internal and not temporary
    union all
    select 'table', schema_name, table_name, comment, estimated_size
    from duckdb_tables() where not internal and not temporary
"""
_QUALIFIED = "if(schema_name = 'main', '', schema_name || '.')"


def schema(connection: duckdb.DuckDBPyConnection, name: str | None = None) -> Result:
    """Views and tables with their meaning, those to query first; with a name, its columns."""
    if name is None:
        select = f"""
            select kind, {_QUALIFIED} || name as name, meaning, rows
            from ({_LISTED})
            order by
                schema_name != 'main', schema_name = 'measures', kind desc,
                list_position([{literals(_FIRST_VIEWS)}], name) nulls last, name
            """
        return Result(Query(connection, select))
    known = [row[0] for row in connection.execute(f"select name from ({_LISTED})").fetchall()]
    plain = name.rpartition(".")[2]
    if plain not in known:
        raise UnknownNameError("table or view", name, known)
    select = f"""
        select column_name as column, data_type as type, comment as meaning
        from duckdb_columns()
        where not internal and table_name = {literal(plain)}
        order by column_index
        """
    return Result(Query(connection, select))
