"""A lake: the tables of a store as Parquet files, for as many machines as it takes.

    location.py   a folder at a path or URI: files with their digests
    manifest.py   which files make up a lake; written last
    tables.py     from the tables of a store to Parquet files, and back

    engine.py     who runs tasks: processes of this machine (processes.py) or Spark (spark.py)
    planning.py   tasks that are neither too small nor too large
    task.py       one task: files in, scores out; it does not know which engine calls it
    shipping.py   user-defined measures, discounts and gains, which go with a task
    lake.py       Lake: leaderboards, scores, comparisons, by a store in memory that has the scores

    export.py     a store as a lake
    loading.py    files into a lake, by the tasks of load_task.py
    saving.py     scores of a lake in a store
    checking.py   whether a lake is complete

Systems are independent given the judgements. So tasks compute the scores of some systems with the
SQL of `sql/`, and only scores come back; means and comparisons are made of them by the same
queries as in a store.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evalstore.lake.checking import check_lake

if TYPE_CHECKING:
    from evalstore.lake.engine import Progress
    from evalstore.load.report import LoadReport


__all__ = ["check_lake", "load_qrels", "load_runs"]


def load_runs(
    uri: str | Path,
    paths: Sequence[str | Path],
    engine: str = "local",
    *,
    collection: str = "default",
    name: str | None = None,
    name_by: str = "tag",
    rank_by: str | None = None,
    replace: bool = False,
    **options: Any,
) -> LoadReport:
    """Load run files into a lake, which is created where none is.

    The files, and the lake, are where every worker of the engine finds them. Options are
    `memory_limit` of a task, `threads` (processes) of the engine local, and `progress`.
    """
    request = {"name": name, "name_by": name_by, "rank_rule": rank_by, "replace": replace}
    return _loaded("runs", uri, paths, engine, collection, request, **options)


def load_qrels(
    uri: str | Path,
    paths: Sequence[str | Path],
    engine: str = "local",
    *,
    collection: str = "default",
    name: str | None = None,
    replace: bool = False,
    **options: Any,
) -> LoadReport:
    """Load judgements into a lake, as `load_runs` loads runs, and join all runs with them."""
    request = {"name": name, "replace": replace}
    return _loaded("qrels", uri, paths, engine, collection, request, **options)


def _loaded(
    kind: str,
    uri: str | Path,
    paths: Sequence[str | Path],
    engine: str,
    collection: str,
    request: dict[str, Any],
    memory_limit: str | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> LoadReport:
    from evalstore.lake.engine import started
    from evalstore.lake.loading import Loading
    from evalstore.lake.location import Location

    with started(engine, threads) as running:
        loading = Loading(Location.at(uri), running, collection, memory_limit, progress)
        report: LoadReport = getattr(loading, kind)(paths, request)
        return report
