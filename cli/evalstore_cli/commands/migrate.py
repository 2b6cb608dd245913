"""`evalstore migrate`: bring an older store up to date."""

from __future__ import annotations

from pathlib import Path

import typer

from evalstore.errors import StoreVersionError
from evalstore_cli import diagnostics
from evalstore_cli.options import DEFAULT_DB, Database
from evalstore_cli.stores import changing, reading

app = typer.Typer()


@app.command()
def migrate(db: Database = DEFAULT_DB) -> None:
    """Bring a store that an older evalstore made up to date."""
    from evalstore.version import REVISION

    was_older = not _is_readable(db)
    with changing(db):
        pass  # opening for writing migrates
    state = "brought up to" if was_older else "already at"
    diagnostics.say(f"{db}: {state} schema {REVISION}")


def _is_readable(db: Path) -> bool:
    try:
        reading(db).close()
    except StoreVersionError:
        return False
    return True
