"""Ctrl-C, also while DuckDB is at work.

Python acts on a signal between two of its own steps, and a query is a single one of them, however
long. So a thread waits for the signal, and stops the query from beside it.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from contextlib import suppress
from typing import TYPE_CHECKING, NoReturn
from weakref import WeakSet

if TYPE_CHECKING:
    from evalstore.store import Store

# A query stops at once. What does not is left where it is: a load is one transaction.
GRACE_SECONDS = 3.0
INTERRUPTED = 130

# Weak, because DuckDB reports every connection that outlives the interpreter as a leak.
_stores: WeakSet[Store] = WeakSet()
_signalled = threading.Event()


def stoppable(store: Store) -> Store:
    """The store, its queries stopped when the user interrupts."""
    _stores.add(store)
    return store


def happened() -> bool:
    """Whether the user has interrupted; what fails after that fails for that reason."""
    return _signalled.is_set()


def leave(code: int) -> NoReturn:
    """End the process as it stands: stores are closed, and after an interrupt a thread still waits.

    To take every module apart first, as Python does, is a tenth of the time of a short command.
    """
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):  # its reader has left, or it was never open
            stream.flush()
    os._exit(code)


def watch() -> None:
    """From now on, an interrupt reaches whatever is running."""
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    signal.set_wakeup_fd(writer)
    threading.Thread(target=_wait, args=(reader,), daemon=True).start()


def _wait(reader: int) -> None:
    while signal.SIGINT not in os.read(reader, 1):
        pass
    _signalled.set()
    _stop_queries()
    time.sleep(GRACE_SECONDS)
    os._exit(INTERRUPTED)


def _stop_queries() -> None:
    for store in _stores:
        with suppress(Exception):  # it may have been closed meanwhile
            store.interrupt()
