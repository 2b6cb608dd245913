"""An empty store to copy: making one anew, with all its views, takes several times as long.

The build makes it into the wheel (`hatch_build.py`). It serves only what it was made by, the same
sources and the same DuckDB; without one, a new store is made step by step, with the same result.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

from evalstore import engine
from evalstore.views import fingerprint

FOLDER = Path(__file__).resolve().parent / "empty"


def template() -> Path:
    """Where the empty store is, if there is one for this version."""
    return FOLDER / f"{fingerprint()}-{engine.version}.duckdb"


def write_template() -> Path:
    """Make the empty store, in place of older ones."""
    from evalstore.store import open_store

    shutil.rmtree(FOLDER, ignore_errors=True)
    with TemporaryDirectory(prefix="evalstore-") as scratch:
        made = Path(scratch, "empty.duckdb")
        open_store(made).close()
        FOLDER.mkdir()
        shutil.copy(made, template())
    return template()


def copy_template(path: str | Path) -> bool:
    """Put an empty store where there is nothing yet, at once and whole; tell whether it did.

    Not where DuckDB has the last word: a name with a colon may mean something else than a file,
    and a log without its store could be taken for the log of this one.
    """
    place = Path(path)
    if ":" in place.name or place.exists() or place.with_name(f"{place.name}.wal").exists():
        return False
    beside = place.with_name(f"{place.name}.{os.getpid()}.new")
    try:
        shutil.copyfile(template(), beside)
        _settle(beside)
        os.link(beside, place)  # unlike a renaming, never in place of another's
    except OSError:  # no template, no such folder, no links here: DuckDB makes it, or says why not
        return False
    finally:
        beside.unlink(missing_ok=True)
    return True


def _settle(path: Path) -> None:
    """Have the file on disk before DuckDB's log builds on it."""
    with path.open("rb+") as file:
        os.fsync(file.fileno())
