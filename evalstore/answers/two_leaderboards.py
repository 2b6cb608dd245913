"""Which two leaderboards are meant: whatever is named twice tells them apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from evalstore.answers.sides import Side, saved, stored
from evalstore.errors import DataError, UsageError
from evalstore.measures.grammar import parse_all
from evalstore.measures.own import own_definitions
from evalstore.question import Question, ask

if TYPE_CHECKING:
    import duckdb

Two = tuple[str | None, str | None]


def two_leaderboards(
    connection: duckdb.DuckDBPyConnection,
    measures: Sequence[str] = (),
    *,
    qrels: Sequence[str] = (),
    collections: Sequence[str] = (),
    files: Sequence[str | Path] = (),
    runs: Sequence[str] = (),
    topics: Sequence[str] = (),
) -> tuple[Side, Side]:
    """From measures, qrels sets, collections or saved files: one name for both, or two."""
    if len(files) > 1:
        return _two_files(connection, measures, [str(file) for file in files])
    asked = _two("measures", _spelt(connection, measures))
    if files:
        return _from_file(connection, str(files[0]), asked, qrels, collections)
    scopes = [_two("qrels sets", qrels), _two("collections", collections)]
    differing = [two for two in (asked, *scopes) if two[0] != two[1]]
    if not differing:
        raise UsageError(
            "name what sets the two leaderboards apart: two measures (-m nDCG@10 -m AP), two "
            "--qrels, two --collection, or a saved leaderboard with --file"
        )
    questions = [
        ask(
            connection,
            [asked[side] or "nDCG@10"],
            qrels=scopes[0][side],
            collection=scopes[1][side],
            runs=runs,
            topics=topics,
        )
        for side in (0, 1)
    ]
    labels = [", ".join(str(two[side]) for two in differing) for side in (0, 1)]
    first, second = _on_common_topics(*questions)
    return stored(first, labels[0]), stored(second, labels[1])


def _spelt(connection: duckdb.DuckDBPyConnection, measures: Sequence[str]) -> list[str]:
    if not measures:
        return []
    return [measure.name for measure in parse_all(measures, own_definitions(connection))]


def _two(kind: str, names: Sequence[str]) -> Two:
    """One name stands for both sides."""
    if len(names) > 2:
        raise UsageError(f"two {kind} are compared, not {len(names)}")
    return (names[0], names[-1]) if names else (None, None)


def _two_files(
    connection: duckdb.DuckDBPyConnection, measures: Sequence[str], files: list[str]
) -> tuple[Side, Side]:
    """The columns are those named, whatever they measure, or else the first scores."""
    if len(files) > 2:
        raise UsageError(f"two files are compared, not {len(files)}")
    columns = _two("measures", measures)
    first, second = (saved(connection, *two) for two in zip(files, columns, strict=True))
    if first.label == second.label:  # two columns of one file, or namesakes
        return replace(first, label=first.about), replace(second, label=second.about)
    return first, second


def _from_file(
    connection: duckdb.DuckDBPyConnection,
    file: str,
    asked: Two,
    qrels: Sequence[str],
    collections: Sequence[str],
) -> tuple[Side, Side]:
    """From a saved leaderboard to the store as it is now."""
    if len(qrels) > 1 or len(collections) > 1:
        raise UsageError("a file is compared with one leaderboard of the store, so name only one")
    question = ask(
        connection,
        [asked[1] or "nDCG@10"],
        qrels=qrels[0] if qrels else None,
        collection=collections[0] if collections else None,
    )
    return saved(connection, file, asked[0] or question.rows[0].measure), stored(question, "now")


def _on_common_topics(first: Question, second: Question) -> tuple[Question, Question]:
    """Within one collection both sides are averaged over the topics that both have judged."""
    if first.collection != second.collection or first.qrels == second.qrels:
        return first, second
    judged = [_judged_topics(question) for question in (first, second)]
    common = judged[0] & judged[1]
    if not common:
        raise DataError(f"{first.qrels.name} and {second.qrels.name} judge no topic in common")
    if judged[0] == judged[1]:
        return first, second
    kept = sorted(common)
    return replace(first, topics=kept), replace(second, topics=kept)


def _judged_topics(question: Question) -> set[str]:
    rows = question.connection.execute(question.sql("select distinct topic from grade_count"))
    return {row[0] for row in rows.fetchall()}
