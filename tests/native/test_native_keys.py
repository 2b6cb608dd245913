"""Compiled keys and their tables do as those of NumPy do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalstore import native
from evalstore.load.key_table import KeyTable
from evalstore.load.keys import Keys, keys_of, keys_of_numbers

pytestmark = pytest.mark.skipif(native.compiled is None, reason="no compiled module here")


def both_ways(work: Callable[[], Any]) -> tuple[Any, Any]:
    """What comes of work with the compiled module, and without it."""
    compiled = work()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(native, "compiled", None)
        return compiled, work()


@settings(deadline=None, max_examples=300)
@given(chunks=st.lists(st.lists(st.text(max_size=40), max_size=8), max_size=3))
def test_keys_are_the_same(chunks: list[list[str]]) -> None:
    column = pa.chunked_array([pa.array(chunk, pa.string()) for chunk in chunks], pa.string())
    compiled, pure = both_ways(lambda: keys_of(column))
    assert compiled.high.tolist() == pure.high.tolist()
    assert compiled.low.tolist() == pure.low.tolist()


def test_keys_of_a_slice_are_those_of_its_names() -> None:
    names = pa.array(["first", "second of them", "third"])
    whole, part = (keys_of(pa.chunked_array([one])) for one in (names, names[1:]))
    assert part.high.tolist() == whole.high[1:].tolist()


def few_keys(numbers: list[int]) -> Keys:
    """Keys that crowd the last slots of a small table."""
    many = np.array(numbers, np.uint64)
    return Keys(many | np.uint64(0xFFF << 52), many)


BATCHES = st.lists(st.lists(st.integers(0, 60), max_size=30), min_size=1, max_size=5)


@settings(deadline=None, max_examples=300)
@given(batches=BATCHES, keys=st.sampled_from([few_keys, lambda n: keys_of_numbers(np.array(n))]))
def test_a_table_numbers_alike(batches: list[list[int]], keys: Callable[[list[int]], Keys]) -> None:
    def numbered() -> list[list[int]]:
        table = KeyTable()
        answers = []
        for batch in batches:
            slots, new = table.slots(keys(batch))
            table.numbers[slots[new]] = np.arange(len(new)) + table.count - len(new) + 1
            answers += [new.tolist(), table.numbers[slots].tolist()]
            answers.append(table.numbers_of(keys(list(range(70)))).tolist())
        return answers

    compiled, pure = both_ways(numbered)
    assert compiled == pure


@pytest.mark.parametrize(
    ("function", "arrays"),
    [
        ("keys", 2),
        ("slots_of", 3),
        ("look_up", 6),
        ("copied", 3),
        ("judged", 6),
        ("fall", 3),
        ("repeat", 2),
        ("untied", 5),
    ],
)
def test_other_arguments_are_refused(function: str, arrays: int) -> None:
    called = getattr(native.compiled, function)
    with pytest.raises(TypeError, match=f"0 arrays, not {arrays}"):
        called()
    with pytest.raises(TypeError, match="items of 2 bytes, not"):
        called(*[np.zeros(4, np.int16)] * arrays)


LISTS = st.lists(st.lists(st.integers(0, 9), min_size=1, max_size=8), min_size=1, max_size=5)


@settings(deadline=None, max_examples=300)
@given(lists=LISTS, keys=st.sampled_from([few_keys, lambda n: keys_of_numbers(np.array(n))]))
def test_repeats_within_a_list_are_seen(
    lists: list[list[int]], keys: Callable[[list[int]], Keys]
) -> None:
    assert native.compiled is not None
    lengths = np.array([len(one) for one in lists])
    high = keys([number for one in lists for number in one]).high
    expected = any(len(set(one)) < len(one) for one in lists)
    assert native.compiled.repeat(lengths, high) == expected


@pytest.mark.parametrize(
    ("scores", "ranks", "expected"),
    [
        ([3.0, 2.0, 1.0, 5.0, 4.0], [1, 2, 3, 1, 2], True),
        ([3.0, 2.0, 2.0, 5.0, 4.0], [1, 2, 3, 1, 2], False),
        ([3.0, 2.0, 2.0 - 1e-9, 5.0, 4.0], [1, 2, 3, 1, 2], False),  # tied as floats
        ([3.0, 2.0, 1.0, 4.0, 5.0], [1, 2, 3, 1, 2], False),
        ([3.0, 2.0, 1.0, 5.0, 4.0], [0, 1, 2, 0, 1], False),
        ([2e300, 1e300, 1.0, 5.0, 4.0], [1, 2, 3, 1, 2], False),  # both infinite as floats
    ],
)
def test_lists_fall(scores: list[float], ranks: list[int], expected: bool) -> None:
    assert native.compiled is not None
    found = native.compiled.fall(np.array([3, 2]), np.array(scores), np.array(ranks))
    assert found == expected


def test_lists_of_another_length_are_refused() -> None:
    assert native.compiled is not None
    with pytest.raises(ValueError, match="3 rows for 2 places"):
        native.compiled.repeat(np.array([2]), np.zeros(3, np.uint64))
    with pytest.raises(ValueError, match="1 rows for 2 places"):
        native.compiled.fall(np.array([1, 1]), np.zeros(2), np.zeros(1, np.int64))
