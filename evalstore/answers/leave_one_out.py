"""Leave one system out: would it score the same, had it not been in the pool?

Zobel, SIGIR 1998: the judgements that only this system (or its team) brought to the pool are taken
away, and all systems are measured again. One that falls was helped by being pooled.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from evalstore.answers.built import built, signed
from evalstore.answers.compare import relative
from evalstore.answers.leaderboard import check_judged, notes_of, title_of
from evalstore.answers.pooled import POOLED, pool_documents, pool_note, team_rows, teams
from evalstore.answers.rejudged import LEFT_OUT, values_of_variants
from evalstore.errors import UsageError
from evalstore.measures.catalogue import CatalogueRow
from evalstore.names import Named
from evalstore.query import Row
from evalstore.question import Question
from evalstore.result import Result
from evalstore.rows import only
from evalstore.statistics.kendall import tau_b

DEPTH = 10

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
class _Board:
    """The values of all runs under one set of judgements, and their places."""

    values: dict[int, float]
    higher_is_better: bool

    def position(self, run: int) -> int:
        own = self.values[run]
        sign = 1 if self.higher_is_better else -1
        return 1 + sum(sign * other > sign * own for other in self.values.values())


@dataclass(frozen=True)
class _Left:
    """A system under one measure: with all judgements, and without those only it brought."""

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
        places = (self.position, self.position_without, self.moved)
        unique = (self.unique_judged, self.unique_relevant)
        return (self.system, self.measure.measure, *numbers, *places, *unique)

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
    "unique judged": "count",
    "unique relevant": "count",
}


def leave_one_out(question: Question, depth: int = DEPTH, by_team: str | None = None) -> Result:
    """Every system's value and place, with and without the judgements that only it brought."""
    groups = teams(question, by_team)
    unit = "team" if by_team else "system"
    if len(groups) < 2:
        raise UsageError(f"to leave one {unit} out takes at least two")
    check_judged(question)
    pool_documents(question, depth)
    unique = _left_out(question, groups)
    boards = _boards(question, len(groups))
    found = [
        _left(boards, number, run, measure, unique.get(number, (0, 0)))
        for number, runs in enumerate(groups.values())
        for run in runs
        for measure in question.rows
    ]
    found.sort(key=lambda one: (-abs(one.change), one.position, one.system))
    result = built(question.connection, _COLUMNS, [one.row() for one in found])
    result.title = f"{title_of(question)}: each {unit} left out of the pool"
    result.notes = [*_summary(question, found, unit), *_about(question, depth, unit, groups)]
    result.notes += notes_of(question)
    result.for_people = lambda places: built(
        question.connection, _FOR_PEOPLE, [one.for_people(places) for one in found]
    )
    return result


def _left_out(question: Question, groups: dict[str, list[Named]]) -> dict[int, tuple[int, int]]:
    """Note what each team alone brought: (judged, relevant) documents by the team's number."""
    question.connection.execute(
        f"""
        create or replace temp table {LEFT_OUT} as
        select min(team) as variant, topic, document_id, max(graded.grade) as grade
        from {POOLED}
        inner join (values {team_rows(groups)}) as teams (run_id, team) using (run_id)
        inner join (
            select topic, document_id, max(grade) as grade from judgement
            where qrels_id = {question.qrels.number} group by all
        ) as graded using (topic, document_id)
        group by topic, document_id
        having count(distinct team) = 1
        """
    )
    rows = question.connection.execute(
        f"""
        select variant, count(*) filter (grade >= 0), count(*) filter (grade >= 1)
        from {LEFT_OUT} group by all
        """
    ).fetchall()
    return {variant: (judged, relevant) for variant, judged, relevant in rows}


def _boards(question: Question, variants: int) -> dict[tuple[str, int], _Board]:
    """The boards by measure and variant; the variant after the last one leaves nothing out."""
    table = values_of_variants(question, variants + 1).to_pydict()
    higher = {row.measure: row.higher_is_better for row in question.rows}
    boards: dict[tuple[str, int], _Board] = {}
    for measure, run, variant, value in zip(*table.values(), strict=True):
        key = measure, (-1 if variant == variants else variant)
        boards.setdefault(key, _Board({}, higher[measure])).values[run] = value
    return boards


def _left(
    boards: dict[tuple[str, int], _Board],
    number: int,
    run: Named,
    measure: CatalogueRow,
    unique: tuple[int, int],
) -> _Left:
    full = boards[measure.measure, -1]
    # Where all that was judged came from one, nothing is left to measure with.
    nothing = _Board(dict.fromkeys(full.values, 0.0), full.higher_is_better)
    without = boards.get((measure.measure, number), nothing)
    return _Left(
        run.name,
        measure,
        full.values[run.number],
        without.values[run.number],
        full.position(run.number),
        without.position(run.number),
        *unique,
    )


def _summary(question: Question, found: Sequence[_Left], unit: str) -> list[str]:
    """Zobel's figures, whether the order stands, and what becomes of the first."""
    notes = []
    for measure in question.rows:
        own = [one for one in found if one.measure == measure]
        changes = np.array([one.change for one in own])
        share = np.array([100 * abs(one.change / one.value) for one in own if one.value])
        most, first = own[0], min(own, key=lambda one: (one.position, one.system))
        sign = 1 if measure.higher_is_better else -1
        tau = tau_b(
            np.array([sign * one.value for one in own]),
            np.array([sign * one.without for one in own]),
        )
        order = "" if math.isnan(tau) else f", tau_b {tau:.4f} between the two orders"
        notes.append(
            f"{measure.measure}: mean change {signed(float(changes.mean()), 4)} "
            f"({share.mean() if len(share) else 0:.1f} % of the value), "
            f"greatest {signed(most.change, 4)} ({most.system}); "
            f"{sum(one.moved != 0 for one in own)} of {len(own)} systems change places, "
            f"by at most {max(abs(one.moved) for one in own)}{order}; "
            f"the first, {first.system}, {_fate(first, unit)}"
        )
    return notes


def _fate(first: _Left, unit: str) -> str:
    if first.position_without == first.position:
        return "stays first"
    own = "it" if unit == "system" else "its team"
    return f"is {_ordinal(first.position_without)} without what only {own} brought"


def _ordinal(number: int) -> str:
    endings = {1: "st", 2: "nd", 3: "rd"}
    teen = number % 100 in (11, 12, 13)
    return f"{number}{'th' if teen else endings.get(number % 10, 'th')}"


def _about(question: Question, depth: int, unit: str, groups: dict[str, list[Named]]) -> list[str]:
    unique = only(question.connection.execute(f"select count(*) from {LEFT_OUT}"))
    text = (
        f"without: measured without the judgements of documents that one {unit} alone ranks in "
        f"the first {depth} ({unique:,} documents of {len(groups)} {unit}s)"
    )
    if unit == "system":
        text += "; runs of one team protect each other: --by-team leaves them out together"
    return [text, pool_note(question, depth)]
