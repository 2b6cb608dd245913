"""Loading what was read into a store in memory."""

from __future__ import annotations

import math

from evalstore.database import execute_on, numbers, texts
from evalstore.formats.qrels_lines import Judgement
from evalstore.load.checked import load_checked_qrels, load_checked_run
from evalstore.load.naming import RunRequest
from evalstore.store import Store
from evalstore_cli.trec_eval.arguments import Arguments
from evalstore_cli.trec_eval.order import ranked
from evalstore_cli.trec_eval.plan import PLACEHOLDER, Plan, form_of
from evalstore_cli.trec_eval.reading import Judged, Judgements, Results

PREFERENCES = "stated_preference"

Ranked = dict[str, tuple[list[str], list[float]]]


def load(
    store: Store, arguments: Arguments, plan: Plan, results: Results, judgements: Judgements
) -> None:
    """Load the topics of the plan: the run, and a set of judgements for each group of them."""
    form = form_of(arguments)
    topics = {topic: results.topics.get(topic, _placeholder()) for topic in plan.topics}
    judged = {topic: judgements[topic] for topic in plan.topics}
    for name, judgements_of_set in _sets(judged, form):
        load_checked_qrels(store._connection, judgements_of_set, name)
    _load_run(store, arguments, topics, form)
    if form == "prefs":
        _state_preferences(store, judged)
    store._connection.execute(
        "update collection set documents = ?", [arguments.documents_in_collection]
    )


def _placeholder() -> tuple[list[str], list[float]]:
    docno, score = PLACEHOLDER
    return [docno], [score]


def _load_run(store: Store, arguments: Arguments, topics: Ranked, form: str) -> None:
    if form == "prefs" or not all(_is_plain(*topic) for topic in topics.values()):
        return _load_ranks(store, arguments, topics, ties_upwards=form == "prefs")
    names = [topic for topic, (documents, _) in topics.items() for _ in documents]
    documents = [docno for documents, _ in topics.values() for docno in documents]
    scores = [score for _, scores in topics.values() for score in scores]
    columns = {"topic": texts(names), "docno": texts(documents), "score": numbers(scores)}
    rule = "trec_eval" if arguments.compat < 10 else "trec_eval10"
    load_checked_run(store._connection, columns, _request(rule))


def _request(rule: str) -> RunRequest:
    return RunRequest(name="run", rank_rule=rule, rankings=False)


def _is_plain(documents: list[str], scores: list[float]) -> bool:
    """Whether SQL can rank the topic: finite scores, each document once."""
    return all(map(math.isfinite, scores)) and len(set(documents)) == len(documents)


def _load_ranks(store: Store, arguments: Arguments, topics: Ranked, *, ties_upwards: bool) -> None:
    """Load a run that is ranked here, down to the depth of -M."""
    order = {
        topic: ranked(*scored, arguments.compat, ties_upwards=ties_upwards)
        for topic, scored in topics.items()
    }
    rows = [
        (topic, docno, rank)
        for topic, ranking in order.items()
        for rank, docno in enumerate(ranking, 1)
        if rank <= max(arguments.depth, 1)
    ]
    names, documents, ranks = zip(*rows, strict=True)
    columns = {"topic": texts(names), "docno": texts(documents), "rank": numbers(ranks)}
    load_checked_run(store._connection, columns, _request("rank"))


def _sets(judged: Judgements, form: str) -> list[tuple[str, list[Judgement]]]:
    """One set of judgements; of several groups, one for each."""
    if form != "qrels_jg":
        return [("0", _distinct(judged))]
    groups = sorted({one.group for rows in judged.values() for one in rows})
    return [(group, _distinct(_of_group(judged, group))) for group in groups]


def _of_group(judged: Judgements, group: str) -> Judgements:
    return {topic: [one for one in rows if one.group == group] for topic, rows in judged.items()}


def _distinct(judged: Judgements) -> list[Judgement]:
    """Judgements as rows; the highest of a document with several levels in a group."""
    grades: dict[tuple[str, str, str], float] = {}
    for topic, rows in judged.items():
        for one in rows:
            key = topic, one.group, one.docno
            grades[key] = max(one.grade, grades.get(key, one.grade))
    return [Judgement(*key, float(grade), 0) for key, grade in grades.items()]


def _state_preferences(store: Store, judged: Judgements) -> None:
    """Store the preferences with their subgroups, which `load_qrels` does not take."""
    rows: list[tuple[str, Judged]] = [(topic, one) for topic in judged for one in judged[topic]]
    stated = {
        "topic": texts([topic for topic, _ in rows]),
        "judgement_group": texts([one.group for _, one in rows]),
        "subgroup": texts([one.subgroup for _, one in rows]),
        "docno": texts([one.docno for _, one in rows]),
        "level": numbers([one.grade for _, one in rows]),
    }
    execute_on(
        store._connection,
        stated,
        f"""
        create temp table {PREFERENCES} as
        select qrels_id, topic_id, judgement_group, subgroup, document_id, level
        from incoming_rows
        inner join topic on incoming_rows.topic = topic.name
        inner join document using (docno)
        cross join qrels
        """,
    )
