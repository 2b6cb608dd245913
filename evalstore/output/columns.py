"""Types and names of columns, for the output formats."""

from __future__ import annotations

import re
from collections.abc import Sequence

_NUMBERS = {
    "TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT", "BIGNUM",
    "UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT", "UHUGEINT",
    "FLOAT", "DOUBLE",
}  # fmt: skip

# The measures that count documents, preferences or topics, or are a rank.
COUNTS = {
    "FirstRank", "NumNonrelJudgedRet", "NumPrefs", "NumPrefsFul", "NumQ", "NumRel", "NumRelRet",
    "NumRet",
}  # fmt: skip
_GRADES = ("grade", "grades")
_OF_MEASURE = {"value", "best", "low", "high"}


def is_number(sql_type: str) -> bool:
    """Whether a column of this type is set flush right, and never shortened."""
    return sql_type in _NUMBERS or (sql_type.startswith("DECIMAL(") and sql_type.endswith(")"))


def has_whole_numbers(name: str) -> bool:
    """Whether whole numbers of a column are shown without decimals: grades and counts."""
    words = name.split()
    return bool(words) and (words[-1].lower() in _GRADES or is_count(words[0]))


def is_count(measure: str) -> bool:
    """Whether a measure, such as NumRel(rel=2), counts something."""
    return re.split(r"[(@]", measure, maxsplit=1)[0] in COUNTS


def counted_by_row(name: str) -> bool:
    """Whether a column has values of the measure that its row names."""
    return name in _OF_MEASURE


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
