"""Columns made of Python values are those that pyarrow makes, without pandas."""

from __future__ import annotations

import subprocess
import sys

import pyarrow as pa
import pytest

from evalstore.answers.columns import column

VALUES = {
    "text": (["a", "", None, "é|", "x" * 300], pa.string()),
    "number": ([0.1, None, -2.0, 1e300, float("inf"), 3], pa.float64()),
    "count": ([1, None, -(2**62), 0], pa.int64()),
    "flag": ([True, None, False, *[True] * 9], pa.bool_()),
}


@pytest.mark.parametrize("kind", VALUES)
def test_a_column_is_pyarrows(kind: str) -> None:
    values, type_ = VALUES[kind]
    made = column(values, kind)
    made.validate(full=True)
    assert made.equals(pa.array(values, type=type_))
    assert column([], kind).equals(pa.array([], type=type_))


def test_nan_is_null() -> None:
    assert column([float("nan"), 1.0], "number").to_pylist() == [None, 1.0]


def test_a_comparison_imports_no_pandas() -> None:
    code = """
import sys, evalstore
with evalstore.open() as store:
    store.load_qrels({"1": {"a": 1}, "2": {"b": 1}})
    store.load_run({"1": {"a": 1.0}, "2": {"a": 1.0}}, "x")
    store.load_run({"1": {"b": 1.0}, "2": {"b": 1.0}}, "y")
    before = "pandas" in sys.modules
    store.compare(["x", "y"], ["AP"]).to("table")
    store.leaderboard(["AP"], tiers=True).to("table")
print(before or "pandas" not in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "True\n"
