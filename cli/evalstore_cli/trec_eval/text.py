"""Text as C sees it: bytes. One character represents one byte, in the same order.

So any file can be read, whatever its encoding, and comes out again as it went in. Bytes that
Python takes for white space and C does not are mapped to characters that are no white space.
"""

from __future__ import annotations

import os

_SHIFT = {code: code + 0x100 for code in (*range(0x1C, 0x20), *range(0x80, 0x100))}
_BACK = {shifted: code for code, shifted in _SHIFT.items()}
_SEPARATORS = tuple(map(chr, range(0x1C, 0x20)))


def from_bytes(content: bytes) -> str:
    """Bytes as characters."""
    text = content.decode("latin-1")
    is_plain = content.isascii() and not any(mark in text for mark in _SEPARATORS)
    return text if is_plain else text.translate(_SHIFT)


def to_bytes(text: str) -> bytes:
    """The bytes that the characters represent."""
    return (text if text.isascii() else text.translate(_BACK)).encode("latin-1")


def from_argument(word: str) -> str:
    """A word of the command line as characters."""
    return from_bytes(os.fsencode(word))
