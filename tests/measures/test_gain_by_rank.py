"""gain_by_rank: the worked tables of the lecture notes, column by column and rank by rank."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

import duckdb
import pytest

from evalstore.store import Store

COLUMNS = [
    *("rank", "docno", "grade", "gain", "discount", "cg", "dcg", "ideal_dcg", "ndcg"),
    *("precision", "recall"),
]


def in_order(docnos: Sequence[str]) -> dict[str, float]:
    return {docno: float(-rank) for rank, docno in enumerate(docnos)}


def columns(store: Store, measure: str, system: str = "s") -> dict[str, list[float]]:
    rows = store.gain_by_rank("1", [system], [measure]).dicts()
    return {name: [row[name] for row in rows] for name in COLUMNS}


class TestDecimalGrades:
    """Decimal grades, and 1/log2(rank) with the first two ranks undiscounted."""

    DOCS = [str(n) for n in (588, 589, 576, 590, 986, 592, 984, 988, 578, 985, 103, 591, 772, 990)]
    GAIN = [1, 0.6, 0, 0.8, 0, 1, 0, 0, 0, 0, 0, 0, 0.2, 0]
    LOG = [1, 1, 1.58, 2, 2.32, 2.58, 2.81, 3, 3.17, 3.32, 3.46, 3.58, 3.70, 3.81]
    CG = [1, 1.6, 1.6, 2.4, 2.4, 3.4, 3.4, 3.4, 3.4, 3.4, 3.4, 3.4, 3.6, 3.6]
    DCG = [1, 1.6, 1.6, 2, 2, 2.39, 2.39, 2.39, 2.39, 2.39, 2.39, 2.39, 2.44, 2.44]
    IDEAL = [1, 2, 2.5, 2.8, 2.89, 2.89, 2.89, 2.89, 2.89, 2.89, 2.89, 2.89, 2.89, 2.89]
    NDCG = [1, 0.8, 0.64, 0.71, 0.69, 0.83, 0.83, 0.83, 0.83, 0.83, 0.83, 0.83, 0.84, 0.84]

    def test_every_column(self, store: Store) -> None:
        store.load_qrels({"1": dict(zip(self.DOCS, self.GAIN, strict=True))})
        store.load_run({"1": in_order(self.DOCS)}, "s")
        found = columns(store, "nDCG(discount='jk')")
        assert found["rank"] == list(range(1, 15))
        assert found["docno"] == self.DOCS
        assert found["grade"] == found["gain"] == self.GAIN
        assert [1 / weight for weight in found["discount"]] == pytest.approx(self.LOG, abs=0.0051)
        assert found["cg"] == pytest.approx(self.CG)
        assert found["dcg"] == pytest.approx(self.DCG, abs=0.0051)
        assert found["ideal_dcg"] == pytest.approx(self.IDEAL, abs=0.0051)
        assert found["ndcg"] == pytest.approx(self.NDCG, abs=0.0051)


class TestGradeOneMeansNotRelevant:
    """Grades 3 2 1 1 3 1 1 2 1 1, where nine documents of the collection have grade 3."""

    GRADES = [3, 2, 1, 1, 3, 1, 1, 2, 1, 1]

    def test_every_rank(self, store: Store) -> None:
        qrels = {f"d{i}": float(grade) for i, grade in enumerate(self.GRADES)}
        store.load_qrels({"1": qrels | {f"x{i}": 3.0 for i in range(7)}})
        store.load_run({"1": in_order([f"d{i}" for i in range(10)])}, "s")
        weights = [1.0] + [1 / math.log2(rank) for rank in range(2, 11)]
        ideal = [3] * 9 + [2]
        found = columns(store, "nDCG(discount='jk')")
        for rank in range(1, 11):
            dcg = sum(g * w for g, w in zip(self.GRADES[:rank], weights, strict=False))
            best = sum(g * w for g, w in zip(ideal[:rank], weights, strict=False))
            assert found["cg"][rank - 1] == sum(self.GRADES[:rank])
            assert found["dcg"][rank - 1] == pytest.approx(dcg)
            assert found["ideal_dcg"][rank - 1] == pytest.approx(best)
            assert found["ndcg"][rank - 1] == pytest.approx(dcg / best)


class TestExponentialGain:
    """2^grade - 1, normalised by the best order of the ranking itself."""

    GRADES = [3, 2, 3, 0, 0, 1, 2, 2, 3, 0]
    GAIN = [7, 3, 7, 0, 0, 1, 3, 3, 7, 0]
    DCG = [7, 8.89, 12.39, 12.39, 12.39, 12.75, 13.75, 14.70, 16.80, 16.80]
    IDEAL = [7, 11.42, 14.92, 16.21, 17.37, 18.44, 18.77, 18.77, 18.77, 18.77]
    NDCG = [1, 0.78, 0.83, 0.76, 0.71, 0.69, 0.73, 0.78, 0.90, 0.90]

    @pytest.mark.parametrize("ideal", ["", ",ideal='run'"])
    def test_every_column(self, store: Store, ideal: str) -> None:
        store.load_qrels({"1": {f"d{i}": float(grade) for i, grade in enumerate(self.GRADES)}})
        store.load_run({"1": in_order([f"d{i}" for i in range(10)])}, "s")
        found = columns(store, f"nDCG(gain='exp2'{ideal})")
        assert found["grade"] == self.GRADES
        assert found["gain"] == self.GAIN
        assert found["discount"] == [1 / math.log2(1 + rank) for rank in range(1, 11)]
        assert found["dcg"] == pytest.approx(self.DCG, abs=0.0051)
        assert found["ideal_dcg"] == pytest.approx(self.IDEAL, abs=0.0051)
        assert found["ndcg"] == pytest.approx(self.NDCG, abs=0.0051)


class TestPrecisionAndRecall:
    """Two systems on a topic with six relevant documents."""

    RELEVANT_RANKS = {"1": [1, 3, 4, 5, 6, 10], "2": [2, 5, 6, 7, 9, 10]}
    PRECISION = {
        "1": [1, 0.5, 0.67, 0.75, 0.8, 0.83, 0.71, 0.63, 0.56, 0.6],
        "2": [0, 0.5, 0.33, 0.25, 0.4, 0.5, 0.57, 0.5, 0.56, 0.6],
    }
    RECALL = {
        "1": [0.17, 0.17, 0.33, 0.5, 0.67, 0.83, 0.83, 0.83, 0.83, 1],
        "2": [0, 0.17, 0.17, 0.17, 0.33, 0.5, 0.67, 0.67, 0.83, 1],
    }

    @pytest.mark.parametrize("system", ["1", "2"])
    def test_every_rank(self, store: Store, system: str) -> None:
        store.load_qrels({"1": {f"r{i}": 1.0 for i in range(6)}})
        for name, ranks in self.RELEVANT_RANKS.items():
            docnos = [f"r{ranks.index(k)}" if k in ranks else f"n{k}" for k in range(1, 11)]
            store.load_run({"1": in_order(docnos)}, name)
        found = columns(store, "nDCG", system)
        assert found["precision"] == pytest.approx(self.PRECISION[system], abs=0.0051)
        assert found["recall"] == pytest.approx(self.RECALL[system], abs=0.0051)


QRELS = {"1": {"a": 3.0, "b": 1.0, "n": -1.0}, "2": {"a": 0.0}}
RUN = {"1": {"x": 5.0, "a": 4.0, "n": 3.0, "b": 2.0, "y": 1.0}, "2": {"a": 1.0}}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "store.duckdb"
    with Store(path) as store:
        store.load_qrels(QRELS, name="q")
        store.load_run(RUN, "s")
    return path


def test_unjudged_documents_have_no_grade_and_no_gain(path: Path) -> None:
    with Store(path, read_only=True) as store:
        rows = store.gain_by_rank("1", ["s"]).dicts()
    assert [(row["docno"], row["grade"], row["gain"]) for row in rows] == [
        ("x", None, 0.0),
        ("a", 3.0, 3.0),
        ("n", -1.0, 0.0),
        ("b", 1.0, 1.0),
        ("y", None, 0.0),
    ]
    assert [row["precision"] for row in rows] == pytest.approx([0, 1 / 2, 1 / 3, 2 / 4, 2 / 5])
    assert [row["recall"] for row in rows] == [0, 0.5, 0.5, 1, 1]


def test_the_last_rank_has_the_score_of_the_topic(path: Path) -> None:
    with Store(path, read_only=True) as store:
        rows = store.gain_by_rank("1", ["s"]).dicts()
        [score] = [row[3] for row in store.scores(["nDCG"], topics=["1"])]
    assert rows[-1]["ndcg"] == pytest.approx(score, abs=1e-12)


def test_a_depth_cuts_the_table(path: Path) -> None:
    with Store(path, read_only=True) as store:
        assert [row["rank"] for row in store.gain_by_rank("1", ["s"], depth=2).dicts()] == [1, 2]


def test_a_topic_without_relevant_documents_has_no_ndcg_above_0(path: Path) -> None:
    with Store(path, read_only=True) as store:
        [row] = store.gain_by_rank("2", ["s"]).dicts()
    assert not row["ndcg"]
    assert (row["cg"], row["dcg"], row["precision"]) == (0, 0, 0)


def test_the_view_is_there_for_any_client(path: Path) -> None:
    with duckdb.connect(str(path), read_only=True) as plain:
        names = plain.sql("from gain_by_rank").columns
        ranks = plain.sql(
            "select rank, docno, cg from gain_by_rank "
            "where measure = 'nDCG' and system = 's' and topic = '1' order by rank"
        ).fetchall()
    assert names[: len(names) - len(COLUMNS)] == [
        *("collection", "qrels", "system", "topic", "measure"),
    ]
    assert names[-len(COLUMNS) :] == COLUMNS
    assert ranks == [(1, "x", 0), (2, "a", 3), (3, "n", 3), (4, "b", 4), (5, "y", 4)]


def test_a_registered_variant_joins_the_view(path: Path) -> None:
    measure = "nDCG(gain='exp2')"
    with Store(path) as store:
        store.add_measures(measure)
    with duckdb.connect(str(path), read_only=True) as plain:
        select = "select cg from gain_by_rank where measure = $1 and topic = '1' order by rank"
        rows = plain.execute(select, [measure]).fetchall()
    assert [row[0] for row in rows] == [0, 7, 7, 8, 8]


@pytest.mark.parametrize("cutoff", ["", "@1"])
def test_without_a_retrieved_gain_the_ideal_of_the_run_gives_0(store: Store, cutoff: str) -> None:
    """Where all retrieved documents lose (negative gains), the score is no share of anything."""
    measure = f"nDCG(gain={{0:-1,1:1}},ideal='run'){cutoff}"
    store.load_qrels({"1": {"a": 0.0, "b": 1.0}})
    store.load_run({"1": {"a": 1.0}}, "s")
    assert [row[3] for row in store.scores(measure)] == [0]
    assert [row["ndcg"] for row in store.gain_by_rank("1", "s", measure).dicts()] == [0]
