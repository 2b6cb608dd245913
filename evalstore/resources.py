"""The folders `sql/` and `migrations/`: in the installed package, or beside it in a checkout."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def folder(name: str) -> Path:
    """The folder `name` of the wheel, or of the checkout for an editable install."""
    inside = _PACKAGE / name
    return inside if inside.is_dir() else _PACKAGE.parent / name
