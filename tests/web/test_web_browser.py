"""A walk through the pages in Chromium, on 48 real runs: clicks, sorts, filters, types, goes back.

It fails on any error in the browser's console and on any request that leaves this machine.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

from evalstore.store import Store

if TYPE_CHECKING:
    from playwright.sync_api import Page

CHROMIUM = shutil.which("chromium") or "/usr/bin/chromium"
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE = 30_000  # milliseconds: the machine may be busy

pytestmark = [
    pytest.mark.browser,
    pytest.mark.fixtures,
    pytest.mark.skipif(not os.path.exists(CHROMIUM), reason="Chromium is not installed"),
]


@pytest.fixture(scope="module")
def store_path(fixtures: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("browser") / "covid.duckdb"
    with Store(path) as store:
        store.load_qrels(fixtures / "trec-covid-round1" / "qrels-rnd1.txt", name="rnd1")
        store.load_runs(fixtures / "trec-covid-round1" / "runs").raise_refused()
    return path


@pytest.fixture(scope="module")
def base(store_path: Path) -> Iterator[str]:
    """The address of a server in a process of its own."""
    command = [
        sys.executable,
        "-m",
        "evalstore_cli",
        "serve",
        "--port",
        "0",
        "--db",
        str(store_path),
    ]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    try:
        yield server.stdout.readline().strip().rstrip("/")
    finally:
        server.terminate()
        assert server.wait(20) == 0
        server.stdout.close()


@pytest.fixture
def page(base: str) -> Iterator[Page]:
    """A page that notes what goes wrong, and what it asks others for."""
    playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    problems: list[str] = []
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        page = browser.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("console", lambda message: _note(problems, message.type, message.text))
        page.on("pageerror", lambda error: problems.append(f"script: {error}"))
        page.on("request", lambda request: _note_foreign(problems, request.url, base))
        page.on("response", lambda answer: _note_failed(problems, answer.status, answer.url))
        yield page
        browser.close()
    assert problems == []


def _note(problems: list[str], kind: str, text: str) -> None:
    if kind in ("error", "warning"):
        problems.append(f"console: {text}")


def _note_foreign(problems: list[str], url: str, base: str) -> None:
    if urlsplit(url).netloc != urlsplit(base).netloc:
        problems.append(f"request: {url}")


def _note_failed(problems: list[str], status: int, url: str) -> None:
    if status >= 400:
        problems.append(f"{status}: {url}")


def column(page: Page, number: int, table: str = "main") -> list[str]:
    """The texts of a column of a table that are shown."""
    rows = page.locator(f'table[data-table="{table}"] tbody tr:visible')
    return rows.locator(f":scope > :nth-child({number})").all_inner_texts()


def wait_for_picture(page: Page) -> None:
    """Until the chart is drawn; Playwright's own way to wait needs eval, which pages refuse."""
    picture = page.locator("figure.chart img").first
    picture.scroll_into_view_if_needed()
    for _ in range(PATIENCE // 100):
        if picture.evaluate("image => image.naturalWidth") > 100:
            return
        page.wait_for_timeout(100)
    pytest.fail("the chart is not drawn")


def test_a_walk_from_the_leaderboard_to_sql(page: Page, base: str, store_path: Path) -> None:
    with Store(store_path, read_only=True) as store:
        board = store.leaderboard(["nDCG@10", "AP"]).dicts()
        best = board[0]["system"]
        topics = store.system(best, ["AP"]).dicts()
        documents = store.topic("1", [best], depth=100).dicts()
        difference = store.compare([best, board[1]["system"]], ["AP"]).dicts()[0]

    page.goto(f"{base}/")
    page.get_by_role("link", name="leaderboard with rnd1").click()
    assert column(page, 3)[0] == best

    # Types a measure, which completes, and shows it.
    measures = page.locator('input[name="m"]')
    assert page.locator('datalist#measures option[value="nDCG@10"]').count() == 1
    for number, name in enumerate(("nDCG@10", "AP", "", "", "")):
        measures.nth(number).fill(name)
    page.get_by_label("Tiers").uncheck()
    page.get_by_label("Judged share of first").fill("")
    page.get_by_role("button", name="Show", exact=True).click()
    page.wait_for_url("**/leaderboard?*m=AP*")
    assert "tiers" not in page.url
    assert column(page, 4) == [f"{row['nDCG@10']:.4f}" for row in board]
    assert column(page, 7) == [f"{row['AP']:.4f}" for row in board]

    # Sorts by AP, from the best and from the worst.
    page.get_by_role("columnheader", name="AP").get_by_role("link").click()
    page.wait_for_url("**sort=-AP**")
    values = sorted((row["AP"] for row in board), reverse=True)
    assert column(page, 7) == [f"{value:.4f}" for value in values]
    assert page.locator("th[aria-sort=descending]").inner_text().startswith("AP")
    page.get_by_role("columnheader", name="AP").get_by_role("link").click()
    page.wait_for_url("**sort=AP**")
    assert column(page, 7) == [f"{value:.4f}" for value in reversed(values)]
    page.go_back()
    page.go_back()
    assert column(page, 3)[0] == best

    # Filters without a new page; the address has the filter.
    page.locator('input[data-filter="main"]').fill("bm25")
    shown = column(page, 3)
    assert shown
    assert all("bm25" in name.lower() for name in shown)
    assert "filter=bm25" in page.url
    page.reload()
    assert column(page, 3) == shown
    page.goto(f"{base}/default/leaderboard?m=AP")

    # The system, one of its topics, the documents.
    page.get_by_role("link", name=best, exact=True).first.click()
    page.wait_for_url(f"**/system/{best}**")
    assert page.get_by_role("heading", level=1).inner_text() == best
    assert column(page, 2) == [f"{row['value']:.4f}" for row in topics]
    page.locator('table[data-table="main"]').get_by_role("link", name="1", exact=True).click()
    page.wait_for_url(f"**/topic/1/{best}**")
    assert column(page, 2) == [row["docno"] for row in documents]
    grades = ["unjudged" if row["grade"] is None else f"{row['grade']:g}" for row in documents]
    assert column(page, 4) == grades
    wait_for_picture(page)
    page.get_by_role("heading", level=1).get_by_role("link", name="topic 1").click()
    page.wait_for_url("**/topic/1?**")
    assert column(page, 3)
    page.go_back()
    page.go_back()

    # Two systems: the comparison, a bar that is a link, both rankings of its topic.
    page.goto(f"{base}/default/leaderboard?m=AP")
    for system in (best, board[1]["system"]):
        page.get_by_label(f"Compare {system}", exact=True).check()
    page.get_by_role("button", name="Compare selected systems").click()
    page.wait_for_url("**/compare?**")
    pair = {column(page, 2)[0], column(page, 3)[0]}
    assert pair == {best, board[1]["system"]}
    assert column(page, 6)[0].lstrip("+\N{MINUS SIGN}") == f"{abs(difference['difference']):.4f}"
    bar = page.locator("figure[data-inline] svg a").first
    bar.wait_for()
    bar.click()
    page.wait_for_url("**topic=**")
    assert page.locator("svg.rankings path.move").count() > 0
    assert page.locator("svg.rankings text.grade").count() > 20

    # SQL: an example, and a query of one's own.
    page.get_by_role("link", name="SQL").click()
    page.get_by_role("link", name="Leaderboard of one measure").click()
    page.wait_for_url("**query=1-leaderboard**")
    assert column(page, 3) == [f"{row['nDCG@10']:.4f}" for row in board]
    page.locator("#q").fill("select count(*) as runs from run")
    page.locator("#q").press("Control+Enter")
    page.wait_for_url("**count**")
    assert column(page, 1) == ["48"]
    page.get_by_label("Save as").fill("how many")
    page.get_by_role("button", name="Save in this browser").click()
    page.get_by_role("link", name="how many", exact=True).click()
    assert column(page, 1) == ["48"]


def test_pages_can_be_used_with_the_keyboard_and_fit_a_phone(page: Page, base: str) -> None:
    page.goto(f"{base}/default/leaderboard")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the content"
    page.keyboard.press("Enter")
    assert page.url.endswith("#content")
    page.get_by_role("link", name="nDCG@10", exact=True).focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**sort=-nDCG*")
    assert page.locator("th[aria-sort=descending]").inner_text().startswith("nDCG@10")
    # From the head of the table on: its rows, and out of it again.
    table = page.get_by_role("region").first
    table.focus()
    stops = []
    for _ in range(4):
        page.keyboard.press("Tab")
        stops.append(page.evaluate("document.activeElement.tagName"))
    assert set(stops) <= {"A", "INPUT"}
    page.set_viewport_size({"width": 360, "height": 740})
    pair = "/default/compare?run=run1&run=T5R1&topic=1"
    overviews = [f"/default/{name}" for name in ("curves", "difficulty", "heatmap", "correlate")]
    others = (
        "/",
        "/default/leaderboard?tiers=1",
        "/default/system/run1",
        "/default/topic/1",
        "/sql",
    )
    for address in (*others, "/default/topic/1/run1", pair, *overviews):
        page.goto(base + address)
        wider = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
        assert wider <= 0, address
