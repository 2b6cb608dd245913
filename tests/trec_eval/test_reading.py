"""Reading files as trec_eval does: lenient here, strict there, and its exit codes."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from evalstore_cli.trec_eval.numbers import atof, atol
from trec_eval_files import Ended, call, qrels_of, results_of

Call = Callable[..., Ended]

QRELS = qrels_of(t="a=1 b=0")
RESULTS = results_of(t="b a")


def test_numbers_are_read_as_far_as_they_go() -> None:
    assert [atol(text) for text in ("12", "-3x", "1.9", "", "x", "+4")] == [12, -3, 1, 0, 0, 4]
    assert [atof(text) for text in ("1.5e2x", ".5", "1e", "abc", "0x1p3", "-inf")] == [
        150.0, 0.5, 1.0, 0.0, 8.0, float("-inf"),
    ]  # fmt: skip
    assert atol("99999999999999999999") == 2**63 - 1
    assert atof("1_000") == 1.0


def test_scores_that_are_no_numbers_count_0(trec_eval: Call) -> None:
    results = "t Q0 a 1 abc tag\nt Q0 b 2 -1 tag\n"
    assert trec_eval(QRELS, results, "-m", "map").values["map", "all"] == "1.0000"


def test_grades_are_cut_to_whole_numbers(trec_eval: Call) -> None:
    values = trec_eval(qrels_of(t="a=0.9 b=1.9"), RESULTS, "-m", "num_rel").values
    assert values["num_rel", "all"] == "1"


def test_infinite_scores_stand_first_and_last(trec_eval: Call) -> None:
    results = "t Q0 a 1 -inf tag\nt Q0 b 2 1e999 tag\nt Q0 c 3 0 tag\n"
    ended = trec_eval(qrels_of(t="a=1 b=2 c=3"), results, "-q", "-m", "relstring")
    assert ended.values["relstring", "t"] == "'231'"


def test_nan_scores_stand_where_a_merge_sort_leaves_them(trec_eval: Call) -> None:
    results = "t Q0 a 1 3 tag\nt Q0 b 2 nan tag\nt Q0 c 3 1 tag\nt Q0 d 4 4 tag\n"
    ended = trec_eval(qrels_of(t="a=1 b=2 c=3 d=4"), results, "-q", "-m", "relstring")
    assert ended.values["relstring", "t"] == "'4321'"


def test_any_white_space_separates(trec_eval: Call) -> None:
    results = b" t\tQ0   a 1\v2 tag more words\r\n\r\n   \nt Q0 b 2 1\ftag2"
    ended = trec_eval("t 0 a 1 \r\n\tt 0  b 0", results, "-m", "map", "-m", "runid")
    assert ended.values == {("runid", "all"): "tag2", ("map", "all"): "1.0000"}


def test_names_are_bytes(trec_eval: Call) -> None:
    """White space and order are those of bytes, and what comes in goes out."""
    qrels = b"\xff\xa0 0 d\x85\x1c 1\n\xc3\xa9 0 e 1\n"
    results = b"\xff\xa0 Q0 d\x85\x1c 1 2 tag\xe9\n\xc3\xa9 Q0 e 1 2 tag\xe9\n"
    ended = trec_eval(qrels, results, "-q", "-m", "map", "-m", "runid")
    assert ended.out == (
        "map                   \t\xc3\xa9\t1.0000\n"
        "map                   \t\xff\xa0\t1.0000\n"
        "runid                 \tall\ttag\xe9\n"
        "map                   \tall\t1.0000\n"
    )


def test_ties_are_broken_by_name_downwards(trec_eval: Call) -> None:
    results = "t Q0 a 1 1 tag\nt Q0 b 2 1 tag\n"
    assert trec_eval(QRELS, results, "-m", "recip_rank").values["recip_rank", "all"] == "0.5000"


@pytest.mark.parametrize(
    ("qrels", "results", "message"),
    [
        ("t 0 a\n", RESULTS, "trec_eval.get_qrels: Malformed line 1"),
        ("t 0 a 1 1\n", RESULTS, "trec_eval.get_qrels: Malformed line 1"),
        (QRELS + "\n", RESULTS, "trec_eval.get_qrels: Malformed line 3"),
        ("", RESULTS, "trec_eval.get_qrels: Cannot read qrels file"),
        (QRELS, "\nt Q0 a 1 1\n", "trec_eval.get_results: Malformed line 1"),
        (QRELS, "", "trec_eval.get_results: Cannot read results file"),
    ],
)
def test_files_that_cannot_be_read_exit_2(
    trec_eval: Call, qrels: str, results: str, message: str
) -> None:
    ended = trec_eval(qrels, results)
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith(message)
    assert "trec_eval: Quit in file '" in ended.err


def test_files_that_are_not_there_exit_2() -> None:
    ended = call("nowhere", "neither")
    assert (ended.code, ended.err) == (
        2,
        "trec_eval.get_qrels: Cannot read qrels file 'nowhere'\n"
        "trec_eval: Quit in file 'nowhere'\n",
    )


@pytest.mark.parametrize("options", [("-R", "other"), ("-T", "other")])
def test_unknown_formats_exit_2(trec_eval: Call, options: tuple[str, str]) -> None:
    ended = trec_eval(QRELS, RESULTS, *options)
    assert (ended.code, ended.out) == (2, "")
    assert "format 'other'" in ended.err


def test_a_document_twice_exits_4_after_the_topics_before(trec_eval: Call) -> None:
    qrels = qrels_of(s="a=1", t="a=1", u="a=1")
    results = results_of(s="a", t="b b a", u="a")
    ended = trec_eval(qrels, results, "-q", "-m", "map")
    assert (ended.code, ended.out) == (4, "map                   \ts\t1.0000\n")
    assert ended.err == (
        "trec_eval.form_res_qrels: duplicate docs btrec_eval: Can't calculate measure 'map'\n"
    )


def test_a_document_twice_does_not_matter_where_nobody_looks(trec_eval: Call) -> None:
    qrels = qrels_of(s="a=1", t="a=1")
    results = results_of(s="a", t="a b b", u="a a")
    assert trec_eval(qrels, results, "-M2", "-m", "map").code == 0
    assert trec_eval(qrels, results, "-m", "num_q").code == 0


def test_a_judgement_twice_exits_4(trec_eval: Call) -> None:
    ended = trec_eval(qrels_of(t="a=1 b=0 a=1"), RESULTS, "-m", "num_q", "-m", "map")
    assert (ended.code, ended.out) == (4, "")
    assert ended.err == (
        "trec_eval.form_res_rels: duplicate docs a\ntrec_eval: Can't calculate measure 'map'\n"
    )


def test_no_topic_in_common_exits_7(trec_eval: Call) -> None:
    ended = trec_eval(QRELS, results_of(u="a"))
    assert (ended.code, ended.out) == (7, "")
    assert ended.err == "trec_eval: No queries with both results and relevance info\n"


@pytest.mark.parametrize(
    ("judgements_format", "qrels", "measure"),
    [
        ("qrels", QRELS, "prefs_simp"),
        ("qrels", QRELS, "map_avgjg"),
        ("qrels_jg", QRELS, "map"),
        ("prefs", "t 0 0 a 1\n", "map"),
    ],
)
def test_measures_of_another_format_exit_4(
    trec_eval: Call, judgements_format: str, qrels: str, measure: str
) -> None:
    ended = trec_eval(qrels, RESULTS, "-R", judgements_format, "-m", measure)
    assert (ended.code, ended.out) == (4, "")
    assert "format not" in ended.err
    assert f"Can't calculate measure '{measure}'" in ended.err
