"""The selects of `sql/load/`, one for each step of a load."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from evalstore.resources import folder
from evalstore.views import compose


@cache
def load_select(name: str) -> str:
    """The text of a file of `sql/load/`."""
    return (folder("sql") / "load" / f"{name}.sql").read_text(encoding="utf-8").strip()


def statement(name: str, overrides: Mapping[str, str] | None = None) -> str:
    """The select of that name with the views that it reads; `overrides` replace tables."""
    return compose(f"select * from {name}", {name: load_select(name), **(overrides or {})})
