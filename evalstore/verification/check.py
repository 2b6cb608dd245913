"""One check: what it looked at, how much of it is wrong, and an example."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import duckdb

from evalstore.database import first_row


@dataclass
class Check:
    """The outcome of one check; `notes` say what could not be checked."""

    name: str
    checked: int = 0
    wrong: int = 0
    example: str | None = None
    notes: list[str] = field(default_factory=list)

    def add(self, checked: int, wrong: int, example: str | None) -> None:
        self.checked += checked
        self.wrong += wrong
        self.example = self.example or example

    def fail(self, example: str) -> None:
        self.add(0, 1, example)


Checking = Callable[[duckdb.DuckDBPyConnection], Check]


def performed(check: Checking, connection: duckdb.DuckDBPyConnection) -> Check:
    """The outcome of a check; one that DuckDB cannot finish, on a damaged file, has failed."""
    try:
        return check(connection)
    except duckdb.InterruptException:
        raise
    except duckdb.Error as error:
        failed = Check(check.__name__)
        failed.fail(f"cannot be read: {str(error).splitlines()[0]}")
        return failed


def counted(check: Check, connection: duckdb.DuckDBPyConnection, select: str) -> Check:
    """Add what a select counts: one row of checked, wrong and an example."""
    checked, wrong, example = first_row(connection.execute(select)) or (0, 0, None)
    check.add(checked or 0, wrong or 0, example)
    return check
