"""The generated pages are as the program has them, and examples print what the pages show."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "docs"))
examples = pytest.importorskip("examples", reason="the documentation is not here")


def test_generated_pages_are_fresh() -> None:
    command = [sys.executable, str(ROOT / "docs" / "generate.py"), "--check"]
    checked = subprocess.run(command, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout + checked.stderr


@pytest.mark.parametrize("page", examples.pages(), ids=lambda page: page.name)
def test_no_page_names_a_command_that_is_not_there(page: Path) -> None:
    reference = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    known = set(re.findall(r"^## evalstore ([a-z-]+)", reference, re.MULTILINE))
    text = page.read_text(encoding="utf-8")
    named = re.findall(r"(?:`|\$ )evalstore ([a-z][a-z-]*)", text)
    assert known
    assert set(named) <= known


@pytest.mark.parametrize("page", examples.pages(), ids=lambda page: page.name)
def test_every_block_is_run_or_says_why_not(page: Path) -> None:
    for block in examples.blocks(page.read_text(encoding="utf-8")):
        assert block.kind in (*examples.RUN, "toml", "yaml", ""), block.text
        if block.kind == "":  # a drawing
            assert not re.search(r"^(\$ |evalstore |import )", block.text, re.MULTILINE), block.text


@pytest.mark.parametrize("page", examples.pages(), ids=lambda page: page.name)
def test_examples_print_what_the_page_shows(page: Path) -> None:
    shown, printed, skipped = examples.run(page)
    assert printed == shown
    if skipped:
        pytest.skip(f"the other examples ran; {', '.join(sorted(set(skipped)))}")


def test_an_output_that_differs_is_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("```console\n$ evalstore query 'select 1 + 1 as two'\ntwo\n───\n  3\n```\n")
    shown, printed, _skipped = examples.run(page)
    assert shown != printed
    assert "\n  2\n" in printed


def test_a_command_that_fails_is_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("```sh\nevalstore leaderboard -m nonsense\n```\n")
    with pytest.raises(examples.ExampleError, match="exit code 2, not 0"):
        examples.run(page)


def test_links_between_pages_lead_somewhere() -> None:
    for page in (*examples.pages(), ROOT / "CONTRIBUTING.md"):
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"
