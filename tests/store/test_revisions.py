"""A small store of every schema revision opens today, with the same numbers.

`revisions/NNNN.duckdb.xz` is written once, by `python tests/store/test_revisions.py`, with
DuckDB 1.5, when a revision is new; later versions of evalstore must open it.
"""

from __future__ import annotations

import lzma
from pathlib import Path

import duckdb
import pytest

from evalstore import version
from evalstore.errors import StoreVersionError
from evalstore.resources import folder
from evalstore.store import Store

REVISIONS = Path(__file__).parent / "revisions"
STORES = sorted(REVISIONS.glob("*.duckdb.xz"))

QRELS = {"1": {"a": 2, "b": 1, "c": -1}, "2": {"a": 1, "d": 0}}
RUNS = {
    "s": {"1": {"b": 3.0, "x": 2.0, "a": 2.0}, "2": {"d": 1.0}},
    "t": {"1": {"a": 1.0}},
}
MEASURES = ["nDCG@10", "AP", "RR"]
SCORES = [
    ("s", "1", "AP", 0.8333333333333333),
    ("s", "1", "RR", 1.0),
    ("s", "1", "nDCG@10", 0.7601875334318685),
    ("s", "2", "AP", 0.0),
    ("s", "2", "RR", 0.0),
    ("s", "2", "nDCG@10", 0.0),
    ("t", "1", "AP", 0.5),
    ("t", "1", "RR", 1.0),
    ("t", "1", "nDCG@10", 0.7601875334318685),
    ("t", "2", "AP", 0.0),
    ("t", "2", "RR", 0.0),
    ("t", "2", "nDCG@10", 0.0),
]


def written(path: Path) -> None:
    with Store(path) as store:
        store.load_qrels(QRELS, name="judged")
        for name, run in RUNS.items():
            store.load_run(run, name)
        store.add_measures("nDCG(gain={1:2,2:7})@7")


def test_every_revision_has_its_store() -> None:
    revisions = {path.name[:4] for path in (folder("migrations") / "versions").glob("0*.py")}
    assert {path.name[:4] for path in STORES} == revisions


@pytest.fixture(params=STORES, ids=lambda path: path.name[:4])
def old(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path = tmp_path / "old.duckdb"
    path.write_bytes(lzma.decompress(request.param.read_bytes()))
    return path


def test_reading_gives_the_same_numbers(old: Path) -> None:
    content = old.read_bytes()
    with duckdb.connect(str(old), read_only=True) as plain:
        [(revision,)] = plain.sql("select version_num from alembic_version").fetchall()
        view = "select system, topic, value from topic_score where measure = 'AP' order by all"
        assert plain.sql(view).fetchall() == [
            (system, topic, value) for system, topic, name, value in SCORES if name == "AP"
        ]
    if revision == version.REVISION:
        with Store(old, read_only=True) as store:
            assert sorted(store.scores(MEASURES).rows) == SCORES
    else:
        with pytest.raises(StoreVersionError, match="upgrade it"):
            Store(old, read_only=True)
    assert old.read_bytes() == content


def test_writing_brings_it_up_to_date(old: Path) -> None:
    with Store(old) as store:
        assert sorted(store.scores(MEASURES).rows) == SCORES
        assert [row["check"] for row in store.verify().dicts() if row["wrong"]] == []
        store.load_run({"1": {"b": 1.0}}, "u")
        assert len(store.runs()) == 3
        [(revision,)] = store.sql("select version_num from alembic_version").rows
    assert revision == version.REVISION


if __name__ == "__main__":
    made = REVISIONS / f"{version.REVISION}.duckdb"
    written(made)
    made.with_suffix(".duckdb.xz").write_bytes(lzma.compress(made.read_bytes(), preset=9))
    made.unlink()
