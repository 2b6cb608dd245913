"""Drilling into a topic: the systems on it, or their ranked documents side by side."""

from __future__ import annotations

import statistics
from collections.abc import Sequence

from evalstore.docnos import WITH_NAMES, docno_of
from evalstore.errors import UsageError
from evalstore.names import Named
from evalstore.query import Query
from evalstore.question import Question
from evalstore.quoting import identifier, literal
from evalstore.result import Result
from evalstore.rows import first, only


def systems_on_topic(question: Question, topic: str) -> Result:
    """The systems in order on one topic, and how hard the topic is."""
    values = ",\n        ".join(
        f"any_value(topic_value.value) filter (topic_value.measure = {literal(row.measure)})"
        f" as {identifier(row.measure)}"
        for row in question.rows
    )
    columns = ", ".join(identifier(row.measure) for row in question.rows)
    main = question.rows[0]
    order = f"{identifier(main.measure)} {'desc' if main.higher_is_better else 'asc'}"
    select = f"""select rank() over (order by {order}) as position, system, {columns}, retrieved
from (
    select
        run.system,
        {values},
        any_value(coalesce(retrieved.documents, 0)) as retrieved
    from topic_value
    inner join run using (run_id)
    left join retrieved using (run_id, topic)
    group by run.system
)
order by position, system"""
    query = Query(question.connection, question.sql(select))
    best = {row.measure: row.higher_is_better for row in question.rows}
    result = Result(query, title=topic_title(question, topic), best=best)
    result.notes = lambda: [_judged(question, topic), *_difficulty(question, result)]
    return result


def _difficulty(question: Question, result: Result) -> list[str]:
    """Mean, spread and best on the topic, against the mean over all topics."""
    main = question.rows[0].measure
    values = [row[2] for row in result.rows]
    if len(values) < 2:
        return []
    everywhere = Question(
        question.connection,
        question.measures[:1],
        question.collection,
        question.qrels,
        question.runs,
        [],
        every_run=question.every_run,
    )
    typical = first(question.connection.execute(everywhere.sql("select avg(value) from run_value")))
    here, spread = statistics.fmean(values), statistics.stdev(values)
    text = f"{main} here: mean {here:.4f}, standard deviation {spread:.4f}, best {max(values):.4f}"
    if typical and typical[0] is not None:
        level = "harder" if here < typical[0] else "easier"
        text += f"; over all topics the mean is {typical[0]:.4f}, so this one is {level}"
    return [text]


def documents_of_topic(question: Question, topic: str, depth: int) -> Result:
    """The ranked documents of one run, or of several side by side, with their grades."""
    if depth < 1:
        raise UsageError(f"--depth is a whole number from 1, not {depth}")
    one = len(question.runs) == 1
    select = _one_run(question, topic, depth) if one else _several_runs(question, topic, depth)
    query = Query(question.connection, question.sql(select))
    result = Result(query, title=topic_title(question, topic))
    result.notes = [_judged(question, topic)]
    if not one:
        result.notes.append("no grade: unjudged")
    return result


def _graded(question: Question, run: Named, topic: str, depth: int) -> str:
    """A run's documents on a topic; no grade where unjudged."""
    return f"""
    select
        ranking.rank, {docno_of("ranking")} as docno, ranking.score,
        judged_ranking.grade::{_grade_type(question)} as grade
    from ranking
    {WITH_NAMES}
    left join judged_ranking
        on ranking.run_id = judged_ranking.run_id
        and ranking.topic = judged_ranking.topic
        and ranking.rank = judged_ranking.rank
    where
        ranking.run_id = {run.number}
        and ranking.topic = {literal(topic)}
        and ranking.rank <= {depth}"""


def _grade_type(question: Question) -> str:
    """Whole grades are shown without decimals."""
    whole = question.connection.execute(
        "select bool_and(grade = floor(grade)) from grade_count where qrels_id = ?",
        [question.qrels.number],
    )
    return "integer" if only(whole) else "double"


def _one_run(question: Question, topic: str, depth: int) -> str:
    return f"""select rank, docno, score, grade, grade is null as unjudged
from ({_graded(question, question.runs[0], topic, depth)}
)
order by rank"""


def _several_runs(question: Question, topic: str, depth: int) -> str:
    joins = "".join(
        f"\nleft join ({_graded(question, run, topic, depth)}\n) as run_{number} using (rank)"
        for number, run in enumerate(question.runs)
    )
    columns = ", ".join(_pair(run, number) for number, run in enumerate(question.runs))
    ids = ", ".join(str(run.number) for run in question.runs)
    deepest = f"""
    select least({depth}, max(documents)) from retrieved
    where run_id in ({ids}) and topic = {literal(topic)}"""
    return f"""select rank, {columns}
from (select unnest(range(1, ({deepest}) + 1))::integer as rank){joins}
order by rank"""


def _pair(run: Named, number: int) -> str:
    name = identifier(run.name)
    grade = identifier(f"{run.name} grade")
    return f"run_{number}.docno as {name}, run_{number}.grade as {grade}"


def topic_title(question: Question, topic: str) -> str:
    """The topic with its text, where a topic file was loaded."""
    row = first(
        question.connection.execute(
            "select title, description from topic where collection_id = ? and topic = ?",
            [question.collection.number, topic],
        )
    )
    texts = [text for text in row or () if text]
    return f"topic {topic}" + (f": {' — '.join(texts)}" if texts else "")


def _judged(question: Question, topic: str) -> str:
    row = first(
        question.connection.execute(
            """
            select sum(documents)::bigint, sum(documents) filter (grade >= 1)::bigint
            from grade_count where qrels_id = ? and topic = ?
            """,
            [question.qrels.number, topic],
        )
    )
    judged, relevant = row if row else (0, 0)
    return (
        f"{judged or 0} judged documents in {question.qrels.name}, "
        f"{relevant or 0} of them with grade 1 or more"
    )


def topic_answer(question: Question, runs: Sequence[str], depth: int) -> Result:
    """What `topic T` shows: with runs their documents, without the systems in order."""
    topic = question.topics[0]
    return documents_of_topic(question, topic, depth) if runs else systems_on_topic(question, topic)
