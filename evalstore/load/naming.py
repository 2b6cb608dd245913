"""What a run is called, and its row in the table of runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from evalstore.errors import ConflictError, FileProblems, Problem, UsageError
from evalstore.load.dropping import drop_run
from evalstore.load.ranking import RANK_RULES
from evalstore.load.run_file import RunFile

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


Held = dict[str, tuple[int, str]]


def held_systems(connection: duckdb.DuckDBPyConnection, collection_id: int) -> Held:
    """The systems of a collection: their run and the file that it came from."""
    rows = connection.execute(
        "select system, run_id, source from run where collection_id = ?", [collection_id]
    ).fetchall()
    return {system: (run_id, source) for system, run_id, source in rows}


def named_run(file: RunFile, request: RunRequest, held: Held, taken: Mapping[str, str]) -> RunRow:
    """The row of a file in `run`, not yet put there; a name that is taken is refused.

    `taken` are the systems of the same command, and the files that they came from.
    """
    system, rule = system_of(file, request), rule_of(file, request)
    if system in taken:
        raise ConflictError(
            f"{file.source.name}: system {system!r} was just loaded from {taken[system]}; "
            "load this one on its own with --name"
        )
    if system in held and not request.replace:
        raise ConflictError(
            f"{file.source.name}: system {system!r} is already loaded with other content "
            f"(from {held[system][1]}); use --replace, or give this run another --name"
        )
    return RunRow(0, system, rule, "replaced" if system in held else "loaded", file)


def insert_runs(
    connection: duckdb.DuckDBPyConnection,
    rows: Sequence[RunRow],
    request: RunRequest,
    collection_id: int,
    held: Held,
) -> None:
    """Put rows into `run`, in place of those that they replace."""
    for row in rows:
        if row.system in held:
            drop_run(connection, held[row.system][0])
    numbers = connection.execute(f"select nextval('run_id_seq') from range({len(rows)})").fetchall()
    for row, (number,) in zip(rows, numbers, strict=True):
        row.run_id = number
    columns = _columns(rows, request)
    lists = ", ".join(f"unnest(${name}::varchar[]) as {name}" for name in columns)
    insert = f"insert into run by name select {lists}, {collection_id} as collection_id"
    connection.execute(insert, columns)
    for row in rows:
        if row.file.metadata:
            from evalstore.load.efficiency import keep_header_numbers  # few files have any

            keep_header_numbers(connection, row.run_id, row.file.metadata)


def _columns(rows: Sequence[RunRow], request: RunRequest) -> dict[str, list[Any]]:
    files = [row.file for row in rows]
    return {
        "run_id": [row.run_id for row in rows],
        "system": [row.system for row in rows],
        "tag": [min(file.tags, default=None) for file in files],
        "rank_rule": [row.rank_rule for row in rows],
        "source": [file.source.name for file in files],
        "sha256": ["" if request.judged_only else file.source.sha256 for file in files],
        "metadata": [_json(file.metadata) for file in files],
    }


def _json(metadata: dict[str, Any] | None) -> str | None:
    if metadata is None:
        return None
    import json  # few files have any

    return json.dumps(metadata, default=str)
