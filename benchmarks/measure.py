"""Runs commands, each as a separate process: wall time, processor time and peak memory."""

from __future__ import annotations

import os
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import IO

Values = dict[tuple[str, str], float]  # (system, measure) -> value
Command = Sequence[str | Path]
Reader = Callable[[str], Values]


@dataclass(frozen=True)
class Job:
    """A tool at a task: what to run and how to read the values that it prints."""

    tool: str
    task: str
    command: Command
    read: Reader | None = None
    environment: Mapping[str, str] = field(default_factory=dict)
    fresh: Path | None = None  # a file that must not be there when the clock starts
    timed_within: bool = False  # the command prints times of its own; its wall time means nothing


@dataclass(frozen=True)
class Measurement:
    """One run of a command."""

    seconds: float
    cpu_seconds: float  # user and system time, over all cores
    peak_mb: float
    output: str
    failure: str | None = None


@dataclass
class Result:
    """All measurements of a tool at a task."""

    tool: str
    task: str
    all_seconds: list[float]
    cpu_seconds: float | None = None
    peak_mb: float | None = None
    values: Values = field(default_factory=dict)
    problem: str | None = None

    @property
    def seconds(self) -> float:
        return median(self.all_seconds)


def run(command: Command, environment: Mapping[str, str] | None = None) -> Measurement:
    """Time and peak memory of a command, including the processes that it waits for."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        start = time.perf_counter()
        process = subprocess.Popen(
            command, stdout=out, stderr=err, env={**os.environ, **(environment or {})}
        )
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        failure = _last_line(_text(err)) if process.returncode else None
        cpu_seconds = usage.ru_utime + usage.ru_stime
        return Measurement(seconds, cpu_seconds, usage.ru_maxrss / 1024, _text(out), failure)


def round_robin(
    jobs: Sequence[Job], repeat: int, note: Callable[[str], None], first: Sequence[Job] = ()
) -> list[Result]:
    """Every job once, then every job again: what disturbs the machine disturbs them all.

    Right before each, the job of `first` with the same tool and task runs untimed: its program may
    have been evicted from the page cache while others ran.
    """
    untimed = {(job.tool, job.task): job for job in first}
    measured: dict[int, list[Measurement]] = {number: [] for number in range(len(jobs))}
    for _ in range(repeat):
        for number, job in enumerate(jobs):
            if any(one.failure for one in measured[number]):
                continue
            if (before := untimed.get((job.tool, job.task))) is not None:
                _start(before)
            measurement = _start(job)
            measured[number].append(measurement)
            note(f"{job.tool} {job.task}: {measurement.failure or f'{measurement.seconds:.2f} s'}")
    return [result for number, job in enumerate(jobs) for result in _results(job, measured[number])]


def _start(job: Job) -> Measurement:
    _remove(job.fresh)
    return run(job.command, job.environment)


def _results(job: Job, measured: Sequence[Measurement]) -> list[Result]:
    failures = [one.failure for one in measured if one.failure]
    if failures:
        return [Result(job.tool, job.task, [], problem=f"failed: {failures[0]}")]
    if job.timed_within:
        return _within(job, [one.output for one in measured])
    values = job.read(measured[-1].output) if job.read else {}
    seconds = [one.seconds for one in measured]
    cpu_seconds = median(one.cpu_seconds for one in measured)
    peak_mb = median(one.peak_mb for one in measured)
    return [Result(job.tool, job.task, seconds, cpu_seconds, peak_mb, values)]


def _within(job: Job, outputs: Iterable[str]) -> list[Result]:
    """A result for each line `task TAB seconds` that the command prints."""
    found: dict[str, list[float]] = {}
    for output in outputs:
        for line in output.splitlines():
            task, seconds = line.split("\t")
            found.setdefault(task, []).append(float(seconds))
    return [Result(job.tool, task, seconds) for task, seconds in found.items()]


def check_agreement(results: Iterable[Result], reference: Values) -> None:
    """Mark every result whose values are not the reference's to four decimals."""
    for result in results:
        if result.values and result.problem is None:
            result.problem = _disagreement(result.values, reference)


def _disagreement(values: Values, reference: Values) -> str | None:
    if values.keys() != reference.keys():
        return f"values differ: {len(values)} where {len(reference)} are expected"
    # trec_eval prints four decimals, so its value may lie half a unit from the whole one.
    far = [key for key in values if abs(values[key] - reference[key]) > 0.5e-4 + 1e-9]
    if not far:
        return None
    (system, measure), most = max(
        ((key, abs(values[key] - reference[key])) for key in far), key=lambda item: item[1]
    )
    return f"values differ: {len(far)} of {len(values)}, {measure} of {system} by {most:.4f}"


def _remove(path: Path | None) -> None:
    if path is not None:
        path.unlink(missing_ok=True)
        path.with_name(f"{path.name}.wal").unlink(missing_ok=True)


def _text(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read().decode(errors="replace")


def _last_line(text: str) -> str:
    lines = text.strip().splitlines()
    return lines[-1][:160] if lines else "it printed no reason"
