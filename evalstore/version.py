"""Which schema a store has, and bringing it to the present one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from evalstore.engine import CatalogException
from evalstore.errors import StoreVersionError
from evalstore.resources import folder
from evalstore.rows import first
from evalstore.transaction import transaction, unoptimised

if TYPE_CHECKING:
    import duckdb

# The newest revision in migrations/versions; a test compares the two.
REVISION = "0004"


def revision_of(connection: duckdb.DuckDBPyConnection) -> str | None:
    """The store's schema revision; None for a database that is not a store."""
    try:  # to list the tables first would take longer than all else that opening does
        row = first(connection.execute("select version_num from alembic_version"))
    except CatalogException:
        return None
    return row[0] if row else None


def is_empty(connection: duckdb.DuckDBPyConnection) -> bool:
    """A database without any table, such as a new file."""
    row = first(connection.execute("select count(*) from duckdb_tables()"))
    return row is None or row[0] == 0


def create(connection: duckdb.DuckDBPyConnection, *, with_comments: bool = True) -> None:
    """Lay out a new store as sql/schema.sql says, in one transaction."""
    tables, comments = _schema()
    with unoptimised(connection), transaction(connection):
        connection.execute(tables)
        connection.execute("create table alembic_version (version_num varchar not null)")
        connection.execute("insert into alembic_version values (?)", [REVISION])
        if with_comments:
            connection.execute(comments)


def comment(connection: duckdb.DuckDBPyConnection) -> None:
    """Tell what the tables and columns of a store mean, where `create` did not."""
    _, comments = _schema()
    with unoptimised(connection), transaction(connection):
        connection.execute(comments)


def _schema() -> tuple[str, str]:
    """The statements that make the tables, and those that comment on them."""
    text = (folder("sql") / "schema.sql").read_text(encoding="utf-8")
    tables, first_comment, comments = text.partition("COMMENT ON")
    return tables, first_comment + comments


def check_readable(path: str | Path, revision: str | None) -> None:
    """Refuse a store of another schema, and say what to do."""
    if revision == REVISION:
        return
    if revision is None:
        raise StoreVersionError(f"{path} is a DuckDB database, but not an evalstore store")
    if revision > REVISION:
        raise StoreVersionError(
            f"{path} has schema {revision}, newer than this evalstore ({REVISION}); "
            "upgrade evalstore"
        )
    raise StoreVersionError(
        f"{path} has schema {revision}, older than this evalstore ({REVISION}); "
        "bring it up to date with `evalstore migrate`"
    )


def migrate(path: str | Path, to: str = "head") -> None:
    """Run the migrations that the store has not seen; Alembic keeps the count."""
    from alembic import command
    from alembic.config import Config
    from sqlalchemy import create_engine
    from sqlalchemy.pool import NullPool

    config = Config()
    config.set_main_option("script_location", str(folder("migrations")).replace("%", "%%"))
    engine = create_engine(f"duckdb:///{path}", poolclass=NullPool)
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, to)
    engine.dispose()
