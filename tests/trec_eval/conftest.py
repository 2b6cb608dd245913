"""A run of the drop-in over small files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from trec_eval_files import Ended, call


@pytest.fixture
def trec_eval(write: Callable[..., Path]) -> Callable[..., Ended]:
    """Run with options, over judgements and results that are given as text."""

    def evaluated(qrels: str | bytes, results: str | bytes, *options: str) -> Ended:
        return call(*options, write("qrels", qrels), write("results", results))

    return evaluated
