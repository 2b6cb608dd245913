"""Loading: nothing on standard output, notes and a summary on the other, the broken refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from outcome import Es

from evalstore.load.report import Loaded, compact


@pytest.fixture
def many(tmp_path: Path) -> Path:
    """A folder of two good runs and two broken ones."""
    folder = tmp_path / "many"
    folder.mkdir()
    for name in ("a", "b"):
        (folder / name).write_text(f"1 Q0 x 1 2.0 {name}\n1 Q0 y 2 1.0 {name}\n")
    (folder / "c").write_text("1 Q0 x 1 2.0 c\n1 Q0 x 2 1.0 c\n")
    (folder / "d").write_text("1 Q0 x 1 2.0 d\n1 Q0 y 2 high d\n1 Q0 z\n")
    return folder


def test_a_collection_is_loaded_file_by_file(es: Es, new: str, demo_files: Path) -> None:
    loads = [
        es("load", "topics", demo_files / "topics.tsv", "--db", new),
        es("load", "qrels", demo_files / "qrels.txt", "--db", new),
        es("load", "runs", demo_files / "runs", "--db", new),
    ]

    assert [(done.code, done.out) for done in loads] == [(0, "")] * 3
    assert loads[1].err.startswith("loaded 1 qrels set, 8 topics, 88 rows")
    assert "note: dense: 1 topic of qrels missing\n" in loads[2].err
    assert loads[2].err.splitlines()[-1].startswith("loaded 3 runs, 8 topics, 230 rows, ")


def test_what_is_loaded_already_is_left_as_it_is(es: Es, new: str, demo_files: Path) -> None:
    es("load", "runs", demo_files / "runs", "--db", new)
    again = es("load", "runs", demo_files / "runs", "--db", new)

    assert again.code == 0
    assert "3 already loaded, nothing to do" in again.err


def test_a_broken_file_is_refused_with_its_lines_and_the_others_are_loaded(
    es: Es, new: str, many: Path
) -> None:
    done = es("load", "runs", many, "--db", new)
    listed = es("list", "runs", "--db", new, "--format", "csv")

    assert (done.code, done.out) == (1, "")
    refusals = [line for line in done.err.splitlines() if "error" in line]
    assert any(line.startswith(f"evalstore: error: {many / 'c'}:2: ") for line in refusals)
    assert any(line.startswith(f"evalstore: error: {many / 'd'}:2: ") for line in refusals)
    assert any(line.startswith(f"evalstore: error: {many / 'd'}:3: ") for line in refusals)
    assert done.err.splitlines()[-1].endswith("; 2 refused")
    assert [row["system"] for row in listed.records] == ["a", "b"]


def test_refused_judgements_and_topics_are_errors(es: Es, new: str, many: Path) -> None:
    assert es("load", "qrels", many / "d", "--db", new).code == 1
    assert es("load", "topics", many / "a", "--db", new).code == 1
    assert "no such file" in es("load", "qrels", "nothing", "--db", new).err


def test_a_name_is_taken_only_with_replace(es: Es, new: str, many: Path) -> None:
    es("load", "runs", many / "a", "--name", "mine", "--db", new)
    refused = es("load", "runs", many / "b", "--name", "mine", "--db", new)
    replaced = es("load", "runs", many / "b", "--name", "mine", "--replace", "--db", new)

    assert refused.code == 1
    assert "use --replace" in refused.err
    assert replaced.code == 0


def test_a_run_is_ranked_by_the_rule_that_is_asked_for(es: Es, new: str, many: Path) -> None:
    es("load", "runs", many / "a", "--rank-by", "rank", "--collection", "other", "--db", new)
    listed = es("list", "runs", "--collection", "other", "--db", new, "--format", "csv")

    assert [row["rank_rule"] for row in listed.records] == ["rank"]


def test_a_run_can_come_through_a_pipe(process: Es, new: str) -> None:
    done = process("load", "runs", "-", "--name", "piped", "--db", new, stdin="1 Q0 x 1 2.0 tag\n")

    assert (done.code, done.out) == (0, "")
    assert done.err.startswith("loaded 1 run, 1 topic, 1 row")


def test_a_run_and_judgements_can_be_dropped(es: Es, own: str) -> None:
    dropped = [es("drop", "run", "bm25", "--db", own), es("drop", "qrels", "qrels", "--db", own)]

    assert [done.err for done in dropped] == ["dropped run bm25\n", "dropped qrels qrels\n"]
    assert "bm25" not in es("list", "runs", "--db", own).out
    assert es("drop", "run", "bm25", "--db", own).code == 1


def noted(*texts: str) -> list[Loaded]:
    return [
        Loaded(f"f{number}", f"run{number}", "loaded", notes=[text])
        for number, text in enumerate(texts, start=1)
    ]


def test_few_notes_are_said_one_by_one() -> None:
    assert compact(noted("tied scores in 2 topics", "text after column 6 was ignored")) == [
        "run1: tied scores in 2 topics",
        "run2: text after column 6 was ignored",
    ]


def test_many_notes_of_a_kind_are_said_once() -> None:
    files = noted("tied scores in 1 topic", *(f"tied scores in {n} topics" for n in range(2, 13)))

    assert compact(files) == ["tied scores in 1 to 12 topics: 12 files (run1, run2, run3, …)"]


@pytest.mark.fixtures
@pytest.mark.parametrize(
    "name",
    [
        "dup-docs.results_hybrid.txt",
        "not-a-run.Results.txt",
    ],
)
def test_real_broken_files_are_refused_whole(es: Es, new: str, fixtures: Path, name: str) -> None:
    done = es("load", "runs", fixtures / "messy" / name, "--db", new)

    assert done.code == 1
    assert done.err.startswith(f"evalstore: error: {fixtures / 'messy' / name}:")
    assert es("list", "runs", "--db", new, "--format", "csv").records == []


def test_collections_are_dropped_and_names_changed(es: Es, own: str, demo_files: Path) -> None:
    assert es("rename", "run", "bm25", "mine", "--db", own).err == "renamed run bm25 to mine\n"
    old = es("list", "collections", "--format", "csv", "--db", own).records[0]["collection"]
    assert es("rename", "collection", old, "c", "--db", own).code == 0
    assert es("rename", "qrels", "nix", "q", "--db", own).code == 1
    assert es("drop", "collection", "c", "--db", own).err == "dropped collection c\n"
    assert es("list", "collections", "--format", "csv", "--db", own).records == []


def test_several_qrels_files_at_once(es: Es, new: str, tmp_path: Path) -> None:
    for name in "ab":
        (tmp_path / name).write_text(f"1 0 {name} 1\n")
    assert es("load", "qrels", tmp_path / "a", tmp_path / "b", "--db", new).code == 0
    rows = es("list", "qrels", "--format", "csv", "--db", new).records
    assert [row["qrels"] for row in rows] == ["a", "b"]
