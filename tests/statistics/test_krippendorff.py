"""Krippendorff's alpha beside the package of that name, which has the judges' grades one by one."""

from __future__ import annotations

import numpy as np
import pytest

from evalstore.statistics.agreement import krippendorff_alpha

krippendorff = pytest.importorskip("krippendorff", reason="krippendorff is not installed")


@pytest.mark.parametrize("level", ["nominal", "ordinal", "interval"])
@pytest.mark.parametrize("seed", range(20))
def test_two_judges(level: str, seed: int) -> None:
    random = np.random.default_rng(seed)
    grades = np.array([0.0, 1.0, 2.0, 4.0])
    first = random.integers(0, 4, 200)
    second = np.where(random.random(200) < 0.6, first, random.integers(0, 4, 200))
    counts = np.zeros((4, 4))
    np.add.at(counts, (first, second), 1)
    expected = krippendorff.alpha(
        reliability_data=[grades[first], grades[second]], level_of_measurement=level
    )
    assert krippendorff_alpha(counts, grades, level) == pytest.approx(expected, abs=1e-9)
