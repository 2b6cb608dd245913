"""Queries that are one click away: those of evalstore, and those of a folder of the user's.

A query is a file NAME.sql. Its first comment is its title; a line `-- $name: value` gives a
parameter a default.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

_EXAMPLES = Path(__file__).parent / "queries"
_DEFAULT = re.compile(r"^--\s*\$(?P<name>\w+):\s*(?P<value>.*?)\s*$")


@dataclass(frozen=True)
class SavedQuery:
    """A query with its title, and the defaults of its parameters."""

    name: str
    title: str
    sql: str
    defaults: dict[str, str] = field(default_factory=dict)


def examples() -> list[SavedQuery]:
    return in_folder(_EXAMPLES)


def in_folder(folder: Path | None) -> list[SavedQuery]:
    """The queries of a folder by name; a file that cannot be read is left out."""
    if folder is None:
        return []
    found = []
    for path in sorted(folder.glob("*.sql")):
        try:
            found.append(_read(path))
        except (OSError, UnicodeDecodeError):
            continue
    return found


def _read(path: Path) -> SavedQuery:
    lines = path.read_text(encoding="utf-8").splitlines()
    defaults: dict[str, str] = {}
    title, sql = "", list[str]()
    for line in lines:
        given = _DEFAULT.match(line)
        if given:
            defaults[given["name"]] = given["value"]
        elif line.startswith("--") and not title and not sql:
            title = line.lstrip("- ").rstrip(".")
        else:
            sql.append(line)
    return SavedQuery(path.stem, title or path.stem, "\n".join(sql).strip(), defaults)
