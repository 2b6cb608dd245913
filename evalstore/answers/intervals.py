"""The leaderboard with the confidence interval of each mean over topics."""

from __future__ import annotations

from typing import Any

from evalstore.answers.built import built
from evalstore.answers.leaderboard import leaderboard
from evalstore.result import Result
from evalstore.selection import Selection
from evalstore.statistics.distributions import t_margin

# The deviation of the values that a mean is over, topics in the order of their names.
_SPREAD = """select run.system, averaged_value.measure,
    stddev_samp(averaged_value.value order by topic.name) as deviation,
    count(averaged_value.value) as topics
from measures.averaged_value
inner join run using (run_id)
inner join topic using (topic_id)
inner join measure using (measure)
where measure.aggregate = 'mean'
group by all"""

Key = tuple[str, str]


def leaderboard_with_intervals(selection: Selection, top: int | None, alpha: float) -> Result:
    """The leaderboard with Student's t interval of every mean: mean ± t · deviation / √topics."""
    rows = selection.fetch(_SPREAD)
    halves = {
        (system, measure): t_margin(deviation, topics, alpha)
        for system, measure, deviation, topics in rows
    }
    board = leaderboard(selection, top)

    def laid_out(for_people: bool) -> Result:
        columns = _columns(selection, for_people)
        cells = [_cells(selection, row, halves, for_people) for row in board.dicts()]
        result = built(columns, cells)
        result.best = board.best
        return result

    result = laid_out(False)
    result.title, result.for_people = board.title, lambda _: laid_out(True)
    result.notes = [_note(selection, alpha), *board.notes]
    return result


def _columns(selection: Selection, for_people: bool) -> dict[str, str]:
    columns = {"position": "count", "system": "text"}
    for row in selection.rows:
        names = ["±"] if for_people else ["ci_low", "ci_high"]
        columns |= {row.measure: "number"}
        columns |= {f"{row.measure} {name}": "number" for name in names}
    return columns | {"topics": "count", "missing": "count"}


def _cells(
    selection: Selection, row: dict[str, Any], halves: dict[Key, float | None], for_people: bool
) -> tuple[Any, ...]:
    """A row of the board: for readers each mean and half its interval, else mean, low and high."""
    cells = [row["position"], row["system"]]
    for measure in (one.measure for one in selection.rows):
        mean, half = row[measure], halves.get((row["system"], measure))
        ends = [None, None] if half is None or mean is None else [mean - half, mean + half]
        cells += [mean, *([half] if for_people else ends)]
    return (*cells, row["topics"], row["missing"])


def _note(selection: Selection, alpha: float) -> str:
    text = (
        f"±: {100 * (1 - alpha):g} % confidence interval of the mean over topics, by Student's t; "
        "each system separately, so overlapping intervals do not show that systems are equal"
    )
    others = [row.measure for row in selection.rows if row.aggregate != "mean"]
    return text + (f"; none for {', '.join(others)}: not a mean" if others else "")
