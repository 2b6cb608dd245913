"""Efficiency: what is read, what is refused, and how it stands beside effectiveness."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from evalstore.errors import ConflictError, DataError, FileProblems, UnknownNameError
from evalstore.store import Store

LONG = """system,topic,name,value,unit
good,1,latency,10,ms
good,2,latency,30,ms
fair,,latency,15,ms
good,,index size,2.5,GB
"""


def stored(store: Store) -> list[tuple]:
    return store.connection.execute(
        """
        select system, topic.name, efficiency.name, value, unit
        from efficiency inner join run using (run_id) left join topic using (topic_id)
        order by all
        """
    ).fetchall()


def test_the_long_form(small: Store, write: Callable[..., Path]) -> None:
    report = small.load_efficiency(write("costs.csv", LONG))
    assert report.summary().startswith("loaded 1 efficiency file, 2 topics, 4 rows")
    assert stored(small) == [
        ("fair", None, "latency", 15, "ms"),
        ("good", "1", "latency", 10, "ms"),
        ("good", "2", "latency", 30, "ms"),
        ("good", None, "index size", 2.5, "GB"),
    ]


WIDE = [
    ("wide.csv", "system,latency (ms),index size [GB]\ngood,10,2.5\nfair,15,\n"),
    ("wide.tsv", "run\tlatency (ms)\tindex size [GB]\ngood\t10\t2.5\nfair\t15\t\n"),
    (
        "wide.json",
        '[{"system": "good", "latency": "10 ms", "index size": {"value": 2.5, "unit": "GB"}},\n'
        ' {"system": "fair", "latency (ms)": 15}]',
    ),
    (
        "wide.jsonl",
        '{"system": "good", "latency (ms)": 10, "index size (GB)": 2.5}\n'
        '{"system": "fair", "name": "latency", "value": 15, "unit": "ms"}\n',
    ),
    (
        "systems.json",
        '{"good": {"latency": "10 ms", "index size": "2,5 GB"}, "fair": {"latency": "15ms"}}',
    ),
]


@pytest.mark.parametrize(("name", "content"), WIDE, ids=[name for name, _ in WIDE])
def test_the_wide_forms(small: Store, write: Callable[..., Path], name: str, content: str) -> None:
    small.load_efficiency(write(name, content))
    assert stored(small) == [
        ("fair", None, "latency", 15, "ms"),
        ("good", None, "index size", 2.5, "GB"),
        ("good", None, "latency", 10, "ms"),
    ]


REFUSED = [
    ("system,name,value\ngood,latency,abc\n", "2: latency 'abc' is not a finite number"),
    ("system,name,value\ngood,latency,nan\n", "2: latency 'nan' is not a finite number"),
    ("system,name,value\ngood,latency,\n", "2: latency '' is not a finite number"),
    ("system,name,value\n\ngood,latency\n", "3: 2 columns, where the header has 3"),
    ("system,name,value\ngod,latency,1\n", "2: no system 'god'; did you mean 'good'?"),
    ("system,topic,name,value\ngood,3,latency,1\n", "2: no topic '3'; available: 1, 2"),
    (
        "system,name,value\ngood,latency,1\ngood,latency,1\n",
        "3: latency of 'good' is given twice, first on line 2",
    ),
    (
        "system,topic,name,value,unit\ngood,1,latency,1,ms\ngood,2,latency,1,s\n",
        "3: latency of 'good' on topic '2' has the unit s, but ms above",
    ),
    ("name,value\nlatency,1\n", "1: no column called system"),
    ("system,name,value\n,latency,1\n", "2: no system"),
    ('[{"system": "good", "latency": 1},\n{"latency": 2}]', "2: no system; 'latency' is not"),
    ('[{"system": "good", "latency": 1},\n{"system"}]', "2: malformed JSON at column 10"),
    ("system,name,value\n", ": no quantities"),
]


@pytest.mark.parametrize(("content", "message"), REFUSED)
def test_a_bad_line_is_named_and_nothing_is_kept(
    small: Store, write: Callable[..., Path], content: str, message: str
) -> None:
    path = write("costs.csv", content)
    with pytest.raises(FileProblems) as caught:
        small.load_efficiency(path)
    assert message in str(caught.value)
    assert str(caught.value).startswith(str(path))
    assert stored(small) == []


def test_the_same_file_again_does_nothing(small: Store, write: Callable[..., Path]) -> None:
    path = write("costs.csv", LONG)
    small.load_efficiency(path)
    before = stored(small)
    assert "1 already loaded" in small.load_efficiency(path).summary()
    assert stored(small) == before


def test_another_value_needs_replace(small: Store, write: Callable[..., Path]) -> None:
    small.load_efficiency(write("costs.csv", LONG))
    changed = write("changed.csv", LONG.replace("15,ms", "16,ms"))
    with pytest.raises(ConflictError, match=r"changed.csv:4: latency of 'fair' is already loaded"):
        small.load_efficiency(changed)
    small.load_efficiency(changed, replace=True)
    assert ("fair", None, "latency", 16, "ms") in stored(small)
    assert len(stored(small)) == 4


def test_a_header_of_ir_metadata_tells_too(store: Store, write: Callable[..., Path]) -> None:
    header = """# ir_metadata.start
# platform:
#   hardware:
#     ram: 64 GB
# resources:
#   runtime:
#     wallclock: 1250 ms
#   cpu:
#     energy: 63.9 J
#     timeseries: [1, 2, 3]
# ir_metadata.end
"""
    store.load_runs(write("run.txt", header + "1 Q0 a 1 2.0 mine\n")).raise_refused()
    assert stored(store) == [
        ("mine", None, "cpu energy", 63.9, "J"),
        ("mine", None, "runtime wallclock", 1250, "ms"),
    ]


def test_means_and_tails_are_numpys(small: Store) -> None:
    values = [float(number**2) for number in range(1, 41)]
    run = small.connection.execute("select run_id from run where system = 'good'").fetchall()[0][0]
    small.connection.executemany(
        "insert into efficiency values (?, ?, 'latency', ?, 'ms')",
        [(run, number, value) for number, value in enumerate(values)],
    )
    [row] = small.sql("select * from efficiency_summary").dicts()
    assert row["measurements"] == 40
    assert row["mean"] == pytest.approx(np.mean(values))
    assert row["median"] == pytest.approx(np.median(values))
    assert row["p95"] == pytest.approx(np.percentile(values, 95))
    assert row["p99"] == pytest.approx(np.percentile(values, 99))
    assert row["higher_is_better"] is False


def test_beside_the_leaderboard(small: Store, write: Callable[..., Path]) -> None:
    small.load_efficiency(write("costs.csv", LONG))
    result = small.leaderboard(["P@1"], qrels="human", efficiency="latency")
    rows = {row["system"]: row for row in result.dicts()}
    assert rows["good"]["latency mean"] == 20
    assert rows["good"]["latency p95"] == pytest.approx(29)
    assert rows["fair"]["latency mean"] == 15
    assert rows["poor"]["latency mean"] is None
    assert (rows["good"]["front"], rows["fair"]["front"], rows["poor"]["front"]) == (
        True,
        True,
        None,
    )
    assert "latency in ms: 2 of 3 systems" in result.notes[-1]


@pytest.mark.parametrize(
    ("costs", "front"),
    [
        ((1, 2, 3), {"good"}),
        ((3, 2, 1), {"good", "fair", "poor"}),
        ((2, 2, 1), {"good", "poor"}),
        ((2, 1, 1), {"good", "fair"}),
    ],
)
def test_the_front_is_who_nobody_beats_on_both(
    small: Store, write: Callable[..., Path], costs: tuple[int, ...], front: set[str]
) -> None:
    """nDCG@10 puts good before fair before poor."""
    lines = "".join(f"{s},{c}\n" for s, c in zip(("good", "fair", "poor"), costs, strict=True))
    small.load_efficiency(write("costs.csv", "system,latency\n" + lines))
    rows = small.leaderboard(["nDCG@10"], qrels="human", efficiency="latency").dicts()
    assert {row["system"] for row in rows if row["front"]} == front


def test_of_throughput_more_is_better(small: Store, write: Callable[..., Path]) -> None:
    content = "system,throughput (queries/s)\ngood,5\nfair,9\npoor,1\n"
    small.load_efficiency(write("costs.csv", content))
    rows = small.sql(
        "select system from pareto_front where measure = 'nDCG@10' and qrels = 'human' and is_front"
    ).rows
    assert {row[0] for row in rows} == {"good", "fair"}


@pytest.mark.parametrize("name", ["latency", "throughput"])
@pytest.mark.parametrize("measure", ["SetR", "Unjudged@4"])  # high is good, low is good
def test_the_front_is_that_of_trying_every_pair(
    store: Store, write: Callable[..., Path], name: str, measure: str
) -> None:
    """Twenty systems, with many equal scores and equal costs."""
    chance = np.random.default_rng(5)
    store.load_qrels({"1": {f"d{number}": 1 for number in range(6)}})
    costs = {f"s{number}": int(cost) for number, cost in enumerate(chance.integers(1, 7, 20))}
    for system in costs:
        documents = chance.choice([f"d{number}" for number in range(9)], 4, replace=False)
        store.load_run({"1": dict.fromkeys(documents, 1.0)}, system)
    lines = "".join(f"{system},{cost}\n" for system, cost in costs.items())
    store.load_efficiency(write("costs.csv", f"system,{name}\n{lines}"))
    rows = store.leaderboard([measure], efficiency=name).dicts()
    signs = (-1 if measure == "SetR" else 1), (1 if name == "latency" else -1)
    points = {row["system"]: (signs[0] * row[measure], signs[1] * row[name]) for row in rows}
    beaten = {
        one
        for one, point in points.items()
        for other in points.values()
        if other != point and other[0] <= point[0] and other[1] <= point[1]
    }
    assert {row["system"] for row in rows if row["front"]} == points.keys() - beaten


def test_two_units_are_not_compared(small: Store, write: Callable[..., Path]) -> None:
    content = "system,name,value,unit\ngood,latency,5,ms\nfair,latency,1,s\n"
    small.load_efficiency(write("costs.csv", content))
    with pytest.raises(DataError, match="given in ms, s; load it in one unit"):
        small.leaderboard(qrels="human", efficiency="latency")
    with pytest.raises(UnknownNameError, match="did you mean 'latency'"):
        small.leaderboard(qrels="human", efficiency="latancy")


def test_the_judged_share_stands_beside_the_score(small: Store) -> None:
    result = small.leaderboard(["P@2"], qrels="human", judged=2)
    assert result.columns[2:5] == ["P@2", "Judged@2", "Unjudged@2"]
    rows = {row["system"]: row for row in result.dicts()}
    assert rows["poor"]["Judged@2"] == rows["poor"]["Unjudged@2"] == 0.5


def test_a_dropped_run_takes_its_numbers_with_it(small: Store, write: Callable[..., Path]) -> None:
    small.load_efficiency(write("costs.csv", LONG))
    small.drop_run("good")
    assert [row[0] for row in stored(small)] == ["fair"]
