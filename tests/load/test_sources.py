"""Where content comes from: what paths mean, and every way of packing a file."""

from __future__ import annotations

import bz2
import gzip
import hashlib
import io
import lzma
import os
import random
import subprocess
import sys
import tarfile
import tempfile
import threading
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from evalstore.errors import DataError, FileProblems
from evalstore.load.source import STDIN, Source, find_sources, open_source

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

TEXT = b"1 Q0 d1 1 0.5 tag\n"
NOISE = random.Random(0).randbytes(50_000)


def pack_zstd(data: bytes) -> bytes:
    """With a checksum, as the zstd command does."""
    return zstd.compress(data, options={zstd.CompressionParameter.checksum_flag: 1})


PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "gzip": gzip.compress,
    "bzip2": bz2.compress,
    "xz": lzma.compress,
    "zstd": pack_zstd,
}


@pytest.fixture
def runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder `runs` in the working folder: two runs, one of them deeper, and hidden things."""
    monkeypatch.chdir(tmp_path)
    for name in ("b.txt", "A.txt.gz", "sub/c.run", "README.md", ".DS_Store", ".git/config"):
        path = Path("runs", name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(TEXT)
    return Path("runs")


@pytest.fixture
def scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """TMPDIR, where nothing may be left behind."""
    folder = tmp_path / "scratch"
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    monkeypatch.setattr(tempfile, "tempdir", None)
    return folder


def content(source: Source) -> bytes:
    with source.open() as stream:
        return stream.read()


def found(*paths: str | Path) -> list[str]:
    return [str(path) for path in find_sources(paths)]


def give_stdin(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))


# What paths mean


def test_a_file_is_itself(runs: Path) -> None:
    assert found("runs/b.txt") == ["runs/b.txt"]


def test_a_hidden_file_that_is_named_is_taken(runs: Path) -> None:
    assert found("runs/.DS_Store") == ["runs/.DS_Store"]


def test_a_folder_is_all_its_files_but_the_hidden_ones_in_byte_order(runs: Path) -> None:
    assert found(runs) == ["runs/A.txt.gz", "runs/README.md", "runs/b.txt", "runs/sub/c.run"]


def test_a_glob_that_the_shell_left_alone(runs: Path) -> None:
    assert found("runs/*.txt*") == ["runs/A.txt.gz", "runs/b.txt"]
    assert found("runs/**/*.run") == ["runs/sub/c.run"]
    assert found("runs/s*") == ["runs/sub/c.run"]


def test_a_name_with_brackets_is_a_file_before_it_is_a_glob(runs: Path) -> None:
    Path("runs/x[1].txt").write_bytes(TEXT)
    assert found("runs/x[1].txt") == ["runs/x[1].txt"]


def test_the_order_of_the_command_line_is_kept_and_each_file_once(runs: Path) -> None:
    assert found("runs/sub/c.run", "runs/b.txt", "runs/../runs/b.txt", "runs/*.txt") == [
        "runs/sub/c.run",
        "runs/b.txt",
    ]


def test_one_path_needs_no_list(runs: Path) -> None:
    assert find_sources("runs/b.txt") == find_sources(Path("runs/b.txt")) == [Path("runs/b.txt")]


def test_a_dash_is_standard_input(runs: Path) -> None:
    assert find_sources(["-", "-"]) == [STDIN]


def test_a_file_called_dash_is_a_file(runs: Path) -> None:
    Path("-").write_bytes(TEXT)
    assert find_sources(["./-"]) == [Path.cwd() / "-"]


def test_links_are_followed_and_circles_end(runs: Path) -> None:
    Path("runs/sub/again").symlink_to(Path.cwd() / "runs")
    Path("runs/sub/link.run").symlink_to("c.run")
    assert found("runs/sub")[-2:] == ["runs/sub/c.run", "runs/sub/link.run"]


def test_a_broken_link_in_a_folder_is_not_passed_over(runs: Path) -> None:
    Path("runs/sub/gone.run").symlink_to("nowhere")
    assert "runs/sub/gone.run" in found("runs/sub")


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("runs/x", "runs/x: no such file or folder"),
        ("runs/b.txt/x", "runs/b.txt/x: no such file or folder"),
        ("runs/*.zip", "runs/*.zip: matches no file"),
        ("empty", "empty: the folder contains no files"),
        ("", "'': no such file or folder"),
        ("a\0b", "a\0b: no such file or folder"),
    ],
)
def test_nothing_there_is_an_error(runs: Path, path: str, message: str) -> None:
    Path("empty").mkdir()
    with pytest.raises(DataError) as error:
        find_sources(["runs/b.txt", path])
    assert str(error.value) == message


# Opening


def test_a_plain_file_is_used_where_it_is(tmp_path: Path, scratch: Path) -> None:
    path = tmp_path / "bm25.txt"
    path.write_bytes(TEXT)
    with open_source(path) as source:
        assert source.path == path
        assert (source.name, source.stem, content(source)) == (str(path), "bm25", TEXT)
        assert source.sha256 == hashlib.sha256(TEXT).hexdigest()
        assert list(scratch.iterdir()) == []


@pytest.mark.parametrize("packing", PACKERS)
def test_a_packed_file_is_known_by_its_first_bytes(
    tmp_path: Path, scratch: Path, packing: str
) -> None:
    path = tmp_path / "run.txt"
    path.write_bytes(PACKERS[packing](TEXT))
    with open_source(path) as source:
        assert content(source) == TEXT
        assert source.sha256 == hashlib.sha256(TEXT).hexdigest()
        # DuckDB reads some packings itself, the others are unpacked first.
        is_unpacked = packing in ("bzip2", "xz")
        assert source.path.is_relative_to(scratch) == is_unpacked
        assert source.compression == ("none" if is_unpacked else packing)
    assert list(scratch.iterdir()) == []


@pytest.mark.parametrize("packing", PACKERS)
def test_several_packed_parts_in_one_file(tmp_path: Path, packing: str) -> None:
    path = tmp_path / "run"
    path.write_bytes(PACKERS[packing](TEXT) + PACKERS[packing](TEXT))
    with open_source(path) as source:
        assert content(source) == TEXT * 2


def test_content_larger_than_a_chunk(tmp_path: Path) -> None:
    text = b"".join(b"%d Q0 d 1 1 t\n" % number for number in range(200_000))
    path = tmp_path / "run.gz"
    path.write_bytes(gzip.compress(text))
    with open_source(path) as source:
        assert content(source) == text
        assert source.sha256 == hashlib.sha256(text).hexdigest()


@pytest.mark.parametrize("lines", [0, 1, 20_000])
@pytest.mark.parametrize("pack", [bytes, gzip.compress, bz2.compress])
def test_all_content_is_given(tmp_path: Path, lines: int, pack: Callable[[bytes], bytes]) -> None:
    path = tmp_path / "run"
    path.write_bytes(pack(TEXT * lines))
    with open_source(path) as source:
        assert content(source) == content(source) == TEXT * lines
        assert source.sha256 == hashlib.sha256(TEXT * lines).hexdigest()


def test_the_extension_does_not_make_a_file_packed(tmp_path: Path) -> None:
    path = tmp_path / "plain.gz"
    path.write_bytes(b"BZh9 is a topic, not an archive")
    with open_source(path) as source:
        assert source.path == path


def test_zstd_that_starts_with_a_skippable_frame(tmp_path: Path) -> None:
    path = tmp_path / "pzstd.zst"
    path.write_bytes(b"\x50\x2a\x4d\x18\x04\x00\x00\x00skip" + zstd.compress(TEXT))
    with open_source(path) as source:
        assert content(source) == TEXT


@pytest.mark.parametrize(
    ("name", "stem"),
    [
        ("BIT.UA-run1.txt.gz", "BIT.UA-run1"),
        ("input.uic0301", "input.uic0301"),
        ("bm25.RUN.XZ", "bm25"),
        ("run.txt.txt", "run.txt"),
        ("run.gz", "run"),
        ("qrels.txt", "qrels"),
        (".txt", ".txt"),
    ],
)
def test_the_stem_loses_one_packing_and_one_data_suffix(
    tmp_path: Path, name: str, stem: str
) -> None:
    (tmp_path / name).write_bytes(TEXT)
    with open_source(tmp_path / name) as source:
        assert source.stem == stem


@pytest.mark.parametrize("data", [TEXT, gzip.compress(TEXT, mtime=0), zstd.compress(TEXT)])
def test_standard_input_plain_or_packed(
    monkeypatch: pytest.MonkeyPatch, scratch: Path, data: bytes
) -> None:
    give_stdin(monkeypatch, data)
    with open_source("-") as source:
        assert (source.name, source.stem) == ("<stdin>", "stdin")
        assert content(source) == content(source) == TEXT
        assert source.sha256 == hashlib.sha256(TEXT).hexdigest()
    assert list(scratch.iterdir()) == []


@pytest.mark.parametrize("data", [TEXT, gzip.compress(TEXT, mtime=0)])
def test_a_named_pipe_is_read_once(tmp_path: Path, data: bytes) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_bytes, args=(data,))
    writer.start()
    [path] = find_sources([pipe])
    with open_source(path) as source:
        assert content(source) == content(source) == TEXT
    writer.join()


def test_process_substitution() -> None:
    program = (
        "import sys; from evalstore.load.source import open_source\n"
        "with open_source(sys.argv[1]) as s: print(s.name, s.open().read().decode(), end='')"
    )
    command = ["bash", "-c", '"$0" -c "$1" <(printf "1 Q0 d")', sys.executable, program]
    shown = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert shown.startswith("/dev/fd/")
    assert shown.endswith(" 1 Q0 d")


# Refusals


def opening(path: Path) -> str:
    with pytest.raises(DataError) as error, open_source(path) as source:
        assert source.sha256
    return str(error.value).removeprefix(f"{path}: ")


@pytest.mark.parametrize("packing", PACKERS)
def test_data_that_ends_too_early(tmp_path: Path, scratch: Path, packing: str) -> None:
    path = tmp_path / "run"
    path.write_bytes(PACKERS[packing](NOISE)[:-10_000])
    with pytest.raises(FileProblems) as error, open_source(path) as source:
        assert source.sha256
    [problem] = error.value.problems
    advice = "download or compress it again"
    assert problem.what == f"the {packing} data is truncated; {advice}"
    assert list(scratch.iterdir()) == []


@pytest.mark.parametrize("packing", PACKERS)
def test_data_that_is_corrupt(tmp_path: Path, packing: str) -> None:
    data = bytearray(PACKERS[packing](NOISE))
    data[25_000:25_400] = bytes(400)
    path = tmp_path / "run"
    path.write_bytes(data)
    assert opening(path).startswith(f"the {packing} data is corrupt (")
    assert opening(path).endswith("); download or compress it again")


def test_a_zip_archive_is_to_be_unzipped(tmp_path: Path) -> None:
    path = tmp_path / "runs.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("run.txt", TEXT)
    assert opening(path) == "a zip archive; unzip it and load the files inside"


def test_a_packed_tar_archive_is_to_be_unpacked(tmp_path: Path) -> None:
    (tmp_path / "run.txt").write_bytes(TEXT)
    path = tmp_path / "runs.tar.gz"
    with tarfile.open(path, "w:gz") as archive:
        archive.add(tmp_path / "run.txt", "run.txt")
    assert opening(path) == "a tar archive; unpack it (tar -xf) and load the files inside"


def test_what_cannot_be_opened(tmp_path: Path) -> None:
    assert opening(tmp_path / "gone") == "no such file or folder"
    assert opening(tmp_path) == "a folder; expected a file"


def lock(path: Path) -> None:
    path.chmod(0)
    if os.access(path, os.R_OK):
        pytest.skip("this user may read everything")


def test_a_file_that_may_not_be_read(tmp_path: Path) -> None:
    path = tmp_path / "secret"
    path.write_bytes(TEXT)
    lock(path)
    assert opening(path) == "Permission denied"


def test_a_folder_that_may_not_be_read_is_not_passed_over(runs: Path) -> None:
    lock(Path("runs/sub"))
    with pytest.raises(DataError) as error:
        find_sources(["runs"])
    assert str(error.value) == "runs/sub: Permission denied"
    Path("runs/sub").chmod(0o700)


def test_a_failing_disk_is_not_taken_for_bad_data(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "run.bz2"
    path.write_bytes(bz2.compress(TEXT))
    full = OSError(28, "No space left on device")

    def fail(*_: object) -> None:
        raise full

    monkeypatch.setattr("evalstore.load.source.copy", fail)
    assert "set TMPDIR to a folder with more space" in opening(path)


def test_an_error_of_the_user_of_a_source_is_left_alone(tmp_path: Path, scratch: Path) -> None:
    path = tmp_path / "run.gz"
    path.write_bytes(gzip.compress(TEXT, mtime=0))
    with pytest.raises(OSError, match="mine"), open_source(path):
        raise OSError("mine")
    assert list(scratch.iterdir()) == []
