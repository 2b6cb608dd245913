"""`verify` and `backup` as commands: exit codes, and what they say."""

from __future__ import annotations

from pathlib import Path

import duckdb
from outcome import Es


def test_a_sound_store_is_0_and_one_that_was_tampered_with_1(es: Es, own: str) -> None:
    done = es("verify", "--db", own, "--format", "csv")
    assert (done.code, {row["wrong"] for row in done.records}) == (0, {"0"})
    with duckdb.connect(own) as plain:
        plain.execute("delete from judged_ranking where rank = 1")
    done = es("verify", "--db", own, "--format", "csv")
    assert done.code == 1
    [failed] = [row for row in done.records if row["wrong"] != "0"]
    assert failed["check"] == "judged_ranking"
    assert "--repair" in done.err
    assert done.err.splitlines()[-1] == f"evalstore: error: {own} is not sound"
    assert es("verify", "--repair", "--db", own).code == 0
    assert es("verify", "--db", own).code == 0


def test_what_is_not_a_store_cannot_be_verified(es: Es) -> None:
    for arguments in (["verify"], ["verify", "--repair"], ["backup", "copy.duckdb"]):
        assert es(*arguments, "--db", "nowhere.duckdb").code == 3
    assert list(Path().iterdir()) == []


def test_a_backup_is_a_store_of_the_same_scores(es: Es, db: str) -> None:
    done = es("backup", "copy.duckdb", "--db", db)
    assert (done.code, done.err) == (0, "wrote copy.duckdb\n")
    scores = [
        es("scores", "-m", "AP", "--format", "csv", "--db", name).out
        for name in (db, "copy.duckdb")
    ]
    assert scores[0] == scores[1] != ""
    done = es("backup", "copy.duckdb", "--db", db)
    assert done.code == 1
    assert "copy.duckdb exists" in done.err
    assert es("backup", "copy.duckdb", "--db", db, "--replace").code == 0
