"""Which files are tables or JSON, recognised by their first bytes; all others are lines of text."""

from __future__ import annotations

import csv
import json
import re
from dataclasses import dataclass
from typing import Any

from evalstore.formats.columns import named

PARQUET, ARROW, LZ4, JSON, RECORDS, DELIMITED = (
    *("parquet", "arrow", "lz4", "json", "records", "delimited"),
)

_BOM = b"\xef\xbb\xbf"
_MAGIC = {
    b"PAR1": PARQUET,
    b"ARROW1": ARROW,  # an Arrow file
    b"\xff\xff\xff\xff": ARROW,  # an Arrow stream, as Hugging Face datasets caches it
    b"\x04\x22\x4d\x18": LZ4,
}
_JSON = re.compile(rb"\s*(?:\{\s*[\"}]|\[\s*[\[{\]\"])")
_DELIMITERS = ("\t", ",", ";", "|")


@dataclass(frozen=True)
class Header:
    """The first line of a delimited table; `skip` lines are above it."""

    delimiter: str
    names: tuple[str, ...]
    skip: int


def kind_of(start: bytes, columns: tuple[tuple[str, ...], ...] = ()) -> str | None:
    """What the file is; None for lines of text.

    A delimited table is one whose header has a name of each group in `columns`.
    """
    for magic, kind in _MAGIC.items():
        if start.startswith(magic):
            return kind
    start = start.removeprefix(_BOM)
    if _JSON.match(start):
        return RECORDS if _has_records(start, columns) else JSON
    return DELIMITED if columns and header(start, columns) else None


def is_binary_or_json(start: bytes) -> bool:
    """Whether the content may be one very long line."""
    return kind_of(start) is not None


def header(start: bytes, columns: tuple[tuple[str, ...], ...]) -> Header | None:
    """The header of a delimited table with these columns."""
    lines = start.removeprefix(_BOM).splitlines()
    skip = next((n for n, line in enumerate(lines) if line.strip()), None)
    if skip is None:
        return None
    try:
        line = lines[skip].decode("utf-8")
    except UnicodeDecodeError:
        return None
    for delimiter in _DELIMITERS:
        if delimiter in line:
            names = tuple(cell.strip() for cell in next(csv.reader([line], delimiter=delimiter)))
            if all(named(names, group) is not None for group in columns):
                return Header(delimiter, names, skip)
    return None


def _has_records(start: bytes, columns: tuple[tuple[str, ...], ...]) -> bool:
    """Whether the first object has the columns itself, with a single value in each."""
    text = start.decode("utf-8", "replace").lstrip().removeprefix("[")
    try:
        first: Any = json.JSONDecoder().raw_decode(text.lstrip())[0]
    except ValueError:
        return False
    if not isinstance(first, dict):
        return False
    for group in columns:
        name = named(first, group)
        if name is None or isinstance(first[name], dict | list):
            return False
    return bool(columns)
