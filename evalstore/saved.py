"""Saved queries: SQL files with a meaning and parameters, those of evalstore and the user's.

    -- The topics on which a run is furthest below the best one.
    -- $run: the system
    -- $limit = 10: how many topics
    select …

A file is called by its name without .sql. The user's files are in the folder of the setting
`queries`, and in ~/.config/evalstore/queries; they come before those of evalstore.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from evalstore.config import CURRENT
from evalstore.errors import DataError, UnknownNameError, UsageError
from evalstore.nearest import suggestion
from evalstore.query import Fetched
from evalstore.resources import folder
from evalstore.result import Result

_PARAMETER = re.compile(r"^-- \$(\w+)(?: = (.*?))?: (.+)$")
_USED = re.compile(r"\$([a-z_]\w*)", re.IGNORECASE)


@dataclass(frozen=True)
class Parameter:
    """A parameter of a query; without a default, it must be given."""

    name: str
    meaning: str
    default: str | None = None


@dataclass(frozen=True)
class SavedQuery:
    """A query with a name."""

    name: str
    meaning: str
    parameters: tuple[Parameter, ...]
    sql: str
    path: Path

    def values(self, given: Mapping[str, str]) -> dict[str, str]:
        """The value of every parameter; raises UsageError if one is missing or unknown."""
        known = [one.name for one in self.parameters]
        for name in given:
            if name not in known:
                raise UsageError(
                    f"query {self.name} has no parameter {name!r}{_listed(name, known)}"
                )
        found = {one.name: given.get(one.name, one.default) for one in self.parameters}
        missing = [one for one in self.parameters if found[one.name] is None]
        if missing:
            first = missing[0]
            raise UsageError(
                f"query {self.name} needs the parameter {first.name}=VALUE ({first.meaning})"
            )
        return {name: value for name, value in found.items() if value is not None}


def _listed(name: str, known: list[str]) -> str:
    return suggestion(name, known) if known else "; it has none"


def saved_queries() -> dict[str, SavedQuery]:
    """All saved queries by name; the user's replace those of evalstore."""
    found = {}
    for place in _folders():
        for path in sorted(place.glob("*.sql")):
            found[path.stem] = _read(path)
    return dict(sorted(found.items()))


def saved_query(name: str) -> SavedQuery:
    """The saved query of that name."""
    known = saved_queries()
    if name not in known:
        raise UnknownNameError("saved query", name, known)
    return known[name]


def listed() -> Result:
    """The saved queries, with their meaning and parameters."""
    rows = [
        (one.name, one.meaning, ", ".join(_shown(part) for part in one.parameters))
        for one in saved_queries().values()
    ]
    columns = [(name, "VARCHAR") for name in ("query", "meaning", "parameters")]
    return Result(Fetched(columns, rows))


def _shown(parameter: Parameter) -> str:
    return parameter.name if parameter.default is None else f"{parameter.name}={parameter.default}"


def _folders() -> list[Path]:
    home = os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
    places = [folder("sql") / "queries", Path(home, "evalstore", "queries")]
    if own := CURRENT.get().value("queries"):
        places.append(Path(own))
        if not Path(own).is_dir():
            raise UsageError(f"no such folder of saved queries: {own}")
    return places


def _read(path: Path) -> SavedQuery:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(f"{path}: cannot be read: {getattr(error, 'strerror', error)}") from error
    meaning: list[str] = []
    described: dict[str, Parameter] = {}
    body = text.splitlines()
    for line in body:
        if not line.startswith("--"):
            break
        if match := _PARAMETER.match(line):
            described[match[1]] = Parameter(match[1], match[3], match[2])
        else:
            meaning.append(line.removeprefix("--").strip())
    sql = "\n".join(line for line in body if not line.startswith("--"))
    for name in dict.fromkeys(_USED.findall(sql)):
        described.setdefault(name, Parameter(name, "not described"))
    return SavedQuery(path.stem, " ".join(meaning), tuple(described.values()), text, path)
