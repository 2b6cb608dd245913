"""The pages on formats, fusion and configuration say what the program does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from evalstore.config import DEFAULTS
from evalstore.formats.columns import SPELLINGS
from evalstore.fusion import METHODS, NORMS

DOCS = Path(__file__).resolve().parents[2] / "docs"

pytestmark = pytest.mark.skipif(not DOCS.is_dir(), reason="the documentation is not here")


def test_columns() -> None:
    page = (DOCS / "formats.md").read_text(encoding="utf-8")
    for name, spellings in SPELLINGS.items():
        row = re.search(rf"^\| {name}(?: \(.*?\))? \| (.*) \|$", page, re.MULTILINE)
        assert row is not None, name
        assert row[1] == ", ".join(spellings)


def test_fusion() -> None:
    page = (DOCS / "fusion.md").read_text(encoding="utf-8")
    for name in (*METHODS, *NORMS):
        assert f"`{name.replace('comb_', 'comb')}`" in page


def test_settings() -> None:
    page = (DOCS / "configuration.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| `(\w+)` \| `EVALSTORE_(\w+)`", page, re.MULTILINE) == [
        (name, name.upper())
        for name in ("db", "collection", "measures", "qrels", "rel", "test", "queries")
    ]
    assert list(DEFAULTS) == ["db", "collection", "measures", "qrels", "rel", "test", "queries"]
