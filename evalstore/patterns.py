"""One name or several, as users give them: lists, commas, globs and files of names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fnmatch import fnmatchcase
from pathlib import Path

from evalstore.errors import DataError, UnknownNameError

# A text is a name, several with commas between, or a glob; a path is a file with one per line.
Names = str | int | Path | Iterable[str | int | Path]

_GLOB = "*?["


class Exact(str):
    """A name that is no glob and no list, whatever its characters."""


def exact(*names: str | int) -> list[Exact]:
    return [Exact(name) for name in names]


def several(names: Names | None) -> list[str]:
    """One name or several as a list; files are read, and numbers, as of topics, become text."""
    if names is None:
        return []
    is_list = isinstance(names, Iterable) and not isinstance(names, str)
    given: Iterable[object] = names if is_list else [names]  # type: ignore[assignment]
    return [text for name in given for text in _texts(name)]


def _texts(name: object) -> list[str]:
    if isinstance(name, Path):
        return _lines(name)
    return [name if isinstance(name, str) else str(name)]


def resolved(kind: str, names: Names | None, known: Sequence[str]) -> list[str]:
    """The known names that are meant, each once, in the order given; an unknown one is refused.

    An exact name comes first: one with a comma or an asterisk in it is named as it is.
    """
    there = dict.fromkeys(known)
    found = [one for name in several(names) for one in _meant(kind, name, there)]
    return list(dict.fromkeys(found))


def _meant(kind: str, name: str, known: dict[str, None]) -> Iterator[str]:
    if name in known:
        yield name
    elif isinstance(name, Exact):
        raise UnknownNameError(kind, name, known)
    elif "," in name:
        for part in filter(None, map(str.strip, name.split(","))):
            yield from _meant(kind, part, known)
    else:
        matching = [one for one in known if _is_glob(name) and fnmatchcase(one, name)]
        if not matching:
            raise UnknownNameError(kind, name, known)
        yield from matching


def _is_glob(name: str) -> bool:
    return any(mark in name for mark in _GLOB)


def _lines(path: Path) -> list[str]:
    """The names in a file, one per line."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(f"{path}: cannot be read: {getattr(error, 'strerror', error)}") from error
    return [line.strip() for line in text.splitlines() if line.strip()]
