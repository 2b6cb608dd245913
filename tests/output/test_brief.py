"""At a prompt and in a notebook, a result shows its first and last rows and its size."""

from __future__ import annotations

import time

import pytest

from evalstore import query
from evalstore.errors import QueryError
from evalstore.store import Store


def test_a_short_result_is_shown_in_full(store: Store) -> None:
    assert repr(store.sql("select 1 as a")) == "a\n─\n1"
    assert "<td" in store.sql("select 1 as a")._repr_html_()


def test_a_long_result_is_shown_by_its_ends(store: Store) -> None:
    shown = repr(store.sql("select i from range(1234) as t(i)")).splitlines()
    assert [line.strip() for line in shown] == [
        *("i", "────"),
        *map(str, range(10)),
        "…",
        *map(str, range(1224, 1234)),
        "",
        "1,234 rows; the first 10 and the last 10 are shown",
    ]


def test_millions_of_rows_take_no_longer_and_are_not_read(store: Store) -> None:
    result = store.sql("select i, 'name ' || i as name from range(30_000_000) as t(i)")
    started = time.monotonic()
    texts = repr(result), result._repr_html_()
    assert time.monotonic() - started < 2
    assert all(len(text) < 5_000 and "30,000,000 rows" in text for text in texts)
    assert all("29999999" in text for text in texts)
    assert result._relation._fetched is None


def test_a_query_with_parameters_is_previewed_too(store: Store) -> None:
    result = store.sql("select i from range(?) as t(i) -- comment", [50_000])
    assert "50,000 rows" in repr(result)
    assert len(result) == 50_000


def test_where_the_end_is_far_the_beginning_is_shown(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(query, "PATIENCE_SECONDS", 0.05)
    slow = "select a.i from range(100_000) a(i), range(100_000) b(i) where hash(a.i + b.i) % 3 = 0"
    assert repr(store.sql(slow)).endswith("the first 10 rows are shown; there are more")


def test_a_failure_beyond_the_first_rows_is_ours(store: Store) -> None:
    late = "select case when i < 90000 then i else error('late') end as x from range(100000) t(i)"
    with pytest.raises(QueryError, match="late"):
        store.sql(late).fetchall()


def test_the_best_is_that_of_all_rows(store: Store) -> None:
    """The best of the rows that are not shown is not replaced by another."""
    result = store.sql("select i % 61 as score from range(100) as t(i)")
    result.best = {"score": True}
    assert "<strong>" not in result._repr_html_()
    result.best = {"score": False}
    assert result._repr_html_().count("<strong>") == 1
