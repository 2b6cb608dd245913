"""Efficiency and effectiveness: efficiency columns and the Pareto front."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from evalstore.answers.widened import Column, widened
from evalstore.errors import DataError, UnknownNameError
from evalstore.plural import counted
from evalstore.quoting import literal
from evalstore.result import Result
from evalstore.selection import Selection

FRONT = "front"
NONE_LOADED = "no efficiency numbers are loaded; load them with `store.load_efficiency()`"
_PER_TOPIC = ("mean", "median", "p95", "p99")


def with_efficiency(selection: Selection, board: Result, name: str) -> Result:
    """The leaderboard with one efficiency number's columns, and the Pareto front marked."""
    summary = _summary(selection, name)
    front = _front(selection, name)
    units = {row["unit"] for row in summary.values()}
    if len(units) > 1:
        listed = ", ".join(sorted(str(unit or "no unit") for unit in units))
        raise DataError(f"{name} is given in {listed}; load it in one unit to compare systems")
    columns = _columns(name, summary)
    columns[FRONT] = ("BOOLEAN", front)
    better = any(row["higher_is_better"] for row in summary.values())
    best = {column: better for column in columns if column != FRONT}
    note = _note(selection, name, units.pop(), summary, front)
    return widened(board, columns, best, [note])


def _summary(selection: Selection, name: str) -> dict[str, dict[str, Any]]:
    """The numbers of that name, by system."""
    rows = Result(selection.query("select * from efficiency_summary")).dicts()
    known = sorted({row["name"] for row in rows})
    if not known:
        raise DataError(NONE_LOADED)
    if name not in known:
        raise UnknownNameError("efficiency number", name, known)
    return {row["system"]: row for row in rows if row["name"] == name}


def _front(selection: Selection, name: str) -> dict[str, bool]:
    select = f"""select system, is_front from pareto_front
where name = {literal(name)} and measure = {literal(selection.rows[0].measure)}"""
    return dict(selection.fetch(select))


def _columns(name: str, summary: Mapping[str, Mapping[str, Any]]) -> dict[str, Column]:
    """Mean, median and tails where anything was measured more than once; else the one number."""
    if all(row["measurements"] == 1 for row in summary.values()):
        return {name: ("DOUBLE", {system: row["mean"] for system, row in summary.items()})}
    return {
        f"{name} {part}": ("DOUBLE", {system: row[part] for system, row in summary.items()})
        for part in _PER_TOPIC
    }


def _note(
    selection: Selection,
    name: str,
    unit: str | None,
    summary: Mapping[str, Mapping[str, Any]],
    front: Mapping[str, bool],
) -> str:
    counts = sorted({row["measurements"] for row in summary.values()})
    times = f"{counts[0]}" if len(counts) == 1 else f"{counts[0]} to {counts[-1]}"
    often = "measured once" if counts == [1] else f"{times} measurements each"
    measured = f"{len(summary):,} of {counted(len(selection.runs), 'system')}, {often}"
    return (
        f"{name}{f' in {unit}' if unit else ''}: {measured}; Pareto front: "
        f"{counted(sum(front.values()), 'system')} that no other one equals in both "
        f"{selection.rows[0].measure} and {name} (mean) and exceeds in one"
    )
