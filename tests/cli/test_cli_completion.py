"""Tab: the names that the store holds; where there is none, nothing, and never an error."""

from __future__ import annotations

import evalstore_cli.app
import pytest
from outcome import Es, Outcome


@pytest.fixture
def tab(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Es:
    """`tab("leaderboard --run b")`: what bash would offer."""

    def offered(line: str) -> Outcome:
        words = f"evalstore {line}"
        monkeypatch.setenv("_EVALSTORE_COMPLETE", "complete_bash")
        monkeypatch.setenv("COMP_WORDS", words)
        monkeypatch.setenv("COMP_CWORD", str(len(words.split(" ")) - 1))
        with pytest.raises(SystemExit) as left:
            evalstore_cli.app.run([])
        return Outcome(int(left.value.code or 0), *capfd.readouterr())

    return offered


@pytest.mark.parametrize(
    ("line", "offers"),
    [
        ("leaderboard --run ", ["bm25", "dense", "hybrid"]),
        ("leaderboard --run h", ["hybrid"]),
        ("leaderboard --collection ", ["demo"]),
        ("leaderboard --qrels ", ["qrels"]),
        ("scores --topic ", list("12345678")),
        ("topic ", list("12345678")),
        ("drop run d", ["dense"]),
        ("drop qrels q", ["qrels"]),
        ("scores -m nDCG@1", ["nDCG@10", "nDCG@100"]),
        ("scores -m AP,Bp", ["AP,Bpref"]),
        ("list measures Bpre", ["Bpref"]),
        ("sql ranked_d", ["ranked_document"]),
        ("leaderboard --average ", ["all", "retrieved"]),
    ],
)
def test_names_are_offered(
    tab: Es, db: str, monkeypatch: pytest.MonkeyPatch, line: str, offers: list[str]
) -> None:
    monkeypatch.setenv("EVALSTORE_DB", db)

    assert tab(line).out.split() == offers


def test_the_store_on_the_line_is_the_one_that_is_read(tab: Es, db: str) -> None:
    assert tab(f"leaderboard --db {db} --run b").out.split() == ["bm25"]
    assert tab(f"--db {db} leaderboard --run b").out.split() == ["bm25"]


@pytest.mark.parametrize("option", ["--run", "--topic", "--qrels", "--collection"])
def test_without_a_store_nothing_is_offered_and_nothing_said(tab: Es, option: str) -> None:
    done = tab(f"leaderboard --db gone.duckdb {option} ")

    assert (done.code, done.out.strip(), done.err) == (0, "", "")
