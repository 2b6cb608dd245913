"""A connection, and results made of a line of SQL."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import duckdb
import pytest

from evalstore.output import render
from evalstore.query import Query
from evalstore.result import Result


@pytest.fixture
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as connection:
        yield connection


@pytest.fixture
def written(con: duckdb.DuckDBPyConnection) -> Callable[..., str]:
    """`written("csv", "select 1 as a", places=2)`: what a query looks like in a format."""

    def write(format: str, sql: str, **options: object) -> str:  # noqa: A002
        described = {key: options.pop(key) for key in ("title", "notes", "best") if key in options}
        return render(Result(Query(con, sql), **described), format, **options).decode("utf-8")

    return write
