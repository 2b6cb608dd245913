"""Files onto a lake: by the loader of the store, in any order, once."""

from __future__ import annotations

from pathlib import Path

import pytest

import evalstore
from evalstore.errors import ConflictError, DataError, UsageError
from evalstore.lake import check_lake, load_qrels, load_runs
from evalstore.lake.location import Location
from evalstore.lake.manifest import find_manifest
from evalstore.store import Store

MEASURES = ["AP", "nDCG@10", "Bpref", "Judged@10"]


def scores(lake: Path) -> list[tuple[object, ...]]:
    with evalstore.open_lake(lake, threads=1) as opened:
        return opened.scores(MEASURES).fetchall()


@pytest.mark.parametrize("first", ["qrels", "runs"])
def test_in_either_order(generated: Store, files: Path, tmp_path: Path, first: str) -> None:
    lake = tmp_path / "lake"
    if first == "qrels":
        load_qrels(lake, [files / "judged.qrels"], threads=1)
    report = load_runs(lake, [files / "runs"], threads=1)
    if first == "runs":
        load_qrels(lake, [files / "judged.qrels"], threads=1)
    assert (len(report.files), report.refused) == (6, [])
    assert scores(lake) == generated.scores(MEASURES).fetchall()


def test_in_processes_and_in_pieces(generated: Store, files: Path, tmp_path: Path) -> None:
    lake, runs = tmp_path / "lake", sorted((files / "runs").iterdir())
    load_runs(lake, runs[:2], threads=2)
    load_qrels(lake, [files / "judged.qrels"], threads=1)
    load_runs(lake, runs[2:], threads=1)
    assert scores(lake) == generated.scores(MEASURES).fetchall()


def test_what_is_there_is_not_loaded_again(files: Path, tmp_path: Path) -> None:
    lake = tmp_path / "lake"
    load_runs(lake, [files / "runs"], threads=1)
    load_qrels(lake, [files / "judged.qrels"], threads=1)
    before = (lake / "manifest.json").read_bytes()
    again = load_runs(lake, [files / "runs"], threads=1)
    judged = load_qrels(lake, [files / "judged.qrels"], threads=1)
    assert {file.outcome for file in (*again.files, *judged.files)} == {"already loaded"}
    assert (lake / "manifest.json").read_bytes() == before


def test_a_copy_of_a_run_that_is_there_is_no_conflict(files: Path, tmp_path: Path) -> None:
    lake, copy = tmp_path / "lake", tmp_path / "copy.run"
    runs = sorted((files / "runs").iterdir())
    copy.write_bytes(runs[0].read_bytes())
    load_runs(lake, runs, threads=1)
    again = load_runs(lake, [*runs, copy], threads=1)
    assert (len(again.files), again.refused) == (7, [])


def test_a_broken_file_is_named_with_its_line_and_leaves_nothing(
    files: Path, tmp_path: Path
) -> None:
    lake, broken = tmp_path / "lake", tmp_path / "broken.run"
    broken.write_text("1 Q0 d1 1 0.5 mine\n1 Q0 d2 two 0.4 mine\n")
    report = load_runs(lake, [broken, *sorted((files / "runs").iterdir())], threads=1)
    assert len(report.loaded) == 6
    [refused] = report.refused
    assert str(refused).startswith(f"{broken}:2: ")
    load_qrels(lake, [files / "judged.qrels"], threads=1)
    assert "mine" not in {row[0] for row in scores(lake)}


def test_of_two_files_with_a_name_the_first_has_it(tmp_path: Path) -> None:
    lake = tmp_path / "lake"
    for number in (1, 2):
        (tmp_path / f"{number}.run").write_text(f"1 Q0 d{number} 1 0.5 mine\n" * 1)
    (tmp_path / "judged").write_text("1 0 d1 1\n1 0 d2 0\n")
    report = load_runs(lake, [tmp_path / "1.run", tmp_path / "2.run"], threads=2)
    assert [Path(file.source).name for file in report.files] == ["1.run"]
    [refused] = report.refused
    assert isinstance(refused, ConflictError)
    load_qrels(lake, [tmp_path / "judged"], threads=1)
    with evalstore.open_lake(lake, threads=1) as opened:
        assert opened.leaderboard("AP").fetchall() == [(1, "mine", 1.0, 1, 0)]


def test_a_replaced_run_is_the_new_one(tmp_path: Path) -> None:
    lake, run = tmp_path / "lake", tmp_path / "a.run"
    (tmp_path / "judged").write_text("1 0 d1 1\n")
    load_qrels(lake, [tmp_path / "judged"], threads=1)
    run.write_text("1 Q0 d1 1 0.5 mine\n")
    load_runs(lake, [run], threads=1)
    run.write_text("1 Q0 d0 1 0.6 mine\n1 Q0 d1 2 0.5 mine\n")
    assert "use" in str(load_runs(lake, [run], threads=1).refused[0])
    assert load_runs(lake, [run], replace=True, threads=1).files[0].outcome == "replaced"
    assert [row[3] for row in scores(lake) if row[2] == "AP"] == [0.5]
    unused = check_lake(lake).unlisted
    assert any(path.startswith("ranking/") for path in unused)


def test_what_a_broken_load_left_is_seen_and_harmless(
    generated: Store, files: Path, tmp_path: Path
) -> None:
    lake = tmp_path / "lake"
    generated.export_lake(lake)
    (lake / "ranking" / "half.parquet").write_bytes(b"PAR1")
    assert scores(lake) == generated.scores(MEASURES).fetchall()
    assert check_lake(lake).unlisted == ["ranking/half.parquet"]
    assert check_lake(lake, clean=True).problems == []
    assert check_lake(lake).unlisted == []


def test_a_lake_that_is_copied_file_by_file(
    generated: Store, files: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As with s3:// and its like: nothing is renamed into the lake, or read where it is."""
    monkeypatch.setattr(Location, "is_local", False)
    lake = tmp_path / "lake"
    load_runs(lake, [files / "runs"], threads=1)
    load_qrels(lake, [files / "judged.qrels"], threads=1)
    assert scores(lake) == generated.scores(MEASURES).fetchall()
    assert check_lake(lake).problems == []


def test_two_loads_at_once_do_not_overwrite_each_other(files: Path, tmp_path: Path) -> None:
    lake = tmp_path / "lake"
    load_qrels(lake, [files / "judged.qrels"], threads=1)
    first, second = (find_manifest(Location.at(lake)) for _ in range(2))
    first.commit(Location.at(lake))
    with pytest.raises(DataError, match="another process"):
        second.commit(Location.at(lake))


def test_standard_input_is_not_on_the_workers(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="standard input"):
        load_runs(tmp_path / "lake", ["-"])


def test_several_collections(files: Path, tmp_path: Path) -> None:
    lake = tmp_path / "lake"
    for collection in ("one", "two"):
        load_qrels(lake, [files / "judged.qrels"], collection=collection, threads=1)
        load_runs(lake, [files / "runs"], collection=collection, threads=1)
    with evalstore.open_lake(lake, threads=1) as opened:
        boards = [opened.leaderboard("AP", collection=name).fetchall() for name in ("one", "two")]
    assert boards[0] == boards[1]
