"""The leaderboard with how the first measure is spread over the topics."""

from __future__ import annotations

from evalstore.answers.scores import topic_order
from evalstore.answers.widened import widened
from evalstore.quoting import literal
from evalstore.result import Result
from evalstore.selection import Selection
from evalstore.statistics.distributions import t_margin

MARGIN, BY_TOPIC = "±", "by topic"


def with_spread(selection: Selection, board: Result, alpha: float) -> Result:
    """The board with half the confidence interval of the first measure, and its topic values."""
    rows = selection.fetch(_select(selection))
    is_mean = selection.rows[0].aggregate == "mean"
    margins = {
        system: t_margin(deviation, len(values), alpha) if is_mean else None
        for system, deviation, values in rows
    }
    by_topic = {system: values for system, _, values in rows}
    return widened(board, {MARGIN: ("DOUBLE", margins), BY_TOPIC: ("DOUBLE[]", by_topic)})


def _select(selection: Selection) -> str:
    """The deviation and the values that the mean is over, in the order in which topics are listed.

    That order is made once for each topic, not for each value.
    """
    return f"""select run.system,
    stddev_samp(averaged_value.value order by listed.name) as deviation,
    list(averaged_value.value order by listed.place) as by_topic
from measures.averaged_value
inner join run using (run_id)
inner join (
    select topic_id, topic.name, row_number() over (order by {topic_order()}) as place
    from steps.judged_topic
    inner join topic using (topic_id)
) as listed using (topic_id)
where averaged_value.measure = {literal(selection.rows[0].measure)}
    and averaged_value.value is not null
group by run.system"""
