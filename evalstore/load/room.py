"""How much is read at a time: what the connection's threads and memory allow."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from evalstore.rows import first

if TYPE_CHECKING:
    import duckdb

_BATCH = 64 << 20
_BATCHES = 8
_PART = 8 << 20
_LEAST = 1 << 20
_SHARE = 16  # text that is read takes several times its size until it is kept
_DOCUMENT = 64  # bytes that a document takes while a load remembers its number
_UNITS = {"bytes": 1, "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30, "TiB": 1 << 40}


@dataclass(frozen=True)
class Room:
    """How many threads read; bytes of text of files kept together, and of a part of a large one;
    documents whose numbers are remembered."""

    threads: int
    batch: int
    part: int
    documents: int

    @property
    def transaction(self) -> int:
        """Bytes of text of files that are kept in one transaction: to end one takes its time."""
        return _BATCHES * self.batch

    @property
    def small(self) -> int:
        """Bytes of a file that is ranked together with others."""
        return self.part // 32

    @property
    def bundle(self) -> int:
        """Bytes of small files that are ranked together."""
        return self.part // 8

    @property
    def parts(self) -> int:
        """How many parts of a large file are kept at a time: large pieces are soonest kept."""
        return max(self.batch // self.part, 1)


def room_of(connection: duckdb.DuckDBPyConnection) -> Room:
    settings = "select current_setting('threads'), current_setting('memory_limit')"
    row = first(connection.execute(settings))
    assert row is not None
    share = max(_bytes(row[1]) // _SHARE, _LEAST)
    return Room(int(row[0]), min(_BATCH, share), min(_PART, share), share // _DOCUMENT)


def _bytes(size: str) -> int:
    """DuckDB's way to write a size, such as 18.8 GiB."""
    match = re.fullmatch(r"([\d.]+) (\w+)", size)
    return int(float(match[1]) * _UNITS[match[2]]) if match else _BATCH * _SHARE
