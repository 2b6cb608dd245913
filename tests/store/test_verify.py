"""`Store.verify`: everything that is derived, computed anew; and its repair."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest

from evalstore.errors import DataError
from evalstore.store import Store
from evalstore.verification.report import CHECKS

QRELS = "1 0 a 2\n1 0 b 0\n1 0 c -1\n2 0 a 1\n2 0 d 3\n"
RUN = "1 Q0 a 1 3.5 s\n1 Q0 x 2 3.5 s\n1 Q0 b 3 1 s\n2 Q0 d 1 2 s\n2 Q0 y 2 1 s\n"

# What is done to a store, the check that finds it, and whether that can be repaired.
TAMPERED = {
    "delete from judged_ranking where rank = 2": ("judged_ranking", True),
    "insert into judged_ranking select * from judged_ranking limit 1": ("judged_ranking", True),
    "update judged_ranking set judged_rank = 7 where rank = 1": ("judged_ranking", True),
    "update judged_ranking set grade = grade + 1 where rank = 1": ("judged_ranking", True),
    "update run_topic set documents = documents + 1": ("run_topic", True),
    "delete from run_topic": ("run_topic", True),
    "delete from ranking where topic_id = 1 and rank = 3": ("run_topic", True),
    "update discount set weight = weight + 1e-16 where rank = 7": ("weights", True),
    "insert into discount select * from discount where rank = 7": ("weights", True),
    "delete from gain where grade = 3": ("weights", True),
    "update gain set value = 2 where grade = 3": ("weights", True),
    "update measure set cutoff = 11 where measure = 'nDCG@10'": ("measures", True),
    "insert into measure select 'Nonsense@3', * exclude (measure) from measure limit 1": (
        "measures",
        True,
    ),
    "update measure_description set formula = ''": ("measures", True),
    "create or replace view leaderboard as select 1 as value": ("schema", True),
    "drop view measures.ndcg": ("schema", True),
    "comment on view topic_score is 'something else'": ("schema", True),
    "update ranking set rank = rank + 1": ("ranking", False),
    "update ranking set score = 9 where rank = 2": ("ranking", False),
    "update ranking set is_tied = not is_tied": ("ranking", False),
    "delete from ranking where rank = 1": ("ranking", False),
    "update ranking set document_id = 999 where rank = 1": ("references", False),
    "delete from topic where name = '2'": ("references", False),
    "delete from run": ("references", False),
    "insert into efficiency values (99, null, 'latency', 1, 'ms')": ("references", False),
    "insert into topic select 77, collection_id, name, null, null, null, null from topic limit 1": (
        "repeated",
        False,
    ),
    "insert into judgement select * from judgement limit 1": ("repeated", False),
    "update ranking set document_id = 1": ("repeated", False),
    "insert into collection (name) values ('other'); update topic set collection_id = 2": (
        "collections",
        False,
    ),
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "store.duckdb"
    (tmp_path / "qrels.txt").write_text(QRELS)
    (tmp_path / "s.txt").write_text(RUN)
    with Store(path) as store:
        store.load_qrels(tmp_path / "qrels.txt")
        store.load_runs(tmp_path / "s.txt").raise_refused()
        store.load_run({"1": {"a": 1.0, "b": 1.0}}, "frame", rank_by="trec_eval10")
        store.add_measures("nDCG(gain={1:2,2:7})@7", "nDCG(discount='jk',base=3)")
        # Numbers of many digits, of which DuckDB 1.5 reads other doubles as plain decimals.
        store.add_measures("RBP(p=0.011081992269863783)", "AP(rel=0.011081992269863783)")
        store.register_measure(
            "Graded",
            "select run_id, qrels_id, topic_id, 1.0 as value from run, qrels, topic",
            meaning="one",
        )
    return path


def wrong(path: Path, repair: bool = False) -> list[str]:
    """The names of the checks that fail."""
    with Store(path, read_only=not repair) as store:
        return [row["check"] for row in store.verify(repair=repair).dicts() if row["wrong"]]


def test_a_store_as_it_was_loaded_is_sound(path: Path) -> None:
    with Store(path, read_only=True) as store:
        result = store.verify()
    assert [row["check"] for row in result.dicts()] == [check.__name__ for check in CHECKS]
    assert all(row["checked"] for row in result.dicts())
    assert wrong(path) == []
    assert result.title == f"{path} is sound"


def test_a_store_in_memory_is_sound_before_anyone_has_asked_for_its_views() -> None:
    with Store() as store:
        store.load_run({"1": {"a": 1.0}}, "s")
        assert {row["wrong"] for row in store.verify().dicts()} == {0}


@pytest.mark.parametrize(("sql", "found"), TAMPERED.items())
def test_what_was_tampered_with_is_found(path: Path, sql: str, found: tuple[str, bool]) -> None:
    check, is_repaired = found
    with duckdb.connect(str(path)) as plain:
        plain.execute(sql)
    assert check in wrong(path)
    after = wrong(path, repair=True)
    assert (check not in after) == is_repaired
    if is_repaired:
        assert after == []
        assert wrong(path) == []


def test_a_repaired_store_scores_as_before(path: Path) -> None:
    with Store(path) as store:
        before = store.scores(["nDCG@10", "AP", "Graded", "Bpref"]).rows
        store.connection.execute("delete from judged_ranking; delete from discount")
        store.verify(repair=True)
        assert store.scores(["nDCG@10", "AP", "Graded", "Bpref"]).rows == before


def test_a_table_that_is_not_as_declared_is_found_and_not_repaired(path: Path) -> None:
    with duckdb.connect(str(path)) as plain:
        plain.execute("alter table efficiency drop unit")
    assert wrong(path) == ["schema"]
    with pytest.raises(DataError, match="cannot be repaired"):
        wrong(path, repair=True)


def test_a_source_that_changed_is_found_and_one_that_is_gone_is_noted(path: Path) -> None:
    path.with_name("s.txt").unlink()
    with Store(path, read_only=True) as store:
        result = store.verify()
    assert "1 source was not compared" in "\n".join(result.notes)
    assert wrong(path) == []
    path.with_name("qrels.txt").write_text(QRELS + "3 0 a 1\n")
    assert wrong(path) == ["sources"]


def test_what_a_user_added_does_not_matter(path: Path) -> None:
    with duckdb.connect(str(path)) as plain:
        plain.execute("create table mine as select 1 as a; create view also_mine as from mine")
    assert wrong(path) == []


def test_weights_of_a_function_that_is_not_here_are_noted(path: Path) -> None:
    with duckdb.connect(str(path)) as plain:
        plain.execute("insert into discount values ('elsewhere', 1, 0.5)")
    with Store(path, read_only=True) as store:
        result = store.verify()
    assert wrong(path) == []
    assert "'elsewhere'" in "\n".join(result.notes)
    assert wrong(path, repair=True) == []
    with duckdb.connect(str(path)) as plain:
        assert plain.sql("from discount where discount = 'elsewhere'").fetchall()


def test_a_damaged_file_is_not_sound(path: Path) -> None:
    with Store(path) as store:
        store.load_run({str(t): {f"d{t}{d}": d for d in range(300)} for t in range(80)}, "large")
    with duckdb.connect(str(path), read_only=True) as plain:
        [(block, size)] = plain.sql(
            "select max(block_id), any_value(block_size) "
            "from pragma_storage_info('ranking'), pragma_database_size()"
        ).fetchall()
    content = bytearray(path.read_bytes())
    at = 3 * 4096 + block * size + 1000  # behind three headers
    content[at : at + 4] = b"XXXX"
    path.write_bytes(content)
    assert "content" in wrong(path)
