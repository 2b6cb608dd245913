"""One system against others, or every pair: differences, wins, effects, significance."""

from __future__ import annotations

from itertools import combinations

from evalstore.answers.built import built, relative, shown_p, signed
from evalstore.answers.comparison import Comparison, Pair, caveats, compared, paired_on
from evalstore.answers.groups import Groups, grouped, groups_of, within
from evalstore.answers.leaderboard import mean_notes
from evalstore.answers.matrix import score_matrices
from evalstore.errors import UsageError
from evalstore.names import find_run
from evalstore.patterns import exact
from evalstore.query import Row
from evalstore.result import Result
from evalstore.selection import Selection
from evalstore.statistics.significance import How

PAIRS = ("first", "all")

COLUMNS = {
    "measure": "text",
    "a": "text",
    "b": "text",
    "mean_a": "number",
    "mean_b": "number",
    "difference": "number",
    "wins": "count",
    "ties": "count",
    "losses": "count",
    "effect_size": "number",
    "ci_low": "number",
    "ci_high": "number",
    "p_value": "number",
    "p_corrected": "number",
    "topics": "count",
}


def wanted_systems(systems: list[str], baseline: str | None, pairs: str) -> list[str]:
    """The systems to select, the baseline last; none where all of the collection are meant."""
    if baseline is not None and pairs == "all":
        raise UsageError("`pairs='all'` cannot be combined with a `baseline`")
    if not systems and baseline is None and pairs == "first":
        raise UsageError(
            "nothing to compare; name the `systems`, the first of which is compared with each of "
            "the others, or a `baseline`, or compare all pairs with `pairs='all'`"
        )
    return [*systems, *exact(baseline)] if systems and baseline is not None else systems


def compare_groups(
    selection: Selection, names: list[str], pairs: str, how: How, baseline: str | None
) -> Result:
    """As `compare`, for groups: each is the mean of its runs, topic by topic."""
    chosen = wanted_systems(names, baseline, pairs)
    groups = groups_of(selection, chosen)
    return compare(within(selection, groups), pairs, how, baseline, groups)


def compare(
    selection: Selection,
    pairs: str,
    how: How,
    baseline: str | None = None,
    groups: Groups | None = None,
) -> Result:
    """The first system against each other one, or all pairs, or each against the baseline.

    difference = a - b throughout.
    """
    if baseline is not None and groups is None:
        find_run(selection.connection, selection.collection, baseline)
    systems = [run.name for run in selection.runs] if groups is None else list(groups)
    wanted = _wanted(systems, pairs, baseline)
    matrices = score_matrices(selection)
    found = [
        comparison
        for matrix in (matrices if groups is None else [grouped(one, groups) for one in matrices])
        for comparison in compared(matrix, wanted, how)
    ]
    rows = [tuple(getattr(one, name) for name in COLUMNS) for one in found]
    result = built(COLUMNS, rows)
    result.title = selection.title
    result.notes = [
        f"{how.described(len(wanted), len(selection.rows))}; * marks {_p_values(found)} below it",
        f"difference = a - b; effect_size: Cohen's d of the paired differences; "
        f"interval: {100 * (1 - how.settings.alpha):g} % confidence, {how.test.interval}",
        *(["a group is the mean of its runs (seeds or folds) on each topic"] if groups else ()),
        *caveats(found, selection),
        *mean_notes(selection),
        *paired_on(selection, found),
    ]
    result.for_people = lambda places: _for_people(found, how, places)
    return result


def _p_values(found: list[Comparison]) -> str:
    return "corrected p-values" if _is_corrected(found) else "p-values"


def _is_corrected(found: list[Comparison]) -> bool:
    return any(one.p_value != one.p_corrected for one in found)


def _wanted(systems: list[str], pairs: str, baseline: str | None) -> list[Pair]:
    if pairs not in PAIRS:
        raise UsageError(f"pairs must be {' or '.join(PAIRS)}, not {pairs!r}")
    if len(systems) < 2:
        raise UsageError(
            "a comparison requires two different systems; name another, or a `baseline`"
        )
    if baseline is not None:
        return [(system, baseline) for system in systems if system != baseline]
    if pairs == "all":
        return list(combinations(systems, 2))
    return [(systems[0], other) for other in systems[1:]]


def _for_people(found: list[Comparison], how: How, places: int) -> Result:
    """Fewer columns: one p-value where the correction changes none."""
    corrected = _is_corrected(found)
    columns = {
        "measure": "text",
        "a": "text",
        "b": "text",
        "mean_a": "number",
        "mean_b": "number",
        "difference": "text",
        "relative": "text",
        "wins/ties/losses": "text",
        "effect_size": "number",
        "interval": "text",
        "p_value": "text",
    }
    columns |= {"p_corrected": "text"} if corrected else {}
    rows = [_shown(one, how, places, corrected) for one in found]
    result = built(columns, rows)
    result.optional = ["relative", "effect_size", "wins/ties/losses", "interval", "mean_a"]
    if corrected:
        result.optional.insert(0, "p_value")
    return result


def _shown(one: Comparison, how: How, places: int, corrected: bool) -> Row:
    mark = "*" if one.p_corrected < how.settings.alpha else ""
    raw = [shown_p(one.p_value, places)] if corrected else []
    return (
        one.measure,
        one.a,
        one.b,
        one.mean_a,
        one.mean_b,
        signed(one.difference, places),
        relative(one.difference, one.mean_b),
        f"{one.wins}/{one.ties}/{one.losses}",
        one.effect_size,
        _interval(one, places),
        *raw,
        shown_p(one.p_corrected, places) + mark,
    )


def _interval(one: Comparison, places: int) -> str | None:
    if one.topics == 1:
        return None
    return f"{signed(one.ci_low, places)} to {signed(one.ci_high, places)}"
