"""A large run, ranked and kept part by part, so that it never lies in memory whole."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from concurrent.futures import Executor
from typing import TYPE_CHECKING

from evalstore.load.batch import Batch, loaded, rank_together
from evalstore.load.collections import collection_id_of
from evalstore.load.keeping import finish_runs, keep_lists
from evalstore.load.naming import (
    RunRequest,
    RunRow,
    held_systems,
    insert_runs,
    named_run,
    system_of,
)
from evalstore.load.plain import Odd
from evalstore.load.reading_runs import AHEAD, Read, ahead
from evalstore.load.report import Loaded
from evalstore.load.room import Room
from evalstore.load.run_file import RunFile
from evalstore.transaction import transaction

if TYPE_CHECKING:
    import duckdb


class Scattered(Exception):  # noqa: N818
    """The rows of a topic stand in several places of the file."""


def keep_in_parts(
    connection: duckdb.DuckDBPyConnection,
    read: Read,
    request: RunRequest,
    taken: Mapping[str, str],
    room: Room,
    pool: Executor,
) -> Loaded:
    """Keep a file in one transaction; raises what is wrong with it, and Scattered."""
    assert read.file is not None
    try:
        return loaded(_kept(connection, read.file, request, taken, room, pool))
    except Odd:
        return loaded(_kept(connection, read.with_care(), request, taken, room, pool))


def _kept(
    connection: duckdb.DuckDBPyConnection,
    file: RunFile,
    request: RunRequest,
    taken: Mapping[str, str],
    room: Room,
    pool: Executor,
) -> RunRow:
    row: RunRow | None = None
    with transaction(connection):
        collection_id = collection_id_of(connection, request.collection)
        parts = _ranked_parts(file, request, room, pool)
        for part in parts:
            [ranked], [documents] = part.files, part.identities(connection)
            ranked.check_repeats(documents)
            if len(file.tags) > 1:
                all(parts)  # reads on to the end, so that every tag is counted
            if row is None:
                held = held_systems(connection, collection_id)
                row = named_run(file, request, held, taken)
                insert_runs(connection, [row], request, collection_id, held)
            [numbers] = part.numbers(connection, collection_id)
            keep_lists(connection, [(row, ranked.lists, numbers)])
        system_of(file, request)
        assert row is not None
        finish_runs(connection, collection_id, [row])
    return row


def _ranked_parts(
    file: RunFile, request: RunRequest, room: Room, pool: Executor
) -> Iterator[Batch]:
    """The parts of the file, each with whole topics. Raises Odd, and Scattered."""

    def ranked(part: tuple[int, int]) -> Batch:
        return rank_together([(file, file.rows(*part))], request)

    seen: set[str] = set()
    for batch in ahead(pool, ranked, file.parts(room.part), AHEAD):
        topics = set(batch.files[0].lists.topics.to_pylist())
        if topics & seen:
            raise Scattered
        seen |= topics
        yield batch
