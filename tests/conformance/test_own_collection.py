"""A small collection of our own, with what the reference tools printed of it; needs none of them.

`collection/expected` has a table per tool: a row per run and topic, a column per measure. The
values of trec_eval and gdeval have the digits that these programs print. Those of pytrec_eval,
ir_measures and pyndeval have twelve decimals; ir_measures and pyndeval break ties in other ways,
so they were given the order that trec_eval sees.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from evalstore_cli.trec_eval import run as trec_eval
from references import where

from evalstore.measures.grammar import Measure, parse
from evalstore.store import Store

COLLECTION = Path(__file__).parent / "collection"
SYSTEMS = sorted(path.stem for path in (COLLECTION / "runs").iterdir())

Values = dict[tuple[str, str, str], str]


def recorded(file: str) -> Values:
    """What a tool said, by system, topic and its name of the measure."""
    with (COLLECTION / "expected" / file).open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))
    return {
        (row["run"], row["topic"], name): value
        for row in rows
        for name, value in row.items()
        if name not in ("run", "topic") and value
    }


@pytest.fixture(scope="module", params=["trec_eval", "trec_eval10"])
def both_rules(request: pytest.FixtureRequest) -> Iterator[tuple[str, Store]]:
    """The collection under the rank rules of trec_eval 9 and 10."""
    with filled("qrels.txt", request.param) as store:
        yield request.param, store


@pytest.fixture(scope="module")
def graded() -> Iterator[Store]:
    with filled("qrels.txt") as store:
        yield store


@pytest.fixture(scope="module")
def diverse() -> Iterator[Store]:
    with filled("qrels.diversity.txt") as store:
        yield store


def filled(qrels: str, rank_by: str = "trec_eval") -> Store:
    store = Store()
    store.load_qrels(COLLECTION / qrels)
    store.load_runs(COLLECTION / "runs", rank_by=rank_by).raise_refused()
    return store


def values_of(store: Store, measures: dict[str, Measure]) -> dict[tuple[str, str, str], float]:
    """Our values under the reference's names of the measures; topic `all` has the means."""
    asked = sorted({str(measure) for measure in measures.values()})
    found = {(row[0], row[1], row[2]): row[3] for row in store.scores(asked)}
    for row in store.leaderboard(asked).dicts():
        found |= {(row["system"], "all", name): row[name] for name in asked}
    return {
        (system, topic, name): found[system, topic, str(measure)]
        for system, topic in {key[:2] for key in found}
        for name, measure in measures.items()
    }


def differing(
    expected: Values, found: dict[tuple[str, str, str], float], form: Callable[[float], object]
) -> list[tuple[object, ...]]:
    return [
        (*key, found[key], value)
        for key, value in expected.items()
        if form(found[key]) != form(float(value))
    ]


def twelve_decimals(value: float) -> float:
    return round(value, 12)


def names(expected: Values) -> set[str]:
    return {name for _, _, name in expected}


@pytest.mark.parametrize(
    ("file", "count", "parameters"),
    [
        ("pytrec_eval.tsv", 2964, {}),
        ("pytrec_eval.rel-2.tsv", 2964, {"rel": 2}),
        ("pytrec_eval.judged-only.tsv", 2948, {"judged_only": True}),
    ],
)
def test_pytrec_eval(graded: Store, file: str, count: int, parameters: dict[str, float]) -> None:
    expected = recorded(file)
    measures = {name: where(name, **parameters) for name in names(expected)}
    assert len(expected) == count
    assert differing(expected, values_of(graded, measures), twelve_decimals) == []


def test_ir_measures(graded: Store) -> None:
    expected = recorded("ir_measures.tsv")
    measures = {name: parse(name) for name in names(expected)}
    assert len(expected) == 1958
    assert differing(expected, values_of(graded, measures), twelve_decimals) == []


def test_gdeval(graded: Store) -> None:
    expected = recorded("gdeval.tsv")
    measures = {name: parse(name) for name in names(expected)}
    assert len(expected) == 120
    assert differing(expected, values_of(graded, measures), "{:.5f}".format) == []


@pytest.mark.parametrize(
    ("file", "count", "parameters"),
    [
        ("pyndeval.tsv", 1021, {}),
        (
            "pyndeval.alpha-0.3.beta-0.8.rel-2.tsv",
            1017,
            {"alpha": 0.3, "beta": 0.8, "rel": 2},
        ),
    ],
)
def test_pyndeval(diverse: Store, file: str, count: int, parameters: dict[str, float]) -> None:
    renamed = {"MAP-IA": "AP_IA", "strec": "StRecall"}
    expected = recorded(file)
    measures = {}
    for name in names(expected):
        base, at, cutoff = name.partition("@")
        ours = renamed.get(base, base).replace("-", "_") + at + cutoff
        measures[name] = where(ours, **parameters)
    assert len(expected) == count
    assert differing(expected, values_of(diverse, measures), twelve_decimals) == []


def test_values_that_trec_eval_prints(both_rules: tuple[str, Store]) -> None:
    """With and without 32-bit scores; interpolated precision is rounded as in 9 by default."""
    rule, store = both_rules
    expected = recorded("trec_eval-9.0.8.tsv" if rule == "trec_eval" else "trec_eval-10.0.tsv")
    left_out = ("runid", "relstring") if rule == "trec_eval" else ("runid", "rels", "iprec", "11pt")
    expected = {key: value for key, value in expected.items() if not key[2].startswith(left_out)}
    measures = {name: parse(name) for name in names(expected)}
    assert len(expected) == {"trec_eval": 3885, "trec_eval10": 3750}[rule]
    assert differing(expected, values_of(store, measures), "{:.4f}".format) == []


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize(("compat", "file"), [("9", "9.0.8"), ("10", "10.0")])
def test_the_drop_in_prints_the_same(compat: str, file: str, system: str) -> None:
    expected = recorded(f"trec_eval-{file}.tsv")
    out, err = io.BytesIO(), io.BytesIO()
    files = [COLLECTION / "qrels.txt", COLLECTION / "runs" / f"{system}.run"]
    options = ["--compat", compat, "-q", "-c", "-m", "all_trec", *map(str, files)]
    assert trec_eval(options, io.BytesIO(), out, err) == 0
    lines = (line.split("\t") for line in out.getvalue().decode().splitlines())
    printed = {(system, topic, name.strip()): value for name, topic, value in lines}
    assert printed == {key: value for key, value in expected.items() if key[0] == system}
