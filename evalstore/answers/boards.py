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
from evalstore.selection import select_scores


def board(
    connection: duckdb.DuckDBPyConnection,
    measures: Sequence[str],
    scope: dict[str, Any],
    *,
    top: int | None,
    ties: bool,
    baselines: Names,
    tiers: bool,
    judged: int | None,
    efficiency: str | None,
) -> Result:
    """The leaderboard of a scope; with baselines or tiers, under the test's options in it."""
    measures = with_judged_share(measures, judged)
    options = {name: scope.pop(name) for name in _OPTIONS if name in scope}
    named = several(baselines)
    if named or tiers:
        if ties:
            raise UsageError("`ties` cannot be combined with `baselines` or `tiers`")
        found = _claims(connection, measures, scope, options, named, tiers, top)
    else:
        answer = leaderboard_with_ties if ties else leaderboard
        found = answer(select_scores(connection, measures, **scope), top)
    if efficiency is None:
        return found
    from evalstore.answers.pareto import with_efficiency

    return with_efficiency(select_scores(connection, measures, **scope), found, efficiency)


_OPTIONS = ("test", "correction", "alpha", "resamples", "seed")


def _claims(
    connection: duckdb.DuckDBPyConnection,
    measures: Sequence[str],
    scope: dict[str, Any],
    options: dict[str, Any],
    baselines: Sequence[str],
    tiers: bool,
    top: int | None,
) -> Result:
    """The leaderboard with differences to baselines and tiers: what is significant."""
    from evalstore.answers.baselines import leaderboard_with_claims
    from evalstore.statistics.significance import how

    runs = several(scope.get("runs"))
    wanted = [*runs, *baselines] if runs else ()
    selection = select_scores(connection, measures, **{**scope, "runs": wanted})
    return leaderboard_with_claims(selection, top, how(**options), baselines, tiers)
