"""Arrow's functions by name: what the methods of columns give."""

from __future__ import annotations

import sys

import numpy as np
import pyarrow as pa
import pytest

from evalstore import arrow

NAMES = pa.chunked_array([["b", "b"], ["a", "b"]], pa.string())


@pytest.fixture(params=["its own module", "pyarrow.compute"], autouse=True)
def functions(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the functions come from; an Arrow without that module has them elsewhere."""
    if request.param == "pyarrow.compute":
        import pyarrow.compute  # noqa: F401, imports the other module

        monkeypatch.delattr(pa, "_compute", raising=False)
        monkeypatch.setitem(sys.modules, "pyarrow._compute", None)


def test_taken() -> None:
    places = np.array([3, 2, 0])
    assert arrow.taken(NAMES, places).to_pylist() == ["b", "a", "b"]
    assert arrow.taken(NAMES.combine_chunks(), places[:0]).to_pylist() == []


def test_unique() -> None:
    assert arrow.unique(NAMES).to_pylist() == ["b", "a"]


def test_encoded() -> None:
    coded = arrow.encoded(NAMES.combine_chunks())
    assert coded.dictionary.to_pylist() == ["b", "a"]
    assert coded.indices.to_pylist() == [0, 0, 1, 0]


def test_stretched() -> None:
    stretches = arrow.stretched(NAMES.combine_chunks())
    assert stretches.values.to_pylist() == ["b", "a", "b"]
    assert stretches.run_ends.to_pylist() == [2, 3, 4]


def test_as_numbers() -> None:
    spelt = pa.array(["10", "0", "2147483648"])
    assert arrow.as_numbers(spelt).to_pylist() == [10, 0, 2147483648]
