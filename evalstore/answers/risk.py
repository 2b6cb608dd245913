"""Risk: what a system gains and loses against a baseline, losses counted more."""

from __future__ import annotations

from evalstore.answers.leaderboard import notes_of, title_of
from evalstore.errors import UsageError
from evalstore.names import Named
from evalstore.query import Query
from evalstore.question import Question
from evalstore.quoting import literals
from evalstore.result import Result

_CHANGE = "(mine.value - baseline.value)"


def risk(question: Question, baseline: Named, weight: float, *, by_topic: bool = False) -> Result:
    """The mean change against the baseline, where a loss counts 1 + `weight` times.

    This is the risk-sensitive average of the TREC web tracks, as ndeval and gdeval print it.
    """
    if weight < 0:
        raise UsageError(f"a loss counts at least once: the weight is from 0, not {weight:g}")
    columns = (
        f"mine.topic, mine.measure, {_weighed(weight)} as risk" if by_topic else _means(weight)
    )
    order = f"list_position([{literals(row.measure for row in question.rows)}], mine.measure)"
    select = f"""select run.system, {columns}
from topic_value as mine
inner join topic_value as baseline
    on mine.measure = baseline.measure
    and mine.topic = baseline.topic
    and baseline.run_id = {baseline.number}
inner join run on mine.run_id = run.run_id
where mine.run_id != {baseline.number}
{"" if by_topic else "group by run.system, mine.measure"}
order by {order}, {"run.system, mine.topic" if by_topic else "risk desc, run.system"}"""
    result = Result(Query(question.connection, question.sql(select)))
    result.title = f"{title_of(question)}: against {baseline.name}"
    result.notes = [
        f"risk: the mean change against {baseline.name}, a loss counted {1 + weight:g} times",
        *notes_of(question),
    ]
    return result


def _weighed(weight: float) -> str:
    return f"case when {_CHANGE} >= 0 then {_CHANGE} else {1 + weight!r} * {_CHANGE} end"


def _means(weight: float) -> str:
    return f"""mine.measure,
    sum({_weighed(weight)} order by mine.topic) / count(*) as risk,
    sum(greatest({_CHANGE}, 0) order by mine.topic) / count(*) as gain,
    sum(greatest(-{_CHANGE}, 0) order by mine.topic) / count(*) as loss,
    count(*) filter ({_CHANGE} > 0) as wins,
    count(*) filter ({_CHANGE} < 0) as losses,
    count(*) as topics"""
