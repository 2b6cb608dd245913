"""Alembic's environment: migrations run on the connection that evalstore hands over."""

from __future__ import annotations

from alembic import context
from sqlalchemy import create_engine

from evalstore.schema import metadata


def _run(connection: object) -> None:
    context.configure(connection=connection, target_metadata=metadata)  # type: ignore[arg-type]
    with context.begin_transaction():
        context.run_migrations()


given = context.config.attributes.get("connection")
if given is not None:
    _run(given)
else:
    # From the alembic command line: alembic -x db=PATH upgrade head
    path = context.get_x_argument(as_dictionary=True)["db"]
    with create_engine(f"duckdb:///{path}").begin() as opened:
        _run(opened)
