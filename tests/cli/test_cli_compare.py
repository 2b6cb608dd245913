"""`compare`, `diff`, `check` and the leaderboard's claims, as commands."""

from __future__ import annotations

import json

import pytest
from outcome import Es

COLUMNS = (
    "measure,a,b,mean_a,mean_b,difference,wins,ties,losses,"
    "effect_size,ci_low,ci_high,p_value,p_corrected,topics"
)


def test_compare_has_the_columns_of_the_contract(es: Es, db: str) -> None:
    done = es("compare", "hybrid", "bm25", "dense", "-m", "AP", "--db", db, "--format", "csv")
    assert done.code == 0
    assert done.out.splitlines()[0] == COLUMNS
    assert [(row["a"], row["b"]) for row in done.records] == [
        ("hybrid", "bm25"),
        ("hybrid", "dense"),
    ]
    assert "note: paired t test, Holm correction over 2 comparisons" in done.err


@pytest.mark.parametrize("test", ["t", "wilcoxon", "sign", "randomization", "bootstrap"])
def test_compare_takes_a_test(es: Es, db: str, test: str) -> None:
    ask = ("compare", "hybrid", "bm25", "-m", "AP", "--test", test, "--db", db)
    done = es(*ask, "--format", "csv")
    assert done.code == 0
    assert 0 <= float(done.records[0]["p_value"]) <= 1


def test_compare_takes_all_pairs_and_a_correction(es: Es, db: str) -> None:
    ask = ("compare", "--pairs", "all", "-m", "AP,RR", "--db", db, "--format", "csv")
    plain, strict = es(*ask, "--correction", "none"), es(*ask, "--correction", "bonferroni")
    assert len(plain.records) == len(strict.records) == 6
    for row, corrected in zip(plain.records, strict.records, strict=True):
        three_times = min(1.0, 3 * float(row["p_value"]))
        assert float(corrected["p_corrected"]) == pytest.approx(three_times)


def test_compare_is_the_same_for_the_same_seed(es: Es, db: str) -> None:
    ask = ("compare", "hybrid", "bm25", "--test", "bootstrap", "--db", db, "--format", "csv")
    assert es(*ask, "--seed", 7).out == es(*ask, "--seed", 7).out != es(*ask, "--seed", 8).out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["compare", "hybrid"], "requires two different systems"),
        (["compare", "hybrid", "bm25", "--test", "z"], "'z' is not one of"),
        (["compare", "hybrid", "bm25", "--alpha", "2"], "alpha must be between 0 and 1"),
        (["diff", "hybrid", "hybrid"], "two different systems"),
        (["check", "--baseline", "bm25", "--max-drop", "AP"], "--max-drop must be MEASURE=DROP"),
        (["leaderboard", "--tiers", "--alpha", "0"], "alpha must be between 0 and 1"),
    ],
)
def test_misuse_is_said_in_a_line(es: Es, db: str, arguments: list[str], said: str) -> None:
    done = es(*arguments, "--db", db)
    assert done.code == 2
    assert said in done.err


def test_diff_lists_topics_by_difference(es: Es, db: str) -> None:
    done = es("diff", "hybrid", "bm25", "-m", "AP", "--db", db, "--format", "csv")
    differences = [float(row["difference"]) for row in done.records]
    assert done.out.startswith("topic,measure,a,b,difference\n")
    assert len(differences) == 8
    assert differences == sorted(differences, reverse=True)


def test_diff_of_a_topic_sets_rankings_side_by_side(es: Es, db: str) -> None:
    done = es("diff", "hybrid", "bm25", "--topic", "5", "--depth", 3, "--db", db)
    assert done.code == 0
    assert "hybrid grade" in done.out
    assert "compared with bm25" in done.out


def test_check_fails_with_4_and_a_table_or_a_summary_in_markdown(es: Es, db: str) -> None:
    ask = ("check", "--baseline", "hybrid", "--run", "dense", "--max-drop", "nDCG@10=0.01")
    done = es(*ask, "--db", db)
    assert done.code == 4
    assert done.out.startswith("Check against hybrid: 1 check failed\n")
    assert "|" not in done.out
    done = es(*ask, "--db", db, "--format", "markdown")
    assert done.code == 4
    assert done.out.startswith("**Check against hybrid: 1 check failed**")
    assert "| FAILED | dense" in done.out
    assert done.err == "evalstore: error: 1 check against hybrid failed: dense\n"


def test_check_passes_with_0(es: Es, db: str) -> None:
    ask = ("check", "--baseline", "dense", "--run", "hybrid", "--max-drop", "ndcg_cut_10=0.01")
    done = es(*ask, "--db", db, "--format", "json")
    assert done.code == 0
    assert [row["passed"] for row in json.loads(done.out)] == [True]


def test_the_leaderboard_takes_baselines_and_tiers(es: Es, db: str) -> None:
    ask = ("leaderboard", "-m", "AP", "--baseline", "bm25", "--baseline", "dense", "--tiers")
    done = es(*ask, "--db", db, "--format", "csv")
    assert list(done.records[0]) == [
        *("position", "system", "tier", "AP", "AP vs bm25", "AP vs bm25 p_corrected"),
        *("AP vs dense", "AP vs dense p_corrected", "topics", "missing"),
    ]


@pytest.mark.parametrize("command", ["difficulty", "matrix", "outliers"])
def test_topics_have_their_commands(es: Es, db: str, command: str) -> None:
    done = es(command, "-m", "AP", "--db", db, "--format", "csv")
    assert done.code == 0
    assert done.out.partition(",")[0] in ("topic", "system")
