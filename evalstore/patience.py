"""Python's collector of cycles, asked to wait.

It looks at all objects there are, time and again while modules are imported and files are read,
and there finds next to nothing: a thirtieth of the time of a load.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

_OBJECTS = 50_000  # new ones before it looks; Python's own number is 700


@contextmanager
def patient() -> Iterator[None]:
    """Inside, the collector waits longer; also a decorator."""
    objects, *older = gc.get_threshold()
    if objects:  # else it is off
        gc.set_threshold(max(objects, _OBJECTS), *older)
    try:
        yield
    finally:
        gc.set_threshold(objects, *older)
