"""Two leaderboards: their correlation, which systems move, which differences stay significant."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from evalstore.answers.built import built, shown_p, signed
from evalstore.answers.sides import Side
from evalstore.errors import DataError, UsageError
from evalstore.plural import counted
from evalstore.query import Row
from evalstore.result import Result
from evalstore.statistics.distributions import Indexes, Vector
from evalstore.statistics.kendall import tau_b
from evalstore.statistics.pairs import every_pair
from evalstore.statistics.rbo import extrapolated
from evalstore.statistics.significance import How
from evalstore.statistics.spearman import spearman
from evalstore.statistics.tau_ap import tau_ap, tau_ap_b

_NAMED = 3
_AT_RANDOM = "mean over all orders of ties, so below 1 if there are any"
SHOWN = ("statistics", "movers", "pairs")


@dataclass(frozen=True)
class Tested:
    """Every pair of systems on one side: the difference (high is good) and the corrected p."""

    differences: Vector
    p_values: Vector
    alpha: float

    @property
    def winners(self) -> Indexes:
        """1 or -1 where one of the two is significantly better, else 0."""
        return np.where(self.p_values < self.alpha, np.sign(self.differences), 0).astype(np.intp)


@dataclass(frozen=True)
class Correlation:
    """Two leaderboards on the systems of both, in the order of the first."""

    first: Side
    second: Side
    systems: list[str]
    how: How
    p: float

    @cached_property
    def tested(self) -> tuple[Tested, Tested] | None:
        """None if a side has no per-topic scores."""
        sides = [self._tested(side) for side in (self.first, self.second)]
        return None if sides[0] is None or sides[1] is None else (sides[0], sides[1])

    def _tested(self, side: Side) -> Tested | None:
        if side.matrix is None:
            return None
        columns = [side.matrix.column(system) for system in self.systems]
        pairs = every_pair(side.matrix.values[:, columns])
        p_values = self.how.corrected(self.how.examine(pairs).p_values)
        sign = 1 if side.higher_is_better else -1
        return Tested(sign * pairs.mean_differences, p_values, self.how.settings.alpha)

    @property
    def verdicts(self) -> list[str]:
        """For each pair: agree, flip, only first, only second or neither."""
        if self.tested is None:
            return []
        first, second = (side.winners for side in self.tested)
        return [_verdict(a, b) for a, b in zip(first, second, strict=True)]


def _verdict(first: int, second: int) -> str:
    if first and second:
        return "agree" if first == second else "flip"
    if first or second:
        return "only first" if first else "only second"
    return "neither"


def correlation(first: Side, second: Side, how: How, p: float) -> Correlation:
    """Two leaderboards restricted to their common systems."""
    if not 0 < p < 1:
        raise UsageError(f"p of RBO must be between 0 and 1, not {p:g}")
    common = sorted(first.values.keys() & second.values.keys())
    if len(common) < 2:
        shared = counted(len(common), "system")
        raise DataError(
            f"a correlation requires two systems; {first.label} and {second.label} have {shared} "
            "in common"
        )
    places = dict(zip(common, first.positions(common), strict=True))
    return Correlation(first, second, sorted(common, key=lambda name: places[name]), how, p)


def correlated(found: Correlation, show: str) -> Result:
    """One of three tables: the statistics, the systems that move, or the pairs."""
    if show not in SHOWN:
        raise UsageError(f"no table {show!r}; available: {', '.join(SHOWN)}")
    table = {"statistics": _statistics, "movers": _movers, "pairs": _pairs}[show]
    columns, rows = table(found)
    result = built(columns, rows)
    result.title = f"{found.first.label} against {found.second.label}"
    result.notes = _notes(found, show)
    if show == "pairs":
        result.for_people = lambda places: built(
            dict.fromkeys(columns, "text"), [_shown_pair(row, places) for row in rows]
        )
    return result


def _shown_pair(row: Row, places: int) -> Row:
    a, b, verdict, *numbers = row
    shown = [
        write(number, places) for number, write in zip(numbers, (signed, shown_p) * 2, strict=True)
    ]
    return (a, b, verdict, *shown)


def _statistics(found: Correlation) -> tuple[dict[str, str], list[Row]]:
    a, b = found.first.merits(found.systems), found.second.merits(found.systems)
    count = len(found.systems)
    pairs = counted(count * (count - 1) // 2, "pair")
    rows: list[Row] = [
        ("tau_b", tau_b(a, b), f"Kendall, {pairs} of {count:,} systems"),
        ("tau_ap", tau_ap(a, b), f"Yilmaz et al., {found.first.label} as reference; {_AT_RANDOM}"),
        ("tau_ap_b", tau_ap_b(a, b), "symmetric, without ties (Urbano and Marrero)"),
        ("spearman", spearman(a, b), "ties share their mean rank"),
        ("rbo", extrapolated(a, b, found.p), f"Webber et al., extrapolated, p = {found.p:g}"),
    ]
    rows += [_share(found.verdicts, *item) for item in _VERDICTS if found.verdicts]
    return {"statistic": "text", "value": "number", "about": "text"}, rows


_VERDICTS = (
    ("agree", "significant on both sides, same system better"),
    ("flip", "significant on both sides, other system better"),
    ("only first", "significant on the first side only"),
    ("only second", "significant on the second side only"),
    ("neither", "significant on neither side"),
)


def _share(verdicts: Sequence[str], verdict: str, meaning: str) -> tuple[str, float, str]:
    count, total = verdicts.count(verdict), len(verdicts)
    return verdict, count / total, f"{count:,} of {counted(total, 'pair')}: {meaning}"


def _movers(found: Correlation) -> tuple[dict[str, str], list[Row]]:
    first, second = (side.positions(found.systems) for side in (found.first, found.second))
    values = [(found.first.values[name], found.second.values[name]) for name in found.systems]
    rows = [
        (system, before - after, before, after, *both)
        for system, before, after, both in zip(found.systems, first, second, values, strict=True)
    ]
    rows.sort(key=lambda row: (-abs(row[1]), row[2], row[0]))
    a, b = found.first.label, found.second.label
    columns = {"system": "text", "moved": "count", f"{a} position": "count"}
    return columns | {f"{b} position": "count", a: "number", b: "number"}, rows


def _pairs(found: Correlation) -> tuple[dict[str, str], list[Row]]:
    if found.tested is None:
        raise UsageError("pairs require per-topic scores on both sides; a saved file has none")
    first, second = np.triu_indices(len(found.systems), 1)
    one, other = found.tested
    numbers = (one.differences, one.p_values, other.differences, other.p_values)
    rows = [
        (found.systems[a], found.systems[b], verdict, *values)
        for a, b, verdict, *values in zip(
            first, second, found.verdicts, *(column.tolist() for column in numbers), strict=True
        )
    ]
    order = {"flip": 0, "only first": 1, "only second": 2, "agree": 3, "neither": 4}
    rows.sort(key=lambda row: (order[row[2]], min(row[4], row[6]), row[0], row[1]))
    columns = {"a": "text", "b": "text", "verdict": "text"}
    for label in (found.first.label, found.second.label):
        columns |= {f"{label} difference": "number", f"{label} p_corrected": "number"}
    return columns, rows


def _notes(found: Correlation, show: str) -> list[str]:
    a, b = found.first, found.second
    notes = [
        side.about if side.about.startswith(side.label) else f"{side.label}: {side.about}"
        for side in (a, b)
    ]
    if show != "movers":
        rows = [row for row in _movers(found)[1] if row[1]][:_NAMED]
        moved = [f"{row[0]} {row[2]} → {row[3]}" for row in rows]
        notes.append("biggest movers: " + (", ".join(moved) or "none"))
    else:
        merits = a.merits(found.systems), b.merits(found.systems)
        notes.append(f"tau_b {_shown(tau_b(*merits))}, tau_ap {_shown(tau_ap(*merits))}")
    if found.tested:
        notes.append(found.how.described(len(found.verdicts)) + ", on each side")
    else:
        notes.append("a saved file has no per-topic scores, so significance is not tested")
    notes += _constant(found)
    for side, other in ((a, b), (b, a)):
        notes += _missing(side, other)
    return notes


def _shown(value: float) -> str:
    return "undefined" if math.isnan(value) else f"{value:.4f}"


def _constant(found: Correlation) -> list[str]:
    sides = [
        side for side in (found.first, found.second) if np.ptp(side.merits(found.systems)) == 0
    ]
    return [
        f"{side.label}: all systems have the same value, so there is nothing to correlate"
        for side in sides
    ]


def _missing(side: Side, other: Side) -> list[str]:
    systems = sorted(side.values)
    places = dict(zip(systems, side.positions(systems), strict=True))
    names = sorted(side.values.keys() - other.values.keys(), key=lambda name: (places[name], name))
    if not names:
        return []
    more = ", …" if len(names) > _NAMED else ""
    listed = ", ".join(f"{name} (position {places[name]})" for name in names[:_NAMED])
    return [f"{counted(len(names), 'system')} only in {side.label}, left out: {listed}{more}"]
