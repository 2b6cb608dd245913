"""The SQL: one select per file, layers that read downwards, one result either way."""

from __future__ import annotations

import json
import re

import duckdb
import pytest

from evalstore.resources import folder
from evalstore.store import Store
from evalstore.views import SCHEMAS, UNION, View, compose, family_names, views

TABLE_NAMES = set(re.findall(r"CREATE TABLE (\w+)", (folder("sql") / "schema.sql").read_text()))
LAYERS = list(SCHEMAS)
ALL = sorted(views().values(), key=lambda view: view.name)


def test_every_file_is_the_view_of_its_name_in_the_schema_of_its_folder(store: Store) -> None:
    made = store.connection.execute(
        "select schema_name, view_name from duckdb_views() where not internal"
    ).fetchall()
    files = {
        (schema, path.stem)
        for layer, schema in SCHEMAS.items()
        for path in (folder("sql") / layer).glob("*.sql")
    }
    assert set(made) == files | {("measures", UNION)}


@pytest.mark.parametrize("view", ALL, ids=lambda view: view.name)
def test_a_view_reads_its_own_layer_or_lower_ones(view: View) -> None:
    level = LAYERS.index(view.layer)
    for name in view.reads - TABLE_NAMES:
        assert name in views(), f"{view.name} reads {name}, which is no table and no view"
        assert LAYERS.index(views()[name].layer) <= level, f"{view.name} reads {name}"


@pytest.mark.parametrize("view", ALL, ids=lambda view: view.name)
def test_views_of_other_schemas_are_named_with_theirs(view: View) -> None:
    """So that the text of a view can be pasted into any client."""
    text = re.sub(r"--[^\n]*", "", view.select)
    for schema, name in re.findall(r"\b(?:from|join)\s+(?:(\w+)\.)?(\w+)\b(?!\s*\()", text):
        if name in view.reads and name in views():
            expected = SCHEMAS[views()[name].layer]
            assert (schema or "main") == expected, f"{view.name} reads {schema}.{name}"


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
    text = compose("select * from measures.topic_value", {"measure": "select 1"}, ["precision"])
    assert "\nprecision as (" in text
    assert "\nndcg as (" not in text


# A greedy ideal ranking, and the continued fraction of the t distribution.
NOT_RELATIONAL = (
    "list_reduce",
    "list_transform",
    "list_filter",
    "list_sum",
    "list_where",
    "lambda",
)


def test_rows_not_lists_carry_the_measures() -> None:
    """Exceptions are where no relational form exists, and say so."""
    found = [
        view
        for view in ALL
        if any(word in view.select for word in NOT_RELATIONAL)
        or re.search(r"\[[^\]]* for \w+ in ", view.select)
    ]
    assert len(found) <= 3, [view.name for view in found]
    for view in found:
        assert "--" in view.select or view.comment, view.name


@pytest.mark.parametrize("family", family_names())
def test_a_family_has_five_columns(store: Store, family: str) -> None:
    columns = store.sql(f"select * from measures.{family} limit 0").columns
    assert columns == ["measure", "run_id", "qrels_id", "topic_id", "value"]


def test_no_view_needs_python() -> None:
    text = " ".join(view.select for view in ALL)
    for name in ("log_discount", "jk_discount", "linear_gain", "exp2_gain"):
        assert name not in text


# DuckDB 2.0 writes these into the stored text of a view in a form that 1.5 does not read.
NOT_FOR_1_5 = {
    "if": re.compile(r"\bif\s*\("),
    "lead or lag with an offset": re.compile(r"\b(?:lead|lag)\s*\([^()]*,"),
}


@pytest.mark.parametrize("view", ALL, ids=lambda view: view.name)
def test_duckdb_1_5_reads_the_stored_text(view: View) -> None:
    text = re.sub(r"--[^\n]*", "", view.select)
    assert [name for name, pattern in NOT_FOR_1_5.items() if pattern.search(text)] == []
