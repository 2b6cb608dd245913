"""What the conformance tests share: odd little collections, one shape for all tools' values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

import evalstore
from evalstore.measures.grammar import Measure, parse

Numbers = dict[str, dict[str, Any]]

DOCUMENTS = [f"d{number}" for number in range(12)]


def _topic(grades: st.SearchStrategy[int], scores: st.SearchStrategy[float]) -> Any:
    """One topic's judgements and ranking: they meet in part, or not at all.

    At least one document is judged 0 or more: with negative grades alone, trec_eval goes on with
    the grades of the topic before.
    """
    judged = st.dictionaries(st.sampled_from(DOCUMENTS), grades, min_size=1, max_size=9)
    ranked = st.dictionaries(st.sampled_from(DOCUMENTS), scores, max_size=9)
    return st.tuples(judged.filter(lambda found: max(found.values()) >= 0), ranked)


def collections(lowest: int = -2, highest: int = 4, ties: bool = True) -> Any:
    """Judgements and a run: missing topics, unjudged documents, nothing relevant, ties."""
    steps = st.integers(1, 4) if ties else st.floats(1, 100, width=32)
    topics = st.lists(_topic(st.integers(lowest, highest), steps), min_size=4, max_size=8)
    return topics.map(_collected) if ties else topics.map(_collected).filter(_has_no_ties)


def _collected(topics: list[tuple[dict[str, int], dict[str, float]]]) -> tuple[Numbers, Numbers]:
    qrels = {f"t{number}": judged for number, (judged, _) in enumerate(topics)}
    run = {f"t{number}": ranked for number, (_, ranked) in enumerate(topics) if ranked}
    return qrels, run or {"t0": {"d0": 1.0}}


def _has_no_ties(collection: tuple[Numbers, Numbers]) -> bool:
    return all(len(set(ranked.values())) == len(ranked) for ranked in collection[1].values())


def ours(qrels: Numbers, run: Numbers, measures: Iterable[Measure | str]) -> Numbers:
    """Our value of every measure on every topic."""
    names = [str(measure) for measure in measures]
    numbers = {topic: {doc: float(one) for doc, one in run[topic].items()} for topic in run}
    return evalstore.evaluate(qrels, numbers, names, by_topic=True)


def where(measure: str, **parameters: float | bool) -> Measure:
    """The measure with those of the parameters that it has a default for."""
    parsed = parse(measure)
    declared = parsed.definition.parameters
    given = parameters | dict(parsed.parameters)
    changed = tuple(
        (key, given[key])
        for key in declared
        if key in given and declared[key].default not in (None, given[key])
    )
    return replace(parsed, parameters=changed)


def differences(
    found: Mapping[str, Mapping[str, float]],
    expected: Mapping[str, Mapping[str, float]],
    tolerance: float,
) -> list[tuple[str, str, float, float]]:
    """Every value that is not the expected one: topic, measure, ours, theirs."""
    return [
        (topic, measure, found[topic][measure], value)
        for topic, values in expected.items()
        for measure, value in values.items()
        if not abs(found[topic][measure] - value) <= tolerance
    ]


def read_numbers(path: Path, document: int, number: int, kind: type) -> Numbers:
    """The numbers of a qrels or run file by topic and document."""
    topics: Numbers = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        cells = line.split()
        topics.setdefault(cells[0], {})[cells[document]] = kind(cells[number])
    return topics


def read_qrels(path: Path) -> Numbers:
    return read_numbers(path, 2, 3, int)


def read_run(path: Path) -> Numbers:
    return read_numbers(path, 2, 4, float)


COLLECTIONS = {
    "dl20-doc": ("qrels.dl20-doc.txt", "runs/BIT.UA-run1.txt"),
    "web2012": ("qrels.adhoc.txt", "runs/rm-cata-filtered.txt"),
    "cast21": ("trec-cast-qrels-docs.2021.qrel", "runs/org_manual_bm25.run"),
    "trec-covid-round1": ("qrels-rnd1.txt", "runs/BERT"),
}


def read_collection(folder: Path, name: str) -> tuple[Numbers, Numbers]:
    """The judgements and one run of a fixture collection."""
    qrels, run = COLLECTIONS[name]
    return read_qrels(folder / name / qrels), read_run(folder / name / run)
