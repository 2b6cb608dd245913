"""Scores are the same to the last bit in whatever order files are loaded, on however many threads.

Numbers of runs, topics and documents follow the load order, and DuckDB splits work by rows: so a
sum without an order shows up as a difference in the last digit.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from evalstore.measures.definition import definitions
from evalstore.store import Store

CUTOFF = {"required": "@20", "recall": "@0.3"}
VARIANTS = [
    "nDCG(gain='exp2')",
    "nDCG(discount='jk',base=3)",
    "nDCG(gain={1:0.1,2:0.3,3:0.7,4:1.1})",
    "nDCG(ideal='run')",
    "nDCGRel(gain={1:0.1,2:0.3,3:0.7,4:1.1})",
    "G(gain={1:0.1,2:0.3,3:0.7,4:1.1})",
    "Rndcg(gain={1:0.1,2:0.3,3:0.7,4:1.1})",
    "RBP(p=0.73)",
    "ERR@20",
    "AP(judged_only=True)",
    "alpha_nDCG@20",
]
VIEWS = ("topic_score", "leaderboard", "standard_score", "topic_difficulty", "paired_t")

Rows = list[tuple[object, ...]]


def _all_measures() -> list[str]:
    plain = [one.name + CUTOFF.get(one.cutoff, "") for one in definitions()]
    return [*(name for name in plain if name != "Fallout"), "Fallout(documents=1000)", *VARIANTS]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Judgements with subtopics, then nine runs with ties; topics and depths of all sizes."""
    folder, chance = tmp_path_factory.mktemp("collection"), random.Random(17)
    topics = {f"t{number}": chance.randint(60, 400) for number in range(9, 0, -1)}
    judgements = [
        f"{topic} {subtopic} d{number} {chance.choice((-1, 0, 0, 1, 1, 2, 3, 4))}\n"
        for topic, pool in topics.items()
        for number in chance.sample(range(pool), pool // 2)
        for subtopic in chance.sample(range(1, 5), chance.randint(1, 3))
    ]
    written = [folder / "qrels.txt"]
    written[0].write_text("".join(judgements))
    for system in chance.sample(range(100), 9):
        lines = [
            f"{topic} Q0 d{number} 0 {chance.randint(0, 90) / 7} s{system}\n"
            for topic, pool in topics.items()
            if chance.random() < 0.9
            for number in chance.sample(range(pool), chance.randint(20, pool))
        ]
        written.append(folder / f"s{system}.txt")
        written[-1].write_text("".join(lines))
    return written


def _loaded(files: Sequence[Path], threads: int) -> Store:
    store = Store(threads=threads)
    for path in files:
        if path.name == "qrels.txt":
            store.load_qrels(path)
        else:
            store.load_runs(path).raise_refused()
    return store


def _order(files: list[Path], seed: int) -> list[Path]:
    """Another order of the runs, the judgements first, last or between."""
    return random.Random(seed).sample(files, len(files))


def _scores(store: Store, measures: Sequence[str]) -> Rows:
    return sorted(store.scores(measures).rows, key=str)


def _differing(some: Rows, others: Rows) -> Rows:
    return [row for row, other in zip(some, others, strict=True) if row != other]


@pytest.fixture(scope="module")
def expected(files: list[Path]) -> Rows:
    with _loaded(files, threads=1) as store:
        return _scores(store, _all_measures())


@pytest.mark.parametrize(("seed", "threads"), [(1, 1), (2, 2), (3, 8), (4, 2)])
def test_scores_do_not_depend_on_load_order_and_threads(
    files: list[Path], expected: Rows, seed: int, threads: int
) -> None:
    with _loaded(_order(files, seed), threads) as store:
        assert _differing(expected, _scores(store, _all_measures())) == []


def test_a_score_does_not_depend_on_what_else_is_asked(files: list[Path], expected: Rows) -> None:
    with _loaded(files, threads=2) as store:
        alone = sorted((row for one in _all_measures() for row in store.scores([one])), key=str)
        some = [name[:-4] for name in (path.name for path in files[3:6])]
        of_runs = store.scores(["nDCGRel", "G", "ERR", "INST"], runs=some).rows

    assert _differing(expected, alone) == []
    assert set(of_runs) <= set(expected)


def _views(files: Sequence[Path], threads: int) -> dict[str, Rows]:
    with _loaded(files, threads) as store:
        store.add_measures("nDCGRel", "G", "ERR", "INST")
        return {view: sorted(store.sql(f"from {view}").rows, key=str) for view in VIEWS}


def test_the_views_do_not_depend_on_load_order_and_threads(files: list[Path]) -> None:
    first = _views(files, threads=1)
    for seed, threads in ((1, 2), (2, 8), (3, 1)):
        answers = _views(_order(files, seed), threads)
        assert [_differing(first[view], answers[view]) for view in VIEWS] == [[]] * len(VIEWS)


PROBABILITIES = (1, 0.5, 0.1, 0.3333, 0.07)
SAMPLED = {
    "prels": lambda chance: f"{chance.randint(0, 1)} 1 {chance.choice(PROBABILITIES)}",
    "strata": lambda chance: f"{chance.choice('abc')} {chance.choice((-1, 0, 1, 2))}",
}


@pytest.mark.parametrize("file_format", SAMPLED)
def test_estimates_from_samples_do_not_depend_on_load_order(
    tmp_path: Path, file_format: str
) -> None:
    """Probabilities whose reciprocals are no integers: their sums depend on the order."""
    chance, documents = random.Random(5), [f"d{number}" for number in range(300)]
    topics, qrels, runs = range(1, 9), tmp_path / "qrels.txt", []
    between = " 0 " if file_format == "strata" else " "
    qrels.write_text(
        "".join(
            f"{topic}{between}{docno} {SAMPLED[file_format](chance)}\n"
            for topic in topics
            for docno in chance.sample(documents, 150)
        )
    )
    for system in range(3):
        runs.append(tmp_path / f"s{system}.txt")
        runs[-1].write_text(
            "".join(
                f"{topic} Q0 {docno} 0 {-rank} s{system}\n"
                for topic in topics
                for rank, docno in enumerate(chance.sample(documents, 200))
            )
        )
    found = []
    for order in ([qrels, *runs], [*reversed(runs), qrels]):
        with Store() as store:
            for path in order:
                if path == qrels:
                    store.load_qrels(path, file_format=file_format)
                else:
                    store.load_runs(path)
            found.append(_scores(store, ["statAP", "infNDCG", "infAP"]))
    assert _differing(*found) == []
