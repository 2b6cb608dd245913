"""Help texts as a new user reads them: the page docs/cli.md, which is the help of all commands."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from outcome import Es

PAGE = Path(__file__).parents[2] / "docs" / "cli.md"

# Words of a private dialect, and what plain technical English has instead.
DIALECT = {
    "somebody": "the user",
    "nobody": "unjudged, no process",
    "whoever": "the caller",
    "anew": "again, recompute",
    "in all": "in total",
    "take the place": "replace",
    "of one's own": "user-defined",
    "kept": "stored",
    "held": "stored",
    "told": "reported",
}


@pytest.fixture(scope="module")
def page() -> str:
    return PAGE.read_text(encoding="utf-8")


def test_no_summary_is_cut_off_at_80_columns(page: str) -> None:
    overview = page[: page.index("## evalstore demo")]
    assert [line for line in overview.splitlines()[4:] if line.endswith("...")] == []


@pytest.mark.parametrize(
    "group", ["load", "list", "drop", "rename", "measure", "export", "config", "lake", "lake load"]
)
def test_no_summary_in_a_group_is_cut_off(es: Es, group: str) -> None:
    done = es(*group.split(), "--help")
    assert [line for line in done.out.splitlines()[1:] if line.endswith("...")] == []


def test_each_example_is_a_line(page: str) -> None:
    for line in page.splitlines():
        assert not re.search(r"Examples?:.*\S", line), line
        assert line.count("evalstore ") < 2 or "|" in line or "`" in line, line


@pytest.mark.parametrize("word", DIALECT)
def test_plain_technical_english(page: str, word: str) -> None:
    found = re.findall(rf"^.*\b{word}\b.*$", page, re.IGNORECASE | re.MULTILINE)
    assert found == [], f"better: {DIALECT[word]}"


def test_the_charts_are_named(page: str) -> None:
    text = page[page.index("## evalstore plot") :]
    for chart in ("leaderboard", "precision-recall", "heatmap", "agreement"):
        assert chart in text[: text.index("## evalstore report")]
