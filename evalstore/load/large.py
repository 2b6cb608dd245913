"""A large run, ranked and kept some topics at a time, so that it never lies in memory whole."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice

from evalstore.load.keeper import Keeper, loaded
from evalstore.load.naming import RunRow, held_systems, insert_runs, named_run, system_of
from evalstore.load.plain import Odd
from evalstore.load.ranked_file import RankedFile
from evalstore.load.reading_runs import Read, Reader
from evalstore.load.report import Loaded
from evalstore.load.run_file import RunFile


@dataclass(frozen=True)
class LargeRun:
    """How a large file is kept: by whom, how it is read, beside which systems."""

    keeper: Keeper
    reader: Reader
    taken: Mapping[str, str]
    pool: Executor

    def keep(self, read: Read) -> Loaded:
        """Keep a file in one transaction; raises what is wrong with it, and Scattered."""
        assert read.file is not None
        if read.coming is not None:
            with suppress(Odd):
                return loaded(self._kept(read.file, read.coming))
        file = read.with_care()
        return loaded(self._kept(file, self.reader.coming(file, self.pool)))

    def _kept(self, file: RunFile, parts: Iterator[RankedFile]) -> RunRow:
        row: RunRow | None = None
        with self.keeper.transaction() as collection_id:
            while together := list(islice(parts, self.reader.room.parts)):
                if len(file.tags) > 1:
                    all(parts)  # reads on to the end, so that every tag is counted
                row = row or self._named(file, collection_id)
                self.keeper.keep([self.keeper.numbered([row], part) for part in together])
                self.keeper.put()
            system_of(file, self.keeper.request)
            assert row is not None
            self.keeper.finish(collection_id, [row])
        return row

    def _named(self, file: RunFile, collection_id: int) -> RunRow:
        connection, request = self.keeper.connection, self.keeper.request
        held = held_systems(connection, collection_id)
        row = named_run(file, request, held, self.taken)
        insert_runs(connection, [row], request, collection_id, held)
        return row
