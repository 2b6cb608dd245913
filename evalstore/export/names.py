"""Where exported files go, and what they are called."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from evalstore.errors import DataError, UsageError

FORMATS = {
    "trec": "",
    "parquet": ".parquet",
    "json": ".json",
    "jsonl": ".jsonl",
    "csv": ".csv",
}
_BY_EXTENSION = {
    ".parquet": "parquet",
    ".parq": "parquet",
    ".json": "json",
    ".jsonl": "jsonl",
    ".csv": "csv",
}
_UNSAFE = re.compile(r'[/\\:*?"<>|\x00-\x1f]')


def chosen_format(path: Path, given: str | None) -> str:
    """The format that is given, or else that of the file's extension, or else TREC's."""
    if given is None:
        return _BY_EXTENSION.get(path.suffix.lower(), "trec")
    if given not in FORMATS:
        raise UsageError(f"no format {given!r}; available: {', '.join(FORMATS)}")
    return given


def targets(path: Path, names: Iterable[str], suffix: str) -> dict[str, Path]:
    """A file for each name: the path itself for one name, or files in the folder of that path."""
    names = list(names)
    if not names:
        raise DataError("nothing to export")
    if path.suffix and not path.is_dir():
        if len(names) > 1:
            raise UsageError(
                f"{len(names)} files cannot be written to {path}; give a folder, or select one"
            )
        return {names[0]: path}
    make_folder(path)
    found: dict[str, Path] = {}
    for name in names:
        found[name] = _free(path, _UNSAFE.sub("_", name), suffix, set(found.values()))
    return found


def _free(folder: Path, stem: str, suffix: str, taken: set[Path]) -> Path:
    """A path that no other name has; file systems may ignore letter case."""
    lower = {path.name.lower() for path in taken}
    candidates = (f"{stem}{'' if n == 1 else f'-{n}'}{suffix}" for n in range(1, len(taken) + 2))
    return folder / next(name for name in candidates if name.lower() not in lower)


def make_folder(path: Path) -> None:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DataError(f"{path}: cannot be written: {error.strerror}") from error


def write(path: Path, data: bytes) -> None:
    try:
        path.write_bytes(data)
    except OSError as error:
        raise DataError(f"{path}: cannot be written: {error.strerror}") from error
