"""Runs and judgements that the caller has read and checked, as columns in memory.

There is no file to digest, and nothing is looked for twice: each document is ranked once for a
topic, and judged once.
"""

from __future__ import annotations

from collections.abc import Sequence

import duckdb

from evalstore.database import Columns, execute_on
from evalstore.formats.qrels_lines import Judgement
from evalstore.load.judgements import Target, insert_incoming, store_judgements
from evalstore.load.naming import IncomingRun, RunRequest
from evalstore.load.report import LoadReport
from evalstore.load.source import source_in_memory
from evalstore.load.storing import reserve_numbers, store_incoming


def load_checked_run(
    connection: duckdb.DuckDBPyConnection, columns: Columns, request: RunRequest
) -> None:
    """Load a run from the columns topic, docno, and score or rank."""
    run = IncomingRun(source_in_memory(str(request.name)), has_scores="score" in columns)
    reserve_numbers(connection, [run])
    insert = f"insert into incoming by name select *, {run.run_id} as run_id from incoming_rows"
    execute_on(connection, columns, insert)
    store_incoming(connection, [run], request, LoadReport("run"))


def load_checked_qrels(
    connection: duckdb.DuckDBPyConnection, judgements: Sequence[Judgement], name: str
) -> None:
    """Load judgements under a name that is new."""
    insert_incoming(connection, judgements)
    store_judgements(connection, source_in_memory(name), Target("default", name, False), [])
