"""How evalstore grows: the same collection at 1, 4 and 16 times the size."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from measure import Result, round_robin
from shapes import Shape, files_of, grown
from tools import board_job, load_job

FACTORS = (1, 4, 16)
# More systems bring more judged documents; deeper rankings bring hardly any.
AXES = ("systems", "depth")


@dataclass(frozen=True)
class Step:
    """One size of a collection."""

    axis: str
    factor: int
    rows: int
    load: Result
    leaderboard: Result
    share: float


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
    jobs = [load_job(files, store), board_job(bigger, store)]
    results = {result.task: result for result in round_robin(jobs, repeat, note)}
    leaderboard = results.get("call: leaderboard") or results["board"]
    share = store.stat().st_size / files.bytes
    store.unlink()
    return Step(axis, factor, bigger.rows, results["load"], leaderboard, share)
