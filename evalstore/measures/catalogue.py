"""The rows of the table `measure`, which the views read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import duckdb

from evalstore.errors import UnknownNameError
from evalstore.measures.definition import Definition, definitions
from evalstore.measures.grammar import Measure, parse_all
from evalstore.measures.weights import discount_key
from evalstore.quoting import literal

# The measures that `topic_score` and `leaderboard` compute in every store.
DEFAULT = (
    "nDCG, nDCG@5, nDCG@10, nDCG@20, nDCG@100, AP, P@1, P@5, P@10, P@20, R@10, R@100, R@1000, "
    "RR, RR@10, Rprec, Bpref, Success@1, Success@5, Success@10, SetP, SetR, SetF, IAP, Judged@10, "
    "NumRet, NumRel, NumRelRet"
)

_SEPARATE_COLUMNS = ("rel", "judged_only", "gain", "discount", "base")


@dataclass(frozen=True)
class CatalogueRow:
    """One row of `measure`."""

    measure: str
    family: str
    name: str
    cutoff: int | None
    rel: float | None
    judged_only: bool
    gain: str | None
    discount: str | None
    aggregate: str
    higher_is_better: bool
    parameter: dict[str, float] = field(default_factory=dict)
    option: dict[str, str] = field(default_factory=dict)

    def cells(self) -> tuple[Any, ...]:
        """The row in the order of the table's columns; a map as DuckDB takes it from Python."""
        values = (getattr(self, column) for column in COLUMNS)
        return tuple(_as_map(value) if isinstance(value, dict) else value for value in values)

    def values(self) -> str:
        """The row as a tuple of SQL literals, in the order of the table's columns."""
        cells = [
            literal(getattr(self, column)) + (f"::{kind}" if column in _TYPED else "")
            for column, kind in COLUMNS.items()
        ]
        return f"({', '.join(cells)})"


# The columns of `measure`, with their types.
COLUMNS = {
    "measure": "varchar",
    "family": "varchar",
    "name": "varchar",
    "cutoff": "bigint",
    "rel": "double",
    "judged_only": "boolean",
    "gain": "varchar",
    "discount": "varchar",
    "parameter": "map(varchar, double)",
    "option": "map(varchar, varchar)",
    "aggregate": "varchar",
    "higher_is_better": "boolean",
}

# Columns whose type a literal does not show.
_TYPED = ("cutoff", "rel", "gain", "discount", "parameter", "option")


def _as_map(value: dict[str, Any]) -> dict[str, list[Any]]:
    return {"key": list(value), "value": list(value.values())}


def default_measures() -> list[Measure]:
    """The measures that every store has."""
    return parse_all([DEFAULT])


def catalogue_row(measure: Measure) -> CatalogueRow:
    """The row from which the views compute the measure."""
    definition = measure.definition
    numbers, choices = _other_parameters(measure)
    is_recall = definition.cutoff == "recall"
    if is_recall and measure.cutoff is not None:
        numbers["recall"] = measure.cutoff
    rel = measure.value("rel")
    return CatalogueRow(
        measure=measure.name,
        family=definition.family,
        name=definition.name,
        cutoff=None if is_recall or measure.cutoff is None else int(measure.cutoff),
        rel=None if rel is None else float(rel),
        judged_only=bool(measure.value("judged_only")),
        gain=_text(measure, "gain"),
        discount=_discount(measure),
        aggregate=definition.aggregate,
        higher_is_better=definition.higher_is_better,
        parameter=numbers,
        option=choices,
    )


def _other_parameters(measure: Measure) -> tuple[dict[str, float], dict[str, str]]:
    numbers: dict[str, float] = {}
    choices: dict[str, str] = {}
    for name, declared in measure.definition.parameters.items():
        value = measure.value(name)
        if declared.alias_of or name in _SEPARATE_COLUMNS or value is None:
            continue
        if isinstance(value, str):
            choices[name] = value
        else:
            numbers[name] = float(value)
    return numbers, choices


def _text(measure: Measure, parameter: str) -> str | None:
    value = measure.value(parameter) or measure.definition.fixed.get(parameter)
    return None if value is None else str(value)


def _discount(measure: Measure) -> str | None:
    name = _text(measure, "discount")
    return None if name is None else discount_key(name, float(measure.value("base") or 2.0))


def values_of(rows: Iterable[CatalogueRow]) -> str:
    """A select that yields the rows, to override the table `measure`."""
    tuples = ",\n    ".join(row.values() for row in rows)
    return f"select * from (values\n    {tuples}\n) as selected ({', '.join(COLUMNS)})"


DESCRIPTION = (
    "name",
    "title",
    "meaning",
    "formula",
    "parameters",
    "trec_eval",
    "citation",
    "reference",
    "family",
)


def register(connection: duckdb.DuckDBPyConnection, measures: Iterable[Measure]) -> None:
    """Add measures to the catalogue; existing rows are replaced."""
    _insert(connection, "measure", COLUMNS, [catalogue_row(one).cells() for one in measures])


def unregister(connection: duckdb.DuckDBPyConnection, measures: Iterable[Measure]) -> None:
    """Delete measures from the catalogue; one that is not in it is refused."""
    known = {row[0] for row in connection.execute("select measure from measure").fetchall()}
    for one in measures:
        if one.name not in known:
            raise UnknownNameError("registered measure", one.name, known)
        connection.execute("delete from measure where measure = ?", [one.name])


def register_descriptions(connection: duckdb.DuckDBPyConnection) -> None:
    """Write what `list measures` shows into the store, for every SQL client."""
    columns = dict.fromkeys(DESCRIPTION, "varchar")
    _insert(connection, "measure_description", columns, descriptions())


def descriptions() -> list[tuple[str, ...]]:
    """The rows of `measure_description`."""
    return [_description(one) for one in definitions()]


def _description(one: Definition) -> tuple[str, ...]:
    parameters = "; ".join(
        f"{name}: {declared.meaning}"
        + ("" if declared.default is None else f" (default {declared.default})")
        for name, declared in one.parameters.items()
    )
    texts = (one.title, one.meaning, one.formula, parameters, ", ".join(one.trec_eval))
    return (one.name, *texts, one.citation, one.reference, one.family)


def _insert(
    connection: duckdb.DuckDBPyConnection,
    table: str,
    types: dict[str, str],
    rows: Sequence[tuple[Any, ...]],
) -> None:
    """Insert or replace rows, passed as one list for each column."""
    if rows:
        columns = [list(column) for column in zip(*rows, strict=True)]
        cells = ", ".join(f"unnest(?::{kind}[]) as {name}" for name, kind in types.items())
        connection.execute(f"insert or replace into {table} select {cells}", columns)
