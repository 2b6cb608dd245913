"""The answers of a lake are those of the store that it was made of, to the bit."""

from __future__ import annotations

from pathlib import Path

import pytest

import evalstore
from evalstore.errors import UsageError
from evalstore.measures.catalogue import DEFAULT
from evalstore.store import Store

# Families beyond the default catalogue: sampled, preferences, novelty, sets, expected utility.
OTHERS = (
    "ERR@20 RBP(p=0.8) nDCG(gain='exp2')@20 AP(rel=2) infAP GMAP Unjudged@5 F@10 Utility "
    "alpha_nDCG@10 Compat IPrec@0.1 INST Accuracy nERR@10"
)


def known(names: str) -> list[str]:
    """The measures that this version has."""
    found = []
    for name in names.split():
        try:
            found.append(evalstore.parse_measure(name).name)
        except evalstore.EvalstoreError:
            continue
    return found


def test_every_score_of_the_catalogue(generated: Store, lake_path: Path) -> None:
    measures = [*DEFAULT.split(", "), *known(OTHERS)]
    with evalstore.open_lake(lake_path, threads=1) as lake:
        here, there = generated.scores(measures).fetchall(), lake.scores(measures).fetchall()
    assert len(here) > 6 * 8 * 28
    assert [repr(row) for row in here] == [repr(row) for row in there]


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"average": "retrieved"},
        {"topics": "2,3,5"},
        {"runs": "0*"},
        {"top": 2},
        {"judged": 10},
        {"ci": True},
        {"tiers": True},
        {"baselines": ["001"]},
        {"runs": "003", "baselines": ["001"]},
    ],
    ids=str,
)
def test_leaderboards_with_their_footers(
    generated: Store, lake_path: Path, options: dict[str, object]
) -> None:
    measures = ["AP", "nDCG@10"]
    with evalstore.open_lake(lake_path, threads=1) as lake:
        here = generated.leaderboard(measures, **options)  # type: ignore[arg-type]
        there = lake.leaderboard(measures, **options)
        assert str(here) == str(there)
        assert here.fetchall() == there.fetchall()
        assert here.notes == there.notes


@pytest.mark.parametrize(
    "options",
    [{"pairs": "all"}, {"baseline": "001"}, {"pairs": "all", "test": "wilcoxon"}],
    ids=str,
)
def test_comparisons(generated: Store, lake_path: Path, options: dict[str, object]) -> None:
    with evalstore.open_lake(lake_path, threads=1) as lake:
        here = generated.compare((), ["AP", "RR"], **options)  # type: ignore[arg-type]
        there = lake.compare((), ["AP", "RR"], **options)
        assert (here.fetchall(), here.notes) == (there.fetchall(), there.notes)


def test_blocks_of_topics_give_the_same_values(generated: Store, lake_path: Path) -> None:
    measures = ["nDCG@10", "AP", "Bpref", *known("ERR@20 nERR@10")]
    with evalstore.open_lake(lake_path, threads=1, rows_per_task=70) as lake:
        selection = lake.select(measures)
        tasks = lake.tasks(selection)
        assert len(tasks) > 6 * 3
        assert lake.scores(measures).fetchall() == generated.scores(measures).fetchall()


def test_processes_give_the_same_values(generated: Store, lake_path: Path) -> None:
    done: list[int] = []
    with evalstore.open_lake(
        lake_path, threads=2, progress=lambda number, total, name: done.append(number)
    ) as lake:
        assert lake.leaderboard("AP").fetchall() == generated.leaderboard("AP").fetchall()
    assert done[-1] >= 2


def test_user_defined_measures_discounts_and_gains(files: Path, tmp_path: Path) -> None:
    with evalstore.open() as store:
        store.load_qrels(files / "judged.qrels")
        store.load_runs(files / "runs")
        sql = "select run_id, qrels_id, topic_id, count(*)::double as value from {} group by all"
        store.register_measure("Seen", sql.format("judged_ranking"), meaning="judged documents")
        store.register_measure(
            "Deep",
            "select run_id, 1 as qrels_id, topic_id, sum(rank)::double as value "
            "from ranking group by all",
            meaning="reads complete rankings",
        )
        store.register_measure(
            "First", lambda one: one.grades[0] or 0 if one.grades else 0, meaning="x"
        )
        store.export_lake(tmp_path / "lake")
        with evalstore.open_lake(tmp_path / "lake", threads=1) as lake:
            for one in (store, lake):
                one.register_discount("halving", lambda rank: 0.5**rank)
                one.register_gain("cubed", lambda grade: grade**3)
            measures = ["Seen", "Deep", "First", "nDCG(discount='halving')@20", "DCG(gain='cubed')"]
            here, there = store.scores(measures).fetchall(), lake.scores(measures).fetchall()
            assert here == there
            assert {row[3] for row in there if row[2] == "Deep"} == {0.0, 465.0}
            assert lake.leaderboard("First").fetchall() == store.leaderboard("First").fetchall()


@pytest.mark.parametrize(
    "sql",
    [
        "select run_id, qrels_id, topic_id, max(rank)::double as value "
        "from qrels, ranking group by all",
        "select run_id, qrels_id, topic_id, length(title)::double as value "
        "from run_topic inner join topic using (topic_id) cross join qrels",
        "select run_id, qrels_id, run_topic.topic_id, sum(efficiency.value) as value "
        "from run_topic inner join efficiency using (run_id) cross join qrels group by all",
        "select run_id, qrels_id, topic_id, length(run.source || run_group)::double as value "
        "from run_topic inner join run using (run_id) cross join qrels",
    ],
    ids=["all of a ranking", "texts", "efficiency", "run"],
)
def test_what_a_measure_in_sql_may_read(files: Path, tmp_path: Path, sql: str) -> None:
    (tmp_path / "topics.tsv").write_text("1\tone\n2\tthe second\n")
    (tmp_path / "latency.csv").write_text("system,name,value\n1,latency,0.5\n3,latency,2\n")
    with evalstore.open() as store:
        store.load_qrels(files / "judged.qrels")
        store.load_runs(files / "runs", group="mine")
        store.load_topics(tmp_path / "topics.tsv")
        store.load_efficiency(tmp_path / "latency.csv")
        store.register_measure("Mine", sql, meaning="reads other tables")
        expected = store.scores("Mine").fetchall()
        store.export_lake(tmp_path / "lake")
    assert {row[3] for row in expected} != {0.0}
    with evalstore.open_lake(tmp_path / "lake", threads=1, rows_per_task=100) as lake:
        assert lake.scores("Mine").fetchall() == expected


def test_a_python_measure_needs_rankings(lake_path: Path) -> None:
    with evalstore.open_lake(lake_path) as lake, pytest.raises(UsageError, match="in SQL"):
        lake.register_measure("First", lambda one: 1.0, meaning="x")  # type: ignore[arg-type]


def test_ties_need_rankings(lake_path: Path) -> None:
    with evalstore.open_lake(lake_path) as lake, pytest.raises(UsageError, match="rankings"):
        lake.leaderboard("AP", ties=True)


def test_names_that_look_like_numbers_stay_names(lake_path: Path) -> None:
    with evalstore.open_lake(lake_path, threads=1) as lake:
        systems = {row[1] for row in lake.leaderboard("AP")}
    assert {"001", "003", "005"} < systems


@pytest.mark.fixtures
def test_48_real_runs(covid: Store, tmp_path: Path) -> None:
    covid.export_lake(tmp_path / "lake")
    with evalstore.open_lake(tmp_path / "lake", threads=1) as lake:
        here, there = covid.scores(DEFAULT).fetchall(), lake.scores(DEFAULT).fetchall()
    assert len(here) == 48 * 30 * 28
    assert here == there
