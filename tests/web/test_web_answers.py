"""A system against its field and a topic's documents, worked by hand."""

from __future__ import annotations

import pytest
from web_client import fill

from evalstore.errors import UnknownNameError, UsageError
from evalstore.store import Store


@pytest.fixture
def filled(store: Store) -> Store:
    fill(store)
    return store


def test_a_system_against_the_field(filled: Store) -> None:
    rows = {row["topic"]: row for row in filled.system("poor", ["P@1", "RR"]).dicts()[:3]}
    # P@1: poor has d3 (grade 0), d7 (unjudged) and nothing first; good is right every time.
    assert list(rows) == ["1", "2", "10"]
    assert [row["value"] for row in rows.values()] == [0, 0, 0]
    assert [row["best"] for row in rows.values()] == [1, 1, 1]
    assert [row["median"] for row in rows.values()] == [0.5, 0.5, 0.5]
    assert [row["position"] for row in rows.values()] == [2, 2, 2]
    assert [row["retrieved"] for row in rows.values()] == [3, 2, 0]


def test_lower_is_better_for_some_measures(filled: Store) -> None:
    row = filled.system("good", ["Unjudged@2"]).dicts()[0]
    assert (row["value"], row["best"], row["worst"], row["position"]) == (0, 0, 0.5, 1)


def test_what_nobody_judged(filled: Store) -> None:
    found = filled.system("poor", show="unjudged", depth=2).dicts()
    assert [(row["topic"], row["rank"], row["docno"], row["systems"]) for row in found] == [
        ("1", 2, "d8", 1),
        ("2", 1, "d7", 1),
    ]
    assert filled.system("good", show="unjudged", depth=2).rows == []


def test_properties_of_a_system(store: Store) -> None:
    store.load_qrels({"1": {"d": 1}}, name="q")
    store.load_run({"1": {"d": 1.0, "e": 0.5}}, "s")
    facts = dict(store.system("s", show="facts").rows)
    assert facts["system"] == "s"
    assert facts["rows"] == "2"


def test_documents_that_decide(filled: Store) -> None:
    found = {row["docno"]: row for row in filled.topic_documents("1", ["P@1"], depth=2).dicts()}
    # good has d1 and d2 in its first two and scores 1, poor has d3 and d8 and scores 0.
    assert {name: row["correlation"] for name, row in found.items()} == {
        "d1": pytest.approx(1),
        "d2": pytest.approx(1),
        "d3": pytest.approx(-1),
        "d8": pytest.approx(-1),
    }
    assert (found["d1"]["mean_with"], found["d1"]["mean_without"]) == (1, 0)
    assert (found["d8"]["grade"], found["d3"]["grade"]) == (None, 0)


def test_no_correlation_where_all_have_the_document(filled: Store) -> None:
    found = {row["docno"]: row for row in filled.topic_documents("1", ["P@1"], depth=3).dicts()}
    assert found["d2"]["systems"] == 2
    assert found["d2"]["correlation"] is None
    assert found["d2"]["mean_without"] is None


def test_the_pool_by_grade(filled: Store) -> None:
    rows = filled.topic_documents("1", show="pool", depth=1).rows
    # grade, judged, retrieved, in the first, by one system only
    assert rows == [(2, 1, 1, 1, 1), (1, 1, 1, 0, 0), (0, 1, 1, 1, 1), (None, 0, 2, 0, 2)]


def test_requests_that_cannot_be(filled: Store) -> None:
    with pytest.raises(UnknownNameError, match="no system"):
        filled.system("nobody")
    with pytest.raises(UsageError, match="show must be topics"):
        filled.system("good", show="x")
    with pytest.raises(UsageError, match="show must be deciding"):
        filled.topic_documents("1", show="x")
    with pytest.raises(UsageError, match="depth must be"):
        filled.system("good", show="unjudged", depth=0)
