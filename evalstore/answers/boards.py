"""Which leaderboard is asked for: plain, with ties, with claims, beside an efficiency number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import duckdb

from evalstore.answers.leaderboard import leaderboard, with_judged_share
from evalstore.answers.ties import leaderboard_with_ties
from evalstore.errors import UsageError
from evalstore.keywords import separated
from evalstore.patterns import Names, several
from evalstore.result import Result
from evalstore.selection import select_scores

if TYPE_CHECKING:
    from evalstore.statistics.significance import How


def board(
    connection: duckdb.DuckDBPyConnection,
    measures: Sequence[str],
    scope: Mapping[str, Any],
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
    tests, chosen = separated(scope)
    if runs := several(chosen.get("runs")):
        chosen["runs"] = [*runs, *named]
    selection = select_scores(connection, with_judged_share(measures, judged), **chosen)
    if named or tiers or ci or spread or efficiency is not None:
        selection = selection.evaluated()
    if named or tiers:
        from evalstore.answers.baselines import leaderboard_with_claims

        found = leaderboard_with_claims(selection, top, _how(tests), named, tiers)
    elif ci:
        from evalstore.answers.intervals import leaderboard_with_intervals

        found = leaderboard_with_intervals(selection, top, _how(tests).settings.alpha)
    elif groups:
        from evalstore.answers.groups import leaderboard_of_groups

        found = leaderboard_of_groups(selection, top)
    else:
        found = (leaderboard_with_ties if ties else leaderboard)(selection, top)
    if spread:
        from evalstore.answers.spread import with_spread

        found = with_spread(selection, found, _how(tests).settings.alpha)
    if efficiency is not None:
        from evalstore.answers.pareto import with_efficiency

        found = with_efficiency(selection, found, efficiency)
    return found


def _how(tests: dict[str, Any]) -> How:
    from evalstore.statistics.significance import how

    return how(**tests)
