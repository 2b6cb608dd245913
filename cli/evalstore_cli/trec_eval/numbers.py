"""Numbers as C reads and prints them: as much of the text as spells a number, else 0."""

from __future__ import annotations

import math
import re

_LONG = re.compile(r"[ \t\n\v\f\r]*([+-]?[0-9]+)")
_FLOAT = re.compile(
    r"""[ \t\n\v\f\r]*([+-]?)(?:
        (?P<hex>0x(?:[0-9a-f]+\.?[0-9a-f]*|\.[0-9a-f]+)(?:p[+-]?[0-9]+)?)
        |(?P<decimal>(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[+-]?[0-9]+)?)
        |(?P<word>infinity|inf|nan)
    )""",
    re.IGNORECASE | re.VERBOSE,
)
_MOST = 2**63 - 1


def atol(text: str) -> int:
    """The whole number that the text starts with."""
    found = _LONG.match(text)
    return max(-_MOST - 1, min(_MOST, int(found[1]))) if found else 0


def atof(text: str) -> float:
    """The number that the text starts with, hexadecimal, infinite and NaN included."""
    found = _FLOAT.match(text)
    if found is None:
        return 0.0
    sign = -1.0 if found[1] == "-" else 1.0
    if found["hex"]:
        return sign * _from_hex(found["hex"])
    return sign * float(found["decimal"] or found["word"])


def _from_hex(text: str) -> float:
    try:
        return float.fromhex(text)
    except OverflowError:
        return math.inf


def fixed(value: float) -> str:
    """`%6.4f`, with the sign that C shows on a NaN."""
    if math.isnan(value) and math.copysign(1.0, value) < 0:
        return "  -nan"
    return f"{value:6.4f}"
