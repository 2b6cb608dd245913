"""Python's collector of cycles, asked to wait.

It looks at all objects there are, time and again while modules are imported and files are read,
and there finds next to nothing: a thirtieth of the time of a load.
"""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_OBJECTS = 50_000  # new ones before it looks; Python's own number is 700

_CHANGING = threading.Lock()
_found: list[tuple[int, int, int]] = []  # the thresholds, by each who is inside; the first is right


@contextmanager
def patient() -> Iterator[None]:
    """Inside, the collector waits longer; also a decorator. The last thread to leave lets it go."""
    with _CHANGING:
        objects, *older = gc.get_threshold()
        _found.append(gc.get_threshold())
        if objects:  # else it is off
            gc.set_threshold(max(objects, _OBJECTS), *older)
    try:
        yield
    finally:
        with _CHANGING:
            last = _found.pop()
            if not _found:
                gc.set_threshold(*last)
