"""Notes for ad hoc SQL that asks the views for a measure which they do not compute.

Such a query returns no rows. The measures are found in its text: what it compares `measure` with.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import duckdb

from evalstore.errors import MeasureError
from evalstore.measures.grammar import parse
from evalstore.nearest import suggestion

_TEXT = r"(?:e?'(?:[^']|'')*'|\$\$.*?\$\$)"
_FLAGS = re.IGNORECASE | re.DOTALL
_COMMENT = re.compile(rf"({_TEXT})|--[^\n]*|/\*.*?\*/", _FLAGS)
_OPERATOR = r"(?P<operator>==?|in\b|like\b|is\s+not\s+distinct\s+from\b)\s*(?:any\b)?"
_COMPARED = re.compile(
    rf"""\bmeasure\b["\s]*{_OPERATOR}[\s(\[]*"""
    rf"(?P<texts>{_TEXT}(?:\s*,\s*{_TEXT})*|(?P<parameter>[?$]\w*))"
    rf"""|(?P<before>{_TEXT})\s*==?\s*["\w.]*\bmeasure\b""",
    _FLAGS,
)


def unregistered_notes(
    connection: duckdb.DuckDBPyConnection,
    text: str,
    parameters: Sequence[Any] | Mapping[str, Any] | None,
) -> list[str]:
    """A note for each measure that the SQL compares with and the catalogue does not have."""
    compared = dict(_compared(text, parameters))
    if not compared:
        return []
    registered = {row[0] for row in connection.execute("select measure from measure").fetchall()}
    notes = (_note(name, is_name, registered) for name, is_name in compared.items())
    return [note for note in notes if note]


def _compared(
    text: str, parameters: Sequence[Any] | Mapping[str, Any] | None
) -> Iterator[tuple[str, bool]]:
    """What the column `measure` is compared with, and whether it is a name for certain.

    It is not if it is a pattern, or if it is one of the parameters: any of them may be meant.
    """
    for found in _COMPARED.finditer(_COMMENT.sub(r"\1 ", text)):
        if found["parameter"]:
            values = parameters.values() if isinstance(parameters, Mapping) else parameters or ()
            yield from ((value, False) for value in _texts(values))
        else:
            is_pattern = "like" in (found["operator"] or "").lower()
            for quoted in re.findall(_TEXT, found["texts"] or found["before"], _FLAGS):
                yield _unquoted(quoted), not is_pattern


def _texts(values: Any) -> Iterator[str]:
    """The texts among parameters, those in lists included."""
    for value in values:
        if isinstance(value, str):
            yield value
        elif isinstance(value, list | tuple):
            yield from _texts(value)


def _unquoted(text: str) -> str:
    if text.startswith("$$"):
        return text[2:-2]
    return text[text.index("'") + 1 : -1].replace("''", "'")


def _note(name: str, is_name: bool, registered: set[str]) -> str | None:
    if name in registered:
        return None
    try:
        canonical = parse(name).name
    except MeasureError:
        listing = "store.registered_measures()"
        unknown = f"the views have no measure {name!r}{suggestion(name, registered, listing)}"
        return unknown if is_name else None
    if canonical in registered:
        return f"the views call {name} {canonical}; compare with '{canonical}'"
    return (
        f"{canonical} is not registered, so the views do not compute it; "
        f'register it with `store.add_measures("{canonical}")`'
    )
