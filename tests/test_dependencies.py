"""The page about dependencies names those of pyproject.toml, each with a licence and a reason."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "dependencies.md"

pytestmark = pytest.mark.skipif(not PAGE.exists(), reason="the documentation is not here")


def plain(requirement: str) -> str:
    """The package of a requirement, as package indexes spell it."""
    name = re.split(r"[\s\[<>=!~;]", requirement, maxsplit=1)[0]
    return re.sub(r"[-_.]+", "-", name).lower()


def test_every_dependency_is_listed_with_licence_and_reason() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    groups = [project["dependencies"], *project["optional-dependencies"].values()]
    rows = re.findall(r"^\| ([\w.-]+) \| (.+?) \| (.+?) \|$", PAGE.read_text(), re.MULTILINE)
    listed = {plain(name): (licence, reason) for name, licence, reason in rows}
    del listed["package"]
    wanted = {plain(one) for group in groups for one in group} - {"evalstore"}
    assert set(listed) == wanted
    assert all(licence.strip() and reason.strip() for licence, reason in listed.values())
