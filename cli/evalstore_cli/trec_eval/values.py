"""The values of every line on every topic: one query of the views."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from evalstore.measures.catalogue import CatalogueRow, values_of
from evalstore.measures.weights import temporary_weights
from evalstore.store import Store
from evalstore.views import compose
from evalstore_cli.trec_eval.arguments import Arguments
from evalstore_cli.trec_eval.lines import Line
from evalstore_cli.trec_eval.loading import load
from evalstore_cli.trec_eval.narrowing import misordered, narrowed
from evalstore_cli.trec_eval.plan import Plan
from evalstore_cli.trec_eval.reading import Judgements, Results
from evalstore_cli.trec_eval.rows import catalogue_rows, point_label
from evalstore_cli.trec_eval.table import entries

Overrides = Mapping[str, str]
Means = Mapping[tuple[str, str], tuple[float, float]]  # (mean, deviation) by (topic, label)

MISSING_ZSCORE = -1000000.0


@dataclass
class Values:
    """By label and topic: the numbers, and the strings of relevance.

    `empty` are the topics without any document left, with their numbers of relevant documents.
    """

    numbers: dict[str, dict[str, float]] = field(default_factory=dict)
    strings: dict[str, dict[str, str]] = field(default_factory=dict)
    empty: dict[str, float] = field(default_factory=dict)


def evaluate(
    arguments: Arguments,
    lines: Sequence[Line],
    plan: Plan,
    results: Results,
    judgements: Judgements,
) -> Values:
    """Everything that will be printed for the topics of the plan."""
    if all(line.entry.needs is None for line in lines):
        return Values({line.label: dict.fromkeys(plan.topics, 1.0) for line in lines})
    with Store() as store:
        load(store, arguments, plan, results, judgements)
        return _computed(store, arguments, lines, plan, judgements)


def _computed(
    store: Store, arguments: Arguments, lines: Sequence[Line], plan: Plan, judgements: Judgements
) -> Values:
    overrides = narrowed(arguments)
    overrides |= misordered(store._connection, arguments, lines, plan, judgements)
    wanted = {line.label: catalogue_rows(line, arguments) for line in lines}
    measured = _measured(store, [row for rows in wanted.values() for row in rows], overrides)
    values = Values(empty=_empty(store, arguments, overrides))
    for line in lines:
        if line.entry.name == "relstring":
            values.strings[line.label] = _strings(store, line, overrides)
        if not wanted[line.label]:
            values.numbers[line.label] = dict.fromkeys(plan.topics, 1.0)
        elif line.label in measured:
            values.numbers[line.label] = measured[line.label]
        else:
            values.numbers[line.label] = _averaged(line, measured)
        if line.entry.name == "rbp_resid":
            exact = _residuals(store, wanted[line.label][0].parameter["p"], overrides)
            for topic in values.numbers[line.label].keys() & exact.keys():
                values.numbers[line.label][topic] = exact[topic]
    return values


def _measured(
    store: Store, rows: Sequence[CatalogueRow], overrides: Overrides
) -> dict[str, dict[str, float]]:
    """The values by measure and topic; over several sets of judgements, their mean."""
    if not rows:
        return {}
    catalogue = {"measure": values_of(rows), **temporary_weights(store._connection, rows)}
    select = """select topic_value.measure, topic.name, topic_value.value
from measures.topic_value
inner join qrels using (qrels_id)
inner join topic using (topic_id)
order by qrels.name"""
    query = compose(select, {**overrides, **catalogue}, [row.family for row in rows])
    found: dict[str, dict[str, list[float]]] = {row.measure: {} for row in rows}
    for measure, topic, value in store._connection.execute(query).fetchall():
        found[measure].setdefault(topic, []).append(value)
    return {
        measure: {topic: _mean(values) for topic, values in topics.items()}
        for measure, topics in found.items()
    }


def _mean(values: Sequence[float]) -> float:
    """Summed from left to right, as C does."""
    total = 0.0
    for value in values:
        total += value
    return total / len(values)


def _averaged(line: Line, measured: Mapping[str, Mapping[str, float]]) -> dict[str, float]:
    """The mean over the points that the line names, the last of them first."""
    points = [measured[point_label(line.label, point)] for point in reversed(line.numbers)]
    return {topic: _mean([values[topic] for values in points]) for topic in points[0]}


def _empty(store: Store, arguments: Arguments, overrides: Overrides) -> dict[str, float]:
    """The topics of which -J or -M leave no document, and their numbers of relevant documents."""
    if not arguments.judged_only and arguments.depth > 0:
        return {}
    select = """select topic.name
from run_topic
inner join topic using (topic_id)
where run_topic.documents <= 0"""
    topics = store._connection.execute(compose(select, overrides)).fetchall()
    line = Line("num_rel", entries(arguments.compat)["num_rel"])
    relevant = _measured(store, catalogue_rows(line, arguments), overrides)["num_rel"]
    return {topic: relevant[topic] for (topic,) in topics}


def _strings(store: Store, line: Line, overrides: Overrides) -> dict[str, str]:
    """The grades of the first documents, one character for each."""
    length = int(min(max(line.numbers[0], 0), 2**31)) if not math.isnan(line.numbers[0]) else 0
    select = f"""select
    topic.name, run_topic.documents, judged_ranking.rank, judged_ranking.grade
from run_topic
inner join topic using (topic_id)
left join judged_ranking
    on run_topic.topic_id = judged_ranking.topic_id
    and judged_ranking.rank <= {length}"""
    strings: dict[str, list[str]] = {}
    query = compose(select, overrides)
    for topic, documents, rank, grade in store._connection.execute(query).fetchall():
        shown = strings.setdefault(topic, ["-"] * max(0, min(length, documents)))
        if rank is not None:
            shown[rank - 1] = _shown(grade)
    return {topic: "".join(shown) for topic, shown in strings.items()}


def _residuals(store: Store, p: float, overrides: Overrides) -> dict[str, float]:
    """rbp_resid, multiplied and added up one document after the other, as C does.

    With p = 0.9 a mean often lies on a rounding tie, where the last bit decides the digit printed.
    """
    select = """select
    topic.name,
    run_topic.documents,
    list(judged_ranking.rank) filter (judged_ranking.grade >= 0) as judged
from run_topic
inner join topic using (topic_id)
left join judged_ranking using (run_id, topic_id)
group by all"""
    found = store._connection.execute(compose(select, overrides)).fetchall()
    return {topic: _residual(documents, set(judged or ()), p) for topic, documents, judged in found}


def _residual(documents: int, judged: set[int], p: float) -> float:
    weight, unjudged = 1.0, 0.0
    for rank in range(1, documents + 1):
        if rank not in judged:
            unjudged += weight
        weight *= p
    return weight + (1 - p) * unjudged if unjudged else 0.0


def _shown(grade: float) -> str:
    if grade < 0:
        return "."
    return str(int(grade)) if grade <= 9 else ">"


def to_zscores(values: Values, known: Means) -> None:
    """Turn every number into its z-score, where the mean is known."""
    for label, topics in values.numbers.items():
        for topic, value in topics.items():
            topics[topic] = _zscore(value, known.get((topic, label)))


def _zscore(value: float, known: tuple[float, float] | None) -> float:
    if known is None:
        return MISSING_ZSCORE
    mean, deviation = known
    if deviation:
        return (value - mean) / deviation
    return 0.0 if value == mean else MISSING_ZSCORE
