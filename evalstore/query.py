"""A select that runs when its rows are read, and the rows of one that has run."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import duckdb

from evalstore.errors import StoreClosedError
from evalstore.quoting import identifier

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl
    import pyarrow as pa

Row = tuple[Any, ...]

# Results of up to so many rows are read as they are; of longer ones, a preview reads parts.
SHORT = 10_000
# How long to look for the end of a long result before only its beginning is shown.
PATIENCE_SECONDS = 0.5


@dataclass(frozen=True)
class Preview:
    """The first and the last rows of a result, and how many it has; None if that takes long.

    Where `last` is empty, `first` has all rows, or the total is unknown.
    """

    first: list[Row]
    last: list[Row]
    total: int | None

    @property
    def is_cut(self) -> bool:
        return bool(self.last) or self.total is None


def preview_of(rows: list[Row], shown: int, ends: int) -> Preview:
    """All rows if they are few, else so many of both ends."""
    if len(rows) <= shown:
        return Preview(rows, [], len(rows))
    return Preview(rows[:ends], rows[-ends:], len(rows))


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
            self._fetched = self._run(self._text)
        return self._fetched

    def preview(self, shown: int, ends: int) -> Preview:
        """Up to `shown` rows, else so many of both ends, read in bounded time."""
        if self._fetched is None:
            beginning = self._beginning()
            if len(beginning.fetchall()) > SHORT:
                return self._both_ends(beginning.fetchall()[:ends], ends)
            self._fetched = beginning
        return self._fetched.preview(shown, ends)

    def _beginning(self) -> Fetched:
        """One row more than a short result has."""
        return self._run(f"from (\n{self._text}\n) limit {SHORT + 1}")

    def _both_ends(self, first: list[Row], ends: int) -> Preview:
        inner = f"from (\n{self._text}\n)"
        stop = threading.Timer(PATIENCE_SECONDS, self._connection.interrupt)
        stop.start()
        try:
            [[total]] = self._run(f"select count(*) {inner}").fetchall()
            last = self._run(f"{inner} limit {ends} offset {total - ends}").fetchall()
        except duckdb.Error:
            return Preview(first, [], None)
        finally:
            stop.cancel()
            stop.join()
        return Preview(first, last, total)

    def _run(self, text: str) -> Fetched:
        """The rows of a statement."""
        with closed_reported():
            result = self._connection.execute(text)
        described = [(column[0], str(column[1])) for column in result.description or ()]
        return Fetched(described, result.fetchall())

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

    def preview(self, shown: int, ends: int) -> Preview:
        return preview_of(self._rows, shown, ends)

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
