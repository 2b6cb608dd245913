"""Empty stores: copies of one file, since creating the views takes longer than most loads."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator

import pytest

from evalstore.store import Store


@pytest.fixture(scope="session")
def new_store(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Store]:
    """Make an empty store on disk; keywords are those of `Store`."""
    blank = tmp_path_factory.mktemp("blank") / "blank.duckdb"
    Store(blank).close()

    def make(**options: object) -> Store:
        path = tmp_path_factory.mktemp("store") / "store.duckdb"
        return Store(shutil.copy(blank, path), **options)  # type: ignore[arg-type]

    return make


@pytest.fixture
def store(new_store: Callable[..., Store]) -> Iterator[Store]:
    with new_store() as opened:
        yield opened


@pytest.fixture(scope="module")
def shared(new_store: Callable[..., Store]) -> Iterator[Store]:
    """A store for many small loads, each of which is dropped again."""
    with new_store() as opened:
        yield opened
