"""What the tests share: where the fixture collections are, 48 real runs, and an empty store."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from evalstore.store import Store

FIXTURES = Path(__file__).resolve().parents[2] / "shared" / "fixtures"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if FIXTURES.is_dir():
        return
    skip = pytest.mark.skip(reason="the shared fixture collections are not beside this checkout")
    for item in items:
        if item.get_closest_marker("fixtures"):
            item.add_marker(skip)


@pytest.fixture(scope="session")
def fixtures() -> Path:
    """The folder of real runs, judgements and reference outputs."""
    return FIXTURES


@pytest.fixture(scope="session")
def covid(fixtures: Path) -> Iterator[Store]:
    """TREC-COVID round 1. Only read it."""
    folder = fixtures / "trec-covid-round1"
    with Store() as store:
        store.load_qrels(folder / "qrels-rnd1.txt", name="rnd1")
        store.load_runs(folder / "runs").raise_refused()
        yield store


@pytest.fixture
def store() -> Iterator[Store]:
    """An empty store in memory."""
    with Store() as opened:
        yield opened


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., Path]:
    """Write a small file and give its path."""

    def written(name: str, content: str | bytes) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return written
