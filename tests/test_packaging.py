"""What describes the project to package indexes, citations and CI agrees with itself."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[1]

pytestmark = pytest.mark.skipif(
    not (ROOT / ".github").is_dir(), reason="these are the files of a checkout"
)


@pytest.fixture(scope="module")
def project() -> dict[str, object]:
    with (ROOT / "pyproject.toml").open("rb") as file:
        return tomllib.load(file)["project"]  # type: ignore[no-any-return]


def workflow(name: str) -> dict[str, object]:
    return yaml.safe_load((ROOT / ".github" / "workflows" / name).read_text())  # type: ignore[no-any-return]


def test_the_tested_versions_of_python_are_those_declared(project: dict[str, object]) -> None:
    declared = re.findall(r"Python :: (3\.\d+)", " ".join(project["classifiers"]))  # type: ignore[arg-type]
    matrix = workflow("tests.yml")["jobs"]["tests"]["strategy"]["matrix"]  # type: ignore[index]
    assert matrix["python"] == declared
    assert project["requires-python"] == f">={declared[0]}"
    assert matrix["duckdb"] == ["1.5", "2.0"]


def test_the_citation_has_the_version_and_the_licence(project: dict[str, object]) -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text())
    assert (citation["version"], citation["license"]) == (project["version"], project["license"])


def test_extras_that_are_named_exist(project: dict[str, object]) -> None:
    names = ["README.md", "Dockerfile", "CONTRIBUTING.md", ".ci/run"]
    names += [".github/workflows/tests.yml", ".github/workflows/release.yml"]
    names += [f"docs/{page.name}" for page in (ROOT / "docs").glob("*.md")]
    for name in names:
        text = (ROOT / name).read_text(encoding="utf-8")
        named = re.findall(r"(?:\.|evalstore)\[([a-z,-]+)\]", text)
        extras = {extra for group in named for extra in group.split(",")}
        assert extras <= set(project["optional-dependencies"]), name  # type: ignore[call-overload]


def test_types_are_declared() -> None:
    assert (ROOT / "evalstore" / "py.typed").exists()
    assert (ROOT / "cli" / "evalstore_cli" / "py.typed").exists()
