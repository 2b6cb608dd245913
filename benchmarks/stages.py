"""What bounds loading: the processor time of each stage of it, done alone over all files.

python benchmarks/stages.py STORE QRELS RUNS
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import evalstore
from evalstore.load.documents import coded, numbers_of
from evalstore.load.keeping import joined_lists, keep_lists
from evalstore.load.meeting import judgements_of, meet_lists
from evalstore.load.naming import RunRequest, insert_runs, named_run
from evalstore.load.plain import stretch
from evalstore.load.ranking import rank_rows, repeats
from evalstore.load.run_file import RunFile, run_file
from evalstore.load.source import find_sources, open_source

BATCH = 64 << 20


@contextmanager
def stage(name: str) -> Iterator[None]:
    started = time.process_time()
    yield
    spent[name] = spent.get(name, 0.0) + time.process_time() - started


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


def keep(store: evalstore.Store, files: list[RunFile], request: RunRequest) -> None:
    with stage("read the bytes"):
        for file in files:
            stretch(file.path, 0, file.size)
    with stage("digest, by which a file is known again"):
        for file in files:
            assert file.source.sha256
    with stage("parse the text"):
        tables = [(file, rows) for file in files for rows in rows_of(file)]
    with stage("number the documents of the text"):
        documents = coded([rows["docno"] for _, rows in tables])
    with stage("rank"):
        ranked = [rank_rows(rows, "trec_eval") for _, rows in tables]
    with stage("look for documents ranked twice"):
        for lists, codes in zip(ranked, documents.codes, strict=True):
            assert not repeats(lists, lists.ordered(codes))
    with stage("number the documents of the store"):
        numbers = numbers_of(store.connection, 1, documents)
    named = {id(file): named_run(file, request, {}, {}) for file in files}
    insert_runs(store.connection, list(named.values()), request, 1, {})
    found = zip(tables, ranked, numbers, strict=True)
    kept = [(named[id(file)], lists, those) for (file, _), lists, those in found]
    with stage("compress and write the rankings"):
        keep_lists(store.connection, kept, [])
    with stage("meet the judgements"):
        meet_lists(store.connection, joined_lists(kept), judgements_of(store.connection, 1))


def rows_of(file: RunFile) -> Iterator[object]:
    return (file.rows(*part) for part in file.parts(8 << 20))


def main(path: str, qrels: str, runs: str) -> None:
    with stage("make a store"):
        store = evalstore.open(path)
    with stage("load the judgements"):
        store.load_qrels(qrels)
    for files in batches(runs):
        keep(store, files, RunRequest())
    with stage("close the store"):
        store.close()
    for name, seconds in spent.items():
        print(name, seconds, sep="\t")


if __name__ == "__main__":
    main(*sys.argv[1:])
