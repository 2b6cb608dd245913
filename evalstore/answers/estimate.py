"""How many relevant documents there may be, from how often the runs find the same ones.

The runs are the samples of capture and recapture, and the estimate is Chao's for incidences
(Chao 1987, bias-corrected): of m runs, f1 relevant documents are in the first k of one run only,
f2 in those of two; then about (m - 1) / m * f1 (f1 - 1) / (2 (f2 + 1)) more are in none. Runs
that resemble each other repeat each other's finds, so the estimate is a lower bound.
"""

from __future__ import annotations

from evalstore.answers.leaderboard import check_judged, title_of
from evalstore.answers.pooled import POOLED, pool_documents, pool_note, team_rows, teams
from evalstore.answers.scores import TOPIC_ORDER
from evalstore.engine import relation, relation_of
from evalstore.names import Named
from evalstore.question import Question
from evalstore.quoting import literals
from evalstore.result import Result
from evalstore.rows import first


def estimate_relevant(question: Question, depth: int = 10, by_team: str | None = None) -> Result:
    """Per topic: relevant documents judged, found, found once, found twice, and estimated."""
    check_judged(question)
    pool_documents(question, depth)
    groups = teams(question, by_team)
    connection = question.connection
    connection.execute(
        f"create or replace temp table relevant_estimate as {_select(question, groups)}"
    )
    # Read at once: the next estimate takes the place of the temporary table.
    found = relation(connection, f"from relevant_estimate order by {TOPIC_ORDER}").to_arrow_table()
    title = f"{title_of(question)}: relevant documents, estimated"
    notes = _notes(question, depth, len(groups), by_team)
    result = Result(relation_of(connection, found), title=title, notes=notes)
    result.for_people = lambda _: Result(relation_of(connection, found).project(_FOR_PEOPLE))
    return result


# People count documents whole.
_FOR_PEOPLE = """
    topic, judged, relevant, found, by_one as "by one", by_two as "by two",
    round(estimate)::bigint as estimate, round(beyond)::bigint as beyond"""


def _notes(question: Question, depth: int, samples: int, by_team: str | None) -> list[str]:
    row = first(
        question.connection.execute(
            """
            select sum(relevant)::bigint, sum(found)::bigint, sum(estimate), sum(beyond),
                count(*) filter (beyond > 0), count(*)
            from relevant_estimate
            """
        )
    )
    relevant, found, estimate, beyond, topics, of_topics = row if row else (0, 0, 0.0, 0.0, 0, 0)
    unit = "teams" if by_team else "systems"
    return [
        f"{found:,} relevant documents (grade 1 or more) are in the first {depth} of {samples} "
        f"{unit}, where {estimate or 0:,.0f} are estimated; {relevant:,} are known in "
        f"{question.qrels.name}, and the estimate goes beyond them in {topics} of {of_topics} "
        f"topics, by {beyond or 0:,.0f} in all",
        f"estimate: found + (m - 1) / m * by one (by one - 1) / (2 (by two + 1)) for m = {samples} "
        f"{unit} (Chao 1987, bias-corrected), a lower bound, the more so where {unit} are alike; "
        "it supposes that the pool was judged to this depth",
        pool_note(question, depth),
    ]


def _select(question: Question, groups: dict[str, list[Named]]) -> str:
    topics = f"and topic in ({literals(question.topics)})" if question.topics else ""
    unseen = f"({len(groups)} - 1) / {len(groups)} * by_one * (by_one - 1) / (2 * (by_two + 1))"
    return f"""
        with graded as (
            select topic, document_id, max(grade) as grade
            from judgement where qrels_id = {question.qrels.number} {topics} group by all
        ),
        seen as (
            select topic, document_id, count(distinct team) as finders
            from {POOLED}
            inner join (values {team_rows(groups)}) as teams (run_id, team) using (run_id)
            group by all
        )
        select
            topic,
            count(*) as judged,
            count(*) filter (grade >= 1) as relevant,
            count(finders) filter (grade >= 1) as found,
            count(*) filter (grade >= 1 and finders = 1) as by_one,
            count(*) filter (grade >= 1 and finders = 2) as by_two,
            found + {unseen} as estimate,
            greatest(0, estimate - relevant) as beyond
        from graded left join seen using (topic, document_id)
        group by topic"""
