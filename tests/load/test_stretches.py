"""Ranked lists are kept in stretches; whoever reads them sees documents, rank by rank."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from evalstore.load.stretches import LENGTH, cut
from evalstore.store import Store

TOPICS = {"1": 3, "2": LENGTH, "3": LENGTH + 1, "4": 3 * LENGTH - 5}
RANKING = "select topic, rank, docno, score, file_rank, is_tied from ranking"


def test_a_list_is_cut_where_a_stretch_is_full() -> None:
    lists, above, lengths = cut(np.array(list(TOPICS.values())))
    assert lists.tolist() == [0, 1, 2, 2, 3, 3, 3]
    assert above.tolist() == [0, 0, 0, LENGTH, 0, LENGTH, 2 * LENGTH]
    assert lengths.tolist() == [3, LENGTH, LENGTH, 1, LENGTH, LENGTH, LENGTH - 5]


def documents(store: Store) -> list[tuple[object, ...]]:
    asked = f"{RANKING} inner join document using (document_id) order by topic, rank"
    return store.sql(asked).rows


def docno(number: int) -> str:
    return f"d{999 - number}"


def test_every_document_of_a_run_has_its_rank_and_score(store: Store) -> None:
    run = {topic: {docno(i): -float(i) for i in range(count)} for topic, count in TOPICS.items()}
    store.load_run(run, "s")
    assert documents(store) == [
        (topic, i + 1, docno(i), -float(i), i + 1, False)
        for topic, count in TOPICS.items()
        for i in range(count)
    ]
    [[stretches]] = store.sql("select count(*) from retrieved_stretch").rows
    assert stretches == 7


def test_ties_and_ranks_of_the_file_reach_over_a_cut(store: Store, tmp_path: Path) -> None:
    """The documents around the cut are tied, and the file has them in the other order."""
    tied = range(LENGTH - 2, LENGTH + 2)
    file = [i for i in range(LENGTH + 9) if i not in tied]
    file[LENGTH - 2 : LENGTH - 2] = reversed(tied)
    scores = {i: -float(tied[0] if i in tied else i) for i in file}
    (tmp_path / "s.run").write_text(
        "".join(f"1 Q0 {docno(i)} {rank} {scores[i]} s\n" for rank, i in enumerate(file, 1))
    )
    store.load_runs(tmp_path / "s.run").raise_refused()
    assert documents(store) == [
        ("1", i + 1, docno(i), scores[i], file.index(i) + 1, i in tied[1:]) for i in sorted(file)
    ]
    assert store.sql("from tied_place").rows == [(1, "1", tied[0] + 1, tied[-1] + 1)]


def test_what_is_as_it_should_be_is_not_kept(store: Store, tmp_path: Path) -> None:
    store.load_run({"1": {docno(i): -float(i) for i in range(2 * LENGTH)}}, "with")
    (tmp_path / "without.run").write_text("".join(f"1 {docno(i)} {i + 1}\n" for i in range(9)))
    store.load_runs(tmp_path / "without.run").raise_refused()
    told = "scores is null, file_ranks is null, are_tied is null from retrieved_stretch"
    rows = store.sql(f"select run_id, {told} order by run_id, above").rows
    assert rows == [(1, False, True, True), (1, False, True, True), (2, True, True, True)]


@pytest.mark.parametrize("number", [1, LENGTH, LENGTH + 1, 5 * LENGTH])
def test_a_run_that_is_dropped_leaves_no_stretch(store: Store, number: int) -> None:
    store.load_run({"1": {docno(i): -float(i) for i in range(number)}}, "s")
    store.load_run({"1": {"a": 1.0}}, "t")
    store.drop_run("s")
    assert store.sql("select document_ids, scores from retrieved_stretch").rows == [
        ([-number - 1], [1.0])
    ]
