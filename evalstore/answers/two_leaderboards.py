"""Select the two leaderboards to compare; they differ in what is given twice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import duckdb

from evalstore.answers.as_of import NOW, Moment
from evalstore.answers.as_of import as_of as as_of_moment
from evalstore.answers.sides import Side, saved, stored
from evalstore.errors import DataError, UsageError
from evalstore.measures.custom import custom_definitions
from evalstore.measures.grammar import parse_all
from evalstore.names import find_collection
from evalstore.patterns import Names
from evalstore.selection import Selection, select_scores

Two = tuple[str | None, str | None]


def two_leaderboards(
    connection: duckdb.DuckDBPyConnection,
    measures: Sequence[str],
    *,
    qrels: Sequence[str],
    collections: Sequence[str],
    files: Sequence[str | Path],
    as_of: Sequence[Moment],
    runs: Names,
    topics: Names,
) -> tuple[Side, Side]:
    """From measures, qrels sets, collections, dates or saved files: one name for both, or two.

    One date is compared with now.
    """
    if files and as_of:
        raise UsageError("a saved leaderboard has a fixed date; give either a file or a date")
    if len(files) > 1:
        return _two_files(connection, measures, [str(file) for file in files])
    named = _two("measures", _canonical(connection, measures))
    if files:
        return _from_file(connection, str(files[0]), named, qrels, collections)
    sets, spaces = _two("qrels sets", qrels), _two("collections", collections)
    dates = _dates(as_of)
    differing = [two for two in (named, sets, spaces, dates) if two[0] != two[1]]
    if not differing:
        raise UsageError(
            "the two leaderboards are the same; give two measures (such as nDCG@10 and AP), two "
            "qrels sets, two collections, a date, or a saved leaderboard"
        )
    of_both: dict[str, Any] = {"runs": runs, "topics": topics}
    selections = [
        _selected(connection, measure, moment, {"qrels": name, "collection": space, **of_both})
        for measure, name, space, moment in zip(named, sets, spaces, dates, strict=True)
    ]
    labels = [", ".join(str(two[side]) for two in differing) for side in (0, 1)]
    (a, about_a), (b, about_b) = selections
    first, second = _on_common_topics(a, b)
    return stored(first, labels[0], about_a), stored(second, labels[1], about_b)


def _selected(
    connection: duckdb.DuckDBPyConnection,
    measure: str | None,
    moment: Moment | None,
    scope: dict[str, Any],
) -> tuple[Selection, str]:
    """The selection of one side, and a note on what had been loaded by its date."""
    about = ""
    if moment is not None:
        found = find_collection(connection, scope["collection"])
        past, about = as_of_moment(connection, found, moment, scope["qrels"], scope["runs"])
        scope = scope | past
    return select_scores(connection, [measure or "nDCG@10"], **scope), about


def _dates(given: Sequence[Moment]) -> tuple[Moment | None, Moment | None]:
    if len(given) > 2:
        raise UsageError(f"at most two dates can be compared, not {len(given)}")
    if len(given) == 1:
        return given[0], NOW
    return (given[0], given[1]) if given else (None, None)


def _canonical(connection: duckdb.DuckDBPyConnection, measures: Sequence[str]) -> list[str]:
    if not measures:
        return []
    return [measure.name for measure in parse_all(measures, custom_definitions(connection))]


def _two(kind: str, names: Sequence[str]) -> Two:
    """The names of both sides; one name is used for both."""
    if len(names) > 2:
        raise UsageError(f"at most two {kind} can be compared, not {len(names)}")
    return (names[0], names[-1]) if names else (None, None)


def _two_files(
    connection: duckdb.DuckDBPyConnection, measures: Sequence[str], files: list[str]
) -> tuple[Side, Side]:
    """The columns are those named, whatever they measure, or else the first scores."""
    if len(files) > 2:
        raise UsageError(f"at most two files can be compared, not {len(files)}")
    columns = _two("measures", measures)
    first, second = (saved(connection, *two) for two in zip(files, columns, strict=True))
    if first.label == second.label:  # two columns of one file, or equal file names
        return replace(first, label=first.about), replace(second, label=second.about)
    return first, second


def _from_file(
    connection: duckdb.DuckDBPyConnection,
    file: str,
    named: Two,
    qrels: Sequence[str],
    collections: Sequence[str],
) -> tuple[Side, Side]:
    """From a saved leaderboard to the store as it is now."""
    if len(qrels) > 1 or len(collections) > 1:
        raise UsageError("a file is compared with one leaderboard of the store; name only one")
    selection = select_scores(
        connection,
        [named[1] or "nDCG@10"],
        qrels=qrels[0] if qrels else None,
        collection=collections[0] if collections else None,
    )
    return saved(connection, file, named[0] or selection.rows[0].measure), stored(selection, NOW)


def _on_common_topics(first: Selection, second: Selection) -> tuple[Selection, Selection]:
    """Within one collection, average both sides over the topics that both sets judge."""
    if first.collection != second.collection or first.qrels == second.qrels:
        return first, second
    judged = [_judged_topics(selection) for selection in (first, second)]
    common = judged[0] & judged[1]
    if not common:
        raise DataError(f"{first.qrels.name} and {second.qrels.name} judge no topic in common")
    if judged[0] == judged[1]:
        return first, second
    topics = sorted(common)
    return replace(first, topics=topics), replace(second, topics=topics)


def _judged_topics(selection: Selection) -> set[str]:
    select = "select topic.name from steps.judged_topic inner join topic using (topic_id)"
    return {row[0] for row in selection.fetch(select)}
