"""One-shot evaluation, in memory: no file is created."""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import Any

import duckdb

from evalstore.answers.listing import measures as measures_listed
from evalstore.keywords import Average
from evalstore.load.frames import is_frame, load_run_frame
from evalstore.load.naming import RunRequest
from evalstore.load.report import LoadReport, compact
from evalstore.load.runs import load_runs
from evalstore.load.source import stem_of
from evalstore.measures.grammar import parse_all
from evalstore.patterns import Names, several
from evalstore.result import Result
from evalstore.selection import DEFAULT_MEASURES
from evalstore.store import Store, temporary_store

# Of DuckDB. A run of seven million lines fits; a larger file spills to disk, hardly slower.
MEMORY_LIMIT = "900MB"


def evaluate(
    qrels: Any,
    run: Any,
    measures: Names,
    *,
    by_topic: bool = False,
    average: Average = "all",
    rank_by: str | None = None,
) -> dict[str, Any]:
    """The value of each measure; with `by_topic`, a dictionary of them for each topic.

    `qrels` and `run` are dictionaries {topic: {document: number}}, data frames (pandas, polars,
    Arrow) or paths; a run may also be {topic: [document, …]}, best first. A judged topic that the
    run misses counts 0, unless `average="retrieved"`.
    """
    with temporary_store(memory_limit=MEMORY_LIMIT) as store:
        store.load_qrels(qrels)
        request = RunRequest(name="run", rank_rule=rank_by, rankings=False)
        if is_frame(run):
            load_run_frame(store._connection, run, request)
        else:
            load_runs(store._connection, [run], request).raise_refused()
        if not by_topic:
            [answer] = store.leaderboard(measures, average=average).dicts()
            return {name: answer[name] for name in answer if name not in _NOT_MEASURES}
        topics: dict[str, Any] = {}
        for _, topic, measure, value in store.scores(measures, average=average):
            topics.setdefault(topic, {})[measure] = value
        return topics


class MemoryEvaluator:
    """Judgements in a store in memory; runs are loaded, measured and dropped, one by one."""

    def __init__(self, qrels: Any) -> None:
        self._store = Store()
        self._numbers = count()
        weakref.finalize(self, self._store.close)
        self._store.load_qrels(qrels)

    def scores(
        self, run: Any, measures: Names, rank_by: str | None = None
    ) -> list[tuple[str, str, float]]:
        """The topic, the measure and the value."""
        name = f"run {next(self._numbers)}"
        request = RunRequest(name=name, rank_rule=rank_by, rankings=False)
        with self._store._writing() as connection:
            load_run_frame(connection, run, request)
        rows = self._store.scores(measures, runs=[name]).rows
        self._store.drop_run(name)
        return [row[1:] for row in rows]


_NOT_MEASURES = ("position", "system", "topics", "missing")


def evaluate_files(
    qrels: str | Path,
    runs: Sequence[str | Path],
    measures: Names = (),
    *,
    by_topic: bool = False,
    average: Average = "all",
    rank_by: str | None = None,
    name_by: str | None = None,
    memory_limit: str | None = None,
    threads: int | None = None,
) -> Result:
    """A leaderboard of run files, or with `by_topic` their scores, without making a store.

    `name_by` is tag, file or path; without it, runs are named by the first of these that gives
    each another name.
    """
    # What is misspelt is reported before files are read.
    parse_all(several(measures) or DEFAULT_MEASURES)
    limit = memory_limit or MEMORY_LIMIT
    with temporary_store(memory_limit=limit, threads=threads) as store:
        store.load_qrels(qrels)
        request = RunRequest(rank_rule=rank_by, rankings=False, name_by=name_by or "path")
        report = load_runs(store._connection, runs, request).raise_refused()
        if name_by is None:
            _rename(store._connection, report)
        answer = store.scores if by_topic else store.leaderboard
        result = answer(measures, average=average).detached()
        result.notes += compact(report.files)
        return result


def _rename(connection: duckdb.DuckDBPyConnection, report: LoadReport) -> None:
    """Name runs that were loaded by path by tag, or else by file, if that gives no name twice."""
    rows = connection.execute("select system, run_id, tag from run").fetchall()
    numbers, tags = {row[0]: row[1] for row in rows}, {row[0]: row[2] for row in rows}
    stems = {file.name: stem_of(Path(file.source)) for file in report.files}
    for names in ({path: tags[path] or stem for path, stem in stems.items()}, stems):
        if len(set(names.values())) == len(names):
            # One run's tag may be the path of another: no name may be there twice on the way.
            connection.execute("update run set system = '//' || run_id")
            update = "update run set system = ? where run_id = ?"
            connection.executemany(update, [(names[path], numbers[path]) for path in names])
            for file in report.files:
                file.name = names[file.name]
            return


def list_measures(name: str | None = None) -> Result:
    """All measures with their meaning; with a name, everything about that one."""
    with duckdb.connect() as connection:
        return measures_listed(connection, name).detached()
