"""The selects of `sql/load/`, one for each step of a load, and of `sql/verify/`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from evalstore.resources import folder
from evalstore.views import compose


@cache
def select_of(name: str, layer: str = "load") -> str:
    """The text of a file of `sql/`."""
    return (folder("sql") / layer / f"{name}.sql").read_text(encoding="utf-8").strip()


def statement(name: str, overrides: Mapping[str, str] | None = None, layer: str = "load") -> str:
    """The select of that name with the views that it reads; `overrides` replace tables."""
    return compose(f"select * from {name}", {name: select_of(name, layer), **(overrides or {})})
