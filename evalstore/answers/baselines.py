"""The leaderboard with claims: differences to baselines, and tiers."""

from __future__ import annotations

from collections.abc import Sequence
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

# The difference, its corrected p-value and whether it is significant; by measure, system, baseline.
Differences = dict[tuple[str, str, str], tuple[float, float, bool]]
_SHARES = ("Judged@", "Unjudged@")


@dataclass(frozen=True)
class Tiers:
    """Each system's letters and lines, and what they mean."""

    labels: dict[str, str]
    lines: dict[str, str]
    notes: list[str]


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
    differences = _differences(found, how.settings.alpha)
    rows = board.dicts()[:top]

    def laid_out(places: int | None) -> Result:
        columns = _columns(selection, rows, baselines, differences, grouped, places)
        kinds = {name: kind for name, (kind, _) in columns.items()}
        cells = [cells for _, cells in columns.values()]
        result = built(kinds, list(zip(*cells, strict=True)))
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


def _differences(found: Sequence[Comparison], alpha: float) -> Differences:
    differences: Differences = {}
    for one in found:
        p_value = one.p_corrected
        differences[one.measure, one.a, one.b] = one.difference, p_value, p_value < alpha
        differences[one.measure, one.b, one.a] = -one.difference, p_value, p_value < alpha
    return differences


def _columns(
    selection: Selection,
    rows: Sequence[dict[str, Any]],
    baselines: Sequence[str],
    differences: Differences,
    tiers: Tiers | None,
    places: int | None,
) -> dict[str, tuple[str, list[Any]]]:
    """All numbers; with `places`, for readers, each difference with its significance mark."""

    def of_board(name: str) -> list[Any]:
        return [row[name] for row in rows]

    systems = of_board("system")
    columns = {"position": ("count", of_board("position")), "system": ("text", systems)}
    if tiers:
        columns["tier"] = "text", [tiers.labels[system] for system in systems]
        if places is not None:
            columns[BLANK] = "text", [tiers.lines[system] for system in systems]
    for measure in selection.rows:
        columns[measure.measure] = "number", of_board(measure.measure)
        for baseline in dict.fromkeys(baselines) if _is_score(measure) else ():
            name = f"{measure.measure} vs {baseline}"
            found = [differences.get((measure.measure, one, baseline)) for one in systems]
            if places is not None:
                columns[name] = "text", [one and _marked(*one, places) for one in found]
            else:
                columns[name] = "number", [one and one[0] for one in found]
                columns[f"{name} p_corrected"] = "number", [one and one[1] for one in found]
    columns["topics"] = "count", of_board("topics")
    columns["missing"] = "count", of_board("missing")
    return columns


def _marked(difference: float, _: float, is_significant: bool, places: int) -> str:
    return signed(difference, places) + ("*" if is_significant else "")


def _is_score(row: CatalogueRow) -> bool:
    """Whether it is a score to test, and not the judged share shown beside scores."""
    return not row.measure.startswith(_SHARES)


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
