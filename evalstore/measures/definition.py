"""Definitions of measures, read from `sql/measures/*.toml`, beside the SQL."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from evalstore.resources import folder


@dataclass(frozen=True)
class Parameter:
    """A parameter of a measure: meaning, default and allowed values."""

    name: str
    meaning: str
    default: float | str | bool | None = None
    kind: str | None = None
    choices: tuple[str, ...] = ()
    above: float | None = None
    below: float | None = None
    at_least: float | None = None
    at_most: float | None = None
    over: str | None = None
    alias_of: str | None = None
    values: dict[str, str] = field(default_factory=dict)
    formula: str | None = None


@dataclass(frozen=True)
class Example:
    """A worked example: judgements, ranking, value and explanation."""

    measure: str
    qrels: str
    run: str
    value: float
    why: str


@dataclass(frozen=True)
class Definition:
    """One measure of the catalogue; `family` is the view that computes it."""

    name: str
    family: str
    title: str
    meaning: str
    formula: str
    citation: str
    reference: str
    cutoff: str
    aggregate: str = "mean"
    higher_is_better: bool = True
    aliases: tuple[str, ...] = ()
    fixed: dict[str, str] = field(default_factory=dict)
    trec_eval: dict[str, str] = field(default_factory=dict)
    ranx: dict[str, str] = field(default_factory=dict)
    parameters: dict[str, Parameter] = field(default_factory=dict)
    examples: tuple[Example, ...] = ()


def _definition(name: str, family: str, entry: dict[str, Any]) -> Definition:
    parameters = {
        key: Parameter(name=key, **{**value, "choices": tuple(value.get("choices", ()))})
        for key, value in entry.pop("parameters", {}).items()
    }
    examples = tuple(Example(**example) for example in entry.pop("examples", ()))
    aliases = tuple(entry.pop("aliases", ()))
    return Definition(
        name=name,
        family=family,
        parameters=parameters,
        examples=examples,
        aliases=aliases,
        **entry,
    )


@cache
def _sidecars() -> dict[str, Path]:
    """The file that describes each measure, read from the section headings only."""
    heading = re.compile(r"^\[(\w+)\]", re.MULTILINE)
    return {
        name: path
        for path in sorted((folder("sql") / "measures").glob("*.toml"))
        for name in heading.findall(path.read_text(encoding="utf-8"))
    }


@cache
def _described_in(path: Path) -> dict[str, Definition]:
    entries = tomllib.loads(path.read_text(encoding="utf-8"))
    return {name: _definition(name, path.stem, entry) for name, entry in entries.items()}


def names() -> list[str]:
    """The names of all measures."""
    return list(_sidecars())


def definition(name: str) -> Definition | None:
    """The measure of that exact name."""
    path = _sidecars().get(name)
    return None if path is None else _described_in(path)[name]


@cache
def definitions() -> list[Definition]:
    """All measures, in the order of their names."""
    return [_described_in(path)[name] for name, path in sorted(_sidecars().items())]
