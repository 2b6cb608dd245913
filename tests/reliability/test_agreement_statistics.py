"""Agreement of two judges: textbook examples and hand-worked counts."""

from __future__ import annotations

import math

import numpy as np
import pytest

from evalstore.statistics.agreement import (
    cohen_kappa,
    krippendorff_alpha,
    overlap,
    raw_agreement,
)

TWO = np.array([0.0, 1.0])
THREE = np.array([0.0, 1.0, 2.0])


def test_cohen_by_hand() -> None:
    """20 and 15 agree of 50; by chance 25/50 * 30/50 + 25/50 * 20/50 = 1/2."""
    counts = np.array([[20.0, 5.0], [10.0, 15.0]])
    assert raw_agreement(counts) == pytest.approx(0.7)
    assert cohen_kappa(counts, TWO) == pytest.approx(0.4)


def test_weighted_kappa_by_hand() -> None:
    """Two of six are one grade apart, one is two apart."""
    counts = np.array([[1.0, 1.0, 1.0], [0.0, 1.0, 1.0], [0.0, 0.0, 1.0]])
    rows, columns = counts.sum(axis=1), counts.sum(axis=0)
    distance = np.abs(np.subtract.outer(THREE, THREE))
    for power in (1, 2):
        seen = (distance**power * counts).sum() / 6
        chance = (distance**power * np.outer(rows, columns)).sum() / 36
        assert cohen_kappa(counts, THREE, power) == pytest.approx(1 - seen / chance)


def test_weights_follow_the_distance_of_the_grades() -> None:
    counts = np.array([[5.0, 1.0, 0.0], [0.0, 5.0, 3.0], [0.0, 0.0, 5.0]])
    even = cohen_kappa(counts, THREE, 1)
    assert cohen_kappa(counts, np.array([0.0, 2.0, 4.0]), 1) == pytest.approx(even)
    assert cohen_kappa(counts, np.array([0.0, 1.0, 3.0]), 1) != pytest.approx(even)


def test_krippendorff_nominal_as_published() -> None:
    """Krippendorff 2011, binary data of two observers, ten units: alpha = 0.095."""
    first = [0, 1, 0, 0, 0, 0, 0, 0, 1, 0]
    second = [1, 1, 1, 0, 0, 1, 0, 0, 0, 0]
    counts = np.zeros((2, 2))
    for pair in zip(first, second, strict=True):
        counts[pair] += 1
    assert krippendorff_alpha(counts, TWO) == pytest.approx(0.095, abs=5e-4)


def test_krippendorff_nominal_data_as_published() -> None:
    """Krippendorff 2011, nominal data of two observers, twelve units: alpha = 0.692."""
    first, second = "aabbdcccedda", "babbbccceddd"
    names = "abcde"
    counts = np.zeros((5, 5))
    for one, other in zip(first, second, strict=True):
        counts[names.index(one), names.index(other)] += 1
    assert krippendorff_alpha(counts, np.arange(5.0)) == pytest.approx(0.692, abs=5e-4)


def test_with_two_grades_all_levels_are_one() -> None:
    counts = np.array([[20.0, 5.0], [10.0, 15.0]])
    values = [
        krippendorff_alpha(counts, TWO, level) for level in ("nominal", "ordinal", "interval")
    ]
    assert values == pytest.approx([values[0]] * 3)


@pytest.mark.parametrize("level", ["nominal", "ordinal", "interval"])
def test_full_agreement_is_1(level: str) -> None:
    counts = np.diag([3.0, 4.0, 5.0])
    assert krippendorff_alpha(counts, THREE, level) == 1
    assert cohen_kappa(counts, THREE) == 1


def test_one_grade_alone_has_no_chance_to_correct_for() -> None:
    counts = np.array([[7.0]])
    assert math.isnan(cohen_kappa(counts, np.array([1.0])))
    assert math.isnan(krippendorff_alpha(counts, np.array([1.0])))
    assert raw_agreement(counts) == 1


def test_overlap_is_relevant_to_both_over_relevant_to_either() -> None:
    counts = np.array([[50.0, 4.0, 1.0], [5.0, 6.0, 2.0], [0.0, 3.0, 9.0]])
    assert overlap(counts, THREE) == pytest.approx(20 / 30)
