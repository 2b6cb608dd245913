"""Topics over all systems: difficulty and outliers."""

from __future__ import annotations

from evalstore.answers.leaderboard import topic_notes
from evalstore.answers.matrix import of_all_systems, of_systems
from evalstore.answers.scores import measure_order, topic_order
from evalstore.errors import UsageError
from evalstore.quoting import literal
from evalstore.result import Result
from evalstore.selection import Selection


def difficulty(selection: Selection, *, by_separation: bool) -> Result:
    """Each topic's mean, spread and best system, hardest or best separating first."""
    order = "separation desc nulls last" if by_separation else "if(higher_is_better, mean, -mean)"
    select = f"""select
    topic, measure, mean, deviation, best, best_system, separation, systems
from topic_difficulty
inner join measure using (measure)
order by
    {measure_order(selection)}, {order}, {topic_order("topic")}"""
    notes = [
        "separation: correlation of the systems' scores on the topic with those on the others; "
        "near 1, the topic ranks the systems as all topics do",
        *topic_notes(selection),
    ]
    return Result(selection.query(select), title=selection.title, notes=notes)


def outliers(selection: Selection, limit: float) -> Result:
    """The scores furthest from the systems' mean on their topic."""
    if not limit > 0:
        raise UsageError(f"limit must be greater than 0, not {limit:g}")
    select = f"""select system, topic, measure, value, z_score
from standard_score
where abs(z_score) >= {literal(limit)} and {of_systems(selection)}
order by {measure_order(selection)}, abs(z_score) desc, system, {topic_order("topic")}"""
    query = of_all_systems(selection).query(select)
    notes = [
        f"scores {limit:g} standard deviations or more from the mean of all systems on the topic",
        *topic_notes(selection),
    ]
    return Result(query, title=selection.title, notes=notes)
