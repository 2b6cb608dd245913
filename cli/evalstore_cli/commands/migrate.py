"""`evalstore migrate`: upgrade the schema of an older store."""

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
    """Upgrade a store of an older version to the current schema."""
    from evalstore.version import REVISION

    was_older = not _is_readable(db)
    with changing(db):
        pass  # opening for writing migrates
    state = "upgraded to" if was_older else "already at"
    diagnostics.say(f"{db}: {state} schema {REVISION}")


def _is_readable(db: Path) -> bool:
    try:
        reading(db).close()
    except StoreVersionError:
        return False
    return True
