"""The commands that ask: each gives its columns, and takes the names that the store knows."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from outcome import Es

from evalstore.output.cells import NULL_SHOWN


def test_the_leaderboard_has_a_row_per_system_best_first(es: Es, db: str) -> None:
    done = es("leaderboard", "-m", "nDCG@10", "-m", "AP,P@5", "--db", db, "--format", "csv")

    assert list(done.records[0]) == [
        *("position", "system", "nDCG@10", "AP", "P@5", "topics", "missing"),
    ]
    assert [row["system"] for row in done.records] == ["hybrid", "bm25", "dense"]
    assert done.records[2]["missing"] == "1"


def test_the_leaderboard_can_be_narrowed(es: Es, db: str) -> None:
    narrow = ("--run", "bm25", "--run", "dense", "--topic", "2", "--collection", "demo")
    done = es("leaderboard", *narrow, "--top", 1, "--db", db, "--format", "csv")

    assert [row["system"] for row in done.records] == ["dense"]
    assert done.records[0]["topics"] == "1"


def test_trec_evals_names_are_measures_too(es: Es, db: str) -> None:
    done = es("leaderboard", "-m", "ndcg_cut_10", "-m", "map", "--db", db, "--format", "csv")

    assert list(done.records[0])[2:4] == ["nDCG@10", "AP"]


def test_a_missing_topic_counts_0_unless_only_answered_ones_are_averaged(es: Es, db: str) -> None:
    ask = ("leaderboard", "-m", "AP", "--run", "dense", "--db", db, "--format", "csv")
    everywhere, answered = es(*ask), es(*ask, "--average", "retrieved")

    assert float(everywhere.records[0]["AP"]) * 8 == pytest.approx(
        float(answered.records[0]["AP"]) * 7
    )


def test_scores_are_in_long_form(es: Es, db: str) -> None:
    ask = ("scores", "-m", "RR", "--run", "hybrid", "--topic", "5", "--topic", "1")
    done = es(*ask, "--db", db, "--format", "csv")

    assert done.out == "system,topic,measure,value\nhybrid,1,RR,1.0\nhybrid,5,RR,0.5\n"


def test_a_topic_shows_the_documents_of_systems_side_by_side(es: Es, db: str) -> None:
    done = es("topic", "5", "--run", "bm25", "--run", "hybrid", "--depth", 3, "--db", db)

    assert "sharpen a santoku" in done.out
    ranked = [line.split() for line in done.out.splitlines() if line.strip()[:1].isdigit()][:3]
    assert ranked[0][1] == "santoku-sharpening-angle"
    assert ranked[0][3:] == ["pull-through-sharpeners", NULL_SHOWN]  # nobody judged it


def test_a_topic_without_runs_shows_the_systems_on_it(es: Es, db: str) -> None:
    done = es("topic", "5", "-m", "AP", "--db", db, "--format", "csv")

    assert [row["system"] for row in done.records] == ["bm25", "hybrid", "dense"]


@pytest.mark.parametrize(
    ("what", "column", "names"),
    [
        ("collections", "collection", ["demo"]),
        ("runs", "system", ["bm25", "dense", "hybrid"]),
        ("qrels", "qrels", ["qrels"]),
        ("topics", "topic", list("12345678")),
    ],
)
def test_lists_name_what_the_store_holds(
    es: Es, db: str, what: str, column: str, names: list[str]
) -> None:
    done = es("list", what, "--db", db, "--format", "csv")

    assert [row[column] for row in done.records] == names


def test_measures_are_listed_and_described_without_a_store(es: Es) -> None:
    listed = es("list", "measures", "--format", "csv")
    described = es("list", "measures", "nDCG", "--format", "csv")

    assert {"nDCG", "AP", "RR"} <= {row["measure"] for row in listed.records}
    facts = {row["property"]: row["value"] for row in described.records}
    assert "ndcg_cut_<k>" in facts["trec_eval"]


def test_sql_prints_a_view_and_schema_lists_them(es: Es, db: str) -> None:
    text = es("sql", "ndcg")
    schema = es("schema", "--db", db, "--format", "csv")
    columns = es("schema", "leaderboard", "--db", db, "--format", "csv")

    assert text.out.startswith("-- nDCG")
    assert "select" in text.out
    assert {"run", "topic_score", "gain_by_rank"} <= {row["name"] for row in schema.records}
    assert [row["column"] for row in columns.records][:2] == ["collection", "qrels"]


QUERY = "select count(*) as runs from run"


def test_a_query_comes_from_the_argument_a_file_or_standard_input(
    es: Es, db: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("count.sql").write_text(QUERY)
    ask = ("--db", db, "--format", "csv")
    answers = [es("query", QUERY, *ask), es("query", "-f", "count.sql", *ask)]
    for dash in (("-",), ("-f", "-")):
        monkeypatch.setattr("sys.stdin", io.StringIO(QUERY))
        answers.append(es("query", *dash, *ask))

    assert [done.out for done in answers] == ["runs\n3\n"] * 4


def test_a_long_answer_is_cut_for_people_and_whole_for_programs(es: Es, db: str) -> None:
    table = es("query", "from range(1234)", "--db", db)
    whole = es("query", "from range(1234)", "--db", db, "--format", "csv")

    note = "only the first 1,000 rows are shown; --max-rows N shows more"
    assert table.out.endswith(f"\n\n{note}\n")
    assert len(table.out.splitlines()) == 2 + 1000 + 2
    assert len(whole.records) == 1234


def test_eval_needs_no_store_and_leaves_none(es: Es, demo_files: Path) -> None:
    ask = ("eval", demo_files / "qrels.txt", demo_files / "runs", "-m", "nDCG@10,AP")
    means, topics = es(*ask, "--format", "csv"), es(*ask, "-q", "--format", "csv")

    assert [row["system"] for row in means.records] == ["hybrid", "bm25", "dense"]
    assert list(topics.records[0]) == ["system", "topic", "measure", "value"]
    assert len(topics.records) == 3 * 8 * 2
    assert not list(Path().iterdir())


def test_the_store_is_named_after_the_command_before_it_or_by_the_environment(
    es: Es, db: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask = ("leaderboard", "--format", "csv")
    after, before = es(*ask, "--db", db), es("--db", db, *ask)
    nearest = es("--db", "elsewhere.duckdb", *ask, "--db", db)
    monkeypatch.setenv("EVALSTORE_DB", db)
    surrounding = es(*ask)

    assert len({done.out for done in (after, before, nearest, surrounding)}) == 1
    assert es("--db", "elsewhere.duckdb", *ask).code == 3


def test_memory_and_threads_can_be_limited(es: Es, db: str, new: str, demo_files: Path) -> None:
    limits = ("--memory-limit", "500MB", "--threads", 1)
    files = (demo_files / "qrels.txt", demo_files / "runs")

    assert es("leaderboard", *limits, "--db", db).code == 0
    assert es("eval", *files, *limits).code == 0
    assert es("load", "runs", files[1], *limits, "--db", new).code == 0
