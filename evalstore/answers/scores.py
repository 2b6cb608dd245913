"""Long form: every system's value on every topic."""

from __future__ import annotations

from evalstore.natural import natural_order
from evalstore.quoting import literals
from evalstore.result import Result
from evalstore.selection import Selection


def topic_order(name: str = "topic.name") -> str:
    """ORDER BY terms for topics: 2 before 10."""
    return natural_order(name)


def measure_order(selection: Selection, name: str = "measure") -> str:
    """An ORDER BY term for measures: the order in which they were selected."""
    return f"list_position([{literals(row.measure for row in selection.rows)}], {name})"


def scores(selection: Selection) -> Result:
    """system, topic, measure, value."""
    select = f"""select run.system, topic.name as topic, topic_value.measure, topic_value.value
from measures.topic_value
inner join run using (run_id)
inner join topic using (topic_id)
{"where topic_value.is_retrieved" if selection.average == "retrieved" else ""}
order by run.system, {topic_order()}, {measure_order(selection, "topic_value.measure")}"""
    return Result(selection.query(select), title=selection.title)
