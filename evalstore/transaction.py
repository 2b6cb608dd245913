"""One transaction at a time, whole or not at all."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import duckdb

# Documents and lists are numbered on from the highest number there is; two loads at once, on two
# connections of one process, would give out the same numbers. DuckDB keeps other processes out.
_WRITING = threading.RLock()


@contextmanager
def transaction(connection: duckdb.DuckDBPyConnection) -> Iterator[None]:
    """What happens inside is kept whole, or on any exception not at all."""
    with _WRITING:
        connection.begin()
        try:
            yield
        except BaseException:
            connection.rollback()
            raise
        connection.commit()


@contextmanager
def unoptimised(connection: duckdb.DuckDBPyConnection) -> Iterator[None]:
    """Without DuckDB's optimizer, which spends its time on statements that make things too."""
    connection.execute("pragma disable_optimizer")
    try:
        yield
    finally:
        connection.execute("pragma enable_optimizer")
