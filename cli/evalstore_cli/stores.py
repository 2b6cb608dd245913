"""Opening the store for a command: by many for reading, by one for writing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import TYPE_CHECKING

import evalstore
from evalstore.errors import StoreUnavailableError
from evalstore_cli import interrupts

if TYPE_CHECKING:
    from evalstore.store import Store

# For how many seconds to wait for each process that has the store open: what --wait says.
_WAIT: ContextVar[float] = ContextVar("wait", default=0.0)

_CONTENT = "select (select count(*) from run) + (select count(*) from qrels) + count(*) from topic"


@contextmanager
def waiting(seconds: float) -> Iterator[None]:
    """Within the block, stores that are in use are waited for."""
    token = _WAIT.set(seconds)
    try:
        yield
    finally:
        _WAIT.reset(token)


def reading(db: Path, *, memory_limit: str | None = None, threads: int | None = None) -> Store:
    """Several processes may read at once."""
    check_exists(db)
    return _open(db, read_only=True, memory_limit=memory_limit, threads=threads)


def check_exists(db: Path) -> None:
    if not db.exists():
        raise StoreUnavailableError(
            f"no store at {db}; create one with `evalstore load runs`, or name another with --db"
        )


@contextmanager
def writing(
    db: Path, *, memory_limit: str | None = None, threads: int | None = None
) -> Iterator[Store]:
    """A file that is not there becomes a new store, unless nothing is stored in it."""
    with _open(db, memory_limit=memory_limit, threads=threads) as store:
        try:
            if interrupts.happened():
                raise KeyboardInterrupt
            yield store
        finally:
            if store.is_new and _is_empty(store):
                store.discard()


def changing(db: Path) -> Store:
    """For writing to a store that must be there: a mistyped path makes no new file."""
    if not db.exists():
        raise StoreUnavailableError(f"no store at {db}; name another with --db")
    return _open(db)


def _open(db: Path, **options: object) -> Store:
    with interrupts.opening():
        store = evalstore.open(db, wait=_WAIT.get(), **options)  # type: ignore[arg-type]
        return interrupts.stoppable(store)


def _is_empty(store: Store) -> bool:
    """Whether nothing is stored; asked on a connection that no interrupt reaches."""
    try:
        with store._connection.cursor() as connection:
            return connection.execute(_CONTENT).fetchall() == [(0,)]
    except Exception:
        return False
