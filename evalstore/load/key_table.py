"""Numbers by key: a hash table in which every step is taken for all keys at once."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from evalstore import native
from evalstore.columns import Array
from evalstore.load.keys import Keys

FREE = 0  # the number of a slot that no key has
_LEAST_BITS = 12
_FULL = 0.5  # the part of the slots that keys may take; fuller, searches grow long


# What is looked at together lies together: a slot takes one look into memory, not three.
_SLOT = np.dtype([("high", np.uint64), ("low", np.uint64), ("number", np.int32)], align=True)


class _Slots(NamedTuple):
    """The slots of a table: of each the number, and the key in its halves.

    Others may look numbers up while one thread writes: a number stands there after its key does,
    and until then nothing, or less than nothing.
    """

    bits: int
    slots: Array

    @classmethod
    def of(cls, bits: int) -> _Slots:
        return cls(bits, np.zeros(1 << bits, _SLOT))

    @property
    def numbers(self) -> Array:
        return self.slots["number"]

    @property
    def high(self) -> Array:
        return self.slots["high"]

    @property
    def low(self) -> Array:
        return self.slots["low"]

    def first(self, keys: Keys) -> Array:
        return (keys.high >> np.uint64(64 - self.bits)).astype(np.int64)

    def next(self, slots: Array) -> Array:
        return (slots + 1) & (len(self.slots) - 1)

    def others(self, slots: Array, keys: Keys) -> Array:
        """Which of the slots other keys have."""
        differs = self.high[slots] != keys.high
        differs |= self.low[slots] != keys.low
        return np.flatnonzero(differs)


class KeyTable:
    """A slot for each key: the one that its first bits name, or the next that was free."""

    def __init__(self) -> None:
        self.count = 0
        self._slots = _Slots.of(_LEAST_BITS)

    @property
    def numbers(self) -> Array:
        return self._slots.numbers

    @property
    def content(self) -> Array:
        """The slots, for the compiled module."""
        return self._slots.slots

    def slots(self, keys: Keys) -> tuple[Array, Array]:
        """The slot of each key, and the places of keys that are new, each where it is first.

        The caller gives the slots of new keys their numbers.
        """
        self._make_room(len(keys))
        if native.compiled:
            slots, new = native.compiled.slots_of(self.content, keys.high, keys.low)
            self.count += len(new) // 4
            return np.frombuffer(slots, np.int64), np.frombuffer(new, np.int32)
        return self._slots_of(keys)

    def _slots_of(self, keys: Keys) -> tuple[Array, Array]:
        table = self._slots
        slots = table.first(keys)
        searching = np.arange(len(keys), dtype=np.int32)
        at, wanted, new = slots, keys, [searching[:0]]
        while len(searching):
            is_free = table.numbers[at] == FREE
            if is_free.any():
                new.append(self._taken(searching[is_free], at[is_free], keys))
            others = table.others(at, wanted)
            searching, wanted, at = searching[others], wanted[others], table.next(at[others])
            slots[searching] = at
        return slots, np.sort(np.concatenate(new))

    def numbers_of(self, keys: Keys) -> Array:
        """The number of each key; FREE if it is not here."""
        table = self._slots
        slots = table.first(keys)
        numbers = table.numbers[slots]
        searching = np.flatnonzero(numbers > FREE)
        at, wanted = slots, keys
        if len(searching) < len(keys):
            at, wanted = slots[searching], keys[searching]
        while len(searching):
            others = table.others(at, wanted)
            searching, at = searching[others], table.next(at[others])
            numbers[searching] = table.numbers[at]
            go_on = numbers[searching] > FREE
            searching, at = searching[go_on], at[go_on]
            wanted = keys[searching]
        return np.maximum(numbers, FREE, out=numbers)

    def _taken(self, places: Array, slots: Array, keys: Keys) -> Array:
        """Give free slots to the keys in these places; of keys that want one slot, the first."""
        numbers, high, low = self._slots.numbers, self._slots.high, self._slots.low
        # Of several values for one slot NumPy keeps the last. No number is below 0.
        numbers[slots[::-1]] = ~places[::-1]
        is_first = numbers[slots] == ~places
        places, slots = places[is_first], slots[is_first]
        high[slots], low[slots] = keys.high[places], keys.low[places]
        self.count += len(places)
        return places

    def _make_room(self, more: int) -> None:
        """Move to a larger table unless so many new keys have room in this one."""
        needed = int((self.count + more) / _FULL).bit_length()
        if needed > self._slots.bits:
            old = self._slots
            used = np.flatnonzero(old.numbers != FREE)
            numbers, keys = old.numbers[used], Keys(old.high[used], old.low[used])
            order = np.argsort(keys.high, kind="stable")  # soon done: they nearly are in order
            self._slots = _Slots.of(needed)
            self._refill(numbers[order], keys[order])

    def _refill(self, numbers: Array, keys: Keys) -> None:
        """Fill an empty table with keys in order: each goes behind the one before."""
        table = self._slots
        places = np.arange(len(keys))
        slots = places + np.maximum.accumulate(table.first(keys) - places)
        end = int(np.searchsorted(slots, len(table.numbers)))
        table.high[slots[:end]], table.low[slots[:end]] = keys.high[:end], keys.low[:end]
        table.numbers[slots[:end]] = numbers[:end]
        self.count = end
        around, _ = self.slots(keys[end:])
        self.numbers[around] = numbers[end:]
