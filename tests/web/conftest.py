"""Fixtures of the web application's tests."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from evalstore.store import Store

pytest.importorskip("starlette", reason="the extra web is not installed")
pytest.importorskip("jinja2", reason="the extra web is not installed")
pytest.importorskip("httpx2", reason="the client of Starlette's tests is not installed")

from web_client import AWKWARD, POOR, QRELS, fill, opened

if TYPE_CHECKING:
    from starlette.testclient import TestClient


@pytest.fixture(scope="session")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with two systems, and a collection of awkward names. Only read it."""
    path = tmp_path_factory.mktemp("web") / "small.duckdb"
    with Store(path) as store:
        fill(store)
        for name in AWKWARD:
            store.load_run(POOR, name, collection="a/b ü")
        store.load_qrels(QRELS | {"t/1": {"d1": 1}}, collection="a/b ü", name="q & r")
    return path


@pytest.fixture
def path(small: Path, tmp_path: Path) -> Path:
    """A copy of it, to change."""
    return Path(shutil.copy(small, tmp_path))


@pytest.fixture(scope="session")
def client(small: Path) -> Iterator[TestClient]:
    with opened(small) as found:
        yield found
