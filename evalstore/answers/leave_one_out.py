"""Leave one system out: would it score the same, had it not been in the pool?

Zobel, SIGIR 1998: the judgements that only this system (or its team) brought to the pool are taken
away, and all systems are measured again. One that falls was helped by being pooled.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from evalstore.answers.built import built, signed
from evalstore.answers.leaderboard import notes_of, title_of
from evalstore.answers.pooled import POOLED, pool_documents, team_rows, teams
from evalstore.answers.rejudged import LEFT_OUT, values_of_variants
from evalstore.measures.catalogue import CatalogueRow
from evalstore.names import Named
from evalstore.question import Question
from evalstore.result import Result
from evalstore.rows import only

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


def leave_one_out(question: Question, depth: int = DEPTH, by_team: str | None = None) -> Result:
    """Every system's value and place, with and without the judgements that only it brought."""
    groups = teams(question, by_team)
    pool_documents(question, depth)
    unique = _left_out(question, groups)
    boards = _boards(question, len(groups))
    rows = [
        row
        for number, runs in enumerate(groups.values())
        for run in runs
        for measure in question.rows
        for row in [_row(boards, number, run, measure, unique.get(number, (0, 0)))]
    ]
    rows.sort(key=lambda row: (-abs(row[4]), row[0]))
    result = built(question.connection, _COLUMNS, rows)
    result.title = f"{title_of(question)}: each {'team' if by_team else 'system'} left out"
    result.notes = [*_summary(question, rows), _pool_note(question, depth, by_team, groups)]
    result.notes += notes_of(question)
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
        f"select variant, count(*), count(*) filter (grade >= 1) from {LEFT_OUT} group by all"
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


def _row(
    boards: dict[tuple[str, int], _Board],
    number: int,
    run: Named,
    measure: CatalogueRow,
    unique: tuple[int, int],
) -> tuple[Any, ...]:
    full, without = boards[measure.measure, -1], boards[measure.measure, number]
    value, left = full.values[run.number], without.values[run.number]
    before, after = full.position(run.number), without.position(run.number)
    return (
        *(run.name, measure.measure, value, left, left - value),
        *(before, after, before - after),
        *unique,
    )


def _summary(question: Question, rows: Sequence[tuple[Any, ...]]) -> list[str]:
    """Zobel's figures: the mean and the greatest change; and who changes places."""
    notes = []
    for measure in question.rows:
        own = [row for row in rows if row[1] == measure.measure]
        changes = np.array([row[4] for row in own])
        values = np.array([row[2] for row in own])
        most = own[int(np.abs(changes).argmax())]
        share = np.abs(changes[values != 0] / values[values != 0])
        moved = sum(row[7] != 0 for row in own)
        notes.append(
            f"{measure.measure}: mean change {signed(float(changes.mean()), 4)} "
            f"({share.mean() if len(share) else 0:.1%} of the value), "
            f"greatest {signed(most[4], 4)} ({most[0]}); "
            f"{moved} of {len(own)} systems change places, "
            f"by at most {max(abs(row[7]) for row in own)}"
        )
    return notes


def _pool_note(
    question: Question, depth: int, by_team: str | None, groups: dict[str, list[Named]]
) -> str:
    unique = only(question.connection.execute(f"select count(*) from {LEFT_OUT}"))
    unit = "team" if by_team else "system"
    return (
        f"left out: the judgements of documents that one {unit} alone ranks in the first {depth} "
        f"({unique:,} documents of {len(groups)} {unit}s); all systems are measured again without"
    )
