"""Regression check: runs that drop further below the baseline than allowed fail."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import duckdb

from evalstore.answers.built import built, shown_p, signed
from evalstore.answers.comparison import Comparison, caveats, compared, paired_on
from evalstore.answers.leaderboard import mean_notes
from evalstore.answers.matrix import score_matrices
from evalstore.errors import UsageError
from evalstore.measures.custom import custom_definitions
from evalstore.measures.grammar import parse_all
from evalstore.names import find_run
from evalstore.plural import counted
from evalstore.query import Row
from evalstore.result import Result
from evalstore.selection import Selection
from evalstore.statistics.significance import How

COLUMNS = {
    "system": "text",
    "measure": "text",
    "baseline": "number",
    "value": "number",
    "difference": "number",
    "max_drop": "number",
    "p_value": "number",
    "p_corrected": "number",
    "topics": "count",
    "passed": "flag",
}

# A drop that is equal to the limit but for rounding is allowed.
_ROUNDING = 1e-12


@dataclass(frozen=True)
class _Checked:
    """A comparison of a run with the baseline, and the drop that is allowed."""

    comparison: Comparison
    max_drop: float
    passed: bool

    def row(self) -> Row:
        one = self.comparison
        numbers = (one.mean_b, one.mean_a, one.difference, self.max_drop)
        return (one.a, one.measure, *numbers, one.p_value, one.p_corrected, one.topics, self.passed)


def limits(connection: duckdb.DuckDBPyConnection, given: Mapping[str, float]) -> dict[str, float]:
    """The allowed drop of each measure, under its canonical name."""
    if not given:
        raise UsageError(
            "no allowed drop is given; name a measure and its drop, such as nDCG@10=0.01"
        )
    for name, drop in given.items():
        if not 0 <= drop < float("inf"):
            raise UsageError(f"the allowed drop of {name} must be 0 or more, not {drop:g}")
    custom = custom_definitions(connection)
    return {parse_all([name], custom)[0].name: drop for name, drop in given.items()}


def check(
    selection: Selection,
    baseline: str,
    allowed: Mapping[str, float],
    how: How,
    significant: bool,
) -> Result:
    """Every run against the baseline; not `passed` where it drops by more than is allowed."""
    find_run(selection.connection, selection.collection, baseline)
    pairs = [(run.name, baseline) for run in selection.runs if run.name != baseline]
    if not pairs:
        raise UsageError(f"no run to check against the baseline {baseline!r}")
    checked = [
        _checked(one, allowed[one.measure], matrix.higher_is_better, how, significant)
        for matrix in score_matrices(selection)
        for one in compared(matrix, pairs, how)
    ]
    result = built(COLUMNS, [one.row() for one in checked])
    result.title = _title(checked, baseline)
    comparisons = [one.comparison for one in checked]
    result.notes = [
        _rule(significant),
        how.described(len(pairs)),
        *caveats(comparisons, selection),
        *mean_notes(selection),
        *paired_on(selection, comparisons),
    ]
    result.for_people = lambda places: _for_people(checked, places)
    return result


def _checked(
    one: Comparison, allowed: float, higher_is_better: bool, how: How, significant: bool
) -> _Checked:
    drop = -one.difference if higher_is_better else one.difference
    too_far = drop > allowed + _ROUNDING
    counts = one.p_corrected < how.settings.alpha or not significant
    return _Checked(one, allowed, not (too_far and counts))


def _title(checked: list[_Checked], baseline: str) -> str:
    failed = sum(not one.passed for one in checked)
    checks = counted(len(checked), "check")
    of_all = f"{failed:,} of {checks}" if len(checked) > 1 else checks
    verdict = f"{of_all} failed" if failed else f"{checks} passed"
    return f"Check against {baseline}: {verdict}"


def _rule(significant: bool) -> str:
    only = " and the difference is significant" if significant else ""
    return f"a check fails where the mean drops by more than allowed{only}"


def _for_people(checked: list[_Checked], places: int) -> Result:
    columns = {
        "check": "text",
        "system": "text",
        "measure": "text",
        "baseline": "number",
        "value": "number",
        "difference": "text",
        "max_drop": "number",
        "p_corrected": "text",
    }
    rows = [
        (
            "ok" if one.passed else "FAILED",
            one.comparison.a,
            one.comparison.measure,
            one.comparison.mean_b,
            one.comparison.mean_a,
            signed(one.comparison.difference, places),
            one.max_drop,
            shown_p(one.comparison.p_corrected, places),
        )
        for one in checked
    ]
    return built(columns, rows)
