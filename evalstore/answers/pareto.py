"""Efficiency beside effectiveness: what a score costs, and who is beaten on both."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from evalstore.answers.columns import column
from evalstore.engine import relation_of
from evalstore.errors import DataError, UnknownNameError
from evalstore.query import Query
from evalstore.question import Question
from evalstore.quoting import literal
from evalstore.result import Result

FRONT = "front"
_PER_TOPIC = ("mean", "median", "p95", "p99")


def with_efficiency(question: Question, board: Result, name: str) -> Result:
    """The leaderboard with one efficiency number's columns, and the Pareto front marked."""
    summary = _summary(question, name)
    front = _front(question, name)
    units = {row["unit"] for row in summary.values()}
    if len(units) > 1:
        told = ", ".join(sorted(str(unit or "no unit") for unit in units))
        raise DataError(f"{name} is told in {told}; load it in one unit to compare systems")
    columns = _columns(name, summary)
    columns[FRONT] = ("flag", front)
    better = any(row["higher_is_better"] for row in summary.values())
    best = {column: better for column in columns if column != FRONT}
    note = _note(question, name, units.pop(), summary, front)
    return _widened(question, board, columns, best, note)


def _summary(question: Question, name: str) -> dict[str, dict[str, Any]]:
    """The numbers of that name, by system."""
    select = question.sql("select * from efficiency_summary")
    rows = Result(Query(question.connection, select)).dicts()
    known = sorted({row["name"] for row in rows})
    if name not in known:
        raise UnknownNameError("efficiency number", name, known)
    return {row["system"]: row for row in rows if row["name"] == name}


def _front(question: Question, name: str) -> dict[str, bool]:
    select = f"""select system, is_front from pareto_front
where name = {literal(name)} and measure = {literal(question.rows[0].measure)}"""
    return dict(question.connection.execute(question.sql(select)).fetchall())


Column = tuple[str, Mapping[str, Any]]


def _columns(name: str, summary: Mapping[str, Mapping[str, Any]]) -> dict[str, Column]:
    """Mean, median and tails where anything was measured more than once; else the one number."""
    if all(row["measurements"] == 1 for row in summary.values()):
        return {name: ("number", {system: row["mean"] for system, row in summary.items()})}
    return {
        f"{name} {part}": ("number", {system: row[part] for system, row in summary.items()})
        for part in _PER_TOPIC
    }


def _note(
    question: Question,
    name: str,
    unit: str | None,
    summary: Mapping[str, Mapping[str, Any]],
    front: Mapping[str, bool],
) -> str:
    counts = sorted({row["measurements"] for row in summary.values()})
    times = f"{counts[0]}" if len(counts) == 1 else f"{counts[0]} to {counts[-1]}"
    often = "measured once" if counts == [1] else f"{times} measurements each"
    measured = f"{len(summary)} of {len(question.runs)} systems, {often}"
    return (
        f"{name}{f' in {unit}' if unit else ''}: {measured}; front: no system is as good on both "
        f"{question.rows[0].measure} and {name} (mean) and better on one, "
        f"{sum(front.values())} systems"
    )


def _widened(
    question: Question,
    board: Result,
    columns: Mapping[str, Column],
    best: dict[str, bool],
    note: str,
) -> Result:
    """The board with columns by system; so too in the shape that it has for people."""
    table = board.arrow()
    systems = table["system"].to_pylist()
    for name, (kind, values) in columns.items():
        cells = [values.get(system) for system in systems]
        table = table.append_column(name, column(cells, kind))
    result = Result(relation_of(question.connection, table), title=board.title)
    result.best, result.notes = board.best | best, [*board.notes, note]
    shaped = board.for_people
    if shaped is not None:
        result.for_people = lambda places: _widened(question, shaped(places), columns, best, note)
    return result
