"""Opening the store for a command: by many for reading, by one for writing."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import evalstore
from evalstore.errors import StoreUnavailableError
from evalstore_cli.interrupts import stoppable

if TYPE_CHECKING:
    from evalstore.store import Store


def reading(db: Path, *, memory_limit: str | None = None, threads: int | None = None) -> Store:
    """Several processes may read at once."""
    return stoppable(evalstore.open(db, read_only=True, memory_limit=memory_limit, threads=threads))


def writing(db: Path, *, memory_limit: str | None = None, threads: int | None = None) -> Store:
    """A file that is not there becomes a new store."""
    return stoppable(evalstore.open(db, memory_limit=memory_limit, threads=threads))


def changing(db: Path) -> Store:
    """For writing to a store that must be there: a mistyped path makes no new file."""
    if not db.exists():
        raise StoreUnavailableError(f"no store at {db}; name another with --db")
    return stoppable(evalstore.open(db))
