"""The precision-recall curve of every system, averaged over topics."""

from __future__ import annotations

from evalstore.answers.built import built
from evalstore.answers.leaderboard import mean_notes
from evalstore.query import Row
from evalstore.result import Result
from evalstore.selection import Selection

_SELECT = """select
    system, recall, precision, avg(precision) over of_system as area
from precision_recall
window of_system as (
    partition by system
    order by recall rows between unbounded preceding and unbounded following
)
order by area desc, system, recall"""


def precision_recall(selection: Selection) -> Result:
    """One row per system and recall point; for readers, one row per system."""
    rows = selection.fetch(_SELECT)
    columns = {"system": "text", "recall": "number", "precision": "number"}
    result = built(columns, [row[:3] for row in rows])
    result.title = f"{selection.title}: precision at eleven points of recall"
    result.notes = [
        "interpolated: the highest precision at this recall or higher; "
        "systems are ordered by the mean of the eleven points (IAP)",
        *mean_notes(selection),
    ]
    result.for_people = lambda _: _wide(rows)
    return result


def _wide(rows: list[Row]) -> Result:
    """One row per system, one column per recall point."""
    points = list(dict.fromkeys(row[1] for row in rows))
    by_system: dict[str, list[float]] = {}
    for system, _, precision, _ in rows:
        by_system.setdefault(system, []).append(precision)
    names = [f"{point:g}" for point in points]
    columns = {"system": "text"} | dict.fromkeys(names, "number")
    result = built(columns, [(name, *values) for name, values in by_system.items()])
    result.best = dict.fromkeys(names, True)
    return result
