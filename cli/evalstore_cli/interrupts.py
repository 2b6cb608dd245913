"""Ctrl-C, SIGTERM and SIGHUP, at any moment.

Python acts on a signal between two of its own steps, and a query is a single one of them, however
long. And an exception that is raised in the middle of anything leaves that half-done. So no signal
raises an exception here: a thread waits for it, stops the queries and the copying of files, and
the command ends by itself. If it has not after some seconds, the process ends where it is: what is
stored is stored in transactions, and temporary folders are known.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, NoReturn
from weakref import WeakSet

from evalstore_cli import _WORDS

if TYPE_CHECKING:
    from evalstore.store import Store

GRACE_SECONDS = 3.0
# A signal that comes again is impatient, unless it comes at once: `timeout` sends one to the
# process, and then to its group.
IMPATIENT_SECONDS = 0.5
_STOPPED_EVERY_SECONDS = 0.05
_SHOW_CURSOR = b"\x1b[?25h"

# Weak, because DuckDB reports every connection that outlives the interpreter as a leak.
_stores: WeakSet[Store] = WeakSet()
_opening: list[bool] = []
_received: list[int] = []
_ending = threading.Lock()


def stoppable(store: Store) -> Store:
    """The store, its queries stopped when a signal arrives."""
    _stores.add(store)
    return store


@contextmanager
def opening() -> Iterator[None]:
    """Within the block, a store is being opened: a signal waits for it to be closed again.

    After a signal, none is opened. `_wait` notes the signal and then looks for openings; here it is
    the other way round, so that one of the two sees the other.
    """
    _opening.append(True)
    try:
        if _received:
            raise KeyboardInterrupt
        yield
    finally:
        _opening.pop()


def happened() -> bool:
    """Whether a signal has arrived; what fails after that fails for that reason."""
    return bool(_received)


def exit_code() -> int:
    """The exit code of a command that a signal has ended."""
    return 128 + (_received[0] if _received else signal.SIGINT)


def watch() -> None:
    """From now on, a signal ends whatever is running.

    The thread starts last: until then `_leave` of this package, which is being replaced, or the
    thread ends the process, never both.
    """
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
    for number in _WORDS:
        # nohup, and a shell's `&`, ask to ignore some of them.
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, _ignore)
    threading.Thread(target=_wait, args=(reader,), daemon=True).start()


def leave(code: int) -> NoReturn:
    """End the process as it stands, with all stores closed.

    To take every module apart first, as Python does, is a tenth of the time of a short command.
    """
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError, AttributeError):  # its reader has left, or it is closed
            stream.flush()
    _end(code)


def _ignore(number: int, frame: object) -> None:
    """Python's part in a signal; the thread has the rest."""


def _wait(reader: int) -> None:
    while (number := os.read(reader, 1)[0]) not in _WORDS:
        pass
    _received.append(number)
    sys.unraisablehook = _silent  # nothing that breaks from now on is worth a traceback
    threading.excepthook = _silent
    threading.Thread(target=_stop_all, daemon=True).start()
    began = time.monotonic()
    deadline = began + (GRACE_SECONDS if _is_busy() else 0)
    os.set_blocking(reader, False)
    while time.monotonic() < deadline:
        time.sleep(_STOPPED_EVERY_SECONDS)
        with suppress(BlockingIOError):
            is_again = os.read(reader, 1)[0] in _WORDS
            if is_again and time.monotonic() > began + IMPATIENT_SECONDS:
                break
    _end(exit_code())


def _silent(*_: object) -> None:
    pass


def _is_busy() -> bool:
    """Whether something is open that should be closed in order: a store, or temporary files."""
    scratch = sys.modules.get("evalstore.scratch")
    return bool(_opening) or bool(_stores) or bool(getattr(scratch, "_folders", ()))


def _stop_all() -> None:
    """Stop queries and copying, also those that start after others were stopped."""
    while True:
        with suppress(Exception):  # a store may have been closed meanwhile
            if scratch := sys.modules.get("evalstore.scratch"):
                scratch.stop()
            for store in list(_stores):
                store.interrupt()
        time.sleep(_STOPPED_EVERY_SECONDS)


def _end(code: int) -> NoReturn:
    """Leave no temporary file; say in a line what ended the command, if a signal did.

    A signal that finds the command done, its code 0, has not ended it.
    """
    _ending.acquire()  # for good: of two threads that end the process, one does
    with suppress(Exception):
        if scratch := sys.modules.get("evalstore.scratch"):
            scratch.stop()
            scratch.remove_all()
    if _received and code != 0:
        code = exit_code()
        word = _WORDS[_received[0]]
        with suppress(OSError):
            os.write(2, (_SHOW_CURSOR if os.isatty(2) else b"") + f"evalstore: {word}\n".encode())
    os._exit(code)
