"""Topics as seen by all systems: how hard they are, and where a system stands out."""

from __future__ import annotations

from evalstore.answers.leaderboard import notes_of, title_of
from evalstore.answers.scores import TOPIC_ORDER
from evalstore.errors import UsageError
from evalstore.query import Query
from evalstore.question import Question
from evalstore.quoting import literals
from evalstore.result import Result

OUTLYING = 2.5


def difficulty(question: Question, *, by_separation: bool = False) -> Result:
    """Each topic's mean, spread and best system, hardest or best separating first."""
    order = "separation desc nulls last" if by_separation else "if(higher_is_better, mean, -mean)"
    select = f"""select
    topic, measure, mean, deviation, best, best_system, separation, systems
from topic_difficulty
inner join measure using (measure)
order by
    {_asked(question)}, {order}, {TOPIC_ORDER}"""
    notes = [
        "separation: correlation of the systems' scores on the topic with those on all others; "
        "near 1, the topic alone orders the systems as all do",
        *notes_of(question),
    ]
    query = Query(question.connection, question.sql(select))
    return Result(query, title=title_of(question), notes=notes)


def outliers(question: Question, limit: float = OUTLYING) -> Result:
    """The scores furthest from what the systems reach on the topic."""
    if not limit > 0:
        raise UsageError(f"--limit is a number above 0, not {limit:g}")
    select = f"""select system, topic, measure, value, z_score
from standard_score
where abs(z_score) >= {limit!r}
order by {_asked(question)}, abs(z_score) desc, system, {TOPIC_ORDER}"""
    query = Query(question.connection, question.sql(select))
    notes = [
        f"scores {limit:g} standard deviations or more from the systems' mean on their topic",
        *notes_of(question),
    ]
    return Result(query, title=title_of(question), notes=notes)


def _asked(question: Question) -> str:
    return f"list_position([{literals(row.measure for row in question.rows)}], measure)"
