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


NOT_REGISTERED = "P@7 is not registered, so the views do not compute it"


@pytest.mark.parametrize(
    "condition",
    [
        "measure = 'P@7'",
        "measure='P@7'::varchar",
        "Measure\n==\n'p@7'",
        """leaderboard."measure" = 'P_7'""",
        "'P@7' = leaderboard.measure",
        "measure is not distinct from 'P@7'",
        "measure in ('AP', 'P@7')",
        "measure in ['AP', 'P@7']",
        "measure = any(['P@7'])",
        "measure like 'P@7'",
        "measure = e'P@7'",
        "measure = $$P@7$$",
        "system in (from topic_score select system where measure = 'P@7')",
    ],
)
def test_a_query_for_a_measure_that_is_not_registered_is_noted(
    store: Store, condition: str
) -> None:
    [note] = store.sql(f"from leaderboard where {condition}").notes
    assert note.startswith(NOT_REGISTERED)


@pytest.mark.parametrize(
    ("select", "parameters"),
    [
        ("from leaderboard where measure = ? and system = ?", ["P@7", "bm25"]),
        ("from leaderboard where measure = $measure", {"measure": "P@7"}),
        ("from leaderboard where measure in $names", {"names": ["AP", "P@7"]}),
    ],
)
def test_measures_given_as_parameters_are_noted(
    store: Store, select: str, parameters: list[str] | dict[str, object]
) -> None:
    [note] = store.sql(select, parameters).notes
    assert note.startswith(NOT_REGISTERED)


@pytest.mark.parametrize(
    "condition",
    [
        "measure = 'AP' -- not measure = 'P@7'",
        "measure = 'AP' /* measure = 'P@7' */",
        "measure != 'P@7'",
        "measure not in ('P@7')",
        "measure like 'P@7%'",
        "measure ilike 'ap'",
        "lower(measure) = 'ap'",
        "system = 'P@7'",
        "'--' != '/*' and measure = 'AP'",
    ],
)
def test_other_queries_have_no_note(store: Store, condition: str) -> None:
    assert store.sql(f"from leaderboard where {condition}").notes == []


def test_a_name_that_is_no_measure_is_noted(store: Store) -> None:
    [note] = store.sql("from leaderboard where measure = 'nDGC@10'").notes
    assert note.startswith("the views have no measure 'nDGC@10'; did you mean 'nDCG@10'")


def test_another_spelling_of_a_registered_measure_is_noted(store: Store) -> None:
    [note] = store.sql("from leaderboard where measure = $1", ["map"]).notes
    assert note == "the views call map AP; compare with 'AP'"
