"""From the rows of a table (`file_row`) to the table `incoming` of runs and judgements."""

from __future__ import annotations

import duckdb

from evalstore.database import only_value
from evalstore.formats.lines import Reading
from evalstore.formats.qrels_lines import Judgement, distinct_judgements
from evalstore.load.judgements import Target, insert_incoming, store_judgements
from evalstore.load.naming import IncomingRun
from evalstore.load.report import Loaded
from evalstore.load.source import Source
from evalstore.tables.files import FileRows
from evalstore.tables.staging import stage_qrels, stage_run
from evalstore.views import statement

_INSERT_RUN = """
insert into incoming by name
select
    $run_id as run_id, topic, docno, rank, score,
    coalesce(tag != $tag, false) as has_other_tag
from file_row
"""
_CREATE_QRELS = """
create or replace temp table incoming as
select
    topic, coalesce(subtopic, '0') as subtopic, '' as subgroup, docno, grade,
    null::varchar as stratum, null::double as probability, rationale
from file_row
where judge is not distinct from $judge
"""
_QRELS_ROWS = """
select topic, coalesce(subtopic, '0'), docno, grade, row
from file_row
where judge is not distinct from $judge
order by row
"""


def insert_table_run(connection: duckdb.DuckDBPyConnection, run: IncomingRun) -> bool:
    """Insert a run that is in a table into `incoming`; False if the file has lines of text."""
    rows = stage_run(connection, run.source)
    if rows is None:
        return False
    run.notes, run.metadata = rows.notes, rows.metadata
    run.tag = rows.tag or only_value(connection.execute("select first(tag) from file_row"))
    run.has_scores = "score" in rows.found
    insert_run_rows(connection, run)
    return True


def insert_run_rows(connection: duckdb.DuckDBPyConnection, run: IncomingRun) -> None:
    """Insert the rows of one run into `incoming`."""
    inserted = connection.execute(_INSERT_RUN, {"run_id": run.run_id, "tag": run.tag})
    run.documents = only_value(inserted)


def load_table_qrels(
    connection: duckdb.DuckDBPyConnection, source: Source, target: Target, name: str | None
) -> list[Loaded]:
    """Load judgements that are in a table, each judge's as a set; none if the file has lines."""
    rows = stage_qrels(connection, source)
    if rows is None:
        return []
    return store_qrels_rows(connection, source, target, rows, name)


def store_qrels_rows(
    connection: duckdb.DuckDBPyConnection,
    source: Source,
    target: Target,
    rows: FileRows,
    name: str | None,
) -> list[Loaded]:
    """Store the judgements in `file_row`; the sets of several judges are called `name/judge`."""
    select = "select distinct judge from file_row order by judge"
    judges = [judge for (judge,) in connection.execute(select).fetchall()]
    targets = {judge: _target(target, judge, name, len(judges)) for judge in judges}
    stored = {judge: one.has(connection, source) for judge, one in targets.items()}
    loaded = []
    for judge, one in targets.items():
        if stored[judge]:
            loaded.append(Loaded(source.name, one.name, "already loaded"))
            continue
        notes = [*rows.notes, *_create_incoming(connection, rows, judge)]
        loaded.append(
            store_judgements(
                connection, source, one, notes, with_rationales="rationale" in rows.found
            )
        )
    return loaded


def _target(target: Target, judge: str | None, name: str | None, judges: int) -> Target:
    if judge is None or (judges == 1 and name is not None):
        return target
    called = judge if name is None else f"{name}/{judge}"
    return Target(target.collection, called, target.replace)


def _create_incoming(
    connection: duckdb.DuckDBPyConnection, rows: FileRows, judge: str | None
) -> list[str]:
    """The judgements of one judge as `incoming`, and notes; refuses those that contradict."""
    connection.execute(_CREATE_QRELS, {"judge": judge})
    if only_value(connection.execute(statement("qrels_check"))):
        return []
    reading = Reading(rows.name)
    offset = (rows.first_line or 1) - 1
    found = connection.execute(_QRELS_ROWS, {"judge": judge}).fetchall()
    judgements = [
        Judgement(topic, subtopic, docno, grade, row + offset)
        for topic, subtopic, docno, grade, row in found
    ]
    insert_incoming(connection, distinct_judgements(judgements, reading))
    return reading.notes
