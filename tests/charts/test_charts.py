"""Every chart: its data are the library's numbers, it repeats, and it is readable."""

from __future__ import annotations

from typing import Any

import pytest
from evalstore_cli.commands.plot import Chart

from evalstore.charts import CHARTS, EXTENSIONS, chart_module, file_content, theme
from evalstore.charts.render import to_svg
from evalstore.errors import UsageError
from evalstore.store import Store

ASKED: dict[str, tuple[tuple[str, ...], dict[str, Any]]] = {
    "leaderboard": ((), {"measures": ["nDCG@10", "AP"]}),
    "diff": (("hybrid", "bm25"), {}),
    "precision-recall": ((), {}),
    "gain": (("bm25", "dense"), {"topics": ["5"]}),
    "box": ((), {}),
    "heatmap": ((), {}),
    "pareto": ((), {"efficiency": "latency"}),
    "scatter": (("hybrid", "bm25"), {}),
    "slope": ((), {"measures": ["nDCG@10", "AP"]}),
}


def drawn(store: Store, name: str, **look: Any) -> Any:
    systems, options = ASKED[name]
    return store.chart(name, *systems, **options, **look)


def values(chart: Any) -> list[dict[str, Any]]:
    """All rows of a chart's data."""
    return [row for rows in chart.to_dict()["datasets"].values() for row in rows]


def test_the_command_line_has_the_same_charts() -> None:
    assert tuple(Chart.__args__) == tuple(CHARTS)
    assert {*ASKED, "agreement"} == set(CHARTS)


@pytest.mark.parametrize("name", ASKED)
def test_svg_and_png_are_the_same_bytes_each_time(small: Store, name: str) -> None:
    for extension, start in ((".svg", b"<svg "), (".png", b"\x89PNG")):
        first = file_content(drawn(small, name), extension)
        assert first.startswith(start)
        assert file_content(drawn(small, name), extension) == first


def test_runs_are_systems_too_one_or_several(small: Store) -> None:
    named = small.chart("box", "bm25", "dense").to_dict()
    assert small.chart("box", "bm25", runs="dense").to_dict() == named
    assert small.chart("box", runs=["bm25", "dense"]).to_dict() == named


def test_a_wrong_keyword_of_a_chart_is_refused(small: Store) -> None:
    from evalstore.charts import differences

    result = small.diff("hybrid", "bm25")
    with pytest.raises(TypeError, match="'tilte'; did you mean 'title'"):
        differences.chart(result, a="hybrid", b="bm25", tilte="Mine")  # type: ignore[call-arg]


@pytest.mark.parametrize("name", ASKED)
def test_every_chart_says_what_it_shows(small: Store, name: str) -> None:
    specification = drawn(small, name).to_dict()
    assert specification["title"]["text"]
    assert specification["title"]["subtitle"]
    assert drawn(small, name, title="Mine").to_dict()["title"]["text"] == "Mine"


@pytest.mark.parametrize("name", ASKED)
def test_dark_is_another_background_and_the_same_data(small: Store, name: str) -> None:
    light, dark = drawn(small, name), drawn(small, name, dark=True)
    assert light.to_dict()["datasets"] == dark.to_dict()["datasets"]
    assert theme.DARK.page in to_svg(dark)
    assert theme.DARK.page not in to_svg(light)
    assert to_svg(light, dark=True) == to_svg(dark)


def test_the_leaderboard_has_the_stores_values_intervals_and_tiers(small: Store) -> None:
    expected = {
        (row["system"], row["measure"]): row
        for row in small.distribution(["nDCG@10", "AP"], tiers=True).dicts()
    }
    found = [row for row in values(drawn(small, "leaderboard")) if "value" in row]
    assert len(expected) == 6
    for row in found:
        assert row == expected[row["system"], row["measure"]]


def test_differences_are_those_of_diff_and_the_test_is_in_the_caption(small: Store) -> None:
    chart = drawn(small, "diff")
    expected = {row["topic"]: row["difference"] for row in small.diff("hybrid", "bm25").dicts()}
    found = {row["topic"]: row["difference"] for row in values(chart) if "topic" in row}
    assert found == expected
    caption = " ".join(chart.to_dict()["title"]["subtitle"])
    assert "paired t test" in caption
    assert "mean difference +" in caption


def test_where_a_low_score_is_good_a_lower_one_is_an_improvement(store: Store) -> None:
    store.load_qrels({str(t): {"a": 1} for t in range(3)})
    store.load_run({str(t): {"a": 9, "b": 8} for t in range(3)}, "early")
    store.load_run({str(t): {"a": 1, "b": t} for t in range(3)}, "late")
    rows = values(store.chart("diff", "early", "late", measures=["FirstRank"]))
    outcomes = {row["outcome"] for row in rows if "topic" in row and row["difference"] < 0}
    assert outcomes == {"improved"}


def test_the_heatmap_has_every_score(small: Store) -> None:
    matrix = small.matrix("nDCG@10")
    expected = {
        (row[0], topic): score
        for row in matrix.rows
        for topic, score in zip(matrix.columns[1:], row[1:], strict=True)
    }
    found = {(row["system"], row["topic"]): row["score"] for row in values(drawn(small, "heatmap"))}
    assert found == expected


def test_the_front_of_a_pareto_chart_is_that_of_the_leaderboard(small: Store) -> None:
    board = small.leaderboard(["nDCG@10"], efficiency="latency").dicts()
    expected = {row["system"] for row in board if row["front"]}
    found = {row["system"] for row in values(drawn(small, "pareto")) if row.get("front")}
    assert found == expected


def test_the_gain_chart_has_the_curves_and_the_ideal(small: Store) -> None:
    rows = values(drawn(small, "gain"))
    [last] = [row for row in rows if row.get("system") == "bm25" and row["rank"] == 10]
    curve = small.gain_by_rank("5", ["bm25"]).dicts()[9]
    assert (last["cg"], last["dcg"], last["ndcg"]) == (curve["cg"], curve["dcg"], curve["ndcg"])
    assert curve["ideal_dcg"] in [row.get("ideal") for row in rows]


def test_two_qrels_sets_as_an_agreement_matrix_and_as_a_slope(judged_twice: Store) -> None:
    matrix = values(judged_twice.chart("agreement", "human", "llm"))
    counts = {(row["first"], row["second"]): row["documents"] for row in matrix}
    assert counts[("0", "1")] == 1
    assert counts[("1", "0")] == 0
    slope = judged_twice.chart("slope", measures=["nDCG@2"], qrels=["human", "llm"])
    assert {row["system"] for row in values(slope) if "move" in row} == {"first", "second"}


def test_names_are_escaped_and_control_characters_spelt_out(store: Store) -> None:
    store.load_qrels({"<b>1": {"d": 1}})
    store.load_run({"<b>1": {"d": 1}}, "<script>alert(1)</script>\x1b")
    for name in ("leaderboard", "heatmap", "box", "precision-recall"):
        svg = to_svg(store.chart(name))
        assert "<script" not in svg
        assert "\x1b" not in svg
    page = file_content(store.chart("box"), ".html").decode()
    assert "</script>\\x1b" not in page


def test_links_make_bars_links(small: Store) -> None:
    from evalstore.charts import differences

    result = small.diff("hybrid", "bm25")
    chart = differences.chart(result, a="hybrid", b="bm25", links=lambda topic: f"/t/{topic}")
    assert 'href="/t/5"' in to_svg(chart)


def test_two_charts_of_a_page_share_no_names(small: Store) -> None:
    first, second = (to_svg(drawn(small, "heatmap"), ids=name) for name in ("one", "two"))
    assert 'id="one-0"' in first
    assert 'id="one-0"' not in second


def test_charts_can_be_styled_and_put_side_by_side(small: Store) -> None:
    import altair

    chart = drawn(small, "diff").properties(width=333).configure_axis(labelFontSize=14)
    assert chart.to_dict()["width"] == 333
    two = [drawn(small, name) for name in ("diff", "box")]
    for one in two:
        one.config = altair.Undefined
    assert len((two[0] | two[1]).to_dict()["hconcat"]) == 2


def test_a_screen_reader_has_the_title_and_the_caption(small: Store) -> None:
    svg = to_svg(drawn(small, "diff"))
    assert 'aria-label="hybrid against bm25: nDCG@10 by topic' in svg[:300]


def test_a_long_title_is_wrapped(small: Store) -> None:
    title = "A title of several words " * 6
    lines = drawn(small, "diff", title=title).to_dict()["title"]["text"]
    assert len(lines) > 1
    assert " ".join(lines) == title.strip()


def test_names_on_the_pareto_front_are_not_crossed_by_its_line() -> None:
    from evalstore.charts.pareto import _legible

    names = ("a system of a long name", "the better one", "and the best")
    points = [(5.0, 0.3), (9.0, 0.6), (30.0, 0.7)]
    rows = [
        {"system": name, "cost": cost, "score": score, "front": True}
        for name, (cost, score) in zip(names, points, strict=True)
    ]
    sides = {row["system"]: row["side"] for row in _legible(rows, rows, 480)}
    # Above its point, the first name would be crossed by the rise to the second.
    assert sides[names[0]] == ("left", 9)
    assert len(sides) == 3


def test_names_of_topics_in_a_scatter_do_not_cover_one_another() -> None:
    from evalstore.charts.scatter import _named

    rows = [
        {"topic": str(number), "a": a, "b": 0.1, "difference": a - 0.1}
        for number, a in enumerate((0.9, 0.895, 0.8, 0.7, 0.6, 0.5, 0.4))
    ]
    assert [row["topic"] for row in _named(rows, 1)] == ["0", "2", "3", "4", "5"]


def test_an_html_file_loads_nothing(small: Store) -> None:
    page = file_content(drawn(small, "scatter"), ".html").decode()
    assert "<script src" not in page
    assert "<link" not in page
    assert "vegaEmbed" in page or "chart" in page


@pytest.mark.parametrize(
    ("name", "systems", "options", "message"),
    [
        ("bxo", (), {}, "no chart 'bxo'; did you mean 'box'?"),
        ("diff", ("bm25",), {}, "this chart compares two systems, not 1"),
        ("box", (), {"measures": ["AP", "RR"]}, "shows one measure, not 2: AP, RR"),
        ("box", (), {"efficiency": "latency"}, "the chart box takes no efficiency"),
        ("gain", ("bm25",), {}, "requires one of the `topics` and `runs`"),
        ("pareto", (), {}, "needs the name of an efficiency number"),
        ("agreement", ("qrels",), {}, "compares two qrels sets, not 1"),
        ("precision-recall", (), {"measures": ["AP"]}, "takes no measure"),
    ],
)
def test_what_cannot_be_drawn_is_an_error(
    small: Store, name: str, systems: tuple[str, ...], options: dict[str, Any], message: str
) -> None:
    with pytest.raises(UsageError, match=message.replace("?", r"\?")):
        small.chart(name, *systems, **options)


def test_an_unknown_extension_is_an_error(small: Store) -> None:
    with pytest.raises(UsageError, match=r"\.gif"):
        file_content(drawn(small, "box"), ".gif")
    assert len(file_content(drawn(small, "box"), ".pdf")) > 1000
    assert set(EXTENSIONS) == {".svg", ".png", ".pdf", ".html"}


def test_without_altair_the_message_has_the_command(
    small: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "altair", None)
    monkeypatch.delitem(sys.modules, "evalstore.charts.box", raising=False)
    with pytest.raises(UsageError, match=r"pip install 'evalstore\[plots\]'"):
        chart_module("box")


@pytest.mark.fixtures
def test_48_real_systems_are_all_named(covid: Store) -> None:
    svg = to_svg(covid.chart("leaderboard"))
    for row in covid.runs().dicts():
        assert row["system"] in svg
