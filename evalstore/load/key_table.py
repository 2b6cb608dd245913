"""Numbers by key: a hash table in which every step is taken for all keys at once."""

from __future__ import annotations

import numpy as np

from evalstore.columns import Array
from evalstore.load.keys import Keys

FREE = 0  # the number of a slot that no key has
_LEAST_BITS = 12
_FULL = 0.5  # the part of the slots that keys may take; fuller, searches grow long


class KeyTable:
    """A slot for each key: the one that its first bits name, or the next that was free."""

    def __init__(self, slots: int = 0) -> None:
        self.count = 0
        self._lay_out(max(slots.bit_length(), _LEAST_BITS))

    def _lay_out(self, bits: int) -> None:
        self.bits = bits
        self.numbers = np.full(1 << bits, FREE, np.int32)
        self._high = np.empty(1 << bits, np.uint64)
        self._low = np.empty(1 << bits, np.uint64)

    def slots(self, keys: Keys) -> tuple[Array, Array]:
        """The slot of each key, and the places of keys that are new, each where it is first.

        The caller gives the slots of new keys their numbers.
        """
        self._make_room(len(keys))
        slots = self._first_slots(keys)
        searching = np.arange(len(keys), dtype=np.int32)
        at, wanted, new = slots, keys, [searching[:0]]
        while len(searching):
            is_free = self.numbers.take(at) == FREE
            if is_free.any():
                new.append(self._taken(searching[is_free], at[is_free], keys))
            others = self._others(at, wanted)
            searching, wanted, at = searching[others], wanted[others], self._next(at[others])
            slots[searching] = at
        return slots, np.sort(np.concatenate(new))

    def numbers_of(self, keys: Keys) -> Array:
        """The number of each key; FREE if it is not here."""
        slots = self._first_slots(keys)
        numbers = self.numbers.take(slots)
        searching = np.flatnonzero(numbers != FREE)
        at = slots[searching]
        while len(searching):
            others = self._others(at, keys[searching])
            searching, at = searching[others], self._next(at[others])
            numbers[searching] = self.numbers.take(at)
            go_on = numbers[searching] != FREE
            searching, at = searching[go_on], at[go_on]
        return numbers

    def _first_slots(self, keys: Keys) -> Array:
        return (keys.high >> np.uint64(64 - self.bits)).astype(np.int64)

    def _next(self, slots: Array) -> Array:
        return (slots + 1) & (len(self.numbers) - 1)

    def _others(self, slots: Array, keys: Keys) -> Array:
        """Which of the slots other keys have."""
        differs = self._high.take(slots) != keys.high
        differs |= self._low.take(slots) != keys.low
        return np.flatnonzero(differs)

    def _taken(self, places: Array, slots: Array, keys: Keys) -> Array:
        """Give free slots to the keys in these places; of keys that want one slot, the first."""
        # Of several values for one slot NumPy keeps the last. No number is below 0.
        self.numbers[slots[::-1]] = ~places[::-1]
        is_first = self.numbers.take(slots) == ~places
        places, slots = places[is_first], slots[is_first]
        self._high[slots], self._low[slots] = keys.high[places], keys.low[places]
        self.count += len(places)
        return places

    def _make_room(self, more: int) -> None:
        """Move to a larger table unless so many new keys have room in this one."""
        needed = int((self.count + more) / _FULL).bit_length()
        if needed > self.bits:
            used = np.flatnonzero(self.numbers != FREE)
            numbers, keys = self.numbers[used], Keys(self._high[used], self._low[used])
            order = np.argsort(keys.high, kind="stable")  # soon done: they nearly are in order
            self._lay_out(needed)
            self._refill(numbers[order], keys[order])

    def _refill(self, numbers: Array, keys: Keys) -> None:
        """Fill an empty table with keys in order: each goes behind the one before."""
        places = np.arange(len(keys))
        slots = places + np.maximum.accumulate(self._first_slots(keys) - places)
        end = int(np.searchsorted(slots, len(self.numbers)))
        self.numbers[slots[:end]] = numbers[:end]
        self._high[slots[:end]], self._low[slots[:end]] = keys.high[:end], keys.low[:end]
        self.count = end
        around, _ = self.slots(keys[end:])
        self.numbers[around] = numbers[end:]
