"""Headers, names of the server, errors in one line, and SQL that only reads."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from web_client import opened

from evalstore.web.console import Console

if TYPE_CHECKING:
    from starlette.testclient import TestClient


@pytest.mark.parametrize("address", ["/", "/nothing/here", "/sql.json?q=x", "/static/explorer.js"])
def test_every_answer_has_the_headers(client: TestClient, address: str) -> None:
    headers = client.get(address).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert headers["referrer-policy"] == "no-referrer"


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "localhost", "LOCALHOST:1", "[::1]:8000"])
def test_names_of_this_machine_are_served(client: TestClient, host: str) -> None:
    assert client.get("/", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "localhost.evil", "10.0.0.1"]
)
def test_other_names_are_refused(client: TestClient, host: str) -> None:
    answer = client.get("/", headers={"host": host})
    assert answer.status_code == 421
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_the_host_that_is_served_on_is_a_name(path: Path) -> None:
    with opened(path, host="192.0.2.7") as client:
        assert client.get("/", headers={"host": "192.0.2.7:80"}).status_code == 200
        assert client.get("/", headers={"host": "192.0.2.8"}).status_code == 421
    with opened(path, host="0.0.0.0") as client:
        assert client.get("/", headers={"host": "192.0.2.8"}).status_code == 200
        assert client.get("/", headers={"host": "evil.example"}).status_code == 421


@pytest.mark.parametrize(
    ("address", "status", "message"),
    [
        ("/nothing", 404, "there is no page"),
        ("/default/nothing", 404, "there is no page"),
        ("/other/leaderboard", 404, "no collection"),
        ("/default/system/goood", 404, "did you mean"),
        ("/default/topic/99", 404, "no topic"),
        ("/default/topic/1/nobody", 404, "no system"),
        ("/default/leaderboard?m=noSuch", 400, "no measure"),
        ("/default/leaderboard?qrels=none", 400, "no qrels"),
        ("/default/leaderboard?sort=none", 400, "no column"),
        ("/default/leaderboard?page=x", 400, "page is a number"),
        ("/default/leaderboard?average=some", 400, "average is"),
        ("/default/compare?run=good&run=nobody", 400, "no system"),
        ("/default/topic/1?depth=0", 400, "depth is a number"),
        ("/sql?query=nothing", 400, "no saved query"),
        ("/static/../secret", 404, "there is no page"),
    ],
)
def test_an_error_is_a_status_and_a_line(
    client: TestClient, address: str, status: int, message: str
) -> None:
    answer = client.get(address)
    assert answer.status_code == status
    assert message in answer.text
    assert "Traceback" not in answer.text


def test_an_error_has_the_format_that_was_asked_for(client: TestClient) -> None:
    answer = client.get("/default/leaderboard.json?m=noSuch")
    assert answer.status_code == 400
    assert list(answer.json()) == ["error"]
    assert (
        client.get("/default/leaderboard.csv?m=x").headers["content-type"].startswith("text/plain")
    )


def test_a_fault_shows_no_internals(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("secret")

    monkeypatch.setattr("evalstore.store.Store.leaderboard", broken)
    answer = client.get("/default/leaderboard?m=Bpref")
    assert answer.status_code == 500
    assert "secret" not in answer.text


def test_only_reading_methods_are_answered(client: TestClient) -> None:
    assert client.post("/").status_code == 405
    assert client.head("/").status_code == 200


@pytest.mark.parametrize(
    "sql",
    [
        "copy (select 1) to '{folder}/x.csv'",
        "select * from read_text('{folder}/small.duckdb')",
        "attach '{folder}/x.db'",
        "set threads = 1",
        "select 1; select 2",
        "create table t as select 1",
        "insert into run select * from run",
        "install httpfs",
        "not sql at all",
        "",
    ],
)
def test_sql_only_reads_the_store(client: TestClient, path: Path, sql: str) -> None:
    tmp_path = path.parent
    files = sorted(tmp_path.iterdir())
    answer = client.get("/sql.json", params={"q": sql.format(folder=tmp_path)})
    assert answer.status_code == 400
    assert answer.json()["error"]
    assert sorted(tmp_path.iterdir()) == files


def test_a_query_that_takes_too_long_or_too_much_is_stopped(path: Path) -> None:
    endless = "select count(*) from range(100000000) a, range(1000000) b where a.range % 7 = 1"
    large = "select list(range) from range(300000000)"
    with opened(path, console=Console(seconds=1, memory=200_000_000)) as client:
        for sql in (endless, large):
            answer = client.get("/sql.json", params={"q": sql})
            assert answer.status_code == 503, answer.text
        assert client.get("/sql.json", params={"q": "select 1 as x"}).json()["rows"] == [{"x": 1}]
