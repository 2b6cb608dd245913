"""Checks of the numbers that a caller gives."""

from __future__ import annotations

from evalstore.errors import UsageError

_BEYOND_DUCKDB = 2**63  # the first number that no BIGINT holds


def check_count(name: str, count: int | None) -> None:
    """Raise unless the parameter is a count that DuckDB can limit rows to, or is left out."""
    if count is not None and not 1 <= count < _BEYOND_DUCKDB:
        limit = "at least 1" if count < 1 else "below 2^63"
        raise UsageError(f"{name} must be {limit}, not {count}")
