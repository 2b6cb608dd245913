"""A store in memory that spills: within its limit, and without a trace."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest

from evalstore.store import temporary_store

# A sort of 80 MB of text that cannot be done in 60 MB of memory.
_LARGE = """
    select count(*) from (
        select repeat('x', 20) || hash(number) as name from range(2_000_000) as numbers(number)
        order by name
        offset 1
    )
"""


def test_what_is_beyond_the_limit_goes_to_a_folder_that_is_deleted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with temporary_store(memory_limit="60MB", threads=1) as store:
        assert store.sql(_LARGE).fetchall() == [(1_999_999,)]
        [folder] = tmp_path.iterdir()
        assert folder.name.startswith("evalstore-")
    assert list(tmp_path.iterdir()) == []
