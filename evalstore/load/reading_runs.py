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
    """What came of reading a file: its rows, or a large file's parts still to be read."""

    path: Path
    name: str = ""
    file: RunFile | None = None
    rows: pa.Table | None = None
    already: str | None = None
    error: EvalstoreError | None = None
    held: ExitStack = field(default_factory=ExitStack)

    @property
    def size(self) -> int:
        return self.file.source.size if self.file else 0

    def with_care(self) -> RunFile:
        """The file tidied; raises FileProblems."""
        assert self.file is not None
        folder = self.held.enter_context(TemporaryDirectory(prefix="evalstore-"))
        self.file = tidied(self.file, Path(folder, "run.tsv"))
        return self.file


def read_files(
    paths: Sequence[Path], pool: Executor, known: Mapping[str, str] | None, room: Room
) -> Iterator[Read]:
    """Every file in turn; all but large ones with all their rows.

    `known` are the systems that are already there by their content's digest; without it, nobody
    asks for the digests.
    """
    # Many files keep the threads busy; of a few, each is better read in parts side by side.
    whole = room.batch if len(paths) > room.threads else room.part
    read = partial(_read, known=known, whole=whole, part=room.part)
    return ahead(pool, read, paths, room.batch, weigh=_size)


def _size(path: Path) -> int:
    return path.stat().st_size if path.is_file() else 0


def _read(path: Path, known: Mapping[str, str] | None, whole: int, part: int) -> Read:
    read = Read(path)
    try:
        source = read.held.enter_context(open_source(path))
        read.name = source.name
        read.already = None if known is None else known.get(source.sha256)
        if read.already is None:
            read.file = run_file(source)
            read.rows = whole_rows(read, part) if source.size <= whole else None
    except EvalstoreError as error:
        read.error = error
    return read


def whole_rows(read: Read, part: int) -> pa.Table:
    """All rows of a file, read with care if need be; raises FileProblems."""
    assert read.file is not None
    try:
        return _all_rows(read.file, part)
    except Odd:
        return _all_rows(read.with_care(), part)


def _all_rows(file: RunFile, part: int) -> pa.Table:
    import pyarrow as pa

    return pa.concat_tables([file.rows(*stretch) for stretch in file.parts(part)])


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
