"""The Python interface: one name or several, keywords, closed stores, what a reader sees."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path

import pytest

import evalstore
from evalstore.errors import (
    DataError,
    KeywordError,
    StoreClosedError,
    UnknownNameError,
    UsageError,
)
from evalstore.store import Store

Write = Callable[..., Path]


@pytest.fixture
def filled(store: Store) -> Store:
    store.load_qrels({"1": {"a": 1}, "2": {"b": 1}, "10": {"c": 1}}, name="judged")
    for name in ("T5-base", "T5-large", "bm25", "x,y", "z*"):
        store.load_run({"1": {"a": 2.0}, "2": {"b": 1.0, "a": 2.0}}, name)
    return store


class TestOneNameOrSeveral:
    def test_measures(self, filled: Store) -> None:
        for measures in ("AP", ["AP"], ("AP",), evalstore.parse_measure("AP")):
            assert filled.leaderboard(measures).columns[2:3] == ["AP"]  # type: ignore[arg-type]
        assert filled.leaderboard("AP,RR").columns[2:4] == ["AP", "RR"]
        assert evalstore.evaluate({"q": {"a": 1}}, {"q": {"a": 2.0}}, "nDCG@10") == {"nDCG@10": 1.0}

    def test_runs(self, filled: Store) -> None:
        assert systems(filled, "bm25") == ["bm25"]
        assert systems(filled, ["bm25", "T5-base"]) == ["T5-base", "bm25"]
        assert systems(filled, "bm25, T5-base") == ["T5-base", "bm25"]
        assert systems(filled, "T5*") == ["T5-base", "T5-large"]
        assert systems(filled, ["[bT]*", "bm25"]) == ["T5-base", "T5-large", "bm25"]
        assert systems(filled, None) == ["T5-base", "T5-large", "bm25", "x,y", "z*"]

    def test_an_exact_name_comes_before_lists_and_globs(self, filled: Store) -> None:
        filled.load_run({"1": {"a": 1.0}}, "zebra")
        assert systems(filled, "x,y") == ["x,y"]
        assert systems(filled, "z*") == ["z*"]
        assert systems(filled, "z[*]") == ["z*"]
        assert systems(filled, "z?*") == ["z*", "zebra"]

    def test_a_file_of_names(self, filled: Store, write: Write) -> None:
        assert systems(filled, write("names.txt", "bm25\n\n  T5*\n")) == [
            "T5-base",
            "T5-large",
            "bm25",
        ]
        with pytest.raises(DataError, match="cannot be read"):
            filled.leaderboard(runs=Path("there-is-none"))

    def test_topics_may_be_numbers(self, filled: Store) -> None:
        assert {row[1] for row in filled.scores("AP", topics=2)} == {"2"}
        assert {row[1] for row in filled.scores("AP", topics=[2, 1])} == {"1", "2"}
        assert {row[1] for row in filled.scores("AP", topics="1*")} == {"1", "10"}
        assert filled.topic(2).rows == filled.topic("2").rows
        assert filled.topic(2, "bm25").columns[1] == "docno"
        assert filled.gain_by_rank(2, "bm25").rows
        assert filled.diff_topic("bm25", "T5-base", 2).rows

    def test_what_matches_nothing_is_refused(self, filled: Store) -> None:
        for runs in ("Q*", "bm25,nix", ["nix"]):
            with pytest.raises(UnknownNameError):
                filled.leaderboard(runs=runs)
        with pytest.raises(UnknownNameError, match="no topic 'x'"):
            filled.agree("judged", "judged", topics="x")

    def test_one_system_is_an_exact_name(self, filled: Store) -> None:
        for ask in (filled.drop_run, filled.risk):
            with pytest.raises(UnknownNameError, match=r"no system 'T5\*'"):
                ask("T5*")
        with pytest.raises(UnknownNameError):
            filled.diff("T5*", "bm25")

    def test_baselines(self, filled: Store) -> None:
        columns = filled.leaderboard("AP", baselines="T5*").columns
        assert [name for name in columns if name.endswith("vs T5-large")] == ["AP vs T5-large"]


def systems(store: Store, runs: object) -> list[str]:
    return sorted(row[1] for row in store.leaderboard("AP", runs=runs))  # type: ignore[arg-type]


class TestKeywords:
    def test_an_unknown_one_is_refused_with_the_right_one(self, filled: Store) -> None:
        with pytest.raises(KeywordError, match=r"leaderboard\(\) has no keyword 'run'.*'runs'"):
            filled.leaderboard(run="x")  # type: ignore[call-arg]
        with pytest.raises(TypeError):
            filled.scores(measure="AP")  # type: ignore[call-arg]

    @pytest.mark.parametrize(
        "method",
        [
            method
            for name, method in inspect.getmembers(Store, inspect.isfunction)
            # The options of a chart are those of the method that it is drawn from.
            if not name.startswith("_") and name != "chart"
        ],
        ids=lambda method: method.__name__,
    )
    def test_every_method_shows_its_keywords(self, method: Callable[..., object]) -> None:
        parameters = inspect.signature(method).parameters.values()
        assert [one.name for one in parameters if one.kind is one.VAR_KEYWORD] == []
        assert all(one.annotation is not one.empty for one in parameters if one.name != "self")
        if not hasattr(object, method.__name__) and method.__name__ != "close":
            assert inspect.getdoc(method)

    def test_the_shared_ones_are_described(self) -> None:
        described = inspect.getdoc(Store.leaderboard) or ""
        for name in ("collection", "qrels", "runs", "topics", "average", "test", "alpha"):
            assert f"\n{name}: " in described


class TestComparing:
    def test_without_names_it_asks(self, filled: Store) -> None:
        with pytest.raises(UsageError, match="nothing to compare; name the `systems`"):
            filled.compare()

    def test_a_baseline(self, filled: Store) -> None:
        rows = filled.compare(baseline="bm25", measures="AP").dicts()
        assert {row["b"] for row in rows} == {"bm25"}
        assert [row["a"] for row in rows] == ["T5-base", "T5-large", "x,y", "z*"]
        rows = filled.compare("T5*", "AP", baseline="bm25").dicts()
        assert [row["a"] for row in rows] == ["T5-base", "T5-large"]

    def test_a_baseline_and_every_pair(self, filled: Store) -> None:
        with pytest.raises(UsageError, match="baseline"):
            filled.compare(baseline="bm25", pairs="all")
        assert len(filled.compare(measures="AP", pairs="all").rows) == 10


class TestRankings:
    def test_a_list_is_a_ranking(self, store: Store) -> None:
        store.load_run({"q1": ["d3", "d1"]}, "listed")
        assert store.sql("select topic, rank, docno, score from ranked order by rank").rows == [
            ("q1", 1, "d3", None),
            ("q1", 2, "d1", None),
        ]

    @pytest.mark.parametrize(
        ("run", "message"),
        [
            ({"q": ["a", "b", "a"]}, "topic 'q': a document is ranked twice"),
            ({"q": ["a"], "r": {"a": 1.0}}, "topic 'r': expected a list of documents"),
            ({"q": 7}, "topic 'q': expected {document: score}, not 7"),
            ({"q": {"a": "x"}}, "topic 'q', document 'a': score 'x' is not a number"),
            ({"q": {"a": None}}, "topic 'q', document 'a': score None is not a number"),
        ],
    )
    def test_what_is_none(self, store: Store, run: object, message: str) -> None:
        with pytest.raises(DataError, match=message):
            store.load_run(run, "run")

    def test_a_list_is_no_judgement(self, store: Store) -> None:
        with pytest.raises(DataError, match=r"expected \{document: grade\}"):
            store.load_qrels({"q": ["a"]})


class TestClosed:
    def test_a_closed_store_says_so(self, filled: Store) -> None:
        unread = filled.leaderboard("AP")
        selected = filled.sql("select 1")
        filled.close()
        for ask in (
            filled.leaderboard,
            filled.runs,
            unread.fetchall,
            unread.df,
            selected.df,
            selected.pl,
            selected.arrow,
            lambda: filled.sql("select 1"),
            lambda: filled.load_run({"1": {"a": 1.0}}, "late"),
            lambda: filled.connection,
        ):
            with pytest.raises(StoreClosedError, match="the store is closed"):
                ask()


class TestWhatAReaderSees:
    def test_a_store(self, filled: Store, tmp_path: Path) -> None:
        assert repr(filled) == "Store(':memory:', 1 collection, 5 runs, 1 qrels set)"
        filled.close()
        assert repr(filled) == "Store(':memory:', closed)"
        path = tmp_path / "x.duckdb"
        evalstore.open(path).close()
        with evalstore.open(path, read_only=True) as store:
            assert repr(store).startswith(f"Store({str(path)!r}, read-only, 0 collections")

    def test_the_public_names(self) -> None:
        assert set(evalstore.__all__) <= set(dir(evalstore))

    def test_the_types_ship(self) -> None:
        assert (Path(evalstore.__file__).parent / "py.typed").exists()

    def test_a_library_that_is_not_installed(
        self, filled: Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("evalstore.extras.find_spec", lambda name: None)
        with pytest.raises(UsageError, match=r"need polars.* pip install polars"):
            filled.runs().pl()

    def test_sql_takes_parameters(self, filled: Store) -> None:
        assert filled.sql("select ?::int + 1", [41]).rows == [(42,)]
