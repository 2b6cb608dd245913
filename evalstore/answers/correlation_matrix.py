"""How alike several measures order the systems: a matrix of rank correlations."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from evalstore.answers.built import built
from evalstore.answers.leaderboard import notes_of
from evalstore.errors import DataError, UsageError
from evalstore.nearest import suggestion
from evalstore.plural import counted
from evalstore.result import Result
from evalstore.selection import Selection
from evalstore.statistics.distributions import Vector
from evalstore.statistics.kendall import tau_b
from evalstore.statistics.rbo import extrapolated
from evalstore.statistics.spearman import spearman
from evalstore.statistics.tau_ap import tau_ap, tau_ap_b

_VALUES = "select run.system, measure, value from measures.run_value inner join run using (run_id)"


def correlation_matrix(selection: Selection, statistic: str, p: float) -> Result:
    """One row and one column per measure: the correlation of the leaderboards of the two."""
    known = _statistics(p)
    if statistic not in known:
        raise UsageError(f"no statistic {statistic!r}{suggestion(statistic, known)}")
    if len(selection.runs) < 2:
        raise DataError("a correlation requires at least two systems")
    merits = _merits(selection)
    compute, title = known[statistic]
    columns = {"measure": "text"} | dict.fromkeys(merits, "number")
    rows = [
        (name, *(compute(own, other) for other in merits.values())) for name, own in merits.items()
    ]
    result = built(columns, rows)
    result.title = f"{selection.title}: {statistic}"
    result.notes = [f"{title}, of {counted(len(selection.runs), 'system')}", *notes_of(selection)]
    return result


def _statistics(p: float) -> dict[str, tuple[Callable[[Vector, Vector], float], str]]:
    rbo = f"rank-biased overlap (Webber et al.), extrapolated, p = {p:g}"
    return {
        "tau_b": (tau_b, "Kendall's tau_b"),
        "tau_ap": (tau_ap, "tau_ap (Yilmaz et al.), the row's measure as reference"),
        "tau_ap_b": (tau_ap_b, "tau_ap_b (Urbano and Marrero)"),
        "spearman": (spearman, "Spearman's rho"),
        "rbo": (partial(extrapolated, p=p), rbo),
    }


def _merits(selection: Selection) -> dict[str, Vector]:
    """Every system's value by measure, negated where low is good."""
    rows = selection.fetch(_VALUES)
    values = {(system, measure): value for system, measure, value in rows}
    return {
        row.measure: np.array(
            [values[run.name, row.measure] for run in selection.runs], dtype=np.float64
        )
        * (1 if row.higher_is_better else -1)
        for row in selection.rows
    }
