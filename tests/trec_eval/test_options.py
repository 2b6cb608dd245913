"""The command line: what getopt_long takes, and what each option does."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from trec_eval_files import Ended, call, qrels_of, results_of

QRELS = qrels_of(t1="a=1 b=2 c=0", t2="a=1", t3="d=1")
RESULTS = results_of(t1="x b c a", t2="a x")


@pytest.fixture
def files(write: Callable[..., Path]) -> list[Path]:
    return [write("qrels", QRELS), write("results", RESULTS)]


def test_the_form_of_the_lines(files: list[Path]) -> None:
    ended = call("-q", "-m", "map", "-m", "num_ret", "-m", "runid", *files)
    assert ended.out == (
        "num_ret               \tt1\t4\n"
        "map                   \tt1\t0.5000\n"
        "num_ret               \tt2\t2\n"
        "map                   \tt2\t1.0000\n"
        "runid                 \tall\ttag\n"
        "num_ret               \tall\t6\n"
        "map                   \tall\t0.7500\n"
    )


@pytest.mark.parametrize(
    "options",
    [
        ["-q", "-m", "P.1", "-M", "2"],
        ["-qmP.1", "-M2"],
        ["--query_eval_wanted", "--measure=P.1", "--Max_retrieved_per_topic", "2"],
        ["--query", "--meas", "P.1", "--Max", "2"],
    ],
)
def test_every_way_to_write_an_option(files: list[Path], options: list[str]) -> None:
    expected = call("-q", "-m", "P.1", "-M", "2", *files)
    assert expected.code == 0
    assert call(*options, *files) == expected
    assert call(files[0], *options, files[1]) == expected
    assert call(*options, "--", *files) == expected


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "Usage"),
        (["-x"], "invalid option -- 'x'"),
        (["-m"], "option requires an argument -- 'm'"),
        (["--measure"], "option '--measure' requires an argument"),
        (["--nothing"], "unrecognized option '--nothing'"),
        (["--Re"], "option '--Re' is ambiguous"),
        (["--help=1"], "option '--help' doesn't allow an argument"),
        (["-m", "nothing"], "illegal measure 'nothing'"),
        (["-m", "P."], "improper measure in parameter 'P'"),
        (["-m", "unj"], "illegal measure 'unj'"),
        (["--compat", "8"], "--compat is 9 or 10, not '8'"),
    ],
)
def test_a_wrong_command_line_exits_1(
    files: list[Path], arguments: list[str], message: str
) -> None:
    ended = call(*arguments)
    assert (ended.code, ended.out) == (1, "")
    assert message in ended.err


def test_version_and_help_stop_at_once() -> None:
    ended = call("--version", "--nothing")
    assert (ended.code, ended.out, ended.err[:23]) == (0, "", "trec_eval version 9.0.8")
    ended = call("-h", "-m", "map", "-m", "P", "-R", "prefs")
    assert ended.code == 0
    assert "subgroup" in ended.out
    assert "default ranks: -m P.5,10" in ended.out


def test_every_measure_can_be_described() -> None:
    for compat in ("9", "10"):
        groups = ("all_trec", "all_prefs", "qrels_jg")
        ended = call("--compat", compat, "-h", *(word for one in groups for word in ("-m", one)))
        assert "\nRprec_mult_avgjg\n" in ended.out


def test_no_summary(files: list[Path]) -> None:
    ended = call("-q", "-n", "-m", "map", *files)
    assert set(ended.values) == {("map", "t1"), ("map", "t2")}
    assert call("-n", "-m", "map", *files).out == ""


def test_the_level_decides_what_is_relevant(files: list[Path]) -> None:
    values = call("-q", "-l2", "-m", "map", "-m", "num_rel", "-m", "ndcg_cut.2", *files).values
    assert (values["map", "t1"], values["num_rel", "t1"]) == ("0.5000", "1")
    assert values["ndcg_cut_2", "t1"] == "0.4796"


def test_only_the_first_documents_count(files: list[Path]) -> None:
    values = call("-q", "-M2", "-m", "num_ret", "-m", "map", "-m", "set_P", *files).values
    assert values["num_ret", "t1"] == "2"
    assert values["map", "t1"] == "0.2500"
    assert values["set_P", "t1"] == "0.5000"


def test_only_judged_documents_count(files: list[Path]) -> None:
    ended = call("-q", "-J", "-m", "num_ret", "-m", "recip_rank", "-m", "relstring.3", *files)
    assert ended.values["num_ret", "t1"] == "3"
    assert ended.values["recip_rank", "t1"] == "1.0000"
    assert ended.values["relstring_3", "t1"] == "'201'"


def test_the_size_of_the_collection_is_for_utility(files: list[Path]) -> None:
    ended = call("-q", "-N", "100", "-m", "utility.0,0,0,1", *files)
    assert ended.values["utility_0,0,0,1", "t1"] == "96.0000"


def test_one_topic_alone(files: list[Path]) -> None:
    ended = call("-q", "-D", "0.t2", "-m", "map", "-m", "num_q", *files)
    assert ended.values == {
        ("map", "t2"): "1.0000",
        ("num_q", "all"): "1",
        ("map", "all"): "1.0000",
    }


def test_grades_as_a_string(write: Callable[..., Path]) -> None:
    qrels = write("qrels", qrels_of(t="a=1 b=10 c=-1 d=0"))
    results = write("results", results_of(t="a b c d x"))
    assert (
        call("-q", "-m", "relstring", qrels, results).out == "relstring             \tt\t'1>.0-'\n"
    )


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ("P.5,5", "duplicate cutoffs detected"),
        ("P.0,5", "Negative cutoff detected"),
        ("iprec_at_recall.0.1,.1", "duplicate cutoffs detected"),
        ("ndcg.1", "malformed pair parameters in '1'"),
        ("ndcg.1=2,,3=4", "malformed pair parameters"),
    ],
)
def test_parameters_that_cannot_be_exit_2(files: list[Path], parameters: str, message: str) -> None:
    ended = call("-m", parameters, *files)
    assert (ended.code, ended.out) == (2, "")
    assert message in ended.err
    assert "Cannot initialize measure" in ended.err


def test_cutoffs_are_sorted_and_read_as_c_reads_them(files: list[Path]) -> None:
    ended = call("-m", "P.10,5x,2.9", "-m", "Rprec_mult.5.0,0.2", *files)
    assert [name for name, _ in ended.values] == [
        "P_2", "P_5", "P_10", "Rprec_mult_0.20", "Rprec_mult_5.00",
    ]  # fmt: skip


def test_gains_by_grade(files: list[Path]) -> None:
    ended = call("-q", "-m", "ndcg.1=0,2=5,1=7", *files)
    assert ended.values["ndcg_1=0,2=5,1=7", "t1"] == "0.6309"


def test_utility_wants_four_numbers(files: list[Path]) -> None:
    ended = call("-m", "utility.1,2", *files)
    assert ended.code == 4
    assert ended.err == (
        "trec_eval.calc_utility: improper number of coefficients\n"
        "trec_eval: Can't calculate measure 'utility'\n"
    )


def test_zscores(write: Callable[..., Path], files: list[Path]) -> None:
    known = write("z", "t1 map 0.25 0.125\nt2 map 1 0\nt1 P_1 0.5 0\n")
    ended = call("-q", "-m", "map", "-m", "num_q", "-m", "P.1", "-Z", known, *files)
    assert ended.out == (
        "Zmap                   \tt1\t2.0000\n"
        "ZP_1                   \tt1\t-1000000.0000\n"
        "Zmap                   \tt2\t0.0000\n"
        "ZP_1                   \tt2\t-1000000.0000\n"
        "Znum_q                 \tall\t2.0000\n"
        "Zmap                   \tall\t1.0000\n"
        "ZP_1                   \tall\t-1000000.0000\n"
    )


def test_zscores_that_cannot_be_read_exit_255(
    write: Callable[..., Path], files: list[Path]
) -> None:
    assert call("-Z", "nowhere", *files).code == 255
    assert call("-Z", write("z", "t1 map 1\n"), *files).code == 255


def test_groups_of_measures(files: list[Path]) -> None:
    names = {name for name, _ in call("-m", "set", *files).values}
    assert names == {
        "runid", "num_q", "num_ret", "num_rel", "num_rel_ret", "utility",
        "set_P", "set_relative_P", "set_recall", "set_map", "set_F",
    }  # fmt: skip
    assert call(*files) == call("-m", "official", *files)


def test_the_answer_is_complete_when_nothing_is_asked_of_the_views(files: list[Path]) -> None:
    assert call("-m", "runid", "-m", "num_q", *files) == Ended(
        0, "runid                 \tall\ttag\nnum_q                 \tall\t2\n", ""
    )
