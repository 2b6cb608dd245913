"""Addresses: names of any characters in paths, and the state of a page in the query."""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import quote, urlencode

FORMATS = ("json", "csv", "parquet", "svg")

# A path is decoded before it is split, and browsers resolve dots. So these are written as ~2F.
_ESCAPED = re.compile(r"[~/\\]|^\.|\.(?=(?:json|csv|parquet|svg)$)")
_ESCAPE = re.compile(r"~([0-9A-F]{2})")

Parameters = Iterable[tuple[str, str]]


def segment(name: str) -> str:
    """A name as one segment of a path."""
    return quote(_ESCAPED.sub(lambda found: f"~{ord(found[0]):02X}", name), safe="~")


def name_of(decoded: str) -> str:
    """The name that a decoded segment was made from."""
    return _ESCAPE.sub(lambda found: chr(int(found[1], 16)), decoded)


def split_format(last: str) -> tuple[str, str]:
    """The last segment of a path without its format, and the format; none for a page."""
    stem, _, suffix = last.rpartition(".")
    return (stem, suffix) if stem and suffix in FORMATS else (last, "")


def address(*names: str, suffix: str = "", query: Parameters = ()) -> str:
    """The path of these segments, with a query."""
    path = "/" + "/".join(segment(name) for name in names)
    given = urlencode(list(query))
    return path + (f".{suffix}" if suffix else "") + (f"?{given}" if given else "")
