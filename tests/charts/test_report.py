"""The report: one file, the same bytes each time, with the library's numbers."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import duckdb
import pytest

import evalstore
from evalstore.errors import EvalstoreError, UsageError
from evalstore.store import Store


@pytest.fixture(scope="module")
def page(small: Store) -> str:
    return small.report(["nDCG@10", "AP"])


class _Loaded(HTMLParser):
    """The elements of a page, and what they would fetch."""

    def __init__(self) -> None:
        super().__init__()
        self.elements: list[str] = []
        self.ids: list[str] = []
        self.fetched: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(tag)
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            if name in ("src", "href", "xlink:href", "action") and not (value or "").startswith(
                ("#", "data:")
            ):
                self.fetched.append(value or "")


def test_it_repeats_byte_for_byte(small: Store, page: str) -> None:
    assert small.report(["nDCG@10", "AP"]) == page


def test_it_needs_no_script_and_no_network(page: str) -> None:
    parser = _Loaded()
    parser.feed(page)
    assert "script" not in parser.elements
    assert "link" not in parser.elements
    assert parser.fetched == []
    assert not re.search(r"url\(\s*['\"]?https?:", page)


def test_ids_are_unique_and_every_section_is_there(page: str) -> None:
    parser = _Loaded()
    parser.feed(page)
    assert len(parser.ids) == len(set(parser.ids))
    for section in ("leaderboard", "curves", "heatmap", "pairs", "topics", "method"):
        assert section in parser.ids
    assert parser.elements.count("svg") == 4


def test_it_has_the_leaderboard_the_test_the_versions_and_the_digests(
    small: Store, page: str
) -> None:
    for row in small.leaderboard(["nDCG@10", "AP"]).dicts():
        assert f"{row['nDCG@10']:.4f}" in page
    assert "paired t test, Holm correction" in page
    assert f"evalstore {evalstore.__version__} and DuckDB {duckdb.__version__}" in page
    for (digest,) in small.sql("select sha256 from run union all select sha256 from qrels").rows:
        assert digest in page
    assert "/" not in "".join(str(row["file"]) for row in small.files().dicts())


def test_markdown_has_the_tables_without_pictures(small: Store) -> None:
    text = small.report(["nDCG@10"], format="markdown")
    assert text.startswith("# Evaluation of demo")
    assert "| **0.9" in text
    assert "<svg" not in text
    assert text == small.report(["nDCG@10"], format="markdown")


def test_test_and_correction_are_those_asked_for(small: Store) -> None:
    page = small.report(["AP"], test="wilcoxon", correction="bonferroni", title="A & <B>")
    assert "Wilcoxon signed-rank test, Bonferroni correction" in page
    assert "<title>A &amp; &lt;B&gt;</title>" in page


def test_one_system_has_no_pairs(small: Store) -> None:
    page = small.report(["AP"], runs=["bm25"])
    assert 'id="pairs"' not in page
    assert 'id="topics"' in page


def test_names_are_escaped(store: Store) -> None:
    store.load_qrels({"1": {"d": 1}, "2": {"d": 1}})
    for number, name in enumerate(("<script>alert(1)</script>", "*bold* | [x](y)")):
        store.load_run({"1": {"d": 1}, "2": {"d": number}}, name)
    assert "<script" not in store.report()
    assert "## *bold*" not in store.report(format="markdown")


def test_a_store_without_judgements_is_an_error(store: Store) -> None:
    with pytest.raises(EvalstoreError):
        store.report()
    with pytest.raises(UsageError, match="available: html, markdown"):
        store.report(format="pdf")
