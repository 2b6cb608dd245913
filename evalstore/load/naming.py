"""What a load of runs asks for, and what each run is called."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import duckdb

from evalstore.database import only_value
from evalstore.errors import ConflictError, FileProblems, Problem, UsageError
from evalstore.load.report import Outcome
from evalstore.load.source import Source

# Tools write their name as the tag of every run, so that the file's name says more.
_TAGS_OF_TOOLS = ("pyterrier", "beir")

RANK_RULES = ("trec_eval", "trec_eval10", "rank")
DUPLICATES = ("refuse", "first")
NAMINGS = ("tag", "file", "path")


@dataclass(frozen=True)
class RunRequest:
    """What the caller wants done with the files.

    Without `rankings`, only what measures read is stored, as a one-shot evaluation does.
    `group` is the system whose runs these are, under several seeds or folds.
    `duplicates` is what happens to a run that ranks a document twice for a topic: it is refused,
    or the first of the lines counts.
    `name_by` is how a run without a `name` is called: by its tag, its file or the file's path.
    """

    collection: str = "default"
    name: str | None = None
    rank_rule: str | None = None
    replace: bool = False
    rankings: bool = True
    name_by: str = "tag"
    group: str | None = None
    duplicates: str = "refuse"

    def check(self) -> None:
        if self.rank_rule is not None and self.rank_rule not in RANK_RULES:
            known = ", ".join(RANK_RULES)
            raise UsageError(f"no rank rule {self.rank_rule!r}; available: {known}")
        if self.duplicates not in DUPLICATES:
            known = " or ".join(map(repr, DUPLICATES))
            raise UsageError(f"`duplicates` must be {known}, not {self.duplicates!r}")
        if self.name_by not in NAMINGS:
            known = " or ".join(map(repr, NAMINGS))
            raise UsageError(f"`name_by` must be {known}, not {self.name_by!r}")
        if self.name is not None and not self.name.strip():
            raise UsageError("the name of a run must not be empty")


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
    outcome: Outcome = "loaded"
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
    tag: str | None
    rank_rule: str
    sha256: str
    source: str


def stored_runs(connection: duckdb.DuckDBPyConnection, collection: str) -> dict[str, StoredRun]:
    """The runs of a collection by system."""
    rows = connection.execute(
        """
        select run_id, system, tag, rank_rule, sha256, source
        from run inner join collection using (collection_id)
        where collection.name = ?
        """,
        [collection],
    ).fetchall()
    return {row[1]: StoredRun(*row) for row in rows}


def same_run(
    connection: duckdb.DuckDBPyConnection,
    stored: Mapping[str, StoredRun],
    source: Source,
    request: RunRequest,
) -> StoredRun | None:
    """The stored run with the system name, content and rank rule that this file would have.

    Tag and scores are those of any stored run with the same content: the file need not be read.
    """
    alike = next((run for run in stored.values() if run.sha256 == source.sha256), None)
    if alike is None:
        return None
    existing = stored.get(_system(IncomingRun(source, tag=alike.tag), request))
    if existing is None or existing.sha256 != source.sha256:
        return None
    rule = request.rank_rule or _default_rule(_has_scores(connection, alike))
    return existing if existing.rank_rule == rule else None


def regroup(connection: duckdb.DuckDBPyConnection, run: StoredRun, request: RunRequest) -> None:
    """Put a run that is there already into the requested group."""
    if request.group is not None:
        update = "update run set run_group = ? where run_id = ?"
        connection.execute(update, [request.group, run.run_id])


def _has_scores(connection: duckdb.DuckDBPyConnection, run: StoredRun) -> bool:
    if run.rank_rule != "rank":
        return True
    scores = "select count(score) > 0 from ranking where run_id = ?"
    return bool(only_value(connection.execute(scores, [run.run_id])))


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
    run.tag = None if run.has_other_tag else run.tag
    if run.system in loaded:
        raise ConflictError(
            f"{name}: system {run.system!r} was just loaded from {loaded[run.system]}; "
            f"{_distinct_names(request)}"
        )
    existing = stored.get(run.system)
    if existing is not None and not request.replace:
        is_same = existing.sha256 == run.source.sha256
        raise ConflictError(
            f"{name}: system {run.system!r} is already loaded with "
            f"{f'rank rule {existing.rank_rule}' if is_same else 'other content'} "
            f"(from {existing.source}); use `replace=True`, or give this run another `name`"
        )
    run.outcome = "loaded" if existing is None else "replaced"


def _distinct_names(request: RunRequest) -> str:
    """What to do about a name that two files have; a one-shot evaluation takes no `name`."""
    ways = ["name the runs by their files with `name_by='file'`"] * (request.name_by != "file")
    alone = "load this one separately with a `name`"
    return ", or ".join([*ways, alone if request.rankings else "leave out `name_by`"])


def _system(run: IncomingRun, request: RunRequest) -> str:
    """The name of the system: as requested, the run's tag, or the file's name."""
    if request.name is not None:
        return request.name
    if request.name_by == "file":
        return run.source.stem
    if request.name_by == "path":
        return run.source.name
    if run.has_other_tag:
        given = "with `name`, or " * request.rankings
        raise run.refused(
            f"different run tags in column 6 ({run.tag!r} is the first); "
            f"name the system {given}by its file with `name_by='file'`"
        )
    return run.source.stem if run.tag in (None, *_TAGS_OF_TOOLS) else run.tag


def _rank_rule(run: IncomingRun, request: RunRequest) -> str:
    """The rank rule of a run; one without scores is ranked by its ranks."""
    if not run.has_scores and request.rank_rule not in (None, "rank"):
        raise run.refused(f"no scores to rank by {request.rank_rule}; use `rank_by='rank'`")
    return request.rank_rule or _default_rule(run.has_scores)


def _default_rule(has_scores: bool) -> str:
    return "trec_eval" if has_scores else "rank"


def check_one_name(request: RunRequest, files: Sequence[object]) -> None:
    if request.name is not None and len(files) > 1:
        raise UsageError(f"`name` names one run, not {len(files)} files; load them separately")
