"""A sieve of keys: most that are not among them fall through at one look."""

from __future__ import annotations

import numpy as np

from evalstore.columns import Array
from evalstore.load.keys import Keys

# Holes for each key. With more, fewer others are held, but the sieve outgrows the cache.
_HOLES = 16
_LEAST_BITS = 12


class Sieve:
    """Holes by the first bits of a key: those of known keys are closed."""

    def __init__(self, keys: Keys) -> None:
        self._bits = max((len(keys) * _HOLES).bit_length(), _LEAST_BITS)
        self.is_closed = np.zeros(1 << self._bits, bool)
        self.is_closed[self._holes(keys)] = True

    def held(self, keys: Keys) -> Array:
        """The places of the keys that may be known."""
        return np.flatnonzero(self.is_closed.take(self._holes(keys)))

    def _holes(self, keys: Keys) -> Array:
        return (keys.high >> np.uint64(64 - self._bits)).astype(np.int64)
