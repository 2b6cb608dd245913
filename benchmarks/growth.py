"""How time and memory grow: the same collection at 1, 4 and 16 times the size."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from measure import Result, round_robin
from shapes import Shape, files_of, grown
from tools import own_jobs

FACTORS = (1, 4, 16)
# More systems bring more judged documents; deeper rankings bring hardly any.
AXES = ("systems", "depth")


@dataclass(frozen=True)
class Step:
    """One size of a collection: what was measured, by task, and the store's share of the text."""

    axis: str
    factor: int
    rows: int
    results: dict[str, Result]
    share: float

    @property
    def load(self) -> Result:
        return self.results["load"]


def measure_growth(
    shape: Shape, work: Path, repeat: int, note: Callable[[str], None]
) -> list[Step]:
    return [_step(shape, axis, factor, work, repeat, note) for axis in AXES for factor in FACTORS]


def _step(
    shape: Shape, axis: str, factor: int, work: Path, repeat: int, note: Callable[[str], None]
) -> Step:
    bigger = grown(shape, axis, factor)
    note(f"{bigger.rows:,} rows")
    files = files_of(bigger)
    store = work / "growth.duckdb"
    measured = round_robin(own_jobs(bigger, files, store), repeat, note)
    share = store.stat().st_size / files.bytes
    store.unlink()
    return Step(axis, factor, bigger.rows, {one.task: one for one in measured}, share)
