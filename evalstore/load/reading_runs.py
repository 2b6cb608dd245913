"""Reading run files ahead: while one batch is being kept, threads read and parse the next."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Executor, Future
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, TypeVar

from evalstore.errors import EvalstoreError
from evalstore.load.plain import Odd
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
    paths: Iterable[Path], pool: Executor, known: Mapping[str, str] | None, whole: int
) -> Iterator[Read]:
    """Every file in turn; those of up to `whole` bytes with all their rows.

    `known` are the systems that are already there by their content's digest; without it, nobody
    asks for the digests.
    """
    return ahead(pool, lambda path: _read(path, known, whole), paths, AHEAD * 4)


def _read(path: Path, known: Mapping[str, str] | None, whole: int) -> Read:
    read = Read(path)
    try:
        source = read.held.enter_context(open_source(path))
        read.name = source.name
        read.already = None if known is None else known.get(source.sha256)
        if read.already is None:
            read.file = run_file(source)
            read.rows = whole_rows(read) if source.size <= whole else None
    except EvalstoreError as error:
        read.error = error
    return read


def whole_rows(read: Read) -> pa.Table:
    """All rows of a file, read with care if need be; raises FileProblems."""
    assert read.file is not None
    try:
        return read.file.rows()
    except Odd:
        return read.with_care().rows()


def ahead(
    pool: Executor, work: Callable[[Item], Made], items: Iterable[Item], depth: int
) -> Iterator[Made]:
    """`map` in a pool, some items ahead of what is taken."""
    under_way: deque[Future[Made]] = deque()
    try:
        for item in items:
            under_way.append(pool.submit(work, item))
            if len(under_way) > depth:
                yield under_way.popleft().result()
        while under_way:
            yield under_way.popleft().result()
    finally:
        for future in under_way:
            future.cancel()
