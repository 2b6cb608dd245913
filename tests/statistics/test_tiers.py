"""Tiers: groups of a ranking."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from evalstore.statistics.tiers import groups, labels, letters, lines


def significant(count: int, *pairs: tuple[int, int]) -> NDArray[np.bool_]:
    """Which places of a ranking differ significantly."""
    matrix = np.zeros((count, count), dtype=bool)
    for one, other in pairs:
        matrix[one, other] = True
    return matrix


def test_nobody_differs_all_share_one_tier() -> None:
    assert labels(groups(significant(3)), 3) == ["a", "a", "a"]


def test_all_differ_each_has_a_tier_of_its_own() -> None:
    assert labels(groups(significant(3, (0, 1), (0, 2), (1, 2))), 3) == ["a", "b", "c"]


def test_the_one_in_between_belongs_to_both() -> None:
    """The first beats the last; the second differs from neither."""
    assert labels(groups(significant(3, (0, 2))), 3) == ["a", "a-b", "b"]


def test_who_shares_no_tier_differs_significantly() -> None:
    """Even where a system far down, with erratic scores, does not differ from the first."""
    matrix = significant(5, (0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (1, 4), (2, 4))
    found = groups(matrix)
    for one in range(5):
        for other in range(one + 1, 5):
            together = any(start <= one and other <= end for start, end in found)
            assert together or matrix[one, other]


@pytest.mark.parametrize("count", [1, 2, 30, 126])
def test_whatever_is_significant_tiers_never_claim_more(count: int) -> None:
    matrix = np.triu(np.random.default_rng(count).random((count, count)) < 0.7, 1)
    found = groups(matrix)
    apart = np.ones((count, count), dtype=bool)
    for start, end in found:
        apart[start : end + 1, start : end + 1] = False
    assert not (np.triu(apart, 1) & ~matrix).any()
    assert len(labels(found, count)) == count


def test_letters_go_on_after_z() -> None:
    assert [letters(number) for number in (0, 25, 26, 27, 51, 52, 701, 702)] == [
        *("a", "z", "aa", "ab", "az", "ba", "zz", "aaa")
    ]


def test_lines_run_beside_the_members_of_a_tier() -> None:
    assert lines([(0, 1), (1, 3), (3, 4)], 5, ".") == ["│", "││", ".│", "││", "│"]


def test_a_single_system_is_a_tier() -> None:
    assert labels(groups(significant(1)), 1) == ["a"]
