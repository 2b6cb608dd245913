"""One-shot evaluation, in memory: no file is created."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import duckdb

from evalstore.answers.listing import measures as measures_listed
from evalstore.load.frames import is_frame, load_run_frame
from evalstore.load.naming import RunRequest
from evalstore.load.report import compact
from evalstore.load.runs import load_runs
from evalstore.measures.grammar import parse_all
from evalstore.result import Result
from evalstore.selection import DEFAULT_MEASURES
from evalstore.store import Store


def evaluate(
    qrels: Any,
    run: Any,
    measures: Sequence[str],
    *,
    by_topic: bool = False,
    average: str = "all",
    rank_by: str | None = None,
) -> dict[str, Any]:
    """The value of each measure; with `by_topic`, a dictionary of them for each topic.

    `qrels` and `run` are dictionaries {topic: {document: number}}, data frames (pandas, polars,
    Arrow) or paths. A judged topic that the run misses counts 0, unless `average="retrieved"`.
    """
    with Store() as store:
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


_NOT_MEASURES = ("position", "system", "topics", "missing")


def evaluate_files(
    qrels: str | Path,
    runs: Sequence[str | Path],
    measures: Sequence[str] = (),
    *,
    by_topic: bool = False,
    average: str = "all",
    rank_by: str | None = None,
    memory_limit: str | None = None,
    threads: int | None = None,
) -> Result:
    """A leaderboard of run files, or with `by_topic` their scores, without making a store."""
    parse_all(measures or DEFAULT_MEASURES)  # what is misspelt is reported before files are read
    with Store(memory_limit=memory_limit, threads=threads) as store:
        store.load_qrels(qrels)
        request = RunRequest(rank_rule=rank_by, rankings=False)
        report = load_runs(store._connection, runs, request).raise_refused()
        answer = store.scores if by_topic else store.leaderboard
        result = answer(measures, average=average).detached()
        result.notes += compact(report.files)
        return result


def list_measures(name: str | None = None) -> Result:
    """All measures with their meaning; with a name, everything about that one."""
    with duckdb.connect() as connection:
        return measures_listed(connection, name).detached()
