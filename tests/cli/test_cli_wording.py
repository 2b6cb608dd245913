"""The library speaks of parameters and methods, the command line of options and commands."""

from __future__ import annotations

from pathlib import Path

import pytest
from evalstore_cli.wording import of_command_line
from outcome import Es


@pytest.mark.parametrize(
    ("python", "command_line"),
    [
        ("use `replace=True`", "use --replace"),
        ("give it another `name`", "give it another --name"),
        ("by file with `name_by='file'`", "by file with --name-by file"),
        ("one of the `runs`", "one of the --run"),
        ("name another `path`", "name another --db"),
        ("with `store.load_runs()`", "with `evalstore load runs`"),
        ("`store.load_qrels(file_format='prels')`", "`evalstore load qrels --format prels`"),
        ("`store.topics()` shows them", "`evalstore list topics` shows them"),
        ("with `evalstore.lake.load_runs()`", "with `evalstore lake load runs`"),
        ("fewer `threads`", "fewer --threads"),
        ("with `store.load_…()`", "with `evalstore load`"),
        ('`store.add_measures("RBP(p=0.8)")`', '`evalstore measure add "RBP(p=0.8)"`'),
        ("upgrade it with `evalstore.open(path)`", "upgrade it with `evalstore migrate`"),
        ("write lines of `name: value`", "write lines of `name: value`"),
    ],
)
def test_messages_are_translated(python: str, command_line: str) -> None:
    assert of_command_line(python) == command_line


def test_errors_notes_and_refusals_are(es: Es, db: str, new: str, tmp_path: Path) -> None:
    for name in "ab":
        (tmp_path / name).write_text(f"1 Q0 {name} 1 2 same\n")
    refused = es("load", "runs", tmp_path / "a", tmp_path / "b", "--db", new)
    assert "name the runs by their files with --name-by file" in refused.err
    unknown = es("leaderboard", "--collection", "zzz", "-m", "zzzz", "--db", db)
    assert "`evalstore list measures` shows them" in unknown.err
    noted = es("query", "from topic_score where measure = 'nDCG@7'", "--db", db)
    assert 'register it with `evalstore measure add "nDCG@7"`' in noted.out
