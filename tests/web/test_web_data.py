"""Every table of every page has the library's numbers, as JSON and as CSV."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow.parquet as pq
import pytest

from evalstore.result import Result
from evalstore.store import Store

if TYPE_CHECKING:
    from starlette.testclient import TestClient

TABLES: list[tuple[str, Callable[[Store], Result]]] = [
    ("/index.json", lambda store: store.collections()),
    ("/index.json?table=runs", lambda store: store.runs()),
    ("/index.json?table=qrels", lambda store: store.qrels()),
    ("/default/leaderboard.json", lambda store: store.leaderboard(collection="default")),
    (
        "/default/leaderboard.json?m=AP&m=P%401&tiers=1&judged=2&baseline=poor",
        lambda store: store.leaderboard(
            ["AP", "P@1"], collection="default", tiers=True, judged=2, baselines=["poor"]
        ),
    ),
    (
        "/default/leaderboard.json?m=AP&average=retrieved&run=good&topic=1",
        lambda store: store.leaderboard(
            ["AP"], collection="default", average="retrieved", runs=["good"], topics=["1"]
        ),
    ),
    (
        "/default/system/good.json?m=AP",
        lambda store: store.system("good", ["AP"], collection="default"),
    ),
    (
        "/default/system/poor.json?table=unjudged&depth=2",
        lambda store: store.system("poor", show="unjudged", depth=2, collection="default"),
    ),
    (
        "/default/system/poor.json?table=facts",
        lambda store: store.system("poor", show="facts", collection="default"),
    ),
    ("/default/topic/1.json", lambda store: store.topic("1", collection="default")),
    (
        "/default/topic/1.json?table=deciding&depth=3",
        lambda store: store.topic_documents("1", depth=3, collection="default"),
    ),
    (
        "/default/topic/1.json?table=pool",
        lambda store: store.topic_documents("1", show="pool", collection="default"),
    ),
    ("/default/topic/1/good.json", lambda store: store.topic("1", ["good"], collection="default")),
    (
        "/default/topic/1/good.json?table=curve&gain=nDCG(gain%3D'exp2')",
        lambda store: store.gain_by_rank(
            "1", ["good"], ["nDCG(gain='exp2')"], collection="default"
        ),
    ),
    (
        "/default/compare.json?run=good&run=poor&m=AP",
        lambda store: store.compare(["good", "poor"], ["AP"], collection="default"),
    ),
    (
        "/default/compare.json?run=good&run=poor&m=AP&table=topics",
        lambda store: store.diff("good", "poor", ["AP"], collection="default"),
    ),
    (
        "/default/compare.json?run=good&run=poor&topic=1&table=documents",
        lambda store: store.diff_topic("good", "poor", "1", collection="default"),
    ),
    ("/default/topics.json", lambda store: store.topics("default")),
    ("/default/difficulty.json?m=AP", lambda store: store.difficulty(["AP"], collection="default")),
    ("/default/curves.json", lambda store: store.precision_recall(collection="default")),
    ("/default/heatmap.json?m=AP", lambda store: store.matrix("AP", collection="default")),
    (
        "/default/correlate.json?m=AP&m=P%401&table=movers",
        lambda store: store.correlate(["AP", "P@1"], show="movers", collections=["default"]),
    ),
]


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    with Store(path, read_only=True) as opened:
        yield opened


@pytest.mark.parametrize(("address", "ask"), TABLES, ids=[address for address, _ in TABLES])
def test_a_table_is_the_library_result(
    client: TestClient, store: Store, address: str, ask: Callable[[Store], Result]
) -> None:
    expected = ask(store)
    answer = client.get(address)
    assert answer.status_code == 200, answer.text
    found = answer.json()
    assert found["columns"] == expected.columns
    assert found["notes"] == expected.notes
    assert found["rows"] == json.loads(expected.to("json"))


@pytest.mark.parametrize("address", [address for address, _ in TABLES])
def test_csv_is_that_of_the_command_line(client: TestClient, store: Store, address: str) -> None:
    ask = dict(TABLES)[address]
    answer = client.get(address.replace(".json", ".csv"))
    assert answer.headers["content-type"].startswith("text/csv")
    assert answer.text == ask(store).to("csv")


def test_parquet_has_the_types(client: TestClient, store: Store) -> None:
    answer = client.get("/default/leaderboard.parquet?m=AP")
    table = pq.read_table(io.BytesIO(answer.content))
    assert table.to_pydict() == store.leaderboard(["AP"], collection="default").arrow().to_pydict()


def test_sorting_and_filtering_are_in_the_address(client: TestClient) -> None:
    rows = client.get("/default/leaderboard.json?sort=AP").json()["rows"]
    assert [row["system"] for row in rows] == ["poor", "good"]
    rows = client.get("/default/leaderboard.json?sort=-AP").json()["rows"]
    assert [row["system"] for row in rows] == ["good", "poor"]
    rows = client.get("/default/leaderboard.json?filter=OO").json()["rows"]
    assert [row["system"] for row in rows] == ["good", "poor"]
    assert client.get("/default/leaderboard.json?filter=goo").json()["rows"][0]["system"] == "good"
    rows = client.get("/default/topics.json?sort=-topic").json()["rows"]
    assert [row["topic"] for row in rows] == ["10", "2", "1"]


def test_csv_is_read_back(client: TestClient, store: Store) -> None:
    text = client.get("/default/leaderboard.csv?m=AP").text
    rows = list(csv.DictReader(io.StringIO(text)))
    expected = store.leaderboard(["AP"], collection="default").dicts()
    assert [float(row["AP"]) for row in rows] == [row["AP"] for row in expected]
