"""What ties hide: how good and how bad each score could be, whichever way its ties fall."""

from __future__ import annotations

from dataclasses import replace

from evalstore.answers.leaderboard import leaderboard_select, notes_of, title_of
from evalstore.query import Query
from evalstore.question import Question
from evalstore.quoting import identifier
from evalstore.result import Result

# Moving a document of higher grade up never lowers these, so the two orders give the exact range.
# For the others the orders by grade give two attainable values, a lower bound of the range.
_NOT_BY_GRADE = ("judged", "unjudged", "rank_biased_residual")


def leaderboard_with_ties(question: Question, top: int | None = None) -> Result:
    """The leaderboard, with the lowest and highest value of each score over all orders of ties."""
    selects = {
        "now": question.sql(leaderboard_select(question, None)),
        "worst": _under(question, "worst"),
        "best": _under(question, "best"),
    }
    columns = ["now.position", "now.system"]
    for row in question.rows:
        name = identifier(row.measure)
        low = f"least(worst.{name}, best.{name}, now.{name})"
        high = f"greatest(worst.{name}, best.{name}, now.{name})"
        columns += [
            f"now.{name}",
            f"{low} as {identifier(row.measure + ' low')}",
            f"{high} as {identifier(row.measure + ' high')}",
        ]
    columns += ["now.topics", "now.missing", "coalesce(ties.tied, 0) as tied"]
    joined = f"""select {", ".join(columns)}
from ({selects["now"]}) as now
inner join ({selects["worst"]}) as worst using (system)
inner join ({selects["best"]}) as best using (system)
left join ({_tied_topics(question)}) as ties using (system)
order by now.position, now.system
{f"limit {top}" if top else ""}"""
    best = {row.measure: row.higher_is_better for row in question.rows}
    result = Result(Query(question.connection, joined), title=title_of(question), best=best)
    result.notes = [*notes_of(question), *_explained(question)]
    return result


def _under(question: Question, ties: str) -> str:
    other = replace(question, ties=ties)
    return other.sql(leaderboard_select(other, None))


def _tied_topics(question: Question) -> str:
    return f"""
    select run.system, count(distinct retrieved_stretch.topic) as tied
    from retrieved_stretch
    inner join run using (run_id)
    where
        retrieved_stretch.are_tied is not null
        and run.collection_id = {question.collection.number}
        and retrieved_stretch.topic in (
            select topic from grade_count where qrels_id = {question.qrels.number}
        )
    group by run.system"""


def _explained(question: Question) -> list[str]:
    notes = [
        "low and high: the score if every tie fell as badly or as well as it can; "
        "tied: judged topics with tied scores"
    ]
    loose = [row.measure for row in question.rows if row.family in _NOT_BY_GRADE]
    if loose:
        notes.append(f"{', '.join(loose)}: ties ordered by grade, the range may be wider")
    return notes
