"""One of two leaderboards to compare: from the store, or saved in a file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import duckdb
import numpy as np

from evalstore.answers.leaderboard import coverage_of
from evalstore.answers.matrix import ScoreMatrix, score_matrices
from evalstore.errors import DataError, MeasureError, UnknownNameError
from evalstore.measures.grammar import parse
from evalstore.quoting import identifier, literal
from evalstore.selection import Selection
from evalstore.statistics.distributions import Vector

_READERS = {
    ".csv": "read_csv",
    ".tsv": "read_csv",
    ".json": "read_json",
    ".jsonl": "read_json",
    ".ndjson": "read_json",
    ".parquet": "read_parquet",
}
_SYSTEM = ("system", "run", "run_id", "tag", "name")
_NOT_A_SCORE = {"position", "rank", "topics", "missing"}


@dataclass(frozen=True)
class Side:
    """A label, every system's value, and the scores per topic unless it comes from a file."""

    label: str
    values: dict[str, float]
    higher_is_better: bool = True
    matrix: ScoreMatrix | None = None
    about: str = ""

    def merits(self, systems: Sequence[str]) -> Vector:
        """The values of these systems, negated where low is good."""
        values = np.array([self.values[system] for system in systems])
        return values if self.higher_is_better else -values

    def positions(self, systems: Sequence[str]) -> list[int]:
        """The positions of these systems among each other; equal values share one."""
        merits = self.merits(systems)
        return [1 + int((merits > merit).sum()) for merit in merits]


def stored(selection: Selection, label: str, more: str = "") -> Side:
    """The leaderboard of the selection's first measure; `more` is added to its note."""
    rows = selection.fetch(
        "select run.system, value from measures.run_value inner join run using (run_id)"
    )
    [matrix] = score_matrices(selection)
    about = f"{selection.rows[0].measure}, {selection.title}: {', '.join(coverage_of(selection))}"
    higher = selection.rows[0].higher_is_better
    return Side(label, dict(rows), higher, matrix, f"{about}; {more}" if more else about)


def saved(connection: duckdb.DuckDBPyConnection, path: str, measure: str | None) -> Side:
    """A leaderboard from a file, as `leaderboard -o` writes it: a system and its measures."""
    reader = _READERS.get(Path(path).suffix.lower())
    if reader is None:
        raise DataError(
            f"{path}: not a saved leaderboard; expected a file of type {' '.join(_READERS)}"
        )
    try:
        found = connection.sql(f"select * from {reader}({literal(path)})")
        system, score = _columns(path, found, measure)
        select = f"{identifier(system)}::varchar, {identifier(score)}::double"
        rows = found.project(select).fetchall()
    except duckdb.Error as error:
        raise DataError(f"{path}: {str(error).splitlines()[0]}") from error
    values = {name: value for name, value in rows if name is not None and value is not None}
    if len(values) < len(rows):
        raise DataError(f"{path}: a system has no name or no value, or occurs twice")
    return Side(Path(path).name, values, _is_higher_better(score), about=f"{score}, {path}")


def _columns(path: str, relation: duckdb.DuckDBPyRelation, measure: str | None) -> tuple[str, str]:
    """The column of the systems' names, and that of the measure, or else the first score."""
    columns = {column.casefold(): column for column in relation.columns}
    system = next((columns[name] for name in _SYSTEM if name in columns), None)
    if system is None:
        raise DataError(
            f"{path}: no column with system names; expected one of {', '.join(_SYSTEM)}"
        )
    if measure is not None:
        for name in relation.columns:
            if measure.casefold() in (name.casefold(), _canonical(name).casefold()):
                return system, name
        raise UnknownNameError(f"column of {path}", measure, relation.columns)
    for name, kind in zip(relation.columns, relation.types, strict=True):
        if str(kind) == "DOUBLE" and name.casefold() not in _NOT_A_SCORE:
            return system, name
    raise DataError(f"{path}: no column with scores")


def _canonical(name: str) -> str:
    """A column's name as the grammar spells it, where it is a measure's: MAP is AP."""
    try:
        return parse(name).name
    except MeasureError:
        return name


def _is_higher_better(name: str) -> bool:
    """As the definition of the measure says; for a column of another name, true."""
    try:
        return parse(name).definition.higher_is_better
    except MeasureError:
        return True
