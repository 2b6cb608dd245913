"""One row per system, best first by the first measure."""

from __future__ import annotations

from evalstore.errors import DataError, UsageError
from evalstore.query import Query
from evalstore.question import Question
from evalstore.quoting import identifier, literal, literals
from evalstore.result import Result
from evalstore.rows import first


def leaderboard(question: Question, top: int | None = None) -> Result:
    """The systems in order, with a column for each measure."""
    if top is not None and top < 1:
        raise UsageError(f"--top is a whole number from 1, not {top}")
    query = Query(question.connection, question.sql(leaderboard_select(question, top)))
    best = {row.measure: row.higher_is_better for row in question.rows}
    return Result(query, title=title_of(question), notes=lambda: notes_of(question), best=best)


def leaderboard_select(question: Question, top: int | None) -> str:
    values = ",\n        ".join(
        f"any_value(run_value.value) filter (run_value.measure = {literal(row.measure)})"
        f" as {identifier(row.measure)}"
        for row in question.rows
    )
    columns = ", ".join(identifier(row.measure) for row in question.rows)
    first = question.rows[0]
    order = f"{identifier(first.measure)} {'desc' if first.higher_is_better else 'asc'}"
    return f"""select
    rank() over (order by {order}) as position, system, {columns}, topics, missing
from (
    select
        run.system,
        {values},
        any_value(run_value.topics) as topics,
        any_value(run_value.missing) as missing
    from run_value
    inner join run using (run_id)
    group by run.system
)
order by position, system
{f"limit {top}" if top else ""}"""


def title_of(question: Question) -> str:
    return f"{question.collection.name} · {question.qrels.name}"


def notes_of(question: Question) -> list[str]:
    """The footer: what was averaged over, what is missing, how much is judged."""
    topics, judged, missing = coverage_of(question)
    how = {
        "all": "averaged over all judged topics, a missing topic counts 0",
        "retrieved": "averaged over the judged topics that each system answers",
    }[question.average]
    return [f"{topics}, {judged} ({question.qrels.name}); {how}; {missing} in all"]


def coverage_of(question: Question) -> tuple[str, str, str]:
    """How many topics, judged documents in them, and topics that a system misses."""
    topics, asked, judged = _judged(question)
    missing = first(
        question.connection.execute(
            question.sql("select count(*) from evaluated_topic where not is_retrieved")
        )
    )
    number = f"{asked} of {topics}" if question.topics else f"{topics}"
    return (
        f"{number} {'topic' if topics == 1 else 'topics'}",
        f"{judged:,} judged documents",
        f"{missing[0] if missing else 0} missing",
    )


def _judged(question: Question) -> tuple[int, int, int]:
    """The judged topics, those of them that were asked for, and the judged documents of these."""
    asked = f"topic in ({literals(question.topics)})" if question.topics else "true"
    row = first(
        question.connection.execute(
            f"""
            select count(distinct topic), count(distinct topic) filter ({asked}),
                coalesce(sum(documents) filter (grade >= 0 and {asked}), 0)::bigint
            from grade_count where qrels_id = {question.qrels.number}
            """
        )
    )
    return row if row else (0, 0, 0)


def check_judged(question: Question) -> None:
    """Refuse what needs scores where nothing of what was asked is judged."""
    if not _judged(question)[1]:
        named = f": {', '.join(question.topics[:3])}" if question.topics else ""
        raise DataError(f"{question.qrels.name} judges none of the topics asked for{named}")
