"""Keys tell documents apart, and the table of keys finds them again."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pyarrow as pa
from hypothesis import given, settings
from hypothesis import strategies as st

from evalstore.load.key_table import FREE, KeyTable
from evalstore.load.keys import Keys, keys_of, keys_of_numbers
from evalstore.load.sieve import Sieve

NAMES = st.lists(
    st.one_of(
        st.text("ab\0é", max_size=20),
        st.integers(0, 400).map(lambda number: f"clueweb09-en00{number:06}-00-{number:05}"),
        st.integers(0, 400).map(str),
    ),
    max_size=200,
)


def keys(names: list[str], cut: int = 3) -> Keys:
    return keys_of(pa.chunked_array([names[:cut], names[cut:]], pa.string()))


def pairs(found: Keys) -> list[tuple[int, int]]:
    return list(zip(found.high.tolist(), found.low.tolist(), strict=True))


@settings(deadline=None)
@given(names=NAMES, cut=st.integers(0, 10))
def test_names_have_one_key_each_wherever_they_stand(names: list[str], cut: int) -> None:
    found = pairs(keys(names, cut))
    assert len(set(found)) == len(set(names)) == len(set(zip(found, names, strict=True)))
    assert found == [pairs(keys([name]))[0] for name in names]
    sliced = pa.chunked_array([pa.array(["x", *names], pa.string()).slice(1)])
    assert pairs(keys_of(sliced)) == found


def test_each_half_alone_tells_many_names_apart() -> None:
    words = ("D", "doc-", "msmarco_v2.1_")
    names = [f"{word}{number}" for word in words for number in range(50_000)]
    found = keys(names)
    assert len(np.unique(found.high)) == len(np.unique(found.low)) == len(names)
    slots = np.bincount((found.high >> np.uint64(48)).astype(np.int64), minlength=1 << 16)
    assert slots.max() < 20  # 2.3 on average: names that are alike do not crowd together


@settings(deadline=None)
@given(batches=st.lists(NAMES, max_size=5))
def test_the_table_numbers_names_as_they_first_appear(batches: list[list[str]]) -> None:
    table = KeyTable()
    expected: dict[str, int] = {}
    for names in batches:
        slots, new = table.slots(keys(names))
        assert [names[place] for place in new] == [
            name for name in dict.fromkeys(names) if name not in expected
        ]
        numbers = np.arange(len(expected) + 1, len(expected) + 1 + len(new))
        table.numbers[slots[new]] = numbers
        expected |= {names[place]: int(number) for place, number in zip(new, numbers, strict=True)}
        assert table.numbers[slots].tolist() == [expected[name] for name in names]
    assert table.count == len(expected)


def test_the_table_grows_without_losing_anything() -> None:
    table = KeyTable()
    rng = np.random.default_rng(1)
    for last in (10, 5_000, 5_001, 300_000):
        numbers = rng.permutation(last) + 1
        slots, new = table.slots(keys_of_numbers(numbers))
        table.numbers[slots[new]] = numbers[new]
        assert (table.numbers[slots] == numbers).all()
        assert table.count == last


def test_keys_that_share_a_slot_or_a_half_are_told_apart() -> None:
    """Those that start at the last slot go on at the first."""
    table = KeyTable()
    crowded = Keys(np.full(50, (1 << 64) - 1, np.uint64), np.arange(50, dtype=np.uint64))
    slots, new = table.slots(crowded)
    table.numbers[slots[new]] = np.arange(1, 51)
    assert len(new) == len(set(slots.tolist())) == 50
    table.slots(keys_of_numbers(np.arange(100_000)))
    slots, new = table.slots(crowded)
    assert len(new) == 0
    assert table.numbers[slots].tolist() == list(range(1, 51))


@settings(deadline=None)
@given(held=NAMES, asked=NAMES)
def test_only_what_is_there_is_found(held: list[str], asked: list[str]) -> None:
    table = KeyTable()
    slots, _ = table.slots(keys(held))
    numbers = {name: number for number, name in enumerate(dict.fromkeys(held), 1)}
    table.numbers[slots] = [numbers[name] for name in held]
    expected = [numbers.get(name, FREE) for name in asked]
    assert table.numbers_of(keys(asked)).tolist() == expected


@settings(deadline=None)
@given(held=NAMES, asked=NAMES)
def test_a_sieve_holds_all_that_is_known(held: list[str], asked: list[str]) -> None:
    places = Sieve(keys(held)).held(keys(asked)).tolist()
    assert {place for place, name in enumerate(asked) if name in held} <= set(places)


def test_a_sieve_lets_most_of_what_is_not_known_through() -> None:
    sieve = Sieve(keys_of_numbers(np.arange(10_000)))
    assert len(sieve.held(keys_of_numbers(np.arange(10_000)))) == 10_000
    assert len(sieve.held(keys_of_numbers(np.arange(20_000, 120_000)))) < 10_000


def test_numbers_are_looked_up_while_others_are_added() -> None:
    """What is not there yet may be missed; what is found is right, in tables old and new."""
    held = keys([f"document-{number}" for number in range(200_000)])
    table, right = KeyTable(), np.arange(1, len(held) + 1, dtype=np.int32)

    def look_up() -> int:
        found = table.numbers_of(held)
        assert ((found == FREE) | (found == right)).all()
        return int((found == right).sum())

    with ThreadPoolExecutor(3) as pool:
        looks = []
        for start in range(0, len(held), 5_000):
            looks += [pool.submit(look_up) for _ in range(3)]
            some = slice(start, start + 5_000)
            slots, _ = table.slots(held[some])
            table.numbers[slots] = right[some]
        assert [look.result() for look in looks]
    assert look_up() == len(held)
