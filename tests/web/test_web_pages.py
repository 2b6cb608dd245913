"""Pages: they answer, their links lead somewhere, and any name survives."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from web_client import AWKWARD, opened

from evalstore.store import Store
from evalstore.web.links import name_of, segment, split_format

if TYPE_CHECKING:
    from starlette.testclient import TestClient

PAGES = [
    "/",
    "/default/leaderboard",
    "/default/leaderboard?m=AP&tiers=1&judged=10&baseline=poor",
    "/default/system/good",
    "/default/topic/1",
    "/default/topic/1/good",
    "/default/compare",
    "/default/compare?run=good",
    "/default/compare?run=good&run=poor",
    "/default/compare?run=good&run=poor&topic=1",
    "/default/topics",
    "/default/difficulty",
    "/default/curves",
    "/default/heatmap",
    "/default/heatmap?z=1",
    "/default/pareto",
    "/default/correlate",
    "/sql",
]


def links(html: str) -> list[str]:
    return [unescape(found) for found in re.findall(r'(?:href|src|srcset)="([^"]*)"', html)]


@pytest.mark.parametrize("page", PAGES)
def test_a_page_answers_and_refers_to_itself_only(client: TestClient, page: str) -> None:
    answer = client.get(page)
    assert answer.status_code == 200, answer.text
    assert answer.text.startswith("<!DOCTYPE html>")
    assert all(
        link.startswith(("/", "#")) and not link.startswith("//") for link in links(answer.text)
    )
    assert "style=" not in answer.text
    assert "<script>" not in answer.text


@pytest.mark.parametrize("page", PAGES)
def test_tables_are_described_for_screen_readers(client: TestClient, page: str) -> None:
    html = client.get(page).text
    assert 'href="#content"' in html
    assert html.count("<table") == html.count("<caption")
    assert re.search(r'<html lang="en">', html)
    for image in re.findall(r"<img [^>]*>", html):
        assert re.search(r'alt="[^"]+"', image)


class Controls(HTMLParser):
    """The fields of a page that have no name for a screen reader, and the heads without scope."""

    def __init__(self) -> None:
        super().__init__()
        self.labels, self.nameless = 0, list[str]()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.labels += tag == "label"
        is_field = tag in ("input", "select", "textarea") and given.get("type") != "hidden"
        if is_field and not (self.labels or given.get("aria-label") or given.get("id")):
            self.nameless.append(f"{tag} {given}")
        if tag == "th" and not given.get("scope"):
            self.nameless.append(f"th {given}")
        if tag == "svg" and not given.keys() & {"aria-label", "aria-labelledby", "aria-hidden"}:
            self.nameless.append(f"svg {given}")

    def handle_endtag(self, tag: str) -> None:
        self.labels -= tag == "label"


@pytest.mark.parametrize("page", PAGES)
def test_fields_heads_and_drawings_have_names(client: TestClient, page: str) -> None:
    html = client.get(page).text
    controls = Controls()
    controls.feed(html)
    assert not controls.nameless
    for name in re.findall(r'<(?:input|select|textarea) [^>]*\bid="([^"]+)"', html):
        assert f'for="{name}"' in html


def test_every_link_of_a_page_leads_somewhere(client: TestClient) -> None:
    pages = [page for page in PAGES if page != "/sql"]
    found = {link.partition("#")[0] for page in pages for link in links(client.get(page).text)}
    wanted = [link for link in sorted(found) if link and "sort=" not in link and ".svg" not in link]
    for link in wanted:
        answer = client.get(link)
        assert answer.status_code == 200, (link, answer.text)
    assert len(wanted) > 50


@pytest.mark.parametrize("name", [*AWKWARD, ".", "a.csv", "~", "~2F", "%2e%2e", "日本"])
def test_a_name_survives_the_path(name: str) -> None:
    from urllib.parse import unquote

    written = segment(name)
    assert "/" not in written
    assert written not in (".", "..")
    decoded, suffix = split_format(unquote(written))
    assert (name_of(decoded), suffix) == (name, "")


@pytest.mark.parametrize("name", AWKWARD)
def test_a_system_of_any_name_has_its_page(client: TestClient, name: str) -> None:
    board = client.get("/index.json?table=runs").json()
    assert name in [row["system"] for row in board["rows"]]
    address = f"/{segment('a/b ü')}/system/{segment(name)}"
    page = client.get(address)
    assert page.status_code == 200
    facts = client.get(f"{address}.json?table=facts").json()["rows"]
    assert {"property": "system", "value": name} in facts
    html = client.get(f"/{segment('a/b ü')}/leaderboard").text
    assert any(link.startswith(f"{address}") for link in links(html))


def test_names_are_escaped(client: TestClient) -> None:
    html = client.get(f"/{segment('a/b ü')}/leaderboard").text
    assert "<b>&\"'" not in html
    assert "&lt;b&gt;&amp;" in html


def test_thousands_of_topics_are_paged(tmp_path: Path) -> None:
    topics = {str(number): {"d": 1} for number in range(2_000)}
    path = tmp_path / "many.duckdb"
    with Store(path) as store:
        store.load_qrels(topics, name="q")
        store.load_run({topic: {"d": 1.0} for topic in topics}, "s")
    with opened(path) as client:
        html = client.get("/default/difficulty").text
        assert html.count("<tr") == 201
        assert "rows 1 to 200 of 2,000" in html
        last = client.get("/default/difficulty?page=10").text
        assert "rows 1,801 to 2,000 of 2,000" in last
        assert len(client.get("/default/difficulty.json").json()["rows"]) == 2_000
        wide = client.get("/default/heatmap").text
        assert wide.count('scope="col"') == 101


def test_a_difference_to_a_baseline_has_its_significance_in_one_cell(client: TestClient) -> None:
    html = client.get("/default/leaderboard?m=AP&baseline=poor").text
    assert "AP vs poor" in html
    assert "p corrected" not in html
    assert re.search(r'title="p [<0-9.]+"', html)
    columns = client.get("/default/leaderboard.json?m=AP&baseline=poor").json()["columns"]
    assert columns == [
        *("position", "system", "AP", "AP vs poor", "AP vs poor p_corrected", "topics", "missing")
    ]


def test_a_topic_without_judgements_has_documents_and_no_gain(path: Path) -> None:
    with Store(path) as store:
        store.load_run({"99": {"d1": 1.0}}, "further", collection="default")
    with opened(path) as client:
        html = client.get("/default/topic/99/further").text
        assert "has no judgements, so there is no gain" in html
        assert "unjudged" in html


def test_an_empty_store_says_how_to_fill_it(tmp_path: Path) -> None:
    path = tmp_path / "empty.duckdb"
    Store(path).close()
    with opened(path) as client:
        assert "evalstore load qrels" in client.get("/").text


def test_two_sets_of_judgements_are_to_be_chosen_from(path: Path) -> None:
    with Store(path) as store:
        store.load_qrels({"1": {"d2": 1}}, name="other")
    with opened(path) as client:
        answer = client.get("/default/leaderboard")
        assert answer.status_code == 400
        offered = [link for link in links(answer.text) if "qrels=" in link]
        assert offered == [f"/default/leaderboard?qrels={name}" for name in ("judged", "other")]
        assert client.get("/default/leaderboard?qrels=other").status_code == 200
        assert client.get("/default/correlate?qrels=judged&qrels=other&m=AP").status_code == 200


def test_efficiency_has_its_page(path: Path, tmp_path: Path) -> None:
    numbers = tmp_path / "latency.csv"
    numbers.write_text("system,name,value,unit\ngood,latency,12,ms\npoor,latency,3,ms\n")
    with Store(path) as store:
        store.load_efficiency(numbers, collection="default")
        expected = store.leaderboard(["AP"], collection="default", efficiency="latency").dicts()
    with opened(path) as client:
        assert client.get("/default/pareto?m=AP").status_code == 200
        assert client.get("/default/pareto.json?m=AP").json()["rows"] == expected
        # Another collection has none.
        assert client.get("/a~2Fb%20%C3%BC/pareto?m=AP").status_code == 200
