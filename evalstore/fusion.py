"""Fusion: one ranking of several, computed by the selects of `sql/fusion/`.

fusion_input    the documents of the runs, to a depth
fusion_norm     their scores, comparable between runs: a file norm_*.sql
comb_sum, …     one score for each document: a file of sql/fusion
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import duckdb

from evalstore.checks import check_count
from evalstore.database import only_value
from evalstore.errors import DataError, UsageError
from evalstore.load.naming import IncomingRun, RunRequest, same_run, stored_runs
from evalstore.load.report import Loaded, LoadReport
from evalstore.load.source import Source, source_in_memory
from evalstore.load.storing import reserve_numbers, store_incoming
from evalstore.names import Named, find_collection, find_runs
from evalstore.nearest import suggestion
from evalstore.resources import folder
from evalstore.views import compose

NORMS = ("none", "min-max", "z", "rank", "sum")
BY_RANK = ("rrf", "isr", "borda")
METHODS = ("comb_sum", "comb_mnz", "comb_anz", "comb_max", "comb_min", "comb_med", *BY_RANK)
_ALIASES = {f"comb{name}": f"comb_{name}" for name in ("sum", "mnz", "anz", "max", "min", "med")}
_EVERY_RANK = 2**31 - 1

_INSERT = """
insert into incoming by name
select {run_id} as run_id, topic.name as topic, document.docno, fused.score
from ({fused}) as fused
inner join topic using (topic_id)
inner join document using (document_id)
"""


@dataclass(frozen=True)
class Fusion:
    """How runs are fused; `k` is that of reciprocal rank fusion."""

    method: str
    norm: str
    depth: int | None
    k: int

    @classmethod
    def of(cls, method: str, norm: str | None, depth: int | None, k: int) -> Fusion:
        """With the method's usual norm where none is given; raises UsageError."""
        name = method.lower().replace("-", "_")
        name = _ALIASES.get(name, name)
        if name not in METHODS:
            raise UsageError(f"no fusion {method!r}{suggestion(name, METHODS)}")
        chosen = norm or ("none" if name in BY_RANK else "min-max")
        if chosen not in NORMS:
            raise UsageError(f"no normalisation {norm!r}; available: {', '.join(NORMS)}")
        check_count("depth", depth)
        if k < 0:
            raise UsageError(f"k must be at least 0, not {k}")
        return cls(name, chosen, depth, k)

    @property
    def needs_scores(self) -> bool:
        return self.method not in BY_RANK and self.norm != "rank"

    def sql(self) -> str:
        """The query with topic_id, document_id and score."""
        steps = {
            "fusion_input": _select("fusion_input"),
            "fusion_norm": _select(f"norm_{self.norm.replace('-', '_')}"),
            self.method: _select(self.method),
        }
        return compose(f"select * from {self.method}", steps)

    def parameters(self, sql: str, runs: Sequence[Named]) -> dict[str, Any]:
        """The values of those parameters that the query has."""
        values = {
            "run_ids": [run.number for run in runs],
            "depth": self.depth or _EVERY_RANK,
            "k": self.k,
        }
        return {name: value for name, value in values.items() if f"${name}" in sql}

    def described(self, runs: Sequence[Named]) -> dict[str, Any]:
        """What the metadata of the run says of it."""
        made: dict[str, Any] = {"method": self.method, "runs": [run.name for run in runs]}
        made |= {} if self.method in BY_RANK else {"norm": self.norm}
        made |= {"k": self.k} if self.method == "rrf" else {}
        made |= {} if self.depth is None else {"depth": self.depth}
        return {"fusion": made}


@cache
def _select(name: str) -> str:
    return (folder("sql") / "fusion" / f"{name}.sql").read_text(encoding="utf-8").strip()


def fuse(
    connection: duckdb.DuckDBPyConnection,
    fusion: Fusion,
    runs: Sequence[str],
    request: RunRequest,
    collection: str | None,
) -> LoadReport:
    """Make a new run of several."""
    started = time.perf_counter()
    request.check()
    found = find_runs(connection, find_collection(connection, collection), runs)
    if len(found) < 2 or len(set(runs)) < len(runs):
        raise UsageError("fusion needs two different runs or more")
    _check_scores(connection, fusion, found)
    source = _source(connection, fusion, found, str(request.name))
    report = LoadReport("run")
    stored = stored_runs(connection, request.collection)
    existing = same_run(connection, stored, source, request)
    if existing:
        report.files.append(Loaded(source.name, existing.system, "already loaded"))
        return report
    run = IncomingRun(source, metadata=fusion.described(found))
    reserve_numbers(connection, [run])
    sql = fusion.sql()
    insert = _INSERT.format(run_id=run.run_id, fused=sql)
    run.documents = only_value(connection.execute(insert, fusion.parameters(sql, found)))
    store_incoming(connection, [run], request, report)
    report.seconds = time.perf_counter() - started
    return report.raise_refused()


def _check_scores(
    connection: duckdb.DuckDBPyConnection, fusion: Fusion, runs: Sequence[Named]
) -> None:
    if not fusion.needs_scores:
        return
    for run in runs:
        select = "select count(*) from ranking where run_id = ? and score is null"
        if only_value(connection.execute(select, [run.number])):
            by_rank = ", ".join(BY_RANK)
            raise DataError(f"{run.name} has no scores; fuse it with `norm='rank'`, or {by_rank}")


def _source(
    connection: duckdb.DuckDBPyConnection, fusion: Fusion, runs: Sequence[Named], name: str
) -> Source:
    """The fused run as if it were a file, whose content is that of its runs."""
    select = "select sha256 from run where run_id = ?"
    digests = [only_value(connection.execute(select, [run.number])) for run in runs]
    content = json.dumps([fusion.described(runs), digests])
    return source_in_memory(name, hashlib.sha256(content.encode()).hexdigest(), fusion.method)
