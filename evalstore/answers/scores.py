"""The long form: every system's value on every topic."""

from __future__ import annotations

from evalstore.query import Query
from evalstore.question import Question
from evalstore.quoting import literals
from evalstore.result import Result

# Topics are text, but where all digits they read best in the order of numbers.
TOPIC_ORDER = "try_cast(topic as hugeint) nulls last, topic"


def scores(question: Question) -> Result:
    """system, topic, measure, value; measures in the order asked."""
    order = f"list_position([{literals(row.measure for row in question.rows)}], measure)"
    select = f"""select run.system, topic_value.topic, topic_value.measure, topic_value.value
from topic_value
inner join run using (run_id)
{"where is_retrieved" if question.average == "retrieved" else ""}
order by run.system, {TOPIC_ORDER}, {order}"""
    query = Query(question.connection, question.sql(select))
    return Result(query, title=f"{question.collection.name} · {question.qrels.name}")
