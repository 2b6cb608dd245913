"""trec_eval's own test commands, of both versions: the output is the same to the byte."""

from __future__ import annotations

import io
import shlex
from pathlib import Path

import pytest
from evalstore_cli.trec_eval import run

pytestmark = pytest.mark.fixtures

FIXTURES = Path(__file__).resolve().parents[3] / "shared" / "fixtures"

FOLDERS = {"9": "trec_eval-9.0.8-test", "10": "trec_eval-10.0-test"}


def commands() -> list[tuple[str, str]]:
    found = []
    for compat, folder in FOLDERS.items():
        listing = FIXTURES / folder / "COMMANDS.txt"
        lines = listing.read_text().splitlines() if listing.is_file() else []
        found += [(compat, line.strip()) for line in lines if "| diff -" in line]
    return found


@pytest.mark.parametrize(("compat", "command"), commands())
def test_the_output_is_the_same_to_the_byte(compat: str, command: str, fixtures: Path) -> None:
    folder = fixtures / FOLDERS[compat]
    given, _, expected = command.partition("| diff -")
    arguments = [word.replace("test/", f"{folder}/") for word in shlex.split(given)[1:]]
    out, err = io.BytesIO(), io.BytesIO()
    code = run(["--compat", compat, *arguments], io.BytesIO(), out, err)
    assert (code, err.getvalue()) == (0, b"")
    assert out.getvalue() == (folder / expected.strip().removeprefix("test/")).read_bytes()
