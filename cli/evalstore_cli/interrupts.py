"""Ctrl-C, also while DuckDB is at work.

Python acts on a signal between two of its own steps, and a query is a single one of them, however
long. So a thread waits for the signal, and stops the query from beside it.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable

# A query stops at once. What does not is left where it is: a load is one transaction.
GRACE_SECONDS = 3.0
INTERRUPTED = 130

_stops: list[Callable[[], None]] = []
_signalled = threading.Event()


def also_stop(stop: Callable[[], None]) -> None:
    """Call this too when the user interrupts."""
    _stops.append(stop)


def happened() -> bool:
    """Whether the user has interrupted; what fails after that fails for that reason."""
    return _signalled.is_set()


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
    for stop in _stops:
        stop()
    time.sleep(GRACE_SECONDS)
    os._exit(INTERRUPTED)
