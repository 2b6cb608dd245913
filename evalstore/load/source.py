"""Where content comes from: files, folders, globs, pipes and standard input, packed or plain."""

from __future__ import annotations

import bz2
import errno
import glob
import gzip
import hashlib
import lzma
import os
import re
import stat
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO, Any, cast

from evalstore.errors import DataError, FileProblems, Problem, UsageError
from evalstore.formats.detect import is_binary_or_json
from evalstore.load.spool import LIMITS, Limits, TooLargeError, copy, limited
from evalstore.scratch import check_stopped, scratch_folder

__all__ = [
    "STDIN",
    "Limits",
    "Source",
    "find_sources",
    "flattened",
    "limited",
    "open_source",
    "source_in_memory",
    "stem_of",
]

STDIN = Path("-")

CHUNK = 1 << 18
_LONGEST_LINE = "256 kB"  # a chunk; the line reader holds a line in memory
# File systems note a change in steps of up to 10 ms; what changed less long ago may change unseen.
_SETTLED_NS = 20_000_000
_START = 10_000  # more than a line has
_READ_BY_DUCKDB = ("none", "gzip", "zstd")
PACKED_SUFFIXES = {".gz", ".zst", ".bz2", ".xz"}
DATA_SUFFIXES = {
    *(".txt", ".tsv", ".csv", ".json", ".jsonl", ".xml", ".trec"),
    *(".run", ".res", ".results", ".qrel", ".qrels", ".topics"),
    *(".parquet", ".parq", ".arrow", ".feather", ".lz4", ".ndjson"),
}
MAGIC = {
    "gzip": re.compile(rb"\x1f\x8b"),
    # Three letters would also match a plain file; the block's magic that follows would not.
    "bzip2": re.compile(rb"BZh[1-9](?:1AY&SY|\x17rE8P\x90)"),
    "xz": re.compile(rb"\xfd7zXZ\x00"),
    # pzstd starts with a skippable frame, which has a magic of its own.
    "zstd": re.compile(rb"\x28\xb5\x2f\xfd|[\x50-\x5f]\x2a\x4d\x18"),
}


# Bytes that only the line reader interprets: other white space, zero bytes, byte-order marks.
_IRREGULAR = (b"\0", b"\v", b"\f", b"\xef")


@dataclass(frozen=True)
class Content:
    """What one pass over the unpacked content found.

    `separators` are those of space and tab that occur. `lines` counts them where the content is
    compressed, to compare with what DuckDB read. `has_lines` is False where one of them is so
    long that this is no text.
    """

    sha256: str
    is_regular: bool
    separators: frozenset[bytes]
    lines: int
    has_lines: bool = True


@dataclass
class Source:
    """Content in a local file, and what identifies it.

    `name` is what messages show. DuckDB reads the file itself under `compression`: none, gzip or
    zstd. The digest is that of the unpacked content: run.txt and run.txt.gz are the same. Where
    nothing is to be stored, it is left out.
    """

    path: Path
    name: str
    stem: str
    compression: str
    start: bytes
    stamp: tuple[int, ...]  # changes when the file does
    has_digest: bool = True
    found: Content | None = None

    def open(self) -> IO[bytes]:
        """The unpacked content; at the end of its `with` block, a file that changed is refused."""
        if self.compression != "none":
            _ = self.content  # within the limits
        return cast("IO[bytes]", _Checked(self))

    @property
    def sha256(self) -> str:
        """The digest of the content, which must have lines; empty where it is left out."""
        if not self.content.has_lines and not is_binary_or_json(self.start):
            what = f"a line of more than {_LONGEST_LINE}; this is not a text file"
            raise FileProblems(self.name, [Problem(None, what)])
        return self.content.sha256

    @property
    def content(self) -> Content:
        """What the first pass found; Python 3.11's cached_property digests one file at a time."""
        if self.found is None:
            self.found = self._digested()
        return self.found

    def _digested(self) -> Content:
        digest = hashlib.sha256() if self.has_digest else None
        lines = returns = ends = 0
        is_regular, has_lines, separators = True, True, set[bytes]()
        last, size, limit = b"\n", 0, LIMITS.get().max_size
        with _Checked(self) as stream, _damage_reported(self.name, self.compression):
            while chunk := stream.read(CHUNK):
                check_stopped()
                size += len(chunk)
                if size > limit and self.compression != "none":
                    raise TooLargeError(limit, self.name)
                if digest is not None:
                    digest.update(chunk)
                is_long = len(chunk) == CHUNK and b"\n" not in chunk and b"\r" not in chunk
                has_lines = has_lines and not is_long
                separators |= {mark for mark in (b" ", b"\t") if mark in chunk}
                is_regular = is_regular and not any(mark in chunk for mark in _IRREGULAR)
                if b"\r" in chunk or self.compression != "none":
                    returns += chunk.count(b"\r")
                    ends += chunk.count(b"\r\n")
                    lines += chunk.count(b"\n")
                last = chunk[-1:]
        is_regular = is_regular and returns == ends and returns in (0, lines)
        lines += last != b"\n"
        sha256 = digest.hexdigest() if digest is not None else ""
        return Content(sha256, is_regular, frozenset(separators), lines, has_lines)

    def check_unchanged(self) -> None:
        """Refuse a file that was written to since it was opened."""
        try:
            is_same = _stamp(self.path) == self.stamp
        except OSError:
            is_same = False
        if not is_same:
            raise DataError(f"{self.name}: changed while it was being loaded; load it again")


class _Checked:
    """A stream whose `with` block ends with an error if its file has changed."""

    def __init__(self, source: Source) -> None:
        self._source = source
        try:
            self._stream = _opened(source.path, source.compression)
        except OSError as error:
            source.check_unchanged()
            raise DataError(f"{source.name}: {_reason(error)}") from error

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def __iter__(self) -> Iterator[bytes]:
        return iter(self._stream)

    def __enter__(self) -> IO[bytes]:
        return self._stream

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stream.close()
        if kind is None or issubclass(kind, Exception):
            self._source.check_unchanged()


def _stamp(path: Path) -> tuple[int, ...]:
    status = path.stat()
    return status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns


def _settled_stamp(path: Path) -> tuple[int, ...]:
    """The stamp, taken so long after the last change that another one would change it."""
    stamp = _stamp(path)
    since = time.time_ns() - max(stamp[2:])
    if 0 <= since < _SETTLED_NS:
        time.sleep((_SETTLED_NS - since) / 1e9)
        stamp = _stamp(path)
    return stamp


def source_in_memory(stem: str, sha256: str = "", name: str | None = None) -> Source:
    """Data that is in no file, as if it were one; `name` is for messages."""
    found = Content(sha256, True, frozenset(), 0)
    return Source(Path(stem), f"<{name or stem}>", stem, "none", b"", (), found=found)


def flattened(paths: Iterable[str | Path | Sequence[str | Path]]) -> list[str | Path]:
    """Paths that may have come in lists; data is no path."""
    flat: list[str | Path] = []
    for path in paths:
        if isinstance(path, str | Path):
            flat.append(path)
        elif isinstance(path, list | tuple):
            flat += flattened(path)
        else:
            kind = type(path).__name__
            raise UsageError(f"load_runs takes paths; a {kind} is loaded with load_run(data, name)")
    return flat


def find_sources(paths: Sequence[str | Path] | str | Path) -> list[Path]:
    """Every file that the paths mean, each once; `STDIN` stands for standard input."""
    given = [paths] if isinstance(paths, str | Path) else paths
    found: dict[str, Path] = {}
    for path in given:
        for file in _expanded(str(path)):
            found.setdefault("-" if file == STDIN else os.path.abspath(file), file)
    return list(found.values())


@contextmanager
def open_source(path: str | Path, *, digest: bool = True) -> Iterator[Source]:
    """The content as a plain file, for as long as the `with` block lasts."""
    path = Path(path)
    name = "<stdin>" if path == STDIN else str(path)
    with ExitStack() as stack:
        try:
            source = _source(path, name, _scratch(stack))
            source.has_digest = digest
        except OSError as error:
            raise DataError(f"{name}: {_reason(error)}") from error
        yield source


def _expanded(path: str) -> list[Path]:
    if path == "-":
        return [STDIN]
    mode = _mode(path)
    if mode is None:
        return _matching(path)
    if not stat.S_ISDIR(mode):
        # A file that is really called "-" must not turn into standard input.
        return [Path.cwd() / "-" if Path(path) == STDIN else Path(path)]
    return _files_under([Path(path)]) or _none(path, "the folder contains no files")


def _mode(path: str) -> int | None:
    """What kind of thing the path is; None if there is no such thing."""
    try:
        return os.stat(path).st_mode
    except (FileNotFoundError, NotADirectoryError, ValueError):
        return None
    except OSError as error:
        raise DataError(f"{path}: {_reason(error)}") from error


def _matching(pattern: str) -> list[Path]:
    if not glob.has_magic(pattern):
        return _none(pattern or "''", "no such file or folder")
    matches = (Path(match) for match in glob.glob(pattern, recursive=True))
    return _files_under(matches) or _none(pattern, "matches no file")


def _none(path: str, why: str) -> list[Path]:
    raise DataError(f"{path}: {why}")


def _files_under(roots: Iterable[Path]) -> list[Path]:
    """The files themselves, and those in the folders at any depth, in byte order of their paths."""
    files: list[Path] = []
    waiting, visited = list(roots), set[str]()
    while waiting:
        path = waiting.pop()
        if not path.is_dir():
            # A broken link stays in the list: opening it reports what is wrong.
            files += [path] if path.is_file() or path.is_symlink() else []
        elif (real := os.path.realpath(path)) not in visited:
            visited.add(real)  # links between folders may run in a circle
            plain, others = _visible(path)
            files += plain
            waiting += others
    return sorted(files, key=os.fsencode)


def _visible(folder: Path) -> tuple[list[Path], list[Path]]:
    """The visible plain files of a folder, and everything else in it."""
    plain, others = list[Path](), list[Path]()
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if not entry.name.startswith("."):
                    kind = plain if entry.is_file(follow_symlinks=False) else others
                    kind.append(folder / entry.name)
    except OSError as error:
        raise DataError(f"{folder}: {_reason(error)}") from error
    return plain, others


def stem_of(path: Path) -> str:
    """The name of a file without folder, compression and type."""
    if path == STDIN:
        return "stdin"
    plain = path.stem if path.suffix.lower() in PACKED_SUFFIXES else path.name
    bare = Path(plain)
    return bare.stem if bare.suffix.lower() in DATA_SUFFIXES else plain


def _scratch(stack: ExitStack) -> Callable[[str], Path]:
    """Gives paths in a temporary folder, which exists only once a path was asked for."""
    folders: list[Path] = []

    def place(name: str) -> Path:
        if not folders:
            folders.append(stack.enter_context(scratch_folder()))
        return folders[0] / name

    return place


def _source(path: Path, name: str, scratch: Callable[[str], Path]) -> Source:
    file = _local_file(path, name, scratch)
    stamp = _settled_stamp(file) if file == path else _stamp(file)
    compression = _compression(_start(file, "none"))
    if compression not in _READ_BY_DUCKDB:
        packed = Source(file, name, "", compression, b"", stamp)
        file = _unpacked(packed, scratch("unpacked"))
        stamp, compression = _stamp(file), "none"
    with _damage_reported(name, compression):
        start = _start(file, compression)
    _refuse_archive(start, name)
    return Source(file.absolute(), name, stem_of(path), compression, start, stamp)


def _local_file(path: Path, name: str, scratch: Callable[[str], Path]) -> Path:
    """The file itself; a copy of what can be read only once, a pipe."""
    if path == STDIN:
        if sys.stdin is None:
            raise DataError(f"{name}: standard input is closed")
        return copy(sys.stdin.buffer, scratch("spooled"), name)
    mode = path.stat().st_mode
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, "a folder; expected a file")
    if stat.S_ISREG(mode):
        return path
    # Without O_NONBLOCK, opening a pipe waits in silence until it has a writer.
    with os.fdopen(os.open(path, os.O_RDONLY | os.O_NONBLOCK), "rb", buffering=0) as pipe:
        return copy(pipe, scratch("spooled"), name)


def _start(path: Path, compression: str) -> bytes:
    with _opened(path, compression) as file:
        return file.read(_START)


def _compression(start: bytes) -> str:
    return next((name for name, magic in MAGIC.items() if magic.match(start)), "none")


def _unpacked(packed: Source, target: Path) -> Path:
    with _damage_reported(packed.name, packed.compression), _Checked(packed) as stream:
        return copy(stream, target, packed.name)


@contextmanager
def _damage_reported(name: str, compression: str) -> Iterator[None]:
    """Errors of the decompressor as problems of the file."""
    try:
        yield
    except EOFError as error:
        raise _damaged(name, f"the {compression} data is truncated") from error
    except DataError:
        raise
    except Exception as error:
        if compression == "none" or (isinstance(error, OSError) and error.errno is not None):
            raise  # the disk's fault; each library has its own error for bad data
        raise _damaged(name, f"the {compression} data is corrupt ({error})") from error


def _damaged(name: str, what: str) -> FileProblems:
    return FileProblems(name, [Problem(None, f"{what}; download or compress it again")])


def _opened(path: Path, compression: str) -> IO[bytes]:
    openers: dict[str, Callable[[Path], object]] = {
        "none": lambda file: file.open("rb"),
        "gzip": gzip.open,
        "bzip2": bz2.open,
        "xz": lzma.open,
        "zstd": _opened_zstd,
    }
    return cast("IO[bytes]", openers[compression](path))


def _opened_zstd(path: Path) -> object:
    if sys.version_info >= (3, 14):
        from compression import zstd
    else:
        from backports import zstd
    return zstd.open(path)


def _refuse_archive(start: bytes, name: str) -> None:
    if start.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        what = "a zip archive; unzip it and load the files inside"
    elif start[257:262] == b"ustar":
        what = "a tar archive; unpack it (tar -xf) and load the files inside"
    else:
        return
    raise FileProblems(name, [Problem(None, what)])


def _reason(error: OSError) -> str:
    if isinstance(error, FileNotFoundError):
        return "no such file or folder"
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return (
            f"no space left in {tempfile.gettempdir()} to unpack it; "
            "set TMPDIR to a folder with more space"
        )
    return error.strerror or str(error)
