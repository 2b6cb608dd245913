"""How one value is written: rounding, NULL, booleans, dates, nested values.

`data_text` and `json_value` are for programs, `shown` is for readers.
"""

from __future__ import annotations

import json
import math
import unicodedata
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any

NULL_SHOWN = "\N{EN DASH}"

_BREAKS_LINES = {"Cc", "Cs", "Zl", "Zp"}
_REORDERS_TEXT = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}


def data_text(value: Any, places: int | None) -> str:
    """A value as text for a program: NULL is empty, everything else has its full content."""
    return "" if value is None else _text(value, places)


def shown(value: Any, places: int) -> str:
    """A value for readers: one line, without control characters."""
    if value is None:
        return NULL_SHOWN
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, datetime):
        return value.isoformat(" ")
    return visible(_text(value, places))


def without_decimals(value: Any) -> Any:
    """A float that is a whole number as an integer; of a list, each; other values as they are."""
    if isinstance(value, list):
        return [without_decimals(one) for one in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def json_value(value: Any, places: int | None) -> Any:
    """A value as `json.dumps` takes it, nested ones throughout."""
    if value is None or isinstance(value, str | int):
        return value
    if isinstance(value, float):
        return _json_float(value, places)
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    if isinstance(value, list | tuple):
        return [json_value(item, places) for item in value]
    if isinstance(value, dict):
        return {_text(key, None): json_value(item, places) for key, item in value.items()}
    return _text(value, places)


def json_text(value: Any) -> str:
    """JSON on one line, with its characters as they are."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    if text.isprintable():
        return text
    # JSON itself escapes the control characters of ASCII only, and of those not DEL.
    return "".join(f"\\u{ord(one):04x}" if _is_control(one) else one for one in text)


def visible(text: str, but: str = "") -> str:
    """The text with its control characters, `but` these, spelt out, as in \\n, \\t and \\x1b."""
    if text.isprintable():
        return text
    return "".join(
        _spelt(character) if _is_control(character) and character not in but else character
        for character in text
    )


def _text(value: Any, places: int | None) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return repr(value) if places is None else format(value, f".{places}f")
    if isinstance(value, list | tuple | dict):
        return json_text(json_value(value, places))
    return _scalar_text(value)


def _scalar_text(value: Any) -> str:
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, Decimal):
        return format(value, "f")
    if isinstance(value, bytes):
        return value.decode("utf-8", errors="backslashreplace")
    return str(value)


def _json_float(value: float, places: int | None) -> float | None:
    if not math.isfinite(value):
        return None
    return value if places is None else round(value, places)


def _is_control(character: str) -> bool:
    return (
        unicodedata.category(character) in _BREAKS_LINES
        or unicodedata.bidirectional(character) in _REORDERS_TEXT
    )


def _spelt(character: str) -> str:
    return character.encode("unicode_escape").decode("ascii")
