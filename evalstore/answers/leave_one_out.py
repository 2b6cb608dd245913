"""Leave one system out: would it score the same, had it not been in the pool?

Zobel, SIGIR 1998: the judgements that only this system (or its team) contributed to the pool are
removed, and all systems are measured again. One that falls was helped by being pooled.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from evalstore.answers.built import built, relative, signed
from evalstore.answers.leaderboard import check_judged, notes_of
from evalstore.answers.pooled import POOLED, pool_documents, pool_note, team_rows, teams
from evalstore.answers.rejudged import LEFT_OUT, values_of_variants
from evalstore.database import only_value
from evalstore.errors import UsageError
from evalstore.measures.catalogue import CatalogueRow
from evalstore.names import Named
from evalstore.plural import counted
from evalstore.query import Row
from evalstore.result import Result
from evalstore.selection import Selection
from evalstore.statistics.kendall import tau_b
from evalstore.statistics.rbo import positions

_COLUMNS = {
    "system": "text",
    "measure": "text",
    "value": "number",
    "without": "number",
    "change": "number",
    "position": "count",
    "position_without": "count",
    "moved": "count",
    "unique_judged": "count",
    "unique_relevant": "count",
}


@dataclass(frozen=True)
class _Left:
    """A system under one measure: with all judgements, and without those only it contributed."""

    system: str
    measure: CatalogueRow
    value: float
    without: float
    position: int
    position_without: int
    unique_judged: int
    unique_relevant: int

    @property
    def change(self) -> float:
        return self.without - self.value

    @property
    def moved(self) -> int:
        return self.position - self.position_without

    def row(self) -> Row:
        numbers = (self.value, self.without, self.change)
        positions = (self.position, self.position_without, self.moved)
        unique = (self.unique_judged, self.unique_relevant)
        return (self.system, self.measure.measure, *numbers, *positions, *unique)

    def for_people(self, places: int) -> Row:
        moved = signed(self.moved, 0) if self.moved else "="
        return (
            *(self.system, self.measure.measure, self.value, self.without),
            *(signed(self.change, places), relative(self.change, self.value)),
            *(f"{self.position} → {self.position_without}", moved),
            *(self.unique_judged, self.unique_relevant),
        )


_FOR_PEOPLE = {
    "system": "text",
    "measure": "text",
    "value": "number",
    "without": "number",
    "change": "text",
    "relative": "text",
    "position": "text",
    "moved": "text",
    "unique_judged": "count",
    "unique_relevant": "count",
}


def leave_one_out(selection: Selection, depth: int, by_team: str | None) -> Result:
    """Every system's value and position, with and without the judgements only it contributed."""
    groups = teams(selection, by_team)
    unit = "team" if by_team else "system"
    if len(groups) < 2:
        raise UsageError(f"leaving out one {unit} requires at least two {unit}s")
    check_judged(selection)
    pool_documents(selection, depth)
    unique = _left_out(selection, groups)
    found = _measured(selection, groups, unique)
    result = built(_COLUMNS, [one.row() for one in found])
    result.title = f"{selection.title}: each {unit} left out of the pool"
    result.notes = [*_summary(selection, found, unit), *_about(selection, depth, unit, groups)]
    result.notes += notes_of(selection)
    result.for_people = lambda places: _shown(found, places)
    return result


def _shown(found: Sequence[_Left], places: int) -> Result:
    result = built(_FOR_PEOPLE, [one.for_people(places) for one in found])
    result.optional = ["relative", "moved", "unique_judged"]
    return result


def _left_out(selection: Selection, groups: dict[str, list[Named]]) -> dict[int, tuple[int, int]]:
    """Store what each team alone contributed; (judged, relevant) documents by team number."""
    select = f"""select min(team) as variant, topic_id, document_id, max(grade) as grade
from {POOLED}
inner join (values {team_rows(groups)}) as teams (run_id, team) using (run_id)
inner join steps.graded_document using (topic_id, document_id)
group by topic_id, document_id
having count(distinct team) = 1"""
    selection.connection.execute(
        f"create or replace temp table {LEFT_OUT} as {selection.sql(select)}"
    )
    rows = selection.connection.execute(
        f"""
        select variant, count(*) filter (grade >= 0), count(*) filter (grade >= 1)
        from {LEFT_OUT} group by all
        """
    ).fetchall()
    return {variant: (judged, relevant) for variant, judged, relevant in rows}


def _measured(
    selection: Selection, groups: dict[str, list[Named]], unique: dict[int, tuple[int, int]]
) -> list[_Left]:
    """Every system under every measure; where no judgements remain, the values are 0."""
    cube = np.nan_to_num(values_of_variants(selection, len(groups)))
    team_of = {run: number for number, runs in enumerate(groups.values()) for run in runs}
    found = []
    for measure, values in zip(selection.rows, cube, strict=True):
        places = [positions(merits) for merits in (values if measure.higher_is_better else -values)]
        for column, run in enumerate(selection.runs):
            team = team_of[run]
            found.append(
                _Left(
                    run.name,
                    measure,
                    float(values[-1, column]),
                    float(values[team, column]),
                    int(places[-1][column]),
                    int(places[team][column]),
                    *unique.get(team, (0, 0)),
                )
            )
    return sorted(found, key=lambda one: (-abs(one.change), one.position, one.system))


def _summary(selection: Selection, found: Sequence[_Left], unit: str) -> list[str]:
    """Zobel's figures, the correlation of the two orders, and the new position of the first."""
    notes = []
    for measure in selection.rows:
        of_measure = [one for one in found if one.measure == measure]
        changes = np.array([one.change for one in of_measure])
        share = np.array([100 * abs(one.change / one.value) for one in of_measure if one.value])
        most, first = of_measure[0], min(of_measure, key=lambda one: (one.position, one.system))
        tau = tau_b(
            np.array([one.value for one in of_measure]),
            np.array([one.without for one in of_measure]),
        )
        order = "" if math.isnan(tau) else f", tau_b {tau:.4f} between the two orders"
        notes.append(
            f"{measure.measure}: mean change {signed(float(changes.mean()), 4)} "
            f"({share.mean() if len(share) else 0:.1f} % of the value), "
            f"greatest {signed(most.change, 4)} ({most.system}); "
            f"{sum(one.moved != 0 for one in of_measure):,} of {len(of_measure):,} systems "
            f"change position, by at most {max(abs(one.moved) for one in of_measure)}{order}; "
            f"the first, {first.system}, {_fate(first, unit)}"
        )
    return notes


def _fate(first: _Left, unit: str) -> str:
    if first.position_without == first.position:
        return "stays first"
    whose = "its" if unit == "system" else "its team's"
    return f"is {_ordinal(first.position_without)} without {whose} unique contributions"


def _ordinal(number: int) -> str:
    endings = {1: "st", 2: "nd", 3: "rd"}
    teen = number % 100 in (11, 12, 13)
    return f"{number}{'th' if teen else endings.get(number % 10, 'th')}"


def _about(
    selection: Selection, depth: int, unit: str, groups: dict[str, list[Named]]
) -> list[str]:
    unique = only_value(selection.connection.execute(f"select count(*) from {LEFT_OUT}"))
    text = (
        f"without: measured without the judgements of documents that one {unit} alone ranks in "
        f"the first {depth} ({counted(unique, 'document')} of {counted(len(groups), unit)})"
    )
    if unit == "system":
        text += "; similar runs of one team hide each other's contributions: leave them out by team"
    return [text, pool_note(selection, depth)]
