"""What bounds loading: the processor time of each stage of it, done alone over all files.

python benchmarks/stages.py STORE QRELS RUNS
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np

import evalstore
from evalstore.load.documents import Documents
from evalstore.load.keeper import Keeper
from evalstore.load.keeping import Kept, keep_lists
from evalstore.load.meeting import Judgements
from evalstore.load.naming import RunRequest, insert_runs, named_run
from evalstore.load.plain import stretch
from evalstore.load.ranked_file import RankedFile, name_twice
from evalstore.load.ranking import rank_rows
from evalstore.load.room import room_of
from evalstore.load.row_groups import RowGroups
from evalstore.load.run_file import RunFile, run_file
from evalstore.load.run_rows import RunRows
from evalstore.load.source import find_sources, open_source
from evalstore.transaction import transaction

BATCH = 64 << 20


@contextmanager
def stage(name: str) -> Iterator[None]:
    started, inner = time.process_time(), sum(spent.values())
    yield
    inside = sum(spent.values()) - inner  # stages inside this one count by themselves
    spent[name] = spent.get(name, 0.0) + time.process_time() - started - inside


spent: dict[str, float] = {}


def batches(runs: str) -> Iterator[list[RunFile]]:
    batch: list[RunFile] = []
    for path in find_sources([runs]):
        with open_source(path) as source:
            batch.append(run_file(source))
        if sum(file.size for file in batch) >= BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


def keep(store: evalstore.Store, files: list[RunFile], documents: Documents) -> None:
    with stage("read the bytes"):
        for file in files:
            stretch(file.path, 0, file.size)
    with stage("digest, by which a file is known again"):
        for file in files:
            assert file.source.sha256
    request = RunRequest()
    sets = Keeper(store.connection, request, room_of(store.connection)).judgements()
    ranked = [rank(file, rows, sets) for file in files for rows in rows_of(file)]
    named = {id(file): named_run(file, request, {}, {}) for file in files}
    with stage("compress and write"), transaction(store.connection):
        insert_runs(store.connection, list(named.values()), request, 1, {})
        with stage("number the documents"), documents:
            numbers = [one.numbers(documents) for one in ranked]
        found = zip(ranked, numbers, strict=True)
        kept = [Kept([named[id(one.files[0])]], one, those) for one, those in found]
        groups = RowGroups(store.connection)
        keep_lists(groups, kept, [judged.qrels_id for judged in sets])
        groups.finish()


def rows_of(file: RunFile) -> Iterator[RunRows]:
    for part in file.parts(8 << 20):
        with stage("parse the text, with keys of the documents"):
            rows = file.rows(*part)
        yield rows


def rank(file: RunFile, rows: RunRows, sets: list[Judgements]) -> RankedFile:
    with stage("rank"):
        lists = rank_rows(rows, "trec_eval")
    with stage("look for documents ranked twice"):
        assert not name_twice(lists, rows.docnos)
    ranked = RankedFile([file], np.array([len(lists.topics)]), lists, rows.docnos)
    with stage("meet the judgements"):
        ranked.meet(sets)
    return ranked


def main(path: str, qrels: str, runs: str) -> None:
    with stage("make a store"):
        store = evalstore.open(path)
    with stage("load the judgements"):
        store.load_qrels(qrels)
    documents = Documents(store.connection, "default")
    for files in batches(runs):
        keep(store, files, documents)
    with stage("close the store"):
        store.close()
    for name, seconds in spent.items():
        print(name, seconds, sep="\t")


if __name__ == "__main__":
    main(*sys.argv[1:])
