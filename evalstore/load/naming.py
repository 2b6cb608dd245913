"""What a load of runs asks for, and what each run is called."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import duckdb

from evalstore.errors import ConflictError, FileProblems, Problem, UsageError
from evalstore.load.source import Source

# Tools write their name as the tag of every run, so that the file's name says more.
_TAGS_OF_TOOLS = ("pyterrier", "beir")

RANK_RULES = ("trec_eval", "trec_eval10", "rank")


@dataclass(frozen=True)
class RunRequest:
    """What the caller wants done with the files.

    Without `rankings`, only what measures read is stored, as a one-shot evaluation does.
    """

    collection: str = "default"
    name: str | None = None
    rank_rule: str | None = None
    replace: bool = False
    rankings: bool = True

    def check(self) -> None:
        if self.rank_rule is not None and self.rank_rule not in RANK_RULES:
            known = ", ".join(RANK_RULES)
            raise UsageError(f"no rank rule {self.rank_rule!r}; available: {known}")
        if self.name is not None and not self.name.strip():
            raise UsageError("the name of a run is not empty")


@dataclass
class IncomingRun:
    """A run on its way into the store: its file, its number, and what was found out about it."""

    source: Source
    run_id: int = 0
    has_scores: bool = True
    tag: str | None = None
    has_other_tag: bool = False
    notes: list[str] = field(default_factory=list)
    metadata: dict[str, Any] | None = None
    system: str = ""
    rank_rule: str = ""
    outcome: str = "loaded"
    topics: int = 0
    documents: int = 0

    def refused(self, what: str) -> FileProblems:
        """The refusal of the file for a reason that concerns no single line."""
        return FileProblems(self.source.name, [Problem(None, what)])


@dataclass(frozen=True)
class StoredRun:
    """A run of the store."""

    run_id: int
    system: str
    rank_rule: str
    sha256: str
    source: str


def stored_runs(connection: duckdb.DuckDBPyConnection, collection: str) -> dict[str, StoredRun]:
    """The runs of a collection by system."""
    rows = connection.execute(
        """
        select run_id, system, rank_rule, sha256, source
        from run inner join collection using (collection_id)
        where collection.name = ?
        """,
        [collection],
    ).fetchall()
    return {row[1]: StoredRun(*row) for row in rows}


def same_content(
    stored: Mapping[str, StoredRun], sha256: str, request: RunRequest
) -> StoredRun | None:
    """A stored run of the same content, under the same rule and name where these are given."""
    for run in stored.values():
        is_named = request.name in (None, run.system)
        is_ranked = request.rank_rule in (None, run.rank_rule)
        if run.sha256 == sha256 and is_named and is_ranked:
            return run
    return None


def name_run(
    run: IncomingRun,
    request: RunRequest,
    stored: Mapping[str, StoredRun],
    loaded: Mapping[str, str],
) -> None:
    """Give a run its name and rank rule; a name that is taken is refused.

    `loaded` are the systems of the same load, and the files that they came from.
    """
    name = run.source.name
    run.system, run.rank_rule = _system(run, request), _rank_rule(run, request)
    if run.system in loaded:
        raise ConflictError(
            f"{name}: system {run.system!r} was just loaded from {loaded[run.system]}; "
            "load this one on its own with --name"
        )
    existing = stored.get(run.system)
    if existing is not None and not request.replace:
        raise ConflictError(
            f"{name}: system {run.system!r} is already loaded with other content "
            f"(from {existing.source}); use --replace, or give this run another --name"
        )
    run.outcome = "loaded" if existing is None else "replaced"


def _system(run: IncomingRun, request: RunRequest) -> str:
    """The name of the system: as requested, the run's tag, or the file's name."""
    if request.name is not None:
        return request.name
    if run.has_other_tag:
        raise run.refused(
            f"different run tags in column 6 ({run.tag!r} is the first); "
            "name the system with --name"
        )
    return run.source.stem if run.tag in (None, *_TAGS_OF_TOOLS) else run.tag


def _rank_rule(run: IncomingRun, request: RunRequest) -> str:
    """The rank rule of a run; one without scores is ranked by its ranks."""
    if run.has_scores:
        return request.rank_rule or "trec_eval"
    if request.rank_rule not in (None, "rank"):
        raise run.refused(f"no scores to rank by {request.rank_rule}; use --rank-by rank")
    return "rank"


def check_one_name(request: RunRequest, files: Sequence[object]) -> None:
    if request.name is not None and len(files) > 1:
        raise UsageError(f"--name names one run, but there are {len(files)} files")
