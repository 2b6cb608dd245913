"""Which leaderboard is asked for: plain, with ties, with claims, beside an efficiency number."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import duckdb

from evalstore.answers.leaderboard import leaderboard, with_judged_share
from evalstore.answers.ties import leaderboard_with_ties
from evalstore.errors import UsageError
from evalstore.patterns import Names, several
from evalstore.result import Result
from evalstore.selection import Selection, select_scores


def board(
    connection: duckdb.DuckDBPyConnection,
    measures: Sequence[str],
    scope: dict[str, Any],
    *,
    top: int | None,
    ties: bool,
    ci: bool,
    groups: bool,
    baselines: Names,
    tiers: bool,
    judged: int | None,
    efficiency: str | None,
    spread: bool,
) -> Result:
    """The leaderboard of a scope; with baselines or tiers, under the test's options in it."""
    named = several(baselines)
    if ties + ci + groups + bool(named or tiers) > 1:
        raise UsageError("choose one of `ties`, `ci`, `groups`, and `baselines` or `tiers`")
    if groups and (spread or efficiency is not None):
        raise UsageError("`efficiency` and `spread` cannot be combined with `groups`")
    options = {name: scope.pop(name) for name in _OPTIONS if name in scope}
    if runs := several(scope.get("runs")):
        scope["runs"] = [*runs, *named]
    selection = select_scores(connection, with_judged_share(measures, judged), **scope)
    if named or tiers or ci or spread or efficiency is not None:
        selection = selection.evaluated()
    if named or tiers:
        found = _claims(selection, options, named, tiers, top)
    elif ci:
        found = _intervals(selection, options, top)
    else:
        answer = _groups if groups else leaderboard_with_ties if ties else leaderboard
        found = answer(selection, top)
    if spread:
        found = _spread(selection, found, options)
    return found if efficiency is None else _efficiency(selection, found, efficiency)


_OPTIONS = ("test", "correction", "alpha", "resamples", "seed")


def _groups(selection: Selection, top: int | None) -> Result:
    from evalstore.answers.groups import leaderboard_of_groups

    return leaderboard_of_groups(selection, top)


def _intervals(selection: Selection, options: dict[str, Any], top: int | None) -> Result:
    """The leaderboard with a confidence interval beside each mean."""
    from evalstore.answers.intervals import leaderboard_with_intervals
    from evalstore.statistics.significance import how

    return leaderboard_with_intervals(selection, top, how(**options).settings.alpha)


def _claims(
    selection: Selection,
    options: dict[str, Any],
    baselines: Sequence[str],
    tiers: bool,
    top: int | None,
) -> Result:
    """The leaderboard with differences to baselines and tiers: what is significant."""
    from evalstore.answers.baselines import leaderboard_with_claims
    from evalstore.statistics.significance import how

    return leaderboard_with_claims(selection, top, how(**options), baselines, tiers)


def _spread(selection: Selection, found: Result, options: dict[str, Any]) -> Result:
    from evalstore.answers.spread import with_spread
    from evalstore.statistics.significance import how

    return with_spread(selection, found, how(**options).settings.alpha)


def _efficiency(selection: Selection, found: Result, name: str) -> Result:
    from evalstore.answers.pareto import with_efficiency

    return with_efficiency(selection, found, name)
