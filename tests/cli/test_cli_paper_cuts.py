"""Small things that a new user met."""

from __future__ import annotations

import re
from pathlib import Path

import evalstore_cli
import pytest
from evalstore_cli.wording import of_command_line
from outcome import Es
from terminal import shown

import evalstore

PACKAGES = [Path(package.__file__).resolve().parent for package in (evalstore, evalstore_cli)]


def footer(text: str) -> str:
    return text.rstrip().splitlines()[-1]


def test_list_alone_shows_what_the_store_contains(es: Es, db: str) -> None:
    done = es("list", "--db", db)
    assert done.code == 0
    assert re.search(r"^demo +3 +1 ", done.out, re.MULTILINE)
    assert "evalstore list runs" in done.out


def test_list_takes_the_store_before_its_command(es: Es, db: str) -> None:
    assert es("list", "--db", db, "runs").out == es("list", "runs", "--db", db).out


def test_list_of_an_empty_store_says_what_to_do(es: Es, new: str) -> None:
    assert "evalstore load runs" in es("list", "--db", new).out


@pytest.mark.parametrize(
    ("listing", "command"),
    [("runs", "load runs"), ("qrels", "load qrels"), ("collections", "load")],
)
def test_an_empty_listing_says_what_to_do(es: Es, new: str, listing: str, command: str) -> None:
    evalstore.open(new).close()
    done = es("list", listing, "--db", new)
    assert done.code == 0
    assert f"`evalstore {command}" in footer(done.out)


def test_a_collection_without_data_is_reported_with_the_others(es: Es, own: str) -> None:
    Path("run.txt").write_text("1 Q0 a 1 1.0 s\n")
    assert es("load", "runs", "run.txt", "--db", own).code == 0
    done = es("leaderboard", "--db", own)
    assert done.code == 1
    assert done.err == (
        "evalstore: error: collection 'default' has no judgements; load them with "
        "`evalstore load qrels`, or name another --collection: demo\n"
    )


def test_a_footer_describes_no_column_that_is_not_shown(es: Es, db: str) -> None:
    wide = es("compare", "bm25", "dense", "hybrid", "--db", db).out
    assert "effect_size: Cohen's d" in wide
    narrow = shown(["compare", "bm25", "dense", "hybrid", "--db", db], 80)
    assert re.search("^not shown, for lack of width: .*effect_size", narrow, re.MULTILINE)
    assert "Cohen's d" not in narrow
    assert "difference = a - b; interval: 95 % confidence" in narrow


def test_every_pointer_in_a_message_is_a_command(es: Es) -> None:
    sources = [path for package in PACKAGES for path in package.rglob("*.py")]
    text = of_command_line("\n".join(path.read_text(encoding="utf-8") for path in sources))
    pointers = set(re.findall(r"[`\"]evalstore ([a-z-]+(?: [a-z]+)?)\b[^`\n]*[`\"]", text))
    assert {"list runs", "load qrels", "schema"} <= pointers
    for pointer in pointers:
        command, *rest = pointer.split()
        usage = es(command, "--help")
        if "\nCommands:" in usage.out:
            usage = es(command, *rest, "--help")
        assert usage.code == 0, pointer


@pytest.mark.parametrize(
    ("measures", "said"),
    [
        ("AP", "; mean over all judged topics; 1 missing topic in 1 system counts 0"),
        ("NumRet", "; sum over all judged topics; 1 missing topic in 1 system"),
        ("FirstRank", "; median over all judged topics; 1 missing topic in 1 system"),
        ("GMAP", "; geometric mean over all judged topics; 1 missing topic in 1 system"),
        (
            "AP,NumRet",
            "; mean (AP), sum (NumRet) over all judged topics; "
            "1 missing topic in 1 system counts 0 in a mean",
        ),
    ],
)
def test_a_footer_states_what_was_done(es: Es, db: str, measures: str, said: str) -> None:
    assert footer(es("leaderboard", "-m", measures, "--db", db).out).endswith(said)


def test_topics_left_out_do_not_count_0(es: Es, db: str) -> None:
    text = footer(es("leaderboard", "-m", "AP", "--average", "retrieved", "--db", db).out)
    assert text.endswith(
        "; mean over the judged topics that each system answers; 1 missing topic in 1 system"
    )


@pytest.mark.parametrize("command", [("matrix",), ("outliers",), ("diff", "bm25", "hybrid")])
def test_per_topic_tables_speak_of_no_average(es: Es, db: str, command: tuple[str, ...]) -> None:
    text = footer(es(*command, "--db", db).out)
    assert "mean over" not in text
    assert "averaged" not in text


def test_counts_and_grades_have_no_decimals(es: Es, db: str) -> None:
    board = es("leaderboard", "-m", "NumRet,AP", "--run", "bm25", "--db", db).out
    assert re.search(r" 80  0\.\d{4} ", board)
    assert re.search(r"NumRet +10$", es("scores", "-m", "NumRet", "--db", db).out, re.MULTILINE)
    ask = "select grade from judged_document where grade = 2 limit 1"
    assert es("query", ask, "--db", db).out.split()[-1] == "2"
    assert ".0000" not in es("pool", "--all", "--db", db).out
    assert "[0, 1, 2" in es("list", "qrels", "--db", db).out


def test_false_is_shown(es: Es, db: str) -> None:
    assert es("query", "select false as a", "--db", db).out.split()[-1] == "no"


def test_a_table_has_one_minus_sign(es: Es, db: str) -> None:
    for ask in (("compare", "dense", "hybrid"), ("diff", "dense", "hybrid"), ("risk", "hybrid")):
        assert "\N{MINUS SIGN}" not in es(*ask, "--db", db).out


def test_a_column_has_the_name_that_was_asked_for(es: Es, db: str) -> None:
    done = es("leaderboard", "-m", "RBP(p=0.8)", "-m", "RBP", "--db", db, "--format", "csv")
    assert list(done.records[0])[2:4] == ["RBP(p=0.8)", "RBP"]
    assert done.records[0]["RBP(p=0.8)"] == done.records[0]["RBP"]


def test_a_topic_shows_the_scores_of_its_run_above(es: Es, db: str) -> None:
    lines = es("topic", "5", "--run", "bm25", "-m", "AP,P@5", "--db", db).out.splitlines()
    [score] = es(
        "scores", "-m", "AP", "--run", "bm25", "--topic", "5", "--db", db, "--format", "csv"
    ).records
    assert lines[2].startswith(f"bm25: AP {float(score['value']):.4f}, P@5 0.")
    assert "nDCG" not in lines[2]


def test_the_demo_adds_nothing_to_a_store_of_other_data(es: Es, new: str, demo_files: Path) -> None:
    es("load", "qrels", demo_files / "qrels.txt", "--db", new)
    refused = es("demo", "--db", new)
    assert refused.code == 2
    assert "other data" in refused.err
    assert [
        row["collection"]
        for row in es("list", "collections", "--db", new, "--format", "csv").records
    ] == ["default"]


def test_the_demo_can_be_repeated(es: Es, own: str) -> None:
    assert es("demo", "--db", own).code == 0


def test_a_file_of_the_wrong_type_is_one_error(es: Es, new: str, demo_files: Path) -> None:
    done = es("load", "qrels", demo_files / "runs" / "bm25.txt", "--db", new)
    assert done.code == 1
    assert done.err.count("6 columns, expected 4") == 1
    assert "(and 79 more)" in done.err


def test_the_examples_of_load_efficiency_are_lines(es: Es) -> None:
    assert "\n    evalstore load efficiency latency.csv\n" in es("load", "efficiency", "--help").out


def test_a_one_shot_evaluation_offers_only_options_that_it_has(es: Es, tmp_path: Path) -> None:
    qrels, folder = tmp_path / "qrels", tmp_path / "runs"
    qrels.write_text("1 0 a 1\n")
    folder.mkdir()
    for name in "ab":
        (folder / name).write_text(f"1 Q0 {name} 1 2 same\n")
    refused = es("eval", qrels, folder, "-m", "AP", "--name-by", "tag")
    assert "with --name-by file, or leave out --name-by\n" in refused.err
    (folder / "b").write_text("1 Q0 a 1 2 x\n1 Q0 b 2 1 y\n")
    refused = es("eval", qrels, folder / "b", "-m", "AP", "--name-by", "tag")
    assert "name the system by its file with --name-by file" in refused.err


def test_the_pool_takes_names_as_other_commands_do(es: Es, db: str, tmp_path: Path) -> None:
    names = tmp_path / "names"
    names.write_text("bm25\ndense\n")
    expected = es("pool", "--run", "bm25", "--run", "dense", "--format", "csv", "--db", db).out
    for given in ("bm25,dense", f"@{names}"):
        assert es("pool", "--run", given, "--format", "csv", "--db", db).out == expected


def test_a_footer_does_not_list_many_means(es: Es, db: str) -> None:
    done = es("leaderboard", "-m", "all_trec", "--db", db)
    assert "geometric mean (GMAP, GMBpref)" in footer(done.out)
    assert "mean (all others) over all judged topics" in footer(done.out)
    assert "nDCG@10" not in footer(done.out)
