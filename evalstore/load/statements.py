"""The selects of sql/load."""

from __future__ import annotations

from functools import cache

from evalstore.resources import folder


@cache
def statement(name: str) -> str:
    """The select of that name."""
    text = (folder("sql") / "load" / f"{name}.sql").read_text(encoding="utf-8")
    return text.partition("\n")[2].strip()
