"""Defaults of a project: evalstore.toml or [tool.evalstore], and environment variables.

    db = "trec.duckdb"                   $EVALSTORE_DB
    collection = "robust04"              $EVALSTORE_COLLECTION
    measures = ["nDCG@10", "AP"]         $EVALSTORE_MEASURES, separated by commas
    qrels = "judged"                     $EVALSTORE_QRELS
    rel = 2                              $EVALSTORE_REL
    test = "randomization"               $EVALSTORE_TEST
    queries = "queries/"                 $EVALSTORE_QUERIES

    [collections.robust04]               # measures, qrels, rel and test of one collection
    measures = ["AP"]

A variable comes before the collection's table, and that before the rest of the file. The file is
the one that $EVALSTORE_CONFIG names, or the nearest evalstore.toml or pyproject.toml with a table
[tool.evalstore], in the working folder or above it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from evalstore.errors import UsageError

DEFAULTS: dict[str, Any] = {
    "db": "evalstore.duckdb",
    "collection": None,
    "measures": ["nDCG@10", "AP", "P@10", "RR"],
    "qrels": None,
    "rel": None,
    "test": "t",
    "queries": None,
}
_OF_COLLECTION = ("measures", "qrels", "rel", "test")
_PATHS = ("db", "queries")
_KINDS: dict[str, tuple[type, ...]] = {"measures": (list,), "rel": (int, float)}
_DEFAULT = "default"


@dataclass(frozen=True)
class Setting:
    """A value, and where it comes from."""

    value: Any
    source: str


@dataclass(frozen=True)
class Config:
    """What is set, by name; `collections` has what is set for one collection."""

    settings: Mapping[str, Setting] = field(default_factory=dict)
    collections: Mapping[str, Mapping[str, Setting]] = field(default_factory=dict)

    def setting(self, name: str, collection: str | None = None) -> Setting:
        """The setting, for a collection where that has one."""
        general = self.settings.get(name, Setting(DEFAULTS[name], _DEFAULT))
        own = self.collections.get(collection or "", {}).get(name)
        is_variable = general.source.startswith("$")
        return general if own is None or is_variable else own

    def value(self, name: str, collection: str | None = None) -> Any:
        """The value that was set; None for a default."""
        found = self.setting(name, collection)
        return None if found.source == _DEFAULT else found.value

    def rows(self) -> list[tuple[str, str, str]]:
        """Every name with its value and source; those of collections after the others."""
        found = [(name, *_shown(self.setting(name))) for name in DEFAULTS]
        for collection, settings in sorted(self.collections.items()):
            for name in settings:
                setting = self.setting(name, collection)
                found.append((f"collections.{collection}.{name}", *_shown(setting)))
        return found


# What the command line read; a library call has no defaults but its own.
CURRENT: ContextVar[Config] = ContextVar("config", default=Config())  # noqa: B039  (it is frozen)


@contextmanager
def using(config: Config) -> Iterator[None]:
    """Within the block, these are the defaults."""
    token = CURRENT.set(config)
    try:
        yield
    finally:
        CURRENT.reset(token)


def read_config(folder: Path | None = None, environment: Mapping[str, str] | None = None) -> Config:
    """The settings of the nearest file, and of the environment before them."""
    variables = os.environ if environment is None else environment
    path = _path(folder or Path.cwd(), variables)
    table = {} if path is None else _table(path)
    collections = table.pop("collections", {})
    settings = _settings(table, path, tuple(DEFAULTS)) | _of_environment(variables)
    if not isinstance(collections, dict) or not all(
        isinstance(one, dict) for one in collections.values()
    ):
        raise UsageError(f"{path}: collections must be tables, such as [collections.robust04]")
    return Config(
        settings,
        {name: _settings(one, path, _OF_COLLECTION) for name, one in collections.items()},
    )


def _path(folder: Path, variables: Mapping[str, str]) -> Path | None:
    if given := variables.get("EVALSTORE_CONFIG"):
        if not Path(given).is_file():
            raise UsageError(f"$EVALSTORE_CONFIG: no such file: {given}")
        return Path(given)
    for parent in (folder, *folder.parents):
        if (path := parent / "evalstore.toml").is_file():
            return path
        path = parent / "pyproject.toml"
        if path.is_file() and b"[tool.evalstore" in path.read_bytes():
            return path
    return None


def _table(path: Path) -> dict[str, Any]:
    import tomllib

    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise UsageError(f"{path}: cannot be read ({error})") from error
    found = table.get("tool", {}).get("evalstore", {}) if path.name == "pyproject.toml" else table
    return dict(found)


def _settings(
    table: Mapping[str, Any], path: Path | None, names: tuple[str, ...]
) -> dict[str, Setting]:
    from evalstore.nearest import suggestion

    found = {}
    for name, value in table.items():
        if name not in names:
            raise UsageError(f"{path}: no setting {name!r}{suggestion(name, names)}")
        kinds = _KINDS.get(name, (str,))
        if not isinstance(value, kinds) or isinstance(value, bool):
            expected = {"measures": "a list of measures", "rel": "a number"}.get(name, "a text")
            raise UsageError(f"{path}: {name} must be {expected}, not {value!r}")
        if name in _PATHS and path is not None:
            value = str(path.parent / str(value))
        found[name] = Setting(value, str(path))
    return found


def _of_environment(variables: Mapping[str, str]) -> dict[str, Setting]:
    found = {}
    for name in DEFAULTS:
        variable = f"EVALSTORE_{name.upper()}"
        if text := variables.get(variable):
            found[name] = Setting(_value(name, text, variable), f"${variable}")
    return found


def _value(name: str, text: str, variable: str) -> Any:
    if name == "measures":
        return [text]
    if name != "rel":
        return text
    try:
        return float(text)
    except ValueError:
        raise UsageError(f"${variable} must be a number, not {text!r}") from None


def _shown(setting: Setting) -> tuple[str, str]:
    value = setting.value
    text = ", ".join(map(str, value)) if isinstance(value, list) else value
    return ("" if text is None else str(text), setting.source)
