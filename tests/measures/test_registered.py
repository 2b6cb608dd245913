"""The catalogue that the views compute: measures are added, listed and removed."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest

from evalstore.errors import EvalstoreError, MeasureError
from evalstore.store import Store


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "store.duckdb"
    with Store(path) as store:
        store.load_qrels({"1": {"a": 1.0}, "2": {"b": 1.0}})
        store.load_run({"1": {"x": 2.0, "a": 1.0}, "2": {"b": 1.0}}, "s")
    return path


def values(path: Path, measure: str) -> list[float]:
    with duckdb.connect(str(path), read_only=True) as plain:
        select = "select value from topic_score where measure = $1 order by topic"
        return [row[0] for row in plain.execute(select, [measure]).fetchall()]


def names(store: Store) -> list[str]:
    return [row["measure"] for row in store.registered_measures().dicts()]


def test_an_added_measure_is_in_the_views(path: Path) -> None:
    assert values(path, "P@7") == []
    with Store(path) as store:
        store.add_measures("P@7")
        assert "P@7" in names(store)
    assert values(path, "P@7") == pytest.approx([1 / 7, 1 / 7])


def test_a_measure_is_added_under_its_canonical_name_and_once(path: Path) -> None:
    with Store(path) as store:
        store.add_measures("ndcg_cut_7", "nDCG@7")
        assert names(store).count("nDCG@7") == 1


def test_measures_are_given_as_elsewhere(path: Path) -> None:
    """Names, a list of them, or several with commas between."""
    with Store(path) as store:
        store.add_measures(["P@6", "P@7"], "P@8,9")
        assert {"P@6", "P@7", "P@8", "P@9"} <= set(names(store))
        store.remove_measures(["P@6", "P@7"])
        assert not {"P@6", "P@7"} & set(names(store))


def test_a_removed_measure_leaves_the_views_but_can_still_be_selected(path: Path) -> None:
    with Store(path) as store:
        store.add_measures("P@7")
        store.remove_measures("P@7")
        assert "P@7" not in names(store)
        assert len(store.scores(["P@7"]).rows) == 2
    assert values(path, "P@7") == []


def test_an_unknown_measure_is_refused(path: Path) -> None:
    with Store(path) as store:
        with pytest.raises(MeasureError, match="did you mean"):
            store.add_measures("ndgc@10")
        with pytest.raises(EvalstoreError, match="P@77"):
            store.remove_measures("P@77")


def test_the_default_catalogue_is_listed(store: Store) -> None:
    assert {"nDCG", "nDCG@10", "AP", "P@10", "RR"} <= set(names(store))
