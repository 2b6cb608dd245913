"""What the pages read: a private copy of the store, renewed when the store changes.

DuckDB lets no writer in while another process has the file open, even for reading. So the store is
open only while it is copied, which takes a fraction of a second; a load waits that long. While a
load has the store, the pages go on with the copy that they have.
"""

from __future__ import annotations

import os
import shutil
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from evalstore.errors import EvalstoreError, StoreLockedError, StoreUnavailableError
from evalstore.scratch import scratch_folder
from evalstore.store import Store
from evalstore.web.answers import Answers

# How often the store is looked at; and of the time, copying takes at most this part.
INTERVAL = 0.5
_SHARE = 0.2

State = tuple[tuple[int, int, int] | None, ...]


@dataclass
class Snapshot:
    """One copy, open for reading, and how many requests are reading it."""

    store: Store
    answers: Answers
    state: State
    taken_at: datetime
    number: int
    _folder: ExitStack
    _readers: int = 0
    _is_replaced: bool = False
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def enter(self) -> bool:
        """Whether the copy exists: it is deleted when it is replaced and no request reads it."""
        with self._lock:
            if self._is_replaced and not self._readers:
                return False
            self._readers += 1
            return True

    def leave(self) -> None:
        with self._lock:
            self._readers -= 1
        self._discard()

    def replaced(self) -> None:
        self._is_replaced = True
        self._discard()

    def _discard(self) -> None:
        with self._lock:
            if self._is_replaced and not self._readers:
                self.store.close()
                self._folder.close()


class Snapshots:
    """The present copy of a store, and the thread that renews it."""

    def __init__(self, path: Path, *, wait: float = 0) -> None:
        self.path = path
        self.problem: str | None = None
        self._ended = threading.Event()
        self._current = self._taken(1, wait)
        self._watcher = threading.Thread(target=self._watch, daemon=True)
        self._watcher.start()

    @contextmanager
    def reading(self) -> Iterator[Snapshot]:
        """The present copy; it stays until the block ends."""
        snapshot = self._current
        while not snapshot.enter():
            snapshot = self._current
        try:
            yield snapshot
        finally:
            snapshot.leave()

    def close(self) -> None:
        self._ended.set()
        self._watcher.join()
        self._current.replaced()

    def _watch(self) -> None:
        pause = INTERVAL
        while not self._ended.wait(pause):
            began = time.monotonic()
            with suppress(KeyboardInterrupt):  # the process is about to end
                self._renew()
            pause = max(INTERVAL, (time.monotonic() - began) / _SHARE)

    def _renew(self) -> None:
        if state_of(self.path) == self._current.state:
            return
        try:
            new = self._taken(self._current.number + 1, 0)
        except StoreLockedError:
            return  # someone is writing; the copy is good until that is done
        except EvalstoreError as error:
            self.problem = str(error)
            return
        self.problem = None
        old, self._current = self._current, new
        old.replaced()

    def _taken(self, number: int, wait: float) -> Snapshot:
        with ExitStack() as stack:
            folder = stack.enter_context(scratch_folder())
            copy = folder / "snapshot.duckdb"
            state = _copy(self.path, copy, wait)
            store = Store(copy, read_only=True)
            now = datetime.now(UTC).astimezone()
            return Snapshot(store, Answers(), state, now, number, stack.pop_all())


def state_of(path: Path) -> State:
    """Changes whenever the store is written to: which files there are, their sizes and times."""
    return tuple(_status(one) for one in (path, _log_of(path)))


def _status(path: Path) -> tuple[int, int, int] | None:
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_ino, status.st_size, status.st_mtime_ns


def _log_of(path: Path) -> Path:
    return path.with_name(f"{path.name}.wal")


def _copy(path: Path, copy: Path, wait: float) -> State:
    """Copy a store that no process writes to; the state that was copied.

    The open store locks writers out, and is of this version. The log is copied first: to close a
    file of which this process has a lock releases it, and then there is nothing left to copy.
    """
    with Store(path, read_only=True, wait=wait):
        state = state_of(path)
        try:
            if _log_of(path).exists():
                shutil.copyfile(_log_of(path), _log_of(copy))
            shutil.copyfile(path, copy)
        except OSError as error:
            reason = error.strerror or str(error)
            raise StoreUnavailableError(
                f"{path} cannot be copied to {copy.parent.parent}: {reason}; "
                "set TMPDIR to a folder with space for it"
            ) from error
        return state
