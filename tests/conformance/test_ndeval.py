"""The diversity measures print what ndeval prints: per topic and on average."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from evalstore.store import Store

pytestmark = pytest.mark.fixtures

OURS = {"MAP-IA": "AP_IA", "strec": "StRecall"}
COLUMNS = [
    *(f"{name}@{k}" for name in ("ERR-IA", "nERR-IA") for k in (5, 10, 20)),
    *(f"{name}@{k}" for name in ("alpha-DCG", "alpha-nDCG") for k in (5, 10, 20)),
    *("NRBP", "nNRBP", "MAP-IA"),
    *(f"{name}@{k}" for name in ("P-IA", "strec") for k in (5, 10, 20)),
]
WEB_RUNS = {
    "cedr": "cedr-wt12.run",
    "ql-cata-filtered": "ql-cata-filtered.txt",
    "rm-cata-filtered": "rm-cata-filtered.txt",
}

Values = dict[tuple[str, str, str], float]


def measure(column: str) -> str:
    """ndeval's name of a measure in ours: `alpha-nDCG@5` is `alpha_nDCG@5`."""
    name, at, cutoff = column.partition("@")
    return OURS.get(name, name).replace("-", "_") + at + cutoff


def printed(path: Path) -> list[dict[str, str]]:
    """The rows of a table; a first cell may hold commas, as the names of risk runs do."""
    head, *lines = path.read_text(encoding="utf-8").splitlines()
    columns = head.split(",")
    cells = (line.rsplit(",", len(columns) - 1) for line in lines)
    return [dict(zip(columns, row, strict=True)) for row in cells]


def measured(store: Store, columns: list[str]) -> Values:
    """Every value under its system, topic and column; the topic `amean` is the average."""
    ours = {measure(column): column for column in columns}
    values = {
        (system, topic, ours[name]): value
        for system, topic, name, value in store.scores(list(ours)).fetchall()
    }
    for row in store.leaderboard(list(ours)).dicts():
        values |= {(row["system"], "amean", ours[name]): row[name] for name in ours}
    return values


def differing(rows: list[dict[str, str]], values: Values, columns: list[str]) -> list[str]:
    """The cells that do not print alike, six digits after the point."""
    return [
        f"{row['runid']} {row['topic']} {column}: {row[column]}, not {value:.6f}"
        for row in rows
        for column in columns
        if f"{(value := values[row['runid'], row['topic'], column]):.6f}" != row[column]
    ]


@pytest.fixture(scope="module")
def legal(fixtures: Path) -> Values:
    folder = fixtures / "legaldiv"
    with Store() as store:
        store.load_qrels(folder / "qrels.txt")
        store.load_runs(folder / "runs", rank_by="rank").raise_refused()
        deeper = [f"{name}@30" for name in ("alpha-nDCG", "nERR-IA", "strec")]
        return measured(store, [*COLUMNS, *deeper])


def test_every_value_of_18_runs(fixtures: Path, legal: Values) -> None:
    rows = printed(fixtures / "legaldiv" / "expected.ndeval-c.csv")
    assert len(rows) == 18 * 290
    assert differing(rows, legal, COLUMNS) == []


@pytest.mark.parametrize("weight", [1, 5])
def test_published_table(fixtures: Path, legal: Values, weight: int) -> None:
    path = fixtures / "legaldiv" / f"TABLE_{weight}.AU.csv"
    rows = printed(path)
    assert len(rows) == 9
    for row in rows:
        system = f"{row.pop(f'L={weight}')}.AU_0{weight}"
        cells = {column: cell for column, cell in row.items() if "@" in column}
        assert len(cells) == 12
        for column, cell in cells.items():
            [digits] = re.findall(r"\d\.\d+", cell)
            assert f"{legal[system, 'amean', column]:.4f}" == f"{digits:0<6}", (system, column)


def web_values(fixtures: Path, rank_by: str, qrels: str = "qrels-for-ndeval.txt") -> Values:
    with Store() as store:
        store.load_qrels(fixtures / "web2012" / qrels)
        for name, file in WEB_RUNS.items():
            path = fixtures / "web2012" / "runs" / file
            store.load_runs(path, name=name, rank_by=rank_by).raise_refused()
        return measured(store, COLUMNS)


@pytest.fixture(scope="module")
def web_by_rank(fixtures: Path) -> Values:
    return web_values(fixtures, "rank")


@pytest.fixture(scope="module")
def web_by_score(fixtures: Path) -> Values:
    return web_values(fixtures, "trec_eval10")


def web_rows(fixtures: Path, system: str, kind: str) -> list[dict[str, str]]:
    rows = printed(fixtures / "web2012" / "expected" / f"wt2012-{system}.{kind}.csv")
    assert len(rows) == 51
    return [{**row, "runid": system} for row in rows]


@pytest.mark.parametrize("system", WEB_RUNS)
def test_ranked_by_the_rank_column(fixtures: Path, web_by_rank: Values, system: str) -> None:
    assert differing(web_rows(fixtures, system, "ndeval"), web_by_rank, COLUMNS) == []


@pytest.mark.parametrize("system", WEB_RUNS)
def test_traditional_ranks_by_score(fixtures: Path, web_by_score: Values, system: str) -> None:
    rows = web_rows(fixtures, system, "ndeval-traditional")
    assert differing(rows, web_by_score, COLUMNS) == []


def test_spam_and_subtopics_without_relevant_documents_count_nothing(
    fixtures: Path, web_by_rank: Values
) -> None:
    """ndeval refuses grade -2, so it is given 0 instead, and eight subtopics are left out."""
    assert web_values(fixtures, "rank", "qrels.diversity.txt") == web_by_rank


def test_the_two_orders_differ(web_by_rank: Values, web_by_score: Values) -> None:
    assert web_by_rank != web_by_score


def test_risk_against_a_baseline(fixtures: Path) -> None:
    """A loss against the baseline counts 1 + a times; the average is that of the topics."""
    system, baseline, a = "ql-cata-filtered", "rm-cata-filtered", 5
    rows = web_rows(fixtures, system, f"risk-a{a}-vs-{baseline}.ndeval")
    folder = fixtures / "web2012"
    ours = {measure(column): column for column in COLUMNS}
    with Store() as store:
        store.load_qrels(folder / "qrels-for-ndeval.txt")
        for name in (system, baseline):
            run = folder / "runs" / f"{name}.txt"
            store.load_runs(run, name=name, rank_by="trec_eval10").raise_refused()
        risks = {
            (system, topic, ours[name]): value
            for _, topic, name, value in store.risk(baseline, list(ours), weight=a, by_topic=True)
        }
        for row in store.risk(baseline, list(ours), weight=a).dicts():
            risks[system, "amean", ours[row["measure"]]] = row["risk"]
    assert differing(rows, risks, COLUMNS) == []
