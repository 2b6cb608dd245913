"""The leaderboard with claims: differences to baselines, and tiers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from evalstore.answers.built import BLANK, built, signed
from evalstore.answers.comparison import Comparison, Pair, caveats, compared, paired_on
from evalstore.answers.leaderboard import leaderboard
from evalstore.answers.matrix import ScoreMatrix, score_matrices
from evalstore.checks import check_count
from evalstore.measures.catalogue import CatalogueRow
from evalstore.names import find_runs
from evalstore.result import Result
from evalstore.selection import Selection
from evalstore.statistics import tiers as grouping
from evalstore.statistics.pairs import every_pair
from evalstore.statistics.significance import How

Key = tuple[str, str, str]
_SHARES = ("Judged@", "Unjudged@")


@dataclass(frozen=True)
class Tiers:
    """Each system's letters and lines, and what they mean."""

    labels: dict[str, str]
    lines: dict[str, str]
    notes: list[str]


@dataclass(frozen=True)
class _Column:
    """One column: its name, its kind, and its cell for a row of the leaderboard."""

    name: str
    kind: str
    cell: Callable[[dict[str, Any]], Any]


@dataclass(frozen=True)
class _Claims:
    """(difference, corrected p) by measure, system and baseline; and the tiers."""

    differences: dict[Key, tuple[float, float]]
    tiers: Tiers | None
    alpha: float


def leaderboard_with_claims(
    selection: Selection, top: int | None, how: How, baselines: Sequence[str], tiers: bool
) -> Result:
    """The leaderboard with the differences to the baselines after each measure, and tiers."""
    check_count("top", top)
    named = find_runs(selection.connection, selection.collection, baselines) if baselines else []
    baselines = [run.name for run in named]
    board, found = leaderboard(selection), _compared(selection, baselines, how)
    ranked = [row["system"] for row in board.dicts()]
    first = score_matrices(selection, selection.rows[:1]) if tiers else []
    grouped = tiers_of(first[0], ranked, how) if tiers else None
    claims = _Claims(_differences(found), grouped, how.settings.alpha)
    rows = board.dicts()[:top]

    def laid_out(places: int | None) -> Result:
        columns = _columns(selection, baselines, claims, places)
        cells = [tuple(column.cell(row) for column in columns) for row in rows]
        kinds = {column.name: column.kind for column in columns}
        result = built(kinds, cells)
        result.best = board.best
        return result

    result = laid_out(None)
    result.title, result.for_people = board.title, laid_out
    result.notes = [*_notes(selection, found, baselines, how), *(grouped.notes if grouped else ())]
    result.notes += [*board.notes, *paired_on(selection, found)]
    return result


def _compared(selection: Selection, baselines: Sequence[str], how: How) -> list[Comparison]:
    """Every system against the baselines, in each measure that is a score."""
    tested = [row for row in selection.rows if _is_score(row)] if baselines else []
    matrices = score_matrices(selection, tested) if tested else []
    return [one for matrix in matrices for one in compared(matrix, _pairs(matrix, baselines), how)]


def _pairs(matrix: ScoreMatrix, baselines: Sequence[str]) -> list[Pair]:
    """Every system against every baseline, two baselines only once."""
    pairs = {
        frozenset((system, baseline)): (system, baseline)
        for baseline in dict.fromkeys(baselines)
        for system in matrix.systems
        if system != baseline
    }
    return list(pairs.values())


def _differences(found: Sequence[Comparison]) -> dict[Key, tuple[float, float]]:
    differences: dict[Key, tuple[float, float]] = {}
    for one in found:
        differences[one.measure, one.a, one.b] = one.difference, one.p_corrected
        differences[one.measure, one.b, one.a] = -one.difference, one.p_corrected
    return differences


def _columns(
    selection: Selection, baselines: Sequence[str], claims: _Claims, places: int | None
) -> list[_Column]:
    """All numbers; with `places`, for readers, each difference with its significance mark."""
    columns = [_board("position", "count"), _board("system", "text")]
    if claims.tiers:
        columns += _tier_columns(claims.tiers, places is not None)
    for row in selection.rows:
        columns.append(_board(row.measure, "number"))
        for baseline in dict.fromkeys(baselines) if _is_score(row) else ():
            columns += _difference_columns(row.measure, baseline, claims, places)
    return [*columns, _board("topics", "count"), _board("missing", "count")]


def _is_score(row: CatalogueRow) -> bool:
    """Whether it is a score to test, and not the judged share shown beside scores."""
    return not row.measure.startswith(_SHARES)


def _board(name: str, kind: str) -> _Column:
    """A column of the leaderboard itself."""
    return _Column(name, kind, lambda row: row[name])


def _tier_columns(tiers: Tiers, for_people: bool) -> list[_Column]:
    label = _Column("tier", "text", lambda row: tiers.labels[row["system"]])
    line = _Column(BLANK, "text", lambda row: tiers.lines[row["system"]])
    return [label, line] if for_people else [label]


def _difference_columns(
    measure: str, baseline: str, claims: _Claims, places: int | None
) -> list[_Column]:
    name = f"{measure} vs {baseline}"

    def found(row: dict[str, Any]) -> tuple[float, float] | tuple[None, None]:
        return claims.differences.get((measure, row["system"], baseline), (None, None))

    def shown(row: dict[str, Any]) -> str | None:
        difference, p_value = found(row)
        if difference is None or p_value is None:
            return None
        return signed(difference, places or 0) + ("*" if p_value < claims.alpha else "")

    if places is not None:
        return [_Column(name, "text", shown)]
    return [
        _Column(name, "number", lambda row: found(row)[0]),
        _Column(f"{name} p_corrected", "number", lambda row: found(row)[1]),
    ]


def _notes(
    selection: Selection, found: Sequence[Comparison], baselines: Sequence[str], how: How
) -> list[str]:
    if not baselines:
        return []
    measures = sum(_is_score(row) for row in selection.rows)
    number = len(found) // max(1, measures)
    text = f"* differs significantly from {', '.join(dict.fromkeys(baselines))}"
    described = how.described(number, measures)
    return [f"{text}: {described}", *caveats(found, selection)]


def tiers_of(matrix: ScoreMatrix, ranked: list[str], how: How) -> Tiers:
    """Groups of the ranking, such that systems without a common letter differ significantly."""
    order = [matrix.column(system) for system in ranked]
    pairs = every_pair(matrix.values[:, order])
    p_values = how.corrected(how.examine(pairs).p_values)
    significant = np.zeros((len(ranked), len(ranked)), dtype=bool)
    significant[pairs.first, pairs.second] = p_values < how.settings.alpha
    found = grouping.groups(significant)
    labels, lines = grouping.labels(found, len(ranked)), grouping.lines(found, len(ranked), BLANK)
    shared = sum(int(significant[start : end + 1, start : end + 1].sum()) for start, end in found)
    return Tiers(
        dict(zip(ranked, labels, strict=True)),
        dict(zip(ranked, lines, strict=True)),
        _tier_notes(matrix, how, len(pairs), shared > 0),
    )


def _tier_notes(matrix: ScoreMatrix, how: How, comparisons: int, some_differ: bool) -> list[str]:
    text = (
        f"systems without a common tier differ significantly in {matrix.measure}: "
        f"{how.described(comparisons)}"
    )
    if some_differ:
        text += "; some pairs within a tier also differ significantly"
    return [text]
