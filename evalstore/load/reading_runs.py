"""Reading run files ahead: while one batch is being kept, threads read and parse the next."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, TypeVar

from evalstore.errors import EvalstoreError
from evalstore.load.plain import Odd
from evalstore.load.ranked_file import RankedFile
from evalstore.load.room import Room
from evalstore.load.run_file import RunFile, run_file, tidied
from evalstore.load.source import open_source

if TYPE_CHECKING:
    import pyarrow as pa

AHEAD = 3  # pieces of work under way at a time; enough for the threads, little enough for memory

Item = TypeVar("Item")
Made = TypeVar("Made")


@dataclass
class Read:
    """What came of reading a file: its ranked lists, or a large file still to be read in parts."""

    path: Path
    name: str = ""
    file: RunFile | None = None
    ranked: RankedFile | None = None
    already: str | None = None
    error: EvalstoreError | None = None
    held: ExitStack = field(default_factory=ExitStack)

    def with_care(self) -> RunFile:
        """The file tidied; raises FileProblems."""
        assert self.file is not None
        folder = self.held.enter_context(TemporaryDirectory(prefix="evalstore-"))
        self.file = tidied(self.file, Path(folder, "run.tsv"))
        return self.file


@dataclass(frozen=True)
class Reader:
    """How files are read: what is already there, how rows are ranked, in what room.

    `known` are the systems that are there by their content's digest; without it, nobody asks for
    the digests.
    """

    rank: Callable[[RunFile, pa.Table], RankedFile]
    known: Mapping[str, str] | None
    room: Room

    def read_files(self, paths: Sequence[Path], pool: Executor) -> Iterator[Read]:
        """Every file in turn; all but large ones ranked."""
        # Many files keep the threads busy; of a few, each is better read in parts side by side.
        room = self.room
        whole = room.batch if len(paths) > room.threads else room.part
        return ahead(pool, partial(self._read, whole=whole), paths, room.batch, weigh=_size)

    def _read(self, path: Path, whole: int) -> Read:
        read = Read(path)
        try:
            source = read.held.enter_context(open_source(path))
            read.name = source.name
            content = source.path.read_bytes() if source.size <= self.room.part else None
            read.already = None if self.known is None else self.known.get(source.digest_of(content))
            if read.already is None:
                read.file = run_file(source)
                if source.size <= whole:
                    read.ranked = self.ranked(read, content)
        except EvalstoreError as error:
            read.error = error
        return read

    def ranked(self, read: Read, content: bytes | None = None) -> RankedFile:
        """A file ranked whole, read with care if need be; raises DataError."""
        assert read.file is not None
        try:
            rows = self._rows(read.file) if content is None else read.file.rows_of(content)
        except Odd:
            rows = self._rows(read.with_care())
        return self.rank(read.file, rows)

    def _rows(self, file: RunFile) -> pa.Table:
        import pyarrow as pa

        return pa.concat_tables([file.rows(*part) for part in file.parts(self.room.part)])


def _size(path: Path) -> int:
    return path.stat().st_size if path.is_file() else 0


def ahead(
    pool: Executor,
    work: Callable[[Item], Made],
    items: Iterable[Item],
    limit: int,
    weigh: Callable[[Item], int] = lambda _: 1,
) -> Iterator[Made]:
    """`map` in a pool, ahead of what is taken by so many items, or by so much weight."""
    under_way: deque[tuple[Future[Made], int]] = deque()
    weight = 0
    try:
        for item in items:
            under_way.append((pool.submit(work, item), weigh(item)))
            weight += under_way[-1][1]
            while weight > limit and len(under_way) > 1:
                made, less = under_way.popleft()
                weight -= less
                yield made.result()
        while under_way:
            yield under_way.popleft()[0].result()
    finally:
        for made, _ in under_way:
            made.cancel()
