"""Which topics are evaluated, in what order, and where trec_eval stops with an error."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from evalstore.preferences.consistency import contradiction
from evalstore_cli.trec_eval.arguments import Arguments, QuitError
from evalstore_cli.trec_eval.lines import Line
from evalstore_cli.trec_eval.order import ranked
from evalstore_cli.trec_eval.reading import Judged, Judgements, Results

# What version 10 evaluates in place of a topic that the run misses.
PLACEHOLDER = ("ceci_nest_pas_un_docno", 1.0)

ABORTED = 134

_WRONG_FORMAT = {
    "qrels": "trec_eval.form_res_qrels: rel_info format not qrels or results format not "
    "trec_results\n",
    "qrels_jg": "trec_eval: rel_info format not qrels_jg or results format not trec_results\n",
    "prefs": "trec_eval.form_prefs_info: prefs_info format not (prefs or qrels_prefs) or results "
    "format not trec_results\n",
}
_CONTRADICTION = {
    "levels": "trec_eval.form_prefs_counts: doc '{}' occurs with different rel_level in same jsg\n",
    "relevance": "trec_eval.form_prefs_counts: doc '{}' has both 0 and non-0 rel_level assigned\n",
    "circle": "trec_eval.form_prefs_counts: Pref inconsistency found: {} are conflicted\n",
}


@dataclass
class Plan:
    """The topics to evaluate; `end` is how the run ends early after them, if it does."""

    topics: list[str] = field(default_factory=list)
    missing: set[str] = field(default_factory=set)
    end: QuitError | None = None


def form_of(arguments: Arguments) -> str:
    """What the judgements are to the measures: qrels, qrels_jg or prefs."""
    judgements_format = arguments.judgements_format
    return "prefs" if judgements_format == "qrels_prefs" else judgements_format


def make_plan(
    arguments: Arguments, lines: Sequence[Line], results: Results, judgements: Judgements
) -> Plan:
    """Walk through the topics as trec_eval does, up to the first that it cannot evaluate."""
    plan = Plan()
    for topic in _candidates(arguments, results, judgements):
        if topic not in results.topics and not arguments.complete:
            plan.end = QuitError(4, f"trec_eval: result qid '{topic}' not found in qrels\n")
        else:
            is_first = not plan.topics
            plan.end = _failure(arguments, lines, results, topic, judgements[topic], is_first)
        if plan.end:
            return plan
        plan.topics.append(topic)
        if topic not in results.topics:
            plan.missing.add(topic)
    if not plan.topics:
        plan.end = QuitError(7, "trec_eval: No queries with both results and relevance info\n")
    return plan


def _candidates(arguments: Arguments, results: Results, judgements: Judgements) -> Iterable[str]:
    """Version 9 goes through the topics in both files, version 10 through all that are judged."""
    topics = sorted(judgements)
    if arguments.only_topic is not None:
        topics = [topic for topic in topics if topic == arguments.only_topic]
    return topics if arguments.compat >= 10 else [one for one in topics if one in results.topics]


def _failure(
    arguments: Arguments,
    lines: Sequence[Line],
    results: Results,
    topic: str,
    judged: Sequence[Judged],
    is_first: bool,
) -> QuitError | None:
    """Why the first of the measures cannot be computed on a topic."""
    form = form_of(arguments)
    problem = _repeated(arguments, results, topic, form) or _unusable(judged, form, is_first)
    for line in lines:
        needs, cannot = (
            line.entry.needs,
            f"trec_eval: Can't calculate measure '{line.entry.name}'\n",
        )
        if needs is None:
            continue
        if needs != form:
            return QuitError(4, _WRONG_FORMAT[needs] + cannot)
        if problem:
            return QuitError(problem.exit_code, str(problem) + cannot * (problem.exit_code == 4))
        if line.entry.name == "utility" and len(line.numbers) != 4:
            return QuitError(
                4, "trec_eval.calc_utility: improper number of coefficients\n" + cannot
            )
    return None


def _repeated(arguments: Arguments, results: Results, topic: str, form: str) -> QuitError | None:
    """A document that the run has twice among those that are looked at."""
    documents, scores = results.topics.get(topic, ([], []))
    if len(set(documents)) == len(documents):
        return None
    is_preference = form == "prefs"
    order = ranked(documents, scores, arguments.compat, ties_upwards=is_preference)
    repeated = _first_twice(order[: max(arguments.depth, 0)])
    if repeated is None:
        return None
    where = "form_prefs_counts" if is_preference else "form_res_qrels"
    return QuitError(4, f"trec_eval.{where}: duplicate docs {repeated}")


def _unusable(judged: Sequence[Judged], form: str, is_first: bool) -> QuitError | None:
    if form == "qrels":
        repeated = _first_twice(one.docno for one in judged)
        if repeated is not None:
            return QuitError(4, f"trec_eval.form_res_rels: duplicate docs {repeated}\n")
        # trec_eval allocates a counter per grade, of an earlier topic if this one has no grade.
        if is_first and all(one.grade < 0 for one in judged):
            return QuitError(4)
    return _contradictory(judged) if form == "prefs" else None


def _contradictory(judged: Sequence[Judged]) -> QuitError | None:
    for group in sorted({one.group for one in judged}):
        rows = ((one.subgroup, one.docno, one.grade) for one in judged if one.group == group)
        found = contradiction(rows)
        if found is not None:
            exit_code = ABORTED if found.kind == "circle" else 4
            return QuitError(
                exit_code, _CONTRADICTION[found.kind].format(", ".join(found.documents))
            )
    return None


def _first_twice(documents: Iterable[str]) -> str | None:
    """The first of the documents, by name, that is there twice."""
    twice = (docno for docno, times in Counter(documents).items() if times > 1)
    return min(twice, default=None)
