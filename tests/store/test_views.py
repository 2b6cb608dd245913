"""The SQL: one select per file, layers that read downwards, one result either way."""

from __future__ import annotations

import json
import re

import duckdb
import pytest

from evalstore.resources import folder
from evalstore.store import Store
from evalstore.views import LAYERS, UNION, View, compose, views

TABLE_NAMES = set(re.findall(r"CREATE TABLE (\w+)", (folder("sql") / "schema.sql").read_text()))
ALL = sorted(views().values(), key=lambda view: view.name)


def test_every_file_is_the_view_of_its_name(store: Store) -> None:
    store.schema()
    made = {
        row[0]
        for row in store.connection.execute(
            "select view_name from duckdb_views() where not internal"
        ).fetchall()
    }
    files = {path.stem for layer in LAYERS for path in (folder("sql") / layer).glob("*.sql")}
    assert made == files | {UNION}


@pytest.mark.parametrize("view", ALL, ids=lambda view: view.name)
def test_a_view_reads_its_own_layer_or_the_one_below(view: View) -> None:
    level = LAYERS.index(view.layer)
    for name in view.reads - TABLE_NAMES:
        assert name in views(), f"{view.name} reads {name}, which is no table and no view"
        assert level - LAYERS.index(views()[name].layer) in (0, 1), f"{view.name} reads {name}"


@pytest.mark.parametrize("view", ALL, ids=lambda view: view.name)
def test_what_a_view_reads_is_found_in_its_text(view: View) -> None:
    """DuckDB's own parser agrees with what we find."""
    with duckdb.connect() as connection:
        [[parsed]] = connection.execute(
            "select json_serialize_sql(?::varchar)", [view.select]
        ).fetchall()
    tables: set[str] = set()

    def visit(node: object, steps: frozenset[str]) -> None:
        if isinstance(node, list):
            for item in node:
                visit(item, steps)
        elif isinstance(node, dict):
            own = frozenset(entry["key"] for entry in node.get("cte_map", {}).get("map", []))
            if node.get("type") == "BASE_TABLE":
                tables.add(node["table_name"])
            for item in node.values():
                visit(item, steps | own)

    visit(json.loads(parsed), frozenset())
    steps = {
        entry["key"]
        for statement in json.loads(parsed)["statements"]
        for entry in statement["node"].get("cte_map", {}).get("map", [])
    }
    assert view.reads == tables - steps


@pytest.mark.parametrize("view", ALL, ids=lambda view: view.name)
def test_a_view_is_short_and_says_what_it_is(view: View) -> None:
    assert view.comment.endswith(".")
    if view.name != UNION:
        assert len(view.select.splitlines()) <= 80


def test_only_the_families_that_are_asked_are_composed() -> None:
    text = compose("select * from measured", {"measure": "select 1"}, ["precision"])
    assert "\nprecision as (" in text
    assert "\nndcg as (" not in text


def test_no_view_needs_python() -> None:
    text = " ".join(view.select for view in ALL)
    for name in ("log_discount", "jk_discount", "linear_gain", "exp2_gain"):
        assert name not in text
