from evalstore.columns import Array

Column = tuple[bytearray, ...]

def fields(content: bytes, separator: bytes, kinds: str, /) -> list[Column] | None:
    """The fields of all lines, a column for each letter of `kinds`; None if a line is not plain.

    Of a column are given:
    t    text: the bytes of all values, and where each ends (int32; the first is 0, where it starts)
    r    repeated text: the same of what differs from the row before, and its last row (int32),
         counted from 1
    d    documents: the halves of their keys (uint64), where each starts in the content (int64), and
         its length (int32)
    n, w numbers: float64; whole numbers: int64
    u    unused: nothing
    """

def keys(text: Array, ends: Array, /) -> tuple[bytearray, bytearray]:
    """The halves of the keys of names, given by their bytes and the places where they end."""

def slots_of(slots: Array, keys_high: Array, keys_low: Array, /) -> tuple[bytearray, bytearray]:
    """The slots (int64) of keys, and the places (int32) of those that are new."""

def look_up(
    slots: Array,
    keys_high: Array,
    keys_low: Array,
    text: Array,
    starts: Array,
    lengths: Array,
    /,
) -> bytearray:
    """The numbers (int32) of documents with these keys and names, or NONE."""

def copied(text: Array, starts: Array, lengths: Array, /) -> tuple[bytearray, bytearray]:
    """The bytes of names one behind the other, and where each ends (int32), before that 0."""

def judged(
    salts: Array,
    lists: Array,
    keys_high: Array,
    keys_low: Array,
    is_closed: Array,
    slots: Array,
    /,
) -> tuple[bytearray, bytearray]:
    """The places (int64) of judged documents, and the numbers (int32) of their judgements."""

def fall(lengths: Array, scores: Array, ranks: Array, /) -> bool:
    """Whether in every list of such a length scores fall, as floats, under the ranks 1, 2, 3, …"""

def repeat(lengths: Array, keys: Array, /) -> bool:
    """Whether a list of such a length has a key (uint64) twice."""

def untied(
    text: Array, starts: Array, lengths: Array, is_tied: Array, order: Array, /
) -> bytearray:
    """The rows (int64) in order, those that are tied by name, downwards.

    Names are given row by row; `is_tied` tells of each place whether it is tied with the one above,
    `order` its row.
    """
