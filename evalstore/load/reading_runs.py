"""Reading run files ahead: while one batch is being kept, threads read and parse the next."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, groupby
from operator import attrgetter
from pathlib import Path
from stat import S_ISREG
from tempfile import TemporaryDirectory
from typing import NamedTuple, TypeVar

from evalstore.errors import DataError, EvalstoreError
from evalstore.load.plain import Odd
from evalstore.load.ranked_file import RankedFile
from evalstore.load.room import Room
from evalstore.load.run_file import RunFile, run_file, tidied
from evalstore.load.run_rows import RunRows
from evalstore.load.source import Source, open_source

Cut = tuple[int, int]  # where a stretch of a file starts and ends
Item = TypeVar("Item")
Made = TypeVar("Made")


class Scattered(Exception):  # noqa: N818
    """The rows of a topic stand in several places of the file."""


@dataclass
class Read:
    """What came of reading a file: all of its parts, ranked, or for a large file `coming` ones.

    Of several small files that were ranked together, the last stands here for all `files`.
    """

    path: Path
    files: int = 1
    name: str = ""
    file: RunFile | None = None
    parts: list[RankedFile] | None = None
    coming: Iterator[RankedFile] | None = None
    already: str | None = None
    error: EvalstoreError | None = None
    content: bytes | None = None  # of a file that is not ranked yet
    held: ExitStack = field(default_factory=ExitStack)

    @property
    def separator(self) -> str | None:
        """The separator of a plain file that is not ranked yet; none if it had to be unpacked."""
        if self.content is None or self.file is None or self.file.path != self.path:
            return None
        return self.file.separator

    def with_care(self) -> RunFile:
        """The file tidied; raises FileProblems."""
        assert self.file is not None
        folder = self.held.enter_context(TemporaryDirectory(prefix="evalstore-"))
        self.file = tidied(self.file, Path(folder, "run.tsv"))
        return self.file


class Group(NamedTuple):
    """Files that are read in one go, and their bytes."""

    paths: list[Path]
    size: int


@dataclass(frozen=True)
class Reader:
    """How files are read: what is already there, how they are ranked, in what room.

    `known` are the systems that are there by their content's digest; without it, nobody asks for
    the digests. Files that nobody took are let go when `opened` is closed.
    """

    rank: Callable[[RunFile, RunRows], RankedFile]
    rank_together: Callable[[Sequence[RunFile], Sequence[bytes]], RankedFile]
    prepare: Callable[[RankedFile], RankedFile]
    known: Mapping[str, str] | None
    room: Room
    opened: ExitStack

    def read_files(self, paths: Sequence[Path], pool: Executor) -> Iterator[Read]:
        """Every file in turn; all but large ones ranked."""
        # Many files keep the threads busy; of a few, each is better read in parts side by side.
        room = self.room
        whole = room.batch if len(paths) > room.threads else room.part
        read = partial(self._read_group, whole=whole, pool=pool)
        limit = 2 * room.batch  # while one is kept, the next, and some more so that none waits
        groups = grouped(paths, room.small, room.bundle)
        weigh = attrgetter("size")
        return chain.from_iterable(ahead(pool, read, groups, limit, weigh, room.threads))

    def _read_group(self, group: Group, whole: int, pool: Executor) -> list[Read]:
        begun = [self._begin(path, whole, pool) for path in group.paths]
        reads: list[Read] = []
        for separator, those in groupby(begun, attrgetter("separator")):
            alike = list(those)
            together = self._together(alike) if separator and len(alike) > 1 else None
            reads += alike if together is None else [together]
        for read in reads:
            self._finish(read)
        return reads

    def _begin(self, path: Path, whole: int, pool: Executor) -> Read:
        """Open a file, and read it unless it is large or there already."""
        read = Read(path)
        self.opened.callback(read.held.close)
        try:
            source = read.held.enter_context(open_source(path))
            read.name = source.name
            read.file = run_file(source)
            if source.size > whole:
                self._start(read, pool)
            elif source.size <= self.room.part:
                content = source.content()
                read.already = self._already(source, content)
                read.content = content if read.already is None else None
            else:
                read.already = self._already(source)
                read.parts = self.ranked(read) if read.already is None else None
        except EvalstoreError as error:
            read.error = error
        return read

    def _already(self, source: Source, content: bytes | None = None) -> str | None:
        """The system that has this content."""
        return None if self.known is None else self.known.get(source.digest_of(content))

    def _together(self, reads: Sequence[Read]) -> Read | None:
        """Small files with the same separator as one, if nothing about them is odd."""
        files = [read.file for read in reads if read.file is not None]
        contents = [read.content for read in reads if read.content is not None]
        try:
            ranked = self._bundle(files, contents)
        except (Odd, EvalstoreError):
            return None
        return Read(reads[-1].path, len(reads), parts=[ranked])

    def _finish(self, read: Read) -> None:
        """Rank what was read of a file."""
        if read.content is not None:
            try:
                read.parts = self.ranked(read, read.content)
            except EvalstoreError as error:
                read.error = error
            read.content = None

    def _start(self, read: Read, pool: Executor) -> None:
        """Have the parts of a large file read, unless it is there already."""
        assert read.file is not None
        source = read.file.source
        read.already = self.known.get(source.sha256) if self.known else None
        if read.already is None and read.file.separator is not None:
            read.coming = self.coming(read.file, pool)
        if self.known is not None:
            source.digest_of(None)  # kept with the run; found while the parts are read

    def ranked(self, read: Read, content: bytes | None = None) -> list[RankedFile]:
        """All of a file ranked, read with care if need be; raises DataError."""
        assert read.file is not None
        try:
            if content is not None:
                return [self._part(read.file, (0, len(content)), content)]
            return self._parts(read.file)
        except Odd:
            return self._parts(read.with_care())

    def coming(self, file: RunFile, pool: Executor) -> Iterator[RankedFile]:
        """The parts of a large file, some of them read ahead; raises Odd, and Scattered."""
        cuts = file.parts(self.room.part)
        # Some more than are kept at a time, so that the threads never wait.
        limit = self.room.parts + self.room.threads
        return apart(ahead(pool, partial(self._part, file), cuts, limit))

    def _parts(self, file: RunFile) -> list[RankedFile]:
        """Part by part, so that what is at work fits in the cache; in one piece if need be."""
        cuts = file.parts(self.room.part)
        try:
            return list(apart(self._part(file, cut) for cut in cuts))
        except Scattered:
            return [self._part(file, (0, file.size))]

    def _part(self, file: RunFile, cut: Cut, content: bytes | None = None) -> RankedFile:
        """A stretch of a file ranked, whose content may have been read; raises Odd."""
        ranked = self.rank(file, file.rows(*cut) if content is None else file.rows_of(content))
        if file.is_given:
            ranked.again = partial(_read_again, [file], lambda: self._part(file, cut))
        return self.prepare(ranked)

    def _bundle(self, files: Sequence[RunFile], contents: Sequence[bytes]) -> RankedFile:
        """Small files ranked as one; raises Odd."""

        def again() -> RankedFile:
            return self._bundle(files, [file.path.read_bytes() for file in files])

        ranked = self.rank_together(files, contents)
        ranked.again = partial(_read_again, files, again)
        return self.prepare(ranked)


def _read_again(files: Sequence[RunFile], read: Callable[[], RankedFile]) -> RankedFile:
    """What was read of files before; raises DataError if one of them is no longer as it was."""
    for source in (file.source for file in files):
        if source.has_changed():
            raise DataError(f"{source.name}: changed while it was being loaded; load it again")
    return read()


def apart(parts: Iterable[RankedFile]) -> Iterator[RankedFile]:
    """The parts of a file, each of whole topics; raises Scattered."""
    seen: set[str] = set()
    for part in parts:
        topics = set(part.lists.topics.to_pylist())
        if topics & seen:
            raise Scattered
        seen |= topics
        yield part


def grouped(paths: Iterable[Path], small: int, most: int) -> Iterator[Group]:
    """Small files in groups of so many bytes at most, every other file by itself."""
    group, is_open = Group([], 0), True
    for path in paths:
        size = _size(path)
        is_small = 0 < size <= small  # a pipe has no size
        if group.paths and not (is_open and is_small and group.size + size <= most):
            yield group
            group = Group([], 0)
        group.paths.append(path)
        group, is_open = Group(group.paths, group.size + size), is_small
    if group.paths:
        yield group


def _size(path: Path) -> int:
    try:
        status = path.stat()
    except OSError:  # opening it will say what is wrong
        return 0
    return status.st_size if S_ISREG(status.st_mode) else 0


def ahead(
    pool: Executor,
    work: Callable[[Item], Made],
    items: Iterable[Item],
    limit: int,
    weigh: Callable[[Item], int] = lambda _: 1,
    least: int = 1,
) -> Iterator[Made]:
    """`map` in a pool, ahead of what is taken by so many items, or so much weight; `least` items
    whatever they weigh. The first are under way at once."""
    waiting = deque(items)
    under_way: deque[tuple[Future[Made], int]] = deque()
    weight = 0

    def go_ahead() -> None:
        nonlocal weight
        while waiting and (weight < limit or len(under_way) < least):
            item = waiting.popleft()
            under_way.append((pool.submit(work, item), weigh(item)))
            weight += under_way[-1][1]

    def made() -> Iterator[Made]:
        nonlocal weight
        try:
            while under_way:
                one, lighter = under_way.popleft()
                result = one.result()
                weight -= lighter
                go_ahead()
                yield result
        finally:
            for one, _ in under_way:
                one.cancel()

    go_ahead()
    return made()
