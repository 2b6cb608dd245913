"""Small stores, and two ways to give a command: in this process, or as one of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from evalstore_cli.app import run
from outcome import COMMAND, Es, Outcome

import evalstore
from evalstore import demo


@pytest.fixture(autouse=True)
def _surroundings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Nothing of the caller's terminal or folder, and nowhere near the caller's own store."""
    for name in ("EVALSTORE_DB", "EVALSTORE_DEBUG", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    root = Path(__file__).resolve().parents[2]
    inherited = [entry for entry in os.environ.get("PYTHONPATH", "").split(os.pathsep) if entry]
    paths = [str((root / entry).resolve()) for entry in inherited]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(paths))
    monkeypatch.chdir(tmp_path)


@pytest.fixture(scope="session")
def _blank(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("blank") / "blank.duckdb"
    evalstore.open(path).close()
    return path


@pytest.fixture(scope="session")
def db(_blank: Path) -> str:
    """The demonstration's store: bm25, dense and hybrid on eight topics. Only read it."""
    path = shutil.copy(_blank, _blank.with_name("small.duckdb"))
    with evalstore.open(path) as made:
        demo.build(made)
    return str(path)


@pytest.fixture
def new(_blank: Path, tmp_path: Path) -> str:
    """An empty store to load into: a copy, because making one takes longer."""
    return str(shutil.copy(_blank, tmp_path / "new.duckdb"))


@pytest.fixture
def own(db: str, tmp_path: Path) -> str:
    """A copy of the small store, to change."""
    return str(shutil.copy(db, tmp_path / "own.duckdb"))


@pytest.fixture
def es(capfd: pytest.CaptureFixture[str]) -> Es:
    """`es("leaderboard", "--db", db)`: a command, run in this process."""

    def command(*arguments: object) -> Outcome:
        capfd.readouterr()
        code = run([str(argument) for argument in arguments])
        return Outcome(code, *capfd.readouterr())

    return command


@pytest.fixture
def process() -> Es:
    """The same as a process of its own, where that is what the test is about."""

    def command(*arguments: object, stdin: str = "", **environment: str) -> Outcome:
        done = subprocess.run(
            [*COMMAND, *map(str, arguments)],
            input=stdin,
            capture_output=True,
            encoding="utf-8",
            env={**os.environ, **environment},
        )
        return Outcome(done.returncode, done.stdout, done.stderr)

    return command


@pytest.fixture
def demo_files() -> Path:
    """The demonstration's folder: qrels.txt, topics.tsv, runs/."""
    return Path(demo.__file__).parent
