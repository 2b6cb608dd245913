"""What does not fit: long names, many pages, narrow screens, and pages that cannot be shown."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from web_client import QRELS, opened

from evalstore.query import Fetched
from evalstore.result import Result
from evalstore.store import Store
from evalstore.web.rankings import side_by_side
from evalstore.web.tables import page_links

if TYPE_CHECKING:
    from starlette.testclient import TestClient


def test_the_pages_between_are_an_ellipsis() -> None:
    names = [name for name, _ in page_links(70, 1, lambda one: f"?page={one}")]
    assert names == ["1", "2", "3", "…", "70"]
    names = [name for name, _ in page_links(70, 35, lambda one: f"?page={one}")]
    assert names == ["1", "…", "33", "34", "35", "36", "37", "…", "70"]
    assert page_links(2, 2, lambda one: f"?page={one}") == [("1", "?page=1"), ("2", None)]


@pytest.mark.parametrize(
    "address",
    [
        "/default/leaderboard.svg?m=AP",
        "/default/compare.svg?run=good&run=poor",
        "/default/compare.svg?run=good&run=poor&chart=scatter",
        "/default/correlate.svg?m=AP&m=RR",
        "/default/curves.svg?",
        "/default/topic/1/good.svg?",
        "/sql.svg?q=select 'a' as name, 1 as value",
    ],
)
def test_a_chart_for_a_narrow_page_is_narrower(client: TestClient, address: str) -> None:
    pytest.importorskip("vl_convert", reason="charts need the extra plots")

    def width(more: str) -> float:
        answer = client.get(f"{address}{more}")
        assert answer.status_code == 200, answer.text
        return float(re.findall(r'<svg [^>]*?width="([\d.]+)', answer.text)[0])

    assert width("&narrow=1") < width("")
    assert width("&narrow=1") < 480


def test_a_page_offers_charts_for_narrow_screens(client: TestClient) -> None:
    html = client.get("/default/leaderboard?m=AP").text
    media = re.findall(r'<source srcset="([^"]*)" media="([^"]*)">', html)
    assert [("narrow=1" in source, "dark=1" in source) for source, _ in media] == [
        *((True, True), (True, False), (False, True))
    ]
    assert [text.count("max-width") for _, text in media] == [1, 1, 0]


def test_the_name_of_a_document_ends_before_its_grade() -> None:
    docno = "https://www.example.org/a/very/long/path/of/a/document.html"
    columns = [("docno", "VARCHAR"), ("grade", "DOUBLE")]
    columns += [("rank_a", "BIGINT"), ("rank_b", "BIGINT")]
    rows = [(docno, 1.0, 1, 1), (f"{docno}?2", None, 2, 41)]
    drawing = side_by_side(Result(Fetched(columns, rows)), ("a" * 90, "b"), 20)
    shown = re.findall(r'<text x="[\d.]+" y="[\d.]+">([^<]*)</text><text class="grade"', drawing)
    assert [len(text) for text in shown] == [29, 15, 29]
    assert "…" in re.findall(r'<text class="system"[^>]*>([^<]*)', drawing)[0]


def test_a_heading_has_names_as_they_are_and_short(path: Path) -> None:
    long = f"my_run_{'x' * 60}"
    with Store(path) as store:
        store.load_run({"1": {"d1": 1.0}}, "my_run", collection="default")
        store.load_run({"1": {"d1": 1.0}}, long, collection="default")
    with opened(path) as client:
        html = client.get("/default/leaderboard?m=AP&baseline=my_run").text
        assert "AP vs my_run<" in html
        html = client.get(f"/default/leaderboard?m=AP&baseline={long}").text
        heading = re.findall(r'<th [^>]*title="AP vs [^"]*">.*?</th>', html)[0]
        assert f'title="AP vs {long}"' in heading
        assert "…" in heading
        assert ">a_b<" in client.get("/sql?q=select 1 as a_b").text


def test_a_collection_without_judgements_says_how_to_load_them(tmp_path: Path) -> None:
    path = tmp_path / "unjudged.duckdb"
    with Store(path) as store:
        store.load_run({"1": {"d": 1.0}}, "s")
    with opened(path) as client:
        answer = client.get("/default/leaderboard")
        assert answer.status_code == 400
        assert "load them with `evalstore load qrels`" in answer.text
        assert 'href="/default/topics"' in answer.text
        assert client.get("/default/topics").status_code == 200
        assert 'href="/none/topics"' not in client.get("/none/leaderboard").text


def test_a_correlation_of_one_system_says_what_it_requires(tmp_path: Path) -> None:
    path = tmp_path / "one.duckdb"
    with Store(path) as store:
        store.load_qrels(QRELS, name="q")
        store.load_run({"1": {"d1": 1.0}}, "s")
    with opened(path) as client:
        message = client.get("/default/correlate.json").json()["error"]
    assert message == "a correlation requires two systems; nDCG@10 and AP have 1 system in common"
