"""A small store with two judges."""

from __future__ import annotations

import pytest

from evalstore.store import Store


@pytest.fixture
def small(store: Store) -> Store:
    """Two topics, three systems, two judges."""
    store.load_qrels(
        {"1": {"a": 1, "b": 0, "c": 2, "d": 1}, "2": {"a": 0, "b": 1, "x": 1}}, name="human"
    )
    store.load_qrels(
        {"1": {"a": 1, "b": 1, "c": 1, "e": 1}, "2": {"a": 0, "b": 0, "x": 1}}, name="llm"
    )
    store.load_run({"1": {"c": 3, "a": 2, "b": 1}, "2": {"b": 2, "x": 1}}, "good")
    store.load_run({"1": {"b": 3, "a": 2, "z": 1}, "2": {"a": 2, "x": 1}}, "fair")
    store.load_run({"1": {"z": 3, "b": 2, "d": 1}, "2": {"z": 2, "a": 1}}, "poor")
    return store
