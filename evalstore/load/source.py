"""Where content comes from: files, folders, globs, pipes and standard input, packed or plain."""

from __future__ import annotations

import errno
import glob
import hashlib
import os
import re
import stat
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, NamedTuple, cast

from evalstore.errors import DataError, FileProblems, Problem, UsageError

STDIN = Path("-")

CHUNK = 1 << 20
_SMALL = 256 << 10  # so few bytes are read at once
_START = 10_000  # more than a line has
PACKED_SUFFIXES = {".gz", ".zst", ".bz2", ".xz"}
DATA_SUFFIXES = {
    *(".txt", ".tsv", ".csv", ".json", ".jsonl", ".xml", ".trec"),
    *(".run", ".res", ".results", ".qrel", ".qrels", ".topics"),
}
MAGIC = {
    "gzip": re.compile(rb"\x1f\x8b"),
    # Three letters would also match a plain file; the block's magic that follows would not.
    "bzip2": re.compile(rb"BZh[1-9](?:1AY&SY|\x17rE8P\x90)"),
    "xz": re.compile(rb"\xfd7zXZ\x00"),
    # pzstd starts with a skippable frame, which has a magic of its own.
    "zstd": re.compile(rb"\x28\xb5\x2f\xfd|[\x50-\x5f]\x2a\x4d\x18"),
}


@dataclass
class Source:
    """Content as a plain local file, and what identifies it.

    `name` is what messages show; `sha256` and `size` are those of the unpacked content, so
    run.txt and run.txt.gz are the same content.
    """

    path: Path
    name: str
    stem: str
    size: int
    digest: str | None = None  # where the content passed through our hands already
    start: bytes = b""  # of the content, or if it is small all of it

    def content(self) -> bytes:
        """All of the content; the start of it is let go."""
        start, self.start = self.start, b""
        return start if len(start) == self.size else self.path.read_bytes()

    @property
    def sha256(self) -> str:
        if self.digest is None:
            self.digest = self._digest()
        return self.digest

    def _digest(self) -> str:
        with self.path.open("rb", buffering=0) as file:
            return hashlib.file_digest(file, "sha256").hexdigest()

    def has_changed(self) -> bool:
        """Whether the content is gone, or another one than that whose digest is known."""
        try:
            return self.digest not in (None, self._digest())
        except OSError:
            return True

    def digest_of(self, content: bytes | None) -> str:
        """The same, from content that was just read, if it was."""
        if self.digest is None and content is not None:
            self.digest = hashlib.sha256(content).hexdigest()
        return self.sha256


class _Content(NamedTuple):
    path: Path
    size: int
    digest: str | None = None


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
def open_source(path: str | Path) -> Iterator[Source]:
    """The content as a plain file, for as long as the `with` block lasts."""
    path = Path(path)
    name = "<stdin>" if path == STDIN else str(path)
    with ExitStack() as stack:
        try:
            source = _source(path, name, _scratch(stack))
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
    return _files_under([Path(path)]) or _none(path, "the folder holds no file")


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
            # A broken link is kept, so that opening it says what is wrong.
            files += [path] if path.is_file() or path.is_symlink() else []
        elif (real := os.path.realpath(path)) not in visited:
            visited.add(real)  # links between folders may run in a circle
            plain, others = _visible(path)
            files += plain
            waiting += others
    return sorted(files, key=os.fsencode)


def _visible(folder: Path) -> tuple[list[Path], list[Path]]:
    """The plain files of a folder, told without another look at the disk; and the rest."""
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


def _stem(path: Path) -> str:
    if path == STDIN:
        return "stdin"
    plain = path.stem if path.suffix.lower() in PACKED_SUFFIXES else path.name
    bare = Path(plain)
    return bare.stem if bare.suffix.lower() in DATA_SUFFIXES else plain


def _scratch(stack: ExitStack) -> Callable[[str], Path]:
    """Gives paths in a temporary folder, which exists only once a path was asked for."""
    folders: list[str] = []

    def place(name: str) -> Path:
        if not folders:
            temporary = tempfile.TemporaryDirectory(prefix="evalstore-")
            folders.append(stack.enter_context(temporary))
        return Path(folders[0], name)

    return place


def _source(path: Path, name: str, scratch: Callable[[str], Path]) -> Source:
    content = _plain_content(path, scratch)
    start = _start(content)
    if packing := _packing(start):
        content = _unpacked(content.path, packing, name, scratch("unpacked"))
        start = _start(content)
    _refuse_archive(start, name)
    return Source(content.path, name, _stem(path), content.size, content.digest, start)


def _plain_content(path: Path, scratch: Callable[[str], Path]) -> _Content:
    """A file on disk as it is; of what can be read only once, a pipe, a copy."""
    if path == STDIN:
        return _copied(sys.stdin.buffer, scratch("spooled"))
    status = path.stat()
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, "a folder, where a file is needed")
    if stat.S_ISREG(status.st_mode):
        return _Content(path, status.st_size)
    with path.open("rb") as pipe:
        return _copied(pipe, scratch("spooled"))


def _copied(stream: IO[bytes], target: Path) -> _Content:
    digest, size = hashlib.sha256(), 0
    with target.open("wb") as file:
        while chunk := stream.read(CHUNK):
            digest.update(chunk)
            size += file.write(chunk)
    return _Content(target, size, digest.hexdigest())


def _start(content: _Content) -> bytes:
    with content.path.open("rb", buffering=0) as file:
        return file.read(_START if content.size > _SMALL else content.size)


def _packing(start: bytes) -> str | None:
    return next((name for name, magic in MAGIC.items() if magic.match(start)), None)


def _unpacked(path: Path, packing: str, name: str, target: Path) -> _Content:
    try:
        with _opened(path, packing) as stream:
            return _copied(stream, target)
    except EOFError as error:
        raise _damaged(name, f"the {packing} data ends too early") from error
    except Exception as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise  # the disk's fault; each library has its own error for bad data
        raise _damaged(name, f"the {packing} data is corrupt ({error})") from error


def _damaged(name: str, what: str) -> FileProblems:
    return FileProblems(name, [Problem(None, f"{what}; download or compress it again")])


def _opened(path: Path, packing: str) -> IO[bytes]:
    import bz2
    import gzip
    import lzma

    openers: dict[str, Callable[[Path], object]] = {
        "gzip": gzip.open,
        "bzip2": bz2.open,
        "xz": lzma.open,
        "zstd": _opened_zstd,
    }
    return cast("IO[bytes]", openers[packing](path))


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
            "set TMPDIR to a folder with more room"
        )
    return error.strerror or str(error)
