from evalstore.columns import Array

Column = tuple[bytearray | None, bytearray | None, bytearray | None]

def fields(content: bytes, separator: bytes, kinds: str, /) -> list[Column] | None:
    """The fields of all lines, a column for each letter of `kinds`; None if a line is not plain.

    A column is its values, and of text where each ends (an int32; the first is 0, where it starts):
    t    text: its bytes
    r    repeated text: bytes of what differs from the row before, and its last row, counted from 1
    n, w numbers: float64; whole numbers: int64
    u    unused
    """

def keys(text: Array, ends: Array, /) -> tuple[bytearray, bytearray]:
    """The halves of the keys of names, given by their bytes and the places where they end."""

def numbers_of(
    numbers: Array, high: Array, low: Array, keys_high: Array, keys_low: Array, /
) -> bytearray:
    """The numbers (int32) of keys in a table of slots, or FREE."""

def slots_of(
    numbers: Array, high: Array, low: Array, keys_high: Array, keys_low: Array, /
) -> tuple[bytearray, bytearray]:
    """The slots (int64) of keys, and the places (int32) of those that are new."""

def judged(
    salts: Array,
    lists: Array,
    keys_high: Array,
    keys_low: Array,
    is_closed: Array,
    numbers: Array,
    high: Array,
    low: Array,
    /,
) -> tuple[bytearray, bytearray]:
    """The places (int64) of judged documents, and the numbers (int32) of their judgements."""

def fall(lengths: Array, scores: Array, ranks: Array, /) -> bool:
    """Whether in every list of such a length scores fall, as floats, under the ranks 1, 2, 3, …"""

def repeat(lengths: Array, keys: Array, /) -> bool:
    """Whether a list of such a length has a key (uint64) twice."""

def untied(text: Array, ends: Array, is_tied: Array, order: Array, /) -> bytearray:
    """The rows (int64) in order, those that are tied by name, downwards.

    Names are given by their bytes and the places where they end, row by row; `is_tied` tells of
    each place whether it is tied with the one above, `order` its row.
    """
