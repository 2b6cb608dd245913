"""A select that runs when its rows are read, and what came of one that has run."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from evalstore.engine import connect, relation, relation_of
from evalstore.quoting import identifier

if TYPE_CHECKING:
    import duckdb
    import pandas as pd
    import polars as pl
    import pyarrow as pa

Row = tuple[Any, ...]

# To parse a question takes as long as a fifth of its answer, and the same one comes again.
STATEMENTS_KEPT = 32
_statements: dict[str, duckdb.Statement] = {}


def _statement(connection: duckdb.DuckDBPyConnection, text: str) -> duckdb.Statement:
    """The text parsed, or as it was parsed before; DuckDB binds a copy to the tables of today."""
    known = _statements.get(text)
    if known is None:
        [known] = connection.extract_statements(text)
        if len(_statements) >= STATEMENTS_KEPT:
            _statements.clear()
        _statements[text] = known
    return known


class _Frames(ABC):
    """The shapes of a data frame, all of which DuckDB knows."""

    def df(self) -> pd.DataFrame:
        frame: pd.DataFrame = self._relation().df()
        return frame

    def pl(self) -> pl.DataFrame:
        frame: pl.DataFrame = self._relation().pl()
        return frame

    def to_arrow_table(self) -> pa.Table:
        return self._relation().to_arrow_table()

    @abstractmethod
    def _relation(self) -> duckdb.DuckDBPyRelation:
        """The rows as DuckDB has them."""


class Query(_Frames):
    """A select that runs when its rows are read; a relation of DuckDB plans it twice for that.

    Whoever asks for the columns wants the rows too, and has them read with the same plan.
    """

    def __init__(self, connection: duckdb.DuckDBPyConnection, text: str) -> None:
        self._connection = connection
        self._text = text
        self._fetched: Fetched | None = None

    @property
    def columns(self) -> list[str]:
        return self.fetched().columns

    @property
    def types(self) -> list[str]:
        return self.fetched().types

    def fetchall(self) -> list[Row]:
        return self.fetched().fetchall()

    def fetched(self) -> Fetched:
        """The rows, read once."""
        if self._fetched is None:
            result = self._connection.execute(_statement(self._connection, self._text))
            described = [(column[0], str(column[1])) for column in result.description or ()]
            self._fetched = Fetched(described, result.fetchall())
        return self._fetched

    def _relation(self) -> duckdb.DuckDBPyRelation:
        return relation(self._connection, self._text)


class Fetched(_Frames):
    """Rows that were read, with the names and types of their columns; they need no store."""

    def __init__(self, described: Sequence[tuple[str, str]], rows: list[Row]) -> None:
        self.columns = [name for name, _ in described]
        self.types = [kind for _, kind in described]
        self._rows = rows

    def fetchall(self) -> list[Row]:
        return self._rows

    def _relation(self) -> duckdb.DuckDBPyRelation:
        """The rows in a DuckDB of their own."""
        import pyarrow as pa

        places = [f"column{place}" for place in range(len(self.columns))]
        values = [list(column) for column in zip(*self._rows, strict=True)] or [[] for _ in places]
        typed = ", ".join(
            f"{place}::{kind} as {identifier(name)}"
            for place, kind, name in zip(places, self.types, self.columns, strict=True)
        )
        table = pa.table(dict(zip(places, values, strict=True)))
        return relation_of(connect(), table).project(typed)
