"""Temporary folders that are gone when the process ends, whichever way it ends.

A folder is noted before it is created, so that `remove_all` finds it even if the process is
stopped in between. After `stop`, no folder is created, and long steps end at their next
`check_stopped`.
"""

from __future__ import annotations

import os
import secrets
import shutil
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_folders: set[Path] = set()
_stopped = threading.Event()
_creating = threading.Lock()


@contextmanager
def scratch_folder(beside: Path | None = None) -> Iterator[Path]:
    """An empty folder for as long as the `with` block lasts, in TMPDIR or beside a file."""
    place = tempfile.gettempdir() if beside is None else beside.parent
    start = "" if beside is None else f".{beside.name}."
    folder = Path(place, f"{start}evalstore-{os.getpid()}-{secrets.token_hex(4)}")
    _folders.add(folder)
    try:
        with _creating:
            check_stopped()
            folder.mkdir(mode=0o700)
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        _folders.discard(folder)


def stop() -> None:
    """End what is reading, copying or unpacking, in any thread."""
    with _creating:
        _stopped.set()


def check_stopped() -> None:
    if _stopped.is_set():
        raise KeyboardInterrupt


def is_stopped(seconds: float = 0) -> bool:
    """Whether `stop` was called, waiting so long for it."""
    return _stopped.wait(seconds)


def remove_all() -> None:
    """Remove every folder; for a process that is about to end."""
    for folder in list(_folders):
        shutil.rmtree(folder, ignore_errors=True)
