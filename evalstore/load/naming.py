"""What a run is called, and its row in the table of runs."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from evalstore.errors import ConflictError, FileProblems, Problem, UsageError
from evalstore.load.efficiency import keep_header_numbers
from evalstore.load.ranking import RANK_RULES
from evalstore.load.run_file import RunFile
from evalstore.rows import first

if TYPE_CHECKING:
    import duckdb


@dataclass(frozen=True)
class RunRequest:
    """What the caller wants done with the files."""

    collection: str = "default"
    name: str | None = None
    rank_rule: str | None = None
    replace: bool = False
    judged_only: bool = False  # keep only what measures read, as a one-shot evaluation does

    def check(self) -> None:
        if self.rank_rule is not None and self.rank_rule not in RANK_RULES:
            raise UsageError(f"no rank rule {self.rank_rule!r}; there is {', '.join(RANK_RULES)}")
        if self.name is not None and not self.name.strip():
            raise UsageError("the name of a run is not empty")


@dataclass
class RunRow:
    """A run that is being loaded: its row in `run`, and the file it comes from."""

    run_id: int
    system: str
    rank_rule: str
    outcome: str
    file: RunFile
    topics: int = 0
    rows: int = 0
    tied: int = 0
    disordered: int = 0
    notes: list[str] = field(default_factory=list)


def rule_of(file: RunFile, request: RunRequest) -> str:
    """The rank rule of a file; one without scores is ranked by its ranks."""
    if file.columns == 6:
        return request.rank_rule or "trec_eval"
    if request.rank_rule not in (None, "rank"):
        problem = Problem(None, f"no scores to rank by {request.rank_rule}; use --rank-by rank")
        raise FileProblems(file.source.name, [problem])
    return "rank"


def system_of(file: RunFile, request: RunRequest) -> str:
    """The name of the system: as asked for, the run's tag, or the file's name."""
    if request.name is not None:
        return request.name
    if len(file.tags) > 1:
        problem = Problem(
            None,
            f"{len(file.tags)} different run tags in column 6 ({min(file.tags)!r} is one); "
            "say what the system is called with --name",
        )
        raise FileProblems(file.source.name, [problem])
    return min(file.tags, default=file.source.stem)


def already_there(connection: duckdb.DuckDBPyConnection, request: RunRequest) -> dict[str, str]:
    """The systems that are held under the same rule and wanted name, by their content's digest."""
    rows = connection.execute(
        """
        select sha256, system from run inner join collection using (collection_id)
        where collection.name = $collection
            and ($name is null or system = $name)
            and ($rule is null or rank_rule = $rule)
        """,
        {"collection": request.collection, "name": request.name, "rule": request.rank_rule},
    ).fetchall()
    return dict(rows)


def insert_run(
    connection: duckdb.DuckDBPyConnection,
    file: RunFile,
    request: RunRequest,
    collection_id: int,
    taken: Mapping[str, str],
) -> RunRow:
    """Give a file its system's name and a row in `run`; a name that is taken is refused.

    `taken` are the systems of the same command, and the files that they came from.
    """
    system, rule = system_of(file, request), rule_of(file, request)
    if system in taken:
        raise ConflictError(
            f"{file.source.name}: system {system!r} was just loaded from {taken[system]}; "
            "load this one on its own with --name"
        )
    outcome = _make_room(connection, file, system, collection_id, request.replace)
    [(run_id,)] = connection.execute(
        """
        insert into run (collection_id, system, tag, rank_rule, source, sha256, metadata)
        values (?, ?, ?, ?, ?, ?, ?) returning run_id
        """,
        [
            collection_id,
            system,
            min(file.tags, default=None),
            rule,
            file.source.name,
            "" if request.judged_only else file.source.sha256,
            None if file.metadata is None else json.dumps(file.metadata, default=str),
        ],
    ).fetchall()
    keep_header_numbers(connection, run_id, file.metadata)
    return RunRow(run_id, system, rule, outcome, file)


def _make_room(
    connection: duckdb.DuckDBPyConnection,
    file: RunFile,
    system: str,
    collection_id: int,
    replace: bool,
) -> str:
    row = first(
        connection.execute(
            "select run_id, source from run where collection_id = ? and system = ?",
            [collection_id, system],
        )
    )
    if row is None:
        return "loaded"
    if not replace:
        raise ConflictError(
            f"{file.source.name}: system {system!r} is already loaded with other content "
            f"(from {row[1]}); use --replace, or give this run another --name"
        )
    from evalstore.load.dropping import drop_run

    drop_run(connection, row[0])
    return "replaced"
