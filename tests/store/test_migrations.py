"""Stores of older schemas: brought up to date, they answer as if they had been loaded today."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest

from evalstore import version
from evalstore.store import Store

RUN = {"1": {"9": 3.0, "10": 3.0, "a": 2.0, "07": 1.0}, "2": {"2147483648": 1.0}}
QRELS = {"1": {"10": 2.0, "07": 1.0, "b": 0.0}}

# The same, as the first schema had it: every document with a number from 1 on.
FIRST = """
insert into collection (name) values ('default');
insert into qrels (collection_id, name, sha256) values (1, 'q', '');
insert into run (collection_id, system, rank_rule, sha256) values (1, 's', 'trec_eval', '');
insert into document values
    (1, 1, '10'), (2, 1, '07'), (3, 1, 'b'), (4, 1, '9'), (5, 1, 'a'), (6, 1, '2147483648');
insert into judgement
values (1, '1', '0', '', 1, 2), (1, '1', '0', '', 2, 1), (1, '1', '0', '', 3, 0);
insert into grade_count values (1, '1', 0, 1), (1, '1', 1, 1), (1, '1', 2, 1);
insert into retrieved (list_id, run_id, topic, documents, before)
values (1, 1, '1', 4, 0), (2, 1, '2', 1, 4);
insert into retrieved_document (list_id, place, document_id, score, is_tied) values
    (1, 1, 4, 3, false), (1, 2, 1, 3, true), (1, 3, 5, 2, false), (1, 4, 2, 1, false),
    (2, 5, 6, 1, false);
insert into judged_list (run_id, qrels_id, topic, ranks, judged_ranks, document_ids, grades, hits)
values (1, 1, '1', [2, 4], [1, 2], [1, 2], [2, 1], [2, 4]);
"""

ASKED = (
    "select topic, rank, docno, score, grade from ranked_document order by all",
    "select topic, rank, file_rank, is_tied from ranking order by all",
    "select topic, ranks, judged_ranks, hits from judged_list order by all",
    "select topic, docno, grade from judged_document order by all",
    "select measure, value, topics from leaderboard order by all",
    "select docno from document order by all",
    "select topic, rank, docno, grade from judged_ranking inner join document using (document_id)",
)


@pytest.fixture
def first_schema(tmp_path: Path) -> Path:
    path = tmp_path / "store.duckdb"
    version.migrate(path, "0001")
    with duckdb.connect(str(path)) as plain:
        plain.execute(FIRST)
    return path


@pytest.mark.parametrize("select", ASKED)
def test_a_store_of_the_first_schema_answers_as_one_of_today(
    first_schema: Path, select: str
) -> None:
    with Store(first_schema) as old, Store() as new:
        new.load_qrels(QRELS, name="q")
        new.load_run(RUN, "s")
        assert old.sql(select).rows == new.sql(select).rows != []


def test_a_store_of_the_first_schema_takes_more_runs(first_schema: Path) -> None:
    with Store(first_schema) as store:
        store.load_run({"1": {"10": 2.0, "a": 1.0, "new": 0.5}}, "t")
        assert store.scores(["RR"], runs=["t"]).rows == [("t", "1", "RR", 1.0)]
        named = store.sql("select docno, document_id from named_document order by all").rows
        assert named == [("07", -2), ("2147483648", -6), ("a", -5), ("b", -3), ("new", -7)]


def test_for_reading_it_says_how_to_bring_it_up_to_date(first_schema: Path) -> None:
    with pytest.raises(version.StoreVersionError, match="evalstore migrate"):
        Store(first_schema, read_only=True)
