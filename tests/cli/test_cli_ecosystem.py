"""export, fuse, saved queries and configuration at the command line."""

from __future__ import annotations

from pathlib import Path

import pytest
from outcome import Es


def test_export_runs_and_load_them_again(es: Es, db: str, tmp_path: Path) -> None:
    done = es("export", "runs", "-o", "out", "--db", db)
    assert (done.code, done.out) == (0, "")
    assert done.err.endswith("wrote 3 files: out/bm25.run, …\n")
    assert es("export", "qrels", "-o", "q.qrels", "--db", db).code == 0
    assert es("load", "qrels", "q.qrels", "--db", "new.duckdb").code == 0
    assert es("load", "runs", "out", "--db", "new.duckdb").code == 0
    scores = ("scores", "-m", "nDCG@10", "-m", "AP", "--format", "csv")
    assert es(*scores, "--db", "new.duckdb").out == es(*scores, "--db", db).out


@pytest.mark.parametrize("suffix", ["parquet", "json", "jsonl", "csv"])
def test_export_one_run(suffix: str, es: Es, db: str, tmp_path: Path) -> None:
    assert es("export", "runs", "bm25", "-o", f"run.{suffix}", "--db", db).code == 0
    assert es("load", "runs", f"run.{suffix}", "--name", "bm25", "--db", "new.duckdb").code == 0


def test_export_scores_and_leaderboard(es: Es, db: str, tmp_path: Path) -> None:
    for what in ("scores", "leaderboard"):
        assert es("export", what, "-m", "AP", "-o", f"{what}.csv", "--db", db).code == 0
        assert (tmp_path / f"{what}.csv").read_text() == (
            es(what, "-m", "AP", "--format", "csv", "--db", db).out
        )


def test_export_everything(es: Es, db: str, tmp_path: Path) -> None:
    assert es("export", "store", "-o", "all", "--db", db).code == 0
    written = {str(path.relative_to(tmp_path / "all")) for path in (tmp_path / "all").rglob("*.*")}
    assert {f"demo/{name}" for name in ("runs/bm25.run", "topics.jsonl")} <= written


def test_export_errors(es: Es, db: str) -> None:
    done = es("export", "runs", "-o", "one.run", "--db", db)
    assert (done.code, len(done.err.splitlines())) == (2, 1)
    assert "3 files cannot be written to one.run; give a folder, or select one" in done.err


def test_fuse(es: Es, own: str) -> None:
    done = es("fuse", "rrf", "bm25", "dense", "--name", "mix", "--db", own)
    assert done.code == 0, done.err
    board = es("leaderboard", "-m", "AP", "--format", "csv", "--db", own)
    assert "mix" in [row["system"] for row in board.records]
    assert es("fuse", "rfr", "bm25", "dense", "--name", "x", "--db", own).code == 2
    assert es("fuse", "rrf", "bm25", "nowhere", "--name", "x", "--db", own).code == 1


def test_saved_queries(es: Es, db: str) -> None:
    listed = es("query", "--list", "--format", "csv").records
    assert "hard-topics" in [row["query"] for row in listed]
    for row in listed:
        given = ["--param", "run=bm25"] if row["parameters"].startswith("run") else []
        done = es("query", "--name", row["query"], *given, "--format", "csv", "--db", db)
        assert done.code == 0, done.err
        assert done.records or row["query"] in ("unjudged-at-top", "unique-relevant")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--name", "hard-topics"), "needs the parameter run=VALUE (the system)"),
        (("--name", "hard-topics", "--param", "run"), "--param must be NAME=VALUE"),
        (("--name", "hard-topics", "--param", "rnu=x"), "no parameter 'rnu'"),
        (("--name", "hard-topics", "select 1"), "cannot be combined with SQL"),
    ],
)
def test_saved_queries_that_are_wrong(
    arguments: tuple[str, ...], said: str, es: Es, db: str
) -> None:
    done = es("query", *arguments, "--db", db)
    assert done.code == 2
    assert said in done.err
    assert es("query", "--name", "hrad-topics", "--db", db).code == 1


def test_saved_queries_of_the_user(
    es: Es, db: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "sizes.sql").write_text(
        "-- Documents of a run.\n-- $run = bm25: the system\n"
        "select count(*) as documents from ranked where system = $run\n"
    )
    (tmp_path / "evalstore.toml").write_text('queries = "mine"\n')
    done = es("query", "--name", "sizes", "--format", "csv", "--db", db)
    assert int(done.records[0]["documents"]) > 0
    none = es("query", "--name", "sizes", "--param", "run=none", "--format", "csv", "--db", db)
    assert none.records == [{"documents": "0"}]


def test_parameters_of_sql_that_is_given(es: Es, db: str) -> None:
    done = es("query", "select $x as x", "--param", "x=7", "--format", "csv", "--db", db)
    assert done.records == [{"x": "7"}]


CONFIG = """
db = "own.duckdb"
measures = ["RR"]

[collections.demo]
measures = ["AP", "nDCG@5"]
rel = 2
test = "sign"

[collections.default]
measures = ["AP", "nDCG@5"]
rel = 2
test = "sign"
"""


def _by_system(rows: list[dict[str, str]], others: list[dict[str, str]]) -> list[dict[str, str]]:
    """The rows in the order of the others' systems."""
    by_system = {row["system"]: row for row in rows}
    return [by_system[row["system"]] for row in others]


def test_defaults_of_a_collection(es: Es, own: str, tmp_path: Path) -> None:
    (tmp_path / "evalstore.toml").write_text(CONFIG)
    board = es("leaderboard", "--format", "csv").records
    assert list(board[0])[2:4] == ["AP(rel=2)", "nDCG@5"]
    named = es("leaderboard", "-m", "P@5", "-m", "AP(rel=1)", "--format", "csv").records
    assert list(named[0])[2:4] == ["P(rel=2)@5", "AP(rel=1)"]
    (tmp_path / "evalstore.toml").write_text('db = "own.duckdb"\n')
    plain = es("leaderboard", "-m", "P@5", "-m", "AP", "--format", "csv").records
    assert [row["AP"] for row in plain] == [row["AP(rel=1)"] for row in _by_system(named, plain)]


def test_the_test_of_a_collection(es: Es, own: str, tmp_path: Path) -> None:
    compare = ("compare", "bm25", "dense", "-m", "AP", "--db", own)
    sign = es(*compare, "--test", "sign").out
    (tmp_path / "evalstore.toml").write_text('test = "sign"\n')
    assert es(*compare).out == sign
    assert es(*compare, "--test", "t").out != sign


def test_variables_come_before_files(
    es: Es, own: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "evalstore.toml").write_text(CONFIG)
    monkeypatch.setenv("EVALSTORE_MEASURES", "P@5,P@10")
    monkeypatch.setenv("EVALSTORE_REL", "1")
    board = es("leaderboard", "--format", "csv").records
    assert list(board[0])[2:4] == ["P@5", "P@10"]
    shown = {row["setting"]: row for row in es("config", "show", "--format", "csv").records}
    assert shown["measures"] == {
        "setting": "measures",
        "value": "P@5,P@10",
        "source": "$EVALSTORE_MEASURES",
    }
    assert shown["db"]["source"] == str(tmp_path / "evalstore.toml")
    assert shown["test"]["source"] == "default"
    assert shown["collections.demo.test"]["value"] == "sign"


def test_a_table_in_pyproject_of_a_folder_above(
    es: Es, own: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pyproject.toml").write_text('[tool.evalstore]\ndb = "own.duckdb"\n')
    (tmp_path / "below").mkdir()
    monkeypatch.chdir(tmp_path / "below")
    assert es("leaderboard").code == 0
    shown = es("config", "show", "--format", "csv").records[0]
    assert shown["value"] == str(tmp_path / "own.duckdb")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('mesures = ["AP"]', "evalstore.toml: no setting 'mesures'; did you mean 'measures'"),
        ('measures = "AP"', "evalstore.toml: measures must be a list of measures, not 'AP'"),
        ("rel = true", "evalstore.toml: rel must be a number, not True"),
        ("[collections.x]\ndb = 'y'", "evalstore.toml: no setting 'db'"),
        ("collections = 3", "evalstore.toml: collections must be tables"),
        ("measures = [", "evalstore.toml: cannot be read"),
    ],
)
def test_files_that_are_wrong(text: str, said: str, es: Es, db: str, tmp_path: Path) -> None:
    (tmp_path / "evalstore.toml").write_text(text)
    done = es("leaderboard", "--db", db)
    assert done.code == 2
    assert said in done.err
    assert len(done.err.splitlines()) == 1


def test_a_one_shot_evaluation_is_not_configured(
    es: Es, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "evalstore.toml").write_text('rel = 2\nqrels = "other"\n')
    (tmp_path / "q").write_text("1 0 a 1\n")
    (tmp_path / "r").write_text("1 Q0 a 1 1.0 s\n")
    done = es("eval", "q", "r", "-m", "RR")
    assert done.code == 0
    assert "RR(rel=2)" not in done.out
