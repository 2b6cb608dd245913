"""Which schema a store has, and keeping schema, views and catalogue up to date."""

from __future__ import annotations

from pathlib import Path

import duckdb

from evalstore.database import first_row, transaction
from evalstore.errors import StoreVersionError
from evalstore.measures import catalogue
from evalstore.measures.custom import custom_views
from evalstore.measures.weights import fill_weights
from evalstore.resources import folder
from evalstore.views import family_names, fingerprint, persisted

# The newest revision in migrations/versions; a test compares the two.
REVISION = "0001"

_FINGERPRINT = "views"


def revision_of(connection: duckdb.DuckDBPyConnection) -> str | None:
    """The store's schema revision; None for a database that is not a store."""
    try:
        row = first_row(connection.execute("select version_num from alembic_version"))
    except duckdb.CatalogException:
        return None
    return row[0] if row else None


def is_empty(connection: duckdb.DuckDBPyConnection) -> bool:
    """A database without any table, such as a new file."""
    row = first_row(connection.execute("select count(*) from duckdb_tables()"))
    return row is None or row[0] == 0


def create(connection: duckdb.DuckDBPyConnection) -> None:
    """Create the tables of a new store, as sql/schema.sql has them."""
    connection.execute((folder("sql") / "schema.sql").read_text(encoding="utf-8"))
    connection.execute("create table alembic_version (version_num varchar not null)")
    connection.execute("insert into alembic_version values (?)", [REVISION])


def create_complete(connection: duckdb.DuckDBPyConnection) -> None:
    """Create the tables, the views and the catalogue of a new store."""
    with transaction(connection):
        create(connection)
        renew(connection)


def refresh(connection: duckdb.DuckDBPyConnection) -> None:
    """Recreate the views and refill the catalogue if `sql/` has changed since."""
    stored = "select value from setting where name = ?"
    row = first_row(connection.execute(stored, [_FINGERPRINT]))
    if row and row[0] == fingerprint():
        return
    with transaction(connection):
        renew(connection)


def renew(connection: duckdb.DuckDBPyConnection) -> None:
    """Fill the catalogue and create the views of this version, inside a transaction."""
    fill(connection)
    create_views(connection)
    values = [_FINGERPRINT, fingerprint()]
    connection.execute("insert or replace into setting values (?, ?)", values)


def fill(connection: duckdb.DuckDBPyConnection) -> None:
    """Fill the catalogue with the default measures, and the weights that these use."""
    catalogue.register(connection, catalogue.default_measures())
    catalogue.register_descriptions(connection)
    fill_weights(connection)


def create_views(connection: duckdb.DuckDBPyConnection) -> None:
    """Create every view, those of user-defined measures included."""
    connection.execute("create schema if not exists steps; create schema if not exists measures")
    rows = connection.execute("select distinct family from measure").fetchall()
    families = {row[0] for row in rows} & set(family_names())
    connection.execute("\n;\n".join(persisted(custom_views(connection), families)))


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
        "upgrade it with `evalstore.open(path)`"
    )


def check_layout(connection: duckdb.DuckDBPyConnection, path: str | Path) -> None:
    """Refuse a store from before the first release, whose tables were other ones."""
    try:
        connection.execute("select is_out_of_order, run_group from ranking, run limit 0")
    except (duckdb.BinderException, duckdb.CatalogException):
        raise StoreVersionError(
            f"{path} has the layout of an earlier evalstore; load its files again into a new store"
        ) from None


def migrate(path: str | Path, to: str = "head") -> None:
    """Run the migrations that the store has not had yet, with Alembic."""
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
