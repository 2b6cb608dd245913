"""A select that runs when its rows are read, and the rows of one that has run."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import duckdb

from evalstore.errors import StoreClosedError
from evalstore.quoting import identifier

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl
    import pyarrow as pa

Row = tuple[Any, ...]


@contextmanager
def closed_reported() -> Iterator[None]:
    """Within the block, a connection that was closed is the error of a closed store."""
    try:
        yield
    except duckdb.ConnectionException as error:
        raise StoreClosedError from error


class _Frames(ABC):
    """The shapes of a data frame, all of which DuckDB makes."""

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
        """The rows as a relation of DuckDB."""


class Query(_Frames):
    """A select that runs once, when its columns or rows are first read."""

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
            with closed_reported():
                result = self._connection.execute(self._text)
            described = [(column[0], str(column[1])) for column in result.description or ()]
            self._fetched = Fetched(described, result.fetchall())
        return self._fetched

    def _relation(self) -> duckdb.DuckDBPyRelation:
        with closed_reported():
            return self._connection.sql(self._text)


class Fetched(_Frames):
    """Rows that were read, with the names and types of their columns; they need no store."""

    def __init__(self, described: Sequence[tuple[str, str]], rows: list[Row]) -> None:
        self.columns = [name for name, _ in described]
        self.types = [kind for _, kind in described]
        self._rows = rows

    def fetchall(self) -> list[Row]:
        return self._rows

    def _relation(self) -> duckdb.DuckDBPyRelation:
        """The rows in a database of their own."""
        import pyarrow as pa

        names = [f"column{number}" for number in range(len(self.columns))]
        values = [list(column) for column in zip(*self._rows, strict=True)] or [[] for _ in names]
        typed = ", ".join(
            f"{name}::{kind} as {identifier(column)}"
            for name, kind, column in zip(names, self.types, self.columns, strict=True)
        )
        table = pa.table(dict(zip(names, values, strict=True)))
        return duckdb.connect().from_arrow(table).project(typed)
