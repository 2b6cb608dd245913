"""Getting the rows of run files into the temporary table `incoming`.

The fast way lets DuckDB read many files in one statement. Whatever is odd about a file sends it
the careful way, which checks it line by line, writes it in one tidy form, and lets DuckDB read
that: the rows are the same either way.
"""

from __future__ import annotations

import mmap
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evalstore.load.lines import BOM, Reading
from evalstore.load.run_lines import tidy_run
from evalstore.load.source import Source
from evalstore.quoting import literal, literals
from evalstore.rows import only

if TYPE_CHECKING:
    import duckdb

_TREC_LINE = re.compile(
    rb"[^\s#][^\s]*([ \t])\S+\1\S+\1[+-]?\d+\1[+-]?[\d.]+(?:[eE][+-]?\d+)?\1\S+\r?\n"
)
_COLUMNS = {
    6: "{topic: 'varchar', q0: 'varchar', docno: 'varchar', rank: 'double', score: 'double', "
    "tag: 'varchar'}",
    3: "{topic: 'varchar', docno: 'varchar', rank: 'double'}",
}


@dataclass
class Staged:
    """A run file on its way into the store."""

    number: int
    source: Source
    path: Path
    separator: str = ""
    columns: int = 6
    is_frame: bool = False
    notes: list[str] = field(default_factory=list)
    metadata: dict[str, Any] | None = None
    tag: str | None = None
    several_tags: int = 1


def separator_of(path: Path) -> str | None:
    """The single separator of a plain TREC run; None for a file that needs care."""
    with path.open("rb") as file:
        match = _TREC_LINE.match(file.readline(10_000))
        if match is None:
            return None
        with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
            odd = (BOM, b"#", b"\0", b"\r\r")
            if any(content.find(mark) >= 0 for mark in odd):
                return None
    return match[1].decode()


def prepare(number: int, source: Source, scratch: Path) -> Staged:
    """Decide how a file is read; a file that needs care is tidied at once."""
    separator = separator_of(source.path) if source.size else None
    staged = Staged(number, source, source.path, separator or "")
    return staged if separator else tidied(staged, scratch)


def tidied(staged: Staged, scratch: Path) -> Staged:
    """The file checked line by line and written again; raises FileProblems."""
    reading = Reading(staged.source.name)
    tidy = scratch / f"{staged.number}.tsv"
    columns = tidy_run(staged.source.path, tidy, reading)
    return Staged(
        staged.number,
        staged.source,
        tidy,
        separator="\t",
        columns=columns,
        notes=reading.notes,
        metadata=reading.metadata,
    )


def create_incoming(connection: duckdb.DuckDBPyConnection) -> None:
    """An empty staging table of this connection."""
    connection.execute(
        """
        create or replace temp table incoming (
            file integer, topic varchar, docno varchar, file_rank double, score double, tag varchar
        )
        """
    )


def stage(connection: duckdb.DuckDBPyConnection, files: list[Staged]) -> list[Staged]:
    """Read the files into `incoming`; those that DuckDB could not read as they are come back."""
    failed: list[Staged] = []
    for group in _alike(files):
        failed += _stage_group(connection, group)
    return failed


def _alike(files: Iterable[Staged]) -> list[list[Staged]]:
    groups: dict[tuple[str, int], list[Staged]] = {}
    for file in files:
        groups.setdefault((file.separator, file.columns), []).append(file)
    return list(groups.values())


def _stage_group(connection: duckdb.DuckDBPyConnection, group: list[Staged]) -> list[Staged]:
    import duckdb

    try:
        connection.execute(_read(group))
    except (duckdb.InvalidInputException, duckdb.ConversionException):
        if len(group) == 1:
            return group
        half = len(group) // 2
        return _stage_group(connection, group[:half]) + _stage_group(connection, group[half:])
    return _odd(connection, group)


def _read(group: list[Staged]) -> str:
    """One statement that reads a group of files."""
    numbers = ", ".join(str(file.number) for file in group)
    score, tag = ("score + 0.0", "tag") if group[0].columns == 6 else ("null", "null")
    return f"""
        insert into incoming
        select [{numbers}][(file_index + 1)::bigint], topic, docno, rank, {score}, {tag}
        from {_csv(group)}
    """


def _csv(group: list[Staged]) -> str:
    paths = literals(str(file.path) for file in group)
    return f"""read_csv(
        [{paths}], delim = {literal(group[0].separator)}, columns = {_COLUMNS[group[0].columns]},
        header = false, quote = '', escape = '', auto_detect = false
    )"""


def _odd(connection: duckdb.DuckDBPyConnection, group: list[Staged]) -> list[Staged]:
    """Take over what was read; files with odd rows are taken out again and come back."""
    facts = _facts(connection, group)
    odd = []
    for file in group:
        row = facts.get(file.number)
        if row is None or row[3]:
            odd.append(file)
            continue
        file.tag = row[1]
        if row[1] != row[2]:
            file.several_tags = _count_tags(connection, file)
    withdraw(connection, odd)
    return odd


def _facts(
    connection: duckdb.DuckDBPyConnection, group: list[Staged]
) -> dict[int, tuple[Any, ...]]:
    """Of each file: its first and last tag, and how many rows no run has."""
    of_score = "or score is null or not isfinite(score) or tag is null"
    rows = connection.execute(
        f"""
        select
            file, min(tag), max(tag),
            count(*) filter (
                topic is null or docno is null or file_rank is null
                or file_rank != floor(file_rank) or abs(file_rank) > 9e15
                {of_score if group[0].columns == 6 else ""}
            )
        from incoming
        where file in ({", ".join(str(file.number) for file in group)})
        group by file
        """
    ).fetchall()
    return {row[0]: row for row in rows}


def _count_tags(connection: duckdb.DuckDBPyConnection, file: Staged) -> int:
    counted = connection.execute(
        "select count(distinct tag) from incoming where file = ?", [file.number]
    )
    return int(only(counted))


def withdraw(connection: duckdb.DuckDBPyConnection, files: Iterable[Staged]) -> None:
    """Take files out of the staging table again."""
    numbers = ", ".join(str(file.number) for file in files)
    if numbers:
        connection.execute(f"delete from incoming where file in ({numbers})")
