"""The generated pages are as the program has them, and every command of the README exists."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

pytestmark = pytest.mark.skipif(
    not (ROOT / "docs" / "generate.py").exists(), reason="the documentation is not here"
)


def test_generated_pages_are_fresh() -> None:
    command = [sys.executable, str(ROOT / "docs" / "generate.py"), "--check"]
    checked = subprocess.run(command, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_the_readme_names_no_command_that_is_not_there() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    page = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    named = set(re.findall(r"^evalstore ([a-z-]+)", readme, re.MULTILINE))
    known = set(re.findall(r"^## evalstore ([a-z-]+)", page, re.MULTILINE))
    assert named
    assert named <= known


def test_the_worked_example_of_custom_measures_runs_as_printed(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "custom-measures.md").read_text(encoding="utf-8")
    code = "\n".join(re.findall(r"```python\n(.*?)```", page, re.DOTALL))
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(os.path.abspath, sys.path))}
    result = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    assert result.stderr == ""
