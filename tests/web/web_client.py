"""A small store's content, and a client of the application on a store."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from evalstore.store import Store
from evalstore.web.application import application
from evalstore.web.snapshot import Snapshots

# Names that a path, a query and HTML each have to survive.
AWKWARD = ["a/b", "..", "50% ~2F", "x.json", "<b>&\"'", "ü + ?#", "back\\slash"]

QRELS = {"1": {"d1": 2, "d2": 1, "d3": 0}, "2": {"d1": 1, "d4": 1}, "10": {"d5": 1}}
GOOD = {"1": {"d1": 3.0, "d2": 2.0, "d9": 1.0}, "2": {"d4": 2.0, "d1": 1.0}, "10": {"d5": 1.0}}
POOR = {"1": {"d3": 3.0, "d8": 2.0, "d2": 1.0}, "2": {"d7": 2.0, "d1": 1.0}}


def fill(store: Store) -> None:
    store.load_qrels(QRELS, name="judged")
    store.load_run(GOOD, "good")
    store.load_run(POOR, "poor")


@contextmanager
def opened(path: Path, **options: Any) -> Iterator[TestClient]:
    """A client of the application on a store."""
    snapshots = Snapshots(path)
    try:
        app = application(snapshots, **options)
        yield TestClient(app, base_url="http://127.0.0.1:8000", raise_server_exceptions=False)
    finally:
        snapshots.close()
