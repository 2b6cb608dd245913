"""The site of the documentation builds without warnings, has every page, and loads nothing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
LOADED = re.compile(
    r"<(?:script|img|iframe|link|source|embed|object)\b[^>]*\b(?:src|href|data)=[\"']?(?:https?:)?//[^>]*"
    r"|@import[^;]*(?:https?:)?//[^;]*"
    r"|url\(\s*[\"']?(?:https?:)?//[^)]*"
)

pytestmark = pytest.mark.skipif(
    not (ROOT / "mkdocs.yml").exists(), reason="the documentation is not here"
)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built site; a warning is an error."""
    pytest.importorskip("mkdocs", reason="mkdocs is not installed: pip install 'evalstore[docs]'")
    from mkdocs.commands.build import build
    from mkdocs.config import load_config

    folder = tmp_path_factory.mktemp("site")
    build(load_config(str(ROOT / "mkdocs.yml"), site_dir=str(folder), strict=True))
    return folder


def test_every_page_is_there_and_in_the_navigation(site: Path) -> None:
    home = (site / "index.html").read_text(encoding="utf-8")
    pages = {page.stem for page in (ROOT / "docs").glob("*.md")} - {"disagreements"}
    for name in pages:
        assert (site / f"{name}.html").exists()
        assert f'href="{name}.html"' in home or name == "index"


def test_nothing_is_loaded_from_elsewhere(site: Path) -> None:
    files = [path for path in site.rglob("*") if path.suffix in (".html", ".css", ".svg")]
    assert files
    loaded = {
        f"{path.name}: {match}"
        for path in files
        for match in LOADED.findall(path.read_text(encoding="utf-8"))
    }
    assert loaded == set()


@pytest.mark.parametrize(
    "text",
    [
        '<script src="https://cdn.example.org/x.js"></script>',
        "<link rel='stylesheet' href='//fonts.example.org/x.css'>",
        "body { background: url(https://example.org/x.png) }",
        '@import "https://example.org/x.css";',
    ],
)
def test_what_is_loaded_is_recognised(text: str) -> None:
    assert LOADED.search(text)
    assert not LOADED.search('<a href="https://example.org">a link</a><script src="js/x.js">')
