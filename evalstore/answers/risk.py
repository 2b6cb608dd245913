"""Risk: what a system gains and loses against a baseline, losses weighted more."""

from __future__ import annotations

from evalstore.answers.leaderboard import mean_notes, topic_notes
from evalstore.answers.scores import measure_order, topic_order
from evalstore.errors import UsageError
from evalstore.names import Named
from evalstore.quoting import literal
from evalstore.result import Result
from evalstore.selection import Selection

_CHANGE = "(scored.value - baseline.value)"


def risk(selection: Selection, baseline: Named, weight: float, *, by_topic: bool) -> Result:
    """The mean change against the baseline, where a loss counts 1 + `weight` times.

    This is the risk-sensitive average of the TREC web tracks, as ndeval and gdeval print it.
    """
    if weight < 0:
        raise UsageError(f"the weight of losses must be 0 or more, not {weight:g}")
    weighted = f"case when {_CHANGE} >= 0 then {_CHANGE} else {literal(1 + weight)} * {_CHANGE} end"
    columns = f"topic.name as topic, scored.measure, {weighted} as risk"
    select = f"""select run.system, {columns if by_topic else _means(weighted)}
from measures.topic_value as scored
inner join measures.topic_value as baseline
    on scored.measure = baseline.measure
    and scored.topic_id = baseline.topic_id
    and baseline.run_id = {baseline.number}
inner join run on scored.run_id = run.run_id
inner join topic on scored.topic_id = topic.topic_id
where scored.run_id != {baseline.number}
{"" if by_topic else "group by run.system, scored.measure"}
order by
    {measure_order(selection, "scored.measure")},
    {f"run.system, {topic_order()}" if by_topic else "risk desc, run.system"}"""
    result = Result(selection.query(select))
    result.title = f"{selection.title}: against {baseline.name}"
    change = "change" if by_topic else "mean change"
    result.notes = [
        f"risk: the {change} against {baseline.name}, a loss counted {1 + weight:g} times",
        *(topic_notes(selection) if by_topic else mean_notes(selection)),
    ]
    return result


def _means(weighted: str) -> str:
    return f"""scored.measure,
    sum({weighted} order by topic.name) / count(*) as risk,
    sum(greatest({_CHANGE}, 0) order by topic.name) / count(*) as gain,
    sum(greatest(-{_CHANGE}, 0) order by topic.name) / count(*) as loss,
    count(*) filter ({_CHANGE} > 0) as wins,
    count(*) filter ({_CHANGE} < 0) as losses,
    count(*) as topics"""
