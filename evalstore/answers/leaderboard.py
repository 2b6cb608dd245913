"""One row per system, best first by the first measure."""

from __future__ import annotations

from collections.abc import Sequence

from evalstore.database import only_value
from evalstore.errors import DataError, UsageError
from evalstore.plural import counted
from evalstore.query import Query
from evalstore.quoting import identifier, literal
from evalstore.result import Result
from evalstore.selection import DEFAULT_MEASURES, Selection


def with_judged_share(measures: Sequence[str], depth: int | None) -> list[str]:
    """The measures, followed by Judged@k and Unjudged@k."""
    if depth is None:
        return list(measures)
    if depth < 1:
        raise UsageError(f"the depth of judged must be at least 1, not {depth}")
    return [*(measures or DEFAULT_MEASURES), f"Judged@{depth}", f"Unjudged@{depth}"]


def leaderboard(selection: Selection, top: int | None = None) -> Result:
    """The systems in order, with a column for each measure."""
    if top is not None and top < 1:
        raise UsageError(f"top must be at least 1, not {top}")
    query = Query(selection.connection, selection.sql(leaderboard_select(selection, top)))
    best = {row.measure: row.higher_is_better for row in selection.rows}
    return Result(query, title=title_of(selection), notes=lambda: notes_of(selection), best=best)


def leaderboard_select(selection: Selection, top: int | None) -> str:
    columns = ", ".join(identifier(row.measure) for row in selection.rows)
    return f"""select
    rank() over (order by {best_first(selection)}) as position, system, {columns}, topics, missing
from (
    select
        run.system,
        {measure_columns(selection, "run_value")},
        any_value(run_value.topics) as topics,
        any_value(run_value.missing) as missing
    from measures.run_value
    inner join run using (run_id)
    group by run.system
)
order by position, system
{f"limit {top}" if top else ""}"""


def measure_columns(selection: Selection, view: str) -> str:
    """The values of each measure as a column of its name, for one row per system."""
    return ",\n        ".join(
        f"any_value({view}.value) filter ({view}.measure = {literal(row.measure)})"
        f" as {identifier(row.measure)}"
        for row in selection.rows
    )


def best_first(selection: Selection) -> str:
    """An ORDER BY term: the first measure, best value first."""
    first = selection.rows[0]
    return f"{identifier(first.measure)} {'desc' if first.higher_is_better else 'asc'}"


def title_of(selection: Selection) -> str:
    return f"{selection.collection.name} · {selection.qrels.name}"


def notes_of(selection: Selection) -> list[str]:
    """The footer: what was averaged over, what is missing, how much is judged."""
    topics, judged, missing = coverage_of(selection)
    how = {
        "all": "averaged over all judged topics, a missing topic counts 0",
        "retrieved": "averaged over the judged topics that each system answers",
    }[selection.average]
    return [f"{topics}, {judged} ({selection.qrels.name}); {how}; {missing}"]


def coverage_of(selection: Selection) -> tuple[str, str, str]:
    """The numbers of topics, of their judged documents, and of topics that a system misses."""
    topics, selected, judged = _judged(selection)
    missing = only_value(
        selection.connection.execute(
            selection.sql("select count(*) from steps.evaluated_topic where not is_retrieved")
        )
    )
    every = counted(topics, "topic")
    return (
        f"{selected:,} of {every}" if selection.topics else every,
        counted(judged, "judged document"),
        counted(missing, "missing topic") if missing else "no missing topics",
    )


def _judged(selection: Selection) -> tuple[int, int, int]:
    """The judged topics, the selected ones of them, and the judged documents of these."""
    counts = selection.sql(
        "select count(distinct topic_id), count(*) filter (grade >= 0) from steps.graded_document"
    )
    [[selected, judged]] = selection.connection.execute(counts).fetchall()
    if not selection.topics:
        return selected, selected, judged
    every = "select count(distinct topic_id) from judgement where qrels_id = ?"
    topics = only_value(selection.connection.execute(every, [selection.qrels.number]))
    return topics, selected, judged


def check_judged(selection: Selection) -> None:
    """Refuse a selection without any judged topic."""
    if not _judged(selection)[1]:
        named = f": {', '.join(selection.topics[:3])}" if selection.topics else ""
        raise DataError(f"{selection.qrels.name} has no judgements for the selected topics{named}")
