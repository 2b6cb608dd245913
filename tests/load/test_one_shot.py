"""One-shot evaluation of files: the values of a store, without one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from evalstore.errors import FileProblems
from evalstore.evaluation import evaluate_files
from evalstore.store import Store

Write = Callable[..., Path]

MEASURES = ["nDCG", "AP", "P@5", "NumRet", "Judged@10", "Bpref"]


def lines(topics: int, depth: int, system: str = "s") -> list[str]:
    return [
        f"{topic} Q0 doc{(topic * 7 + rank * 3) % 50} {rank} {depth - rank // 2} {system}\n"
        for topic in range(topics)
        for rank in range(depth)
    ]


@pytest.fixture
def qrels(write: Write) -> Path:
    judged = (f"{n} 0 doc{n} {n % 3}\n{n} 0 x{n} 1\n" for n in range(40))
    return write("qrels.txt", "".join(judged))


def test_the_values_are_those_of_a_store(write: Write, qrels: Path) -> None:
    runs = [write(f"{n}.run", "".join(lines(30 - n, 12, f"s{n}"))) for n in range(3)]
    with Store() as store:
        store.load_qrels(qrels)
        store.load_runs(runs).raise_refused()
        scores, board = store.scores(MEASURES).rows, store.leaderboard(MEASURES).rows
    assert evaluate_files(qrels, runs, MEASURES, by_topic=True).rows == scores
    assert [row[:2] for row in evaluate_files(qrels, runs, MEASURES).rows] == [
        row[:2] for row in board
    ]
    assert len(scores) == 3 * 40 * len(MEASURES)


def test_notes_that_many_runs_share_come_once(write: Write) -> None:
    qrels = write("qrels.txt", "1 0 a 1\n")
    for number in range(12):
        folder = write(f"runs/{number}.run", f"1 Q0 a 1 2 s{number}\n1 Q0 b 2 2 s{number}\n").parent
    result = evaluate_files(qrels, [folder], ["AP"])
    assert len(result.rows) == 12
    [note] = [note for note in result.notes if "tied" in note]
    assert note.startswith("tied scores in 1 topic, ordered by document name: 12 files (s0, s1, ")


def test_a_document_ranked_twice_is_refused(write: Write, qrels: Path) -> None:
    """Also where no judgement names it."""
    rows = lines(30, 12)
    run = write("run.txt", "".join([*rows, rows[-3]]))
    with pytest.raises(FileProblems, match=r"run.txt:361: document 'doc\d+' was already ranked"):
        evaluate_files(qrels, [run], ["AP"])


def test_bad_judgements_are_reported_before_bad_runs(write: Write) -> None:
    run = write("run.txt", "".join([*lines(30, 12), "30 Q0 doc1 1 oops s\n"]))
    qrels = write("qrels.txt", "1 0 doc1 1\n1 0 doc2\n")
    with pytest.raises(FileProblems, match=r"qrels.txt:2: "):
        evaluate_files(qrels, [run], ["AP"])


def test_a_bad_run_is_refused(write: Write, qrels: Path) -> None:
    run = write("run.txt", "".join([*lines(30, 12), "30 Q0 doc1 1 oops s\n"]))
    with pytest.raises(FileProblems, match=r"run.txt:361: score 'oops' is not a finite number"):
        evaluate_files(qrels, [run], ["AP"])


class TestNames:
    def names(self, *runs: Path, **options: str) -> list[str]:
        qrels = runs[0].with_name("judged")
        qrels.write_text("1 0 a 1\n")
        return sorted(row[1] for row in evaluate_files(qrels, runs, ["AP"], **options))  # type: ignore[arg-type]

    def test_they_are_the_tags(self, write: Write) -> None:
        a, b = write("a.run", "1 Q0 a 1 2 b\n"), write("b", "1 Q0 b 1 2 a\n")
        assert self.names(a, b) == ["a", "b"]
        assert self.names(a, b, name_by="file") == ["a", "b"]

    def test_tags_that_are_the_paths_of_other_runs(
        self, write: Write, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        folder = write("a", "1 Q0 a 1 2 b\n").parent
        write("b", "1 Q0 b 1 2 a\n")
        monkeypatch.chdir(folder)
        scores = evaluate_files(write("judged", "1 0 a 1\n"), ["a", "b"], ["AP"])
        assert [row[1:3] for row in scores] == [("b", 1.0), ("a", 0.0)]

    def test_the_files_name_runs_that_share_a_tag(self, write: Write) -> None:
        runs = [write(f"{name}.run.gz", f"1 Q0 {name} 1 2 Anserini\n") for name in "abc"]
        assert self.names(*runs) == ["a", "b", "c"]

    def test_the_paths_name_files_that_share_a_name(self, write: Write) -> None:
        runs = [write(f"{name}/run.txt", "1 Q0 a 1 2 Anserini\n") for name in "ab"]
        assert self.names(*runs) == [str(run) for run in runs]

    def test_a_file_of_several_tags_has_its_own_name(self, write: Write) -> None:
        assert self.names(write("mixed.run", "1 Q0 a 1 2 x\n1 Q0 b 2 1 y\n")) == ["mixed"]
