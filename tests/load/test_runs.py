"""Loading runs: what is read, what is refused and how, what is only noted."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path

import pytest

from evalstore.errors import ConflictError, UsageError
from evalstore.store import Store

Write = Callable[..., Path]

PLAIN = "1 Q0 a 1 3.5 s\n1 Q0 b 2 2.5 s\n2 Q0 a 1 9 s\n"
ROWS = [("1", 1, "a", 3.5), ("1", 2, "b", 2.5), ("2", 1, "a", 9.0)]


def ranked(store: Store) -> list[tuple[str, int, str, float]]:
    return store.sql(
        "select topic, rank, docno, score from ranked order by system, topic, rank"
    ).rows


def refusal(store: Store, path: Path, **options: str) -> str:
    """What is said of a refused file; nothing of it was kept."""
    report = store.load_runs(path, **options)
    assert store.runs().rows == []
    assert store.sql("select count(*) from ranking").rows == [(0,)]
    assert store.sql("select count(*) from document").rows == [(0,)]
    assert store.sql("select count(*) from collection").rows == [(0,)]
    [error] = report.refused
    return str(error).replace(str(path.parent) + "/", "")


class TestWhatIsRead:
    @pytest.mark.parametrize(
        ("why", "content"),
        [
            ("spaces", PLAIN),
            ("tabs", PLAIN.replace(" ", "\t")),
            ("several, mixed", PLAIN.replace(" ", " \t  ")),
            ("leading and trailing", "".join(f"  {line} \n" for line in PLAIN.splitlines())),
            ("CR LF", PLAIN.replace("\n", "\r\n")),
            ("CR CR LF", PLAIN.replace("\n", "\r\r\n")),
            ("CR alone", PLAIN.replace("\n", "\r")),
            ("a byte-order mark", "\ufeff" + PLAIN),
            ("a byte-order mark inside", PLAIN.replace("b", "\ufeffb")),
            ("blank lines", PLAIN.replace("\n", "\n\n \n")),
            ("no final newline", PLAIN.rstrip("\n")),
            ("comment lines", "# made by hand\n" + PLAIN + "# the end\n"),
            ("a header", "topic Q0 docno rank score tag\n" + PLAIN),
            ("decimal commas", PLAIN.replace(".", ",")),
            ("scientific notation", PLAIN.replace("9 s", "0.9e1 s").replace("2.5", "25E-1")),
            ("interleaved topics", "2 Q0 a 1 9 s\n1 Q0 b 2 2.5 s\n1 Q0 a 1 3.5 s\n"),
            ("text after column 6", PLAIN.replace(" s\n", " s and more\n")),
            ("a rank of 1.0", PLAIN.replace(" 1 3.5", " 1.0 3.5")),
            ("ranks from 0", PLAIN.replace(" 1 3.5", " 0 3.5")),
        ],
        ids=lambda item: item if len(item) < 30 else "",
    )
    def test_the_same_rows_come_out(
        self, store: Store, write: Write, why: str, content: str
    ) -> None:
        report = store.load_runs(write("run.txt", content))
        assert report.refused == []
        assert ranked(store) == ROWS

    def test_topics_and_documents_are_text_always(self, store: Store, write: Write) -> None:
        store.load_runs(write("run.txt", "007 Q0 0012 1 2 s\n106_1 Q0 12345678901234567 1 1 s\n"))
        assert [row[::2] for row in ranked(store)] == [
            ("007", "0012"),
            ("106_1", "12345678901234567"),
        ]

    def test_quotes_and_hashes_belong_to_the_names(self, store: Store, write: Write) -> None:
        store.load_runs(write("run.txt", '#1 Q0 "a#b 1 2 s\n#1 Q0 c\'d" 2 1 s\n'))
        assert [row[::2] for row in ranked(store)] == [("#1", '"a#b'), ("#1", "c'd\"")]

    def test_minus_zero_is_zero(self, store: Store, write: Write) -> None:
        store.load_runs(write("run.txt", "1 Q0 a 1 -0.0 s\n"))
        assert str(ranked(store)[0][3]) == "0.0"

    def test_three_columns_are_ranked_by_their_rank(self, store: Store, write: Write) -> None:
        store.load_runs(write("marco.tsv", "7\tx\t2\n7\ty\t1\n"))
        assert ranked(store) == [("7", 1, "y", None), ("7", 2, "x", None)]
        assert [row[1:4] for row in store.runs()] == [("marco", None, "rank")]

    def test_an_ir_metadata_header_is_kept(self, store: Store, write: Write) -> None:
        head = "# ir_metadata.start\n# platform:\n#   hardware:\n#     cpu: 2\n# ir_metadata.end\n"
        store.load_runs(write("run.txt", head + PLAIN))
        [[metadata]] = store.sql("select metadata ->> '$.platform.hardware.cpu' from run")
        assert metadata == "2"
        assert ranked(store) == ROWS

    def test_packed_files_are_the_same_content(self, store: Store, write: Write) -> None:
        store.load_runs(write("run.txt", PLAIN))
        again = store.load_runs(write("run.txt.gz", gzip.compress(PLAIN.encode())))
        assert [file.outcome for file in again.files] == ["already loaded"]

    def test_paths_come_in_lists_too(self, store: Store, write: Write) -> None:
        paths = [write(f"{system}.txt", PLAIN.replace("s\n", f"{system}\n")) for system in "abc"]
        report = store.load_runs(paths[0], [str(paths[1]), (paths[2],)])
        assert sorted(file.name for file in report.files) == ["a", "b", "c"]

    def test_data_is_no_path(self, store: Store) -> None:
        with pytest.raises(UsageError, match=r"a dict is loaded with load_run\(data, name\)"):
            store.load_runs({"1": {"a": 1.0}})  # type: ignore[arg-type]

    def test_a_folder_is_loaded_whole(self, store: Store, write: Write) -> None:
        for name in ("one", "two", "three"):
            path = write(f"runs/{name}", PLAIN.replace(" s\n", f" {name}\n"))
        report = store.load_runs(path.parent)
        assert sorted(file.name for file in report.files) == ["one", "three", "two"]
        assert report.summary().startswith("loaded 3 runs, 2 topics, 9 rows")


class TestRankRules:
    """Ties by document name downwards, on scores as 32-bit floats: what trec_eval 9 does."""

    NEAR_TIE = "1 Q0 a 1 0.123456781 s\n1 Q0 b 2 0.123456780 s\n"

    @pytest.mark.parametrize(
        ("rule", "order"), [("trec_eval", "ba"), ("trec_eval10", "ab"), ("rank", "ab")]
    )
    def test_near_ties(self, store: Store, write: Write, rule: str, order: str) -> None:
        store.load_runs(write("run.txt", self.NEAR_TIE), rank_by=rule)
        assert "".join(row[2] for row in ranked(store)) == order

    def test_names_are_compared_by_their_bytes(self, store: Store, write: Write) -> None:
        names = ["B", "a", "é", "z", "Z"]
        store.load_runs(write("run.txt", "".join(f"1 Q0 {name} 1 1 s\n" for name in names)))
        assert [row[2] for row in ranked(store)] == sorted(names, key=str.encode, reverse=True)

    def test_scores_beyond_a_float_are_tied_at_infinity(self, store: Store, write: Write) -> None:
        store.load_runs(write("run.txt", "1 Q0 a 1 1e300 s\n1 Q0 b 2 1e200 s\n1 Q0 c 3 -1e99 s\n"))
        assert [row[2] for row in ranked(store)] == ["b", "a", "c"]

    def test_an_unknown_rule(self, store: Store, write: Write) -> None:
        with pytest.raises(UsageError, match="trec_eval, trec_eval10, rank"):
            store.load_runs(write("run.txt", PLAIN), rank_by="score")


class TestWhatIsRefused:
    """File, line number, what is wrong; nothing of the file is kept."""

    @pytest.mark.parametrize(
        ("content", "said"),
        [
            (
                "1 Q0 a 1 3.5\n",
                "run.txt:1: 5 columns, expected 6: topic Q0 document rank score tag",
            ),
            (PLAIN + "1 0 a 1\n", "run.txt:4: 4 columns, expected 6"),
            (PLAIN + "1 Q0 z 9 0.5  \n", "run.txt:4: 5 columns, expected 6"),
            (PLAIN + "1 Q0 c 3 nan s\n", "run.txt:4: score 'nan' is not a finite number"),
            (PLAIN + "1 Q0 c 3 inf s\n", "run.txt:4: score 'inf' is not a finite number"),
            (PLAIN + "1 Q0 c 3 1e999 s\n", "run.txt:4: score '1e999' is not a finite number"),
            (PLAIN + "1 Q0 c 3 high s\n", "run.txt:4: score 'high' is not a finite number"),
            (PLAIN + "1 Q0 c third 1 s\n", "run.txt:4: rank 'third' is not an integer"),
            (PLAIN + "1 Q0 c 1.5 1 s\n", "run.txt:4: rank '1.5' is not an integer"),
            (PLAIN + "1 Q0 a 3 1 s\n", "run.txt:4: document 'a' was already ranked for topic '1'"),
            ("<<<<<<< HEAD\n" + PLAIN, "run.txt:1: merge-conflict marker '<<<<<<<'"),
            (PLAIN + "1 Q0 c 3 1 t\n", "run.txt: different run tags in column 6"),
            ("", "run.txt: no rows"),
            ("# only a comment\n\n", "run.txt: no rows"),
            ("Dear all,\nplease find the run attached.\n", "run.txt:1: 2 columns, expected 6"),
            ("1 Q0 caf\u00e9 1 1 s\n".encode("latin-1"), "run.txt:1: not UTF-8"),
            (b"1 Q0 a\x00b 1 1 s\n", "run.txt:1: a zero byte"),
        ],
    )
    def test_one_clear_line(
        self, store: Store, write: Write, content: str | bytes, said: str
    ) -> None:
        assert said in refusal(store, write("run.txt", content))

    def test_a_problem_of_many_lines_is_reported_once(self, store: Store, write: Write) -> None:
        assert refusal(store, write("run.txt", "1 Q0 a 1 nan s\n" * 25)) == (
            "run.txt:1: score 'nan' is not a finite number (and 24 more)"
        )

    def test_several_problems_are_reported_together(self, store: Store, write: Write) -> None:
        content = "1 Q0 a 1 nan s\n" * 8 + "1 Q0 a 1 2\n" * 9
        lines = refusal(store, write("run.txt", content)).splitlines()
        assert lines[0] == (
            "run.txt:1: score 'nan' is not a finite number (and 7 more lines like it)"
        )
        assert lines[1].startswith("run.txt:9: 5 columns, expected 6")
        assert lines[1].endswith("(and 1 more line like it)")
        assert lines[2] == "run.txt: and 7 more"

    def test_the_other_files_load_all_the_same(self, store: Store, write: Write) -> None:
        good, bad = write("good.txt", PLAIN), write("bad.txt", PLAIN + "oops\n")
        report = store.load_runs(bad, good)
        assert [file.source for file in report.files] == [str(good)]
        assert len(report.refused) == 1
        assert ranked(store) == ROWS

    def test_a_missing_file_is_named(self, store: Store, tmp_path: Path) -> None:
        with pytest.raises(Exception, match="no such file"):
            store.load_runs(tmp_path / "nowhere.txt")

    def test_a_name_is_for_one_file(self, store: Store, write: Write) -> None:
        with pytest.raises(UsageError, match="2 files"):
            store.load_runs(write("a", PLAIN), write("b", PLAIN), name="x")


class TestWhatIsNoted:
    def notes(self, store: Store, path: Path) -> list[str]:
        [file] = store.load_runs(path).files
        return file.notes

    def test_ties(self, store: Store, write: Write) -> None:
        run = write("run.txt", "1 Q0 a 1 1 s\n1 Q0 b 2 1 s\n2 Q0 a 1 1 s\n")
        assert self.notes(store, run) == ["tied scores in 1 topic, ordered by document name"]

    def test_ranks_that_contradict_the_scores(self, store: Store, write: Write) -> None:
        [note] = self.notes(store, write("run.txt", "1 Q0 a 1 1 s\n1 Q0 b 2 5 s\n"))
        assert note.startswith("the rank column disagrees with the scores in 1 topic")

    def test_topics_beyond_and_short_of_the_judgements(self, store: Store, write: Write) -> None:
        store.load_qrels({"1": {"a": 1.0}, "3": {"a": 1.0}, "4": {"a": 1.0}}, name="q")
        assert self.notes(store, write("run.txt", PLAIN)) == [
            "1 topic with no judgements in q",
            "2 topics of q missing",
        ]

    def test_headers_and_commas(self, store: Store, write: Write) -> None:
        run = write("run.txt", "topic Q0 docno rank score tag\n" + PLAIN.replace(".", ","))
        assert self.notes(store, run) == [
            "line 1 is a header; skipped",
            "decimal commas were read as decimal points",
        ]


class TestNames:
    def test_the_tag_names_the_system_unless_told(self, store: Store, write: Write) -> None:
        store.load_runs(write("run.txt", PLAIN))
        store.load_runs(write("run2.txt", PLAIN), name="mine")
        assert [row[1:3] for row in store.runs()] == [("mine", "s"), ("s", "s")]

    def test_other_content_under_the_same_name_needs_replace(
        self, store: Store, write: Write
    ) -> None:
        store.load_runs(write("one.txt", PLAIN))
        other = write("two.txt", "1 Q0 z 1 1 s\n")
        [error] = store.load_runs(other).refused
        assert isinstance(error, ConflictError)
        assert "use `replace=True`" in str(error)
        assert ranked(store) == ROWS
        assert [file.outcome for file in store.load_runs(other, replace=True).files] == ["replaced"]
        assert ranked(store) == [("1", 1, "z", 1.0)]

    def test_two_files_of_one_command_with_the_same_tag(self, store: Store, write: Write) -> None:
        report = store.load_runs(write("one.txt", PLAIN), write("two.txt", "1 Q0 z 1 1 s\n"))
        assert "was just loaded from" in str(report.refused[0])
        assert "name_by='file'" in str(report.refused[0])
        assert len(report.files) == 1

    def test_files_can_name_the_systems(self, store: Store, write: Write) -> None:
        paths = write("one.txt", PLAIN), write("two.run.gz", gzip.compress(b"1 Q0 z 1 1 s\n"))
        assert store.load_runs(paths, name_by="file").refused == []
        assert [row[1:3] for row in store.runs()] == [("one", "s"), ("two", "s")]
        again = store.load_runs(paths, name_by="file")
        assert [file.outcome for file in again.files] == ["already loaded"] * 2

    def test_several_tags_are_no_name(self, store: Store, write: Write) -> None:
        path = write("mixed.txt", "1 Q0 a 1 2 x\n1 Q0 b 2 1 y\n")
        [error] = store.load_runs(path).refused
        assert "different run tags" in str(error)
        assert store.load_runs(path, name_by="file").refused == []
        assert [row[1:3] for row in store.runs()] == [("mixed", None)]

    def test_the_same_content_again_does_nothing(self, store: Store, write: Write) -> None:
        path = write("run.txt", PLAIN)
        store.load_runs(path)
        report = store.load_runs(path)
        assert "1 already loaded, nothing to do" in report.summary()
        assert ranked(store) == ROWS

    def test_replace_restores_a_run_that_is_also_there_under_another_name(
        self, store: Store, write: Write
    ) -> None:
        path = write("run.txt", PLAIN)
        store.load_runs(path)
        store.load_runs(path, name="copy", rank_by="rank")
        store.load_runs(write("stub.txt", "1 Q0 a 1 3.5 s\n"), replace=True)
        again = store.load_runs(path, replace=True)
        assert [file.outcome for file in again.files] == ["replaced"]
        store.drop_run("copy")
        assert ranked(store) == ROWS

    def test_another_rank_rule_is_another_run(self, store: Store, write: Write) -> None:
        path = write("run.txt", PLAIN)
        store.load_runs(path, name="by-rank", rank_by="rank")
        assert [file.outcome for file in store.load_runs(path).files] == ["loaded"]
        assert [row[1:4:2] for row in store.runs()] == [("by-rank", "rank"), ("s", "trec_eval")]

    def test_another_rank_rule_under_the_same_name_needs_replace(
        self, store: Store, write: Write
    ) -> None:
        path = write("run.txt", PLAIN)
        store.load_runs(path)
        [error] = store.load_runs(path, rank_by="rank").refused
        assert "is already loaded with rank rule trec_eval" in str(error)
        assert store.load_runs(path, rank_by="rank", replace=True).refused == []
        assert [row[3] for row in store.runs()] == ["rank"]

    def test_a_run_without_scores_is_there_already(self, store: Store, write: Write) -> None:
        path = write("marco.tsv", "7\tx\t2\n7\ty\t1\n")
        store.load_runs(path)
        for rule in (None, "rank"):
            again = store.load_runs(path, rank_by=rule)
            assert [file.outcome for file in again.files] == ["already loaded"]
        assert "no scores to rank by" in str(store.load_runs(path, rank_by="trec_eval").refused[0])

    def test_collections_are_namespaces(self, store: Store, write: Write) -> None:
        path = write("run.txt", PLAIN)
        store.load_runs(path, collection="x")
        store.load_runs(path, collection="y")
        assert [row[:2] for row in store.runs()] == [("x", "s"), ("y", "s")]


def test_a_run_in_a_collection_without_judgements_names_those_that_have(
    store: Store, write: Write
) -> None:
    run = write("a.run", "1 Q0 d1 1 0.5 a\n")
    [first] = store.load_runs(run, collection="early").files
    store.load_qrels({"1": {"d1": 1}}, collection="covid")
    [judged] = store.load_runs(run, collection="covid").files
    [elsewhere] = store.load_runs(run).files
    assert (first.notes, judged.notes) == ([], [])
    assert elsewhere.notes == [
        "collection 'default' has no judgements; collections that have: covid"
    ]
