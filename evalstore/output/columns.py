"""Types and names of columns, for the output formats."""

from __future__ import annotations

from collections.abc import Sequence

_NUMBERS = {
    "TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT", "BIGNUM",
    "UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT", "UHUGEINT",
    "FLOAT", "DOUBLE",
}  # fmt: skip


def is_number(sql_type: str) -> bool:
    """Whether a column of this type is set flush right, and never shortened."""
    return sql_type in _NUMBERS or (sql_type.startswith("DECIMAL(") and sql_type.endswith(")"))


def unique_names(names: Sequence[str]) -> list[str]:
    """The names with a suffix from the second use on: a, a becomes a, a_2."""
    taken, seen = set(names), set[str]()
    unique = []
    for name in names:
        if name in seen:
            name = _first_free(name, taken)
            taken.add(name)
        seen.add(name)
        unique.append(name)
    return unique


def _first_free(name: str, taken: set[str]) -> str:
    number = 2
    while f"{name}_{number}" in taken:
        number += 1
    return f"{name}_{number}"
