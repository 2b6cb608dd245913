"""Library results that were read, for as long as the snapshot they are from."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from typing import Any, TypeVar

Value = TypeVar("Value")

MOST = 200


class Answers:
    """The latest results by request; of several equal requests at once, one does the work."""

    def __init__(self) -> None:
        self._found: OrderedDict[Hashable, Future[Any]] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Hashable, compute: Callable[[], Value]) -> Value:
        with self._lock:
            future = self._found.get(key)
            is_first = future is None
            if future is None:
                future = self._found[key] = Future()
                if len(self._found) > MOST:
                    self._found.popitem(last=False)
            self._found.move_to_end(key)
        if is_first:
            self._fill(key, future, compute)
        value: Value = future.result()
        return value

    def _fill(self, key: Hashable, future: Future[Any], compute: Callable[[], Any]) -> None:
        try:
            future.set_result(compute())
        except BaseException as error:
            with self._lock:
                self._found.pop(key, None)
            future.set_exception(error)
