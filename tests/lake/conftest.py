"""A generated collection with everything that goes wrong in scores, as files and as a store."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from evalstore.store import Store

SYSTEMS = 6
TOPICS = 8


def write_collection(folder: Path) -> None:
    """Ties, -0.0, non-ASCII document names, unjudged documents, missing topics, a topic without
    relevant documents, and system names that other tools take for numbers."""
    choose = random.Random(21)
    documents = [f"döc-{number}-文" if number % 3 else f"d{number}" for number in range(60)]
    with (folder / "judged.qrels").open("w", encoding="utf-8") as file:
        for topic in range(1, TOPICS + 1):
            for docno in choose.sample(documents, 25):
                grade = 0 if topic == 3 else choose.choice((-1, 0, 0, 1, 2, 3))
                print(topic, choose.choice("01"), docno, grade, file=file)
    (folder / "runs").mkdir()
    for number in range(SYSTEMS):
        system = f"{number:03}" if number % 2 else f"système {number}".replace(" ", "-")
        with (folder / "runs" / f"{number}.run").open("w", encoding="utf-8") as file:
            for topic in range(1, TOPICS + 2):
                if (topic + number) % 5 == 0:
                    continue
                scores = [choose.choice((-0.0, 0.0, 0.5, choose.random())) for _ in range(30)]
                found = zip(choose.sample(documents, 30), sorted(scores, reverse=True), strict=True)
                for rank, (docno, score) in enumerate(found, 1):
                    print(topic, "Q0", docno, rank, score, system, file=file)


@pytest.fixture(scope="session")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The generated collection: judged.qrels and runs/."""
    folder = tmp_path_factory.mktemp("generated")
    write_collection(folder)
    return folder


@pytest.fixture(scope="session")
def generated(files: Path) -> Iterator[Store]:
    """The generated collection as a store. Only read it."""
    with Store() as store:
        store.load_qrels(files / "judged.qrels")
        store.load_runs(files / "runs").raise_refused()
        yield store


@pytest.fixture(scope="session")
def lake_path(generated: Store, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The generated collection as a lake. Only read it."""
    path = tmp_path_factory.mktemp("lakes") / "lake"
    generated.export_lake(path)
    return path
