"""Python values as SQL literals, and names as SQL identifiers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any


def identifier(name: str) -> str:
    """A name in double quotes."""
    return '"' + name.replace('"', '""') + '"'


def literal(value: Any) -> str:
    """A value as an SQL literal."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        pairs = ", ".join(f"{literal(key)}: {literal(item)}" for key, item in value.items())
        return f"map {{{pairs}}}"
    if isinstance(value, float):
        # DuckDB 1.5 rounds decimals of more than 15 digits twice; with an exponent, it does not.
        text = repr(value)
        return text if len(text) <= 16 or "e" in text else f"{text}e0"
    if isinstance(value, int):
        return repr(value)
    return "'" + str(value).replace("'", "''") + "'"


def literals(values: Iterable[Any]) -> str:
    """Values as a list for `in (…)`."""
    return ", ".join(literal(value) for value in values)
