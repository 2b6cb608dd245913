"""One system: its topics against all systems, its unjudged documents, and its metadata."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from evalstore.answers.built import built
from evalstore.answers.leaderboard import notes_of
from evalstore.answers.scores import measure_order, topic_order
from evalstore.checks import check_count
from evalstore.names import Named
from evalstore.result import Result
from evalstore.selection import Selection


def against_field(selection: Selection, run: Named) -> Result:
    """The system's value on each topic beside the best, median and worst of all systems."""
    select = f"""select
    topic.name as topic, field.measure, field.value, field.best, field.median, field.worst,
    field.position, field.systems, coalesce(run_topic.documents, 0) as retrieved
from (
    select
        measure,
        run_id,
        topic_id,
        value,
        case when higher_is_better then max(value) over of_topic else min(value) over of_topic end
            as best,
        median(value) over of_topic as median,
        case when higher_is_better then min(value) over of_topic else max(value) over of_topic end
            as worst,
        rank() over (
            partition by measure, topic_id order by if(higher_is_better, -value, value)
        ) as position,
        count(*) over of_topic as systems
    from measures.topic_value
    inner join measure using (measure)
    window of_topic as (partition by measure, topic_id)
) as field
inner join topic using (topic_id)
left join run_topic on field.run_id = run_topic.run_id and field.topic_id = run_topic.topic_id
where field.run_id = {run.number}
order by {measure_order(selection)}, {topic_order()}"""
    query = selection.query(select)
    notes = ["best, median and worst of all systems on the topic", *notes_of(selection)]
    return Result(query, title=f"{run.name}: {selection.title}", notes=notes)


def unjudged_documents(selection: Selection, run: Named, depth: int) -> Result:
    """The unjudged documents in the system's first ranks, of judged topics."""
    check_count("depth", depth)
    select = f"""select
    topic.name as topic, retrieved.rank, document.docno, retrieved.score, retrieved.systems
from (
    select *, count(*) over (partition by topic_id, document_id) as systems
    from ranking
    where rank <= {depth}
) as retrieved
inner join steps.judged_topic using (topic_id)
anti join judgement
    on retrieved.topic_id = judgement.topic_id and retrieved.document_id = judgement.document_id
inner join topic using (topic_id)
inner join document using (document_id)
where retrieved.run_id = {run.number}
order by {topic_order()}, retrieved.rank"""
    query = selection.query(select)
    notes = [
        f"documents in the first {depth:,} without a judgement in {selection.qrels.name}; "
        f"systems: number of systems that rank the document in their first {depth:,}"
    ]
    return Result(query, title=f"{run.name}: unjudged documents", notes=notes)


def facts(selection: Selection, run: Named) -> Result:
    """Source, digest, metadata and efficiency of a system, one property per row."""
    [row] = selection.connection.execute(_RUN, [run.number]).fetchall()
    *stored, metadata = row
    names = ("system", "tag", "rank rule", "source", "SHA-256", "loaded at", "topics", "rows")
    rows = [(name, _text(value)) for name, value in zip(names, stored, strict=True)]
    rows += _flattened("", json.loads(metadata) if metadata else {})
    select = "select name, unit, mean, measurements from efficiency_summary"
    for name, unit, mean, times in selection.fetch(select):
        often = f" (mean of {times:,})" if times > 1 else ""
        rows.append((name, f"{mean:g}{f' {unit}' if unit else ''}{often}"))
    result = built({"property": "text", "value": "text"}, [row for row in rows if row[1]])
    result.title = f"{run.name}: properties"
    return result


_RUN = """
    select
        system, tag, rank_rule, source, sha256, date_trunc('second', loaded_at),
        (select count(*) from run_topic where run_topic.run_id = run.run_id),
        (select sum(documents) from run_topic where run_topic.run_id = run.run_id)::bigint,
        metadata
    from run
    where run_id = ?
"""


def _text(value: Any) -> str:
    return "" if value is None else f"{value:,}" if isinstance(value, int) else str(value)


def _flattened(prefix: str, value: Any) -> Iterator[tuple[str, str]]:
    """Nested metadata as dotted names."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _flattened(f"{prefix}.{key}" if prefix else str(key), inner)
    elif isinstance(value, list):
        yield prefix, ", ".join(one if isinstance(one, str) else json.dumps(one) for one in value)
    else:
        yield prefix, value if isinstance(value, str) else json.dumps(value)
