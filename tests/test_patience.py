"""The collector of cycles waits while somebody asks it to, and afterwards is as it was."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from evalstore.patience import patient


@pytest.fixture(autouse=True)
def as_found() -> Iterator[None]:
    found = gc.get_threshold()
    gc.set_threshold(700, 10, 9)
    yield
    gc.set_threshold(*found)


def test_it_waits_inside_only() -> None:
    with patient():
        assert gc.get_threshold() == (50_000, 10, 9)
    assert gc.get_threshold() == (700, 10, 9)


def test_whoever_leaves_last_lets_it_go() -> None:
    """As when two threads load at once, and the first to begin is the first to end."""
    first, second = patient(), patient()
    first.__enter__()
    second.__enter__()
    first.__exit__(None, None, None)
    assert gc.get_threshold()[0] == 50_000
    second.__exit__(None, None, None)
    assert gc.get_threshold() == (700, 10, 9)


@pytest.mark.parametrize("objects", [0, 100_000])
def test_who_asked_for_more_keeps_it(objects: int) -> None:
    gc.set_threshold(objects, 10, 9)
    with patient():
        assert gc.get_threshold()[0] == objects
    assert gc.get_threshold()[0] == objects


def test_a_failure_lets_it_go() -> None:
    with pytest.raises(ValueError, match="odd"), patient():
        raise ValueError("odd")
    assert gc.get_threshold() == (700, 10, 9)
