"""`store.compare`: columns, families, notes."""

from __future__ import annotations

import pytest
import scipy.stats

from evalstore.errors import DataError, UnknownNameError, UsageError
from evalstore.store import Store

COLUMNS = (
    "measure,a,b,mean_a,mean_b,difference,wins,ties,losses,"
    "effect_size,ci_low,ci_high,p_value,p_corrected,topics"
)


def test_the_columns_are_the_contract(small: Store) -> None:
    assert ",".join(small.compare(["best", "mixed"], ["RR"]).columns) == COLUMNS


def test_one_pair_worked_out(small: Store) -> None:
    """best 1, 1, 1, 1 against mixed 1, 1/2, 0, 0: differences 0, 1/2, 1, 1."""
    [row] = small.compare(["best", "mixed"], ["RR"]).dicts()
    p_value = scipy.stats.ttest_rel([1, 1, 1, 1], [1, 0.5, 0, 0]).pvalue
    assert (row["mean_a"], row["mean_b"], row["difference"]) == (1, 0.375, 0.625)
    assert (row["wins"], row["ties"], row["losses"], row["topics"]) == (3, 1, 0, 4)
    assert row["p_value"] == row["p_corrected"] == pytest.approx(p_value, abs=1e-12)


def test_the_first_is_set_against_each_other_one(small: Store) -> None:
    rows = small.compare(["half", "mixed", "best"], ["RR"]).dicts()
    assert [(row["a"], row["b"]) for row in rows] == [("half", "mixed"), ("half", "best")]


def test_or_every_pair_of_all_systems(small: Store) -> None:
    rows = small.compare([], ["RR", "AP"], pairs="all").dicts()
    assert len(rows) == 2 * 6
    assert [row["measure"] for row in rows] == ["RR"] * 6 + ["AP"] * 6


def test_a_correction_is_over_the_comparisons_of_one_measure(small: Store) -> None:
    alone = small.compare(["mixed", "best", "half"], ["RR"]).dicts()
    together = small.compare(["mixed", "best", "half"], ["RR", "AP", "P@1"]).dicts()
    assert [row["p_corrected"] for row in together[:2]] == [row["p_corrected"] for row in alone]


def test_identical_runs_have_p_1_and_a_note(small: Store) -> None:
    result = small.compare(["best", "twin"], ["RR"])
    [row] = result.dicts()
    assert (row["p_value"], row["effect_size"], row["ties"]) == (1, 0, 4)
    assert "identical on every topic, p-value 1: best and twin" in result.notes


def test_a_constant_difference_has_p_0_and_a_note(small: Store) -> None:
    result = small.compare(["best", "half"], ["RR"])
    [row] = result.dicts()
    assert (row["p_value"], row["effect_size"]) == (0, None)
    assert (row["ci_low"], row["ci_high"]) == (0.5, 0.5)
    assert any("by the same amount on every topic" in note for note in result.notes)


@pytest.mark.parametrize("test", ["t", "wilcoxon", "sign", "randomization", "bootstrap", "tukey"])
def test_one_topic_has_p_1_and_a_note(small: Store, test: str) -> None:
    result = small.compare(["best", "mixed"], ["RR"], topics=["3"], test=test)
    [row] = result.dicts()
    assert (row["p_value"], row["p_corrected"], row["ci_low"], row["topics"]) == (1, 1, None, 1)
    assert any("one topic is too few for a test" in note for note in result.notes)


def test_topics_are_met_by_name(store: Store) -> None:
    """The same scores, the topics in another order in the file: identical."""
    store.load_qrels({"10": {"d": 1}, "9": {"d": 1}, "1": {"d": 1}})
    ranks = {"9": {"d": 1.0}, "10": {"x": 2.0, "d": 1.0}, "1": {"x": 3.0, "y": 2.0, "d": 1.0}}
    store.load_run(ranks, "one")
    store.load_run(dict(reversed(ranks.items())), "other")
    [row] = store.compare(["one", "other"], ["RR"]).dicts()
    assert (row["ties"], row["difference"], row["p_value"]) == (3, 0, 1)


def test_a_missing_topic_counts_0_or_is_left_out(small: Store) -> None:
    [everywhere] = small.compare(["best", "mixed"], ["RR"]).dicts()
    result = small.compare(["best", "mixed"], ["RR"], average="retrieved")
    [answered] = result.dicts()
    assert (everywhere["topics"], everywhere["mean_b"]) == (4, 0.375)
    assert (answered["topics"], answered["mean_b"]) == (3, 0.5)
    assert "compared on the 3 topics that all these systems answer" in result.notes


def test_the_footer_says_test_correction_alpha_topics_missing_and_judged(small: Store) -> None:
    text = small.compare(["mixed", "best", "half"], ["RR"], alpha=0.01).to("table")
    assert "paired t test, Holm correction over 2 comparisons" in text
    assert "= 0.01" in text
    assert "interval: 99 % confidence" in text
    assert "4 topics, 8 judged documents (qrels)" in text
    assert "1 missing topic" in text


def test_a_table_for_people_marks_what_is_significant(small: Store) -> None:
    text = small.compare(["best", "half"], ["RR"]).to("table", places=2)
    assert "+0.50" in text
    assert "+100.0 %" in text
    assert "4/0/0" in text
    assert "<0.01*" in text


def test_latex_explains_its_marks_in_the_caption(small: Store) -> None:
    text = small.compare(["mixed", "best"], ["RR"], test="wilcoxon").to("latex")
    caption = next(line for line in text.splitlines() if r"\caption" in line)
    assert "Wilcoxon signed-rank test, $\\alpha$ = 0.05" in caption
    assert "{*} marks p-values below it" in caption
    assert r"$-$0.6250" in text


def test_a_measure_that_is_no_mean_says_so(small: Store) -> None:
    result = small.compare(["best", "mixed"], ["NumRet"])
    assert any("NumRet is a sum over topics" in note for note in result.notes)


def test_what_makes_no_sense_is_refused(small: Store) -> None:
    with pytest.raises(UsageError, match="requires two different systems"):
        small.compare(["best", "best"], ["RR"])
    with pytest.raises(UsageError, match="pairs must be first or all"):
        small.compare(["best", "half"], ["RR"], pairs="some")
    with pytest.raises(UnknownNameError):
        small.compare(["best", "worst"], ["RR"])
    with pytest.raises(DataError, match="no topic is answered by all selected systems"):
        small.compare(["best", "mixed"], ["RR"], topics=["4"], average="retrieved")
