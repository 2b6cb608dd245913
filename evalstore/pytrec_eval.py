"""pytrec_eval's interface on evalstore: `import evalstore.pytrec_eval as pytrec_eval`.

The names of measures, their values on every topic and the errors are pytrec_eval's. What differs:
scores that are not finite raise ValueError, where trec_eval sorts them somewhere; and parameters of
utility, set_F and relstring are not understood.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from evalstore.errors import MeasureError
from evalstore.evaluation import MemoryEvaluator
from evalstore.measures.grammar import Measure, parse
from evalstore.measures.parameters import with_parameters

__all__ = [
    "RelevanceEvaluator",
    "compute_aggregated_measure",
    "parse_qrel",
    "parse_run",
    "supported_measures",
    "supported_nicknames",
]

Numbers = Mapping[str, Mapping[str, float]]

_CUTOFFS = ("5", "10", "15", "20", "30", "100", "200", "500", "1000")
_DEFAULTS = {
    **dict.fromkeys(("P", "recall", "ndcg_cut", "map_cut", "relative_P"), _CUTOFFS),
    "success": ("1", "5", "10"),
    "iprec_at_recall": tuple(f"{tenth / 10:.2f}" for tenth in range(11)),
    "Rprec_mult": tuple(f"{tenth / 10:.2f}" for tenth in range(2, 21, 2)),
}
_DECIMALS = ("iprec_at_recall", "Rprec_mult")
# pytrec_eval gives these a number too: a topic counts as one, and texts are 0.
_CONSTANTS = {"num_q": 1.0, "runid": 0.0, "relstring": 0.0}
# In the order of trec_eval's output.
_MEASURES = (
    *("runid", "num_q", "num_ret", "num_rel", "num_rel_ret", "map", "gm_map", "Rprec", "bpref"),
    *("recip_rank", "iprec_at_recall", "P", "relstring", "recall", "infAP", "gm_bpref"),
    *("Rprec_mult", "utility", "11pt_avg", "binG", "G", "ndcg", "ndcg_rel", "Rndcg", "ndcg_cut"),
    *("map_cut", "relative_P", "success", "set_P", "set_relative_P", "set_recall", "set_map"),
    *("set_F", "num_nonrel_judged_ret"),
)
supported_measures = frozenset(_MEASURES)
supported_nicknames = {
    "official": {
        *("runid", "num_q", "num_ret", "num_rel", "num_rel_ret", "map", "gm_map", "Rprec"),
        *("bpref", "recip_rank", "iprec_at_recall", "P"),
    },
    "set": {
        *("runid", "num_q", "num_ret", "num_rel", "num_rel_ret", "utility", "set_P"),
        *("set_relative_P", "set_recall", "set_map", "set_F"),
    },
    "all_trec": set(_MEASURES),
}
_PARAMETERS = r"[._](\d+(?:\.\d+)?(?:,\d+(?:\.\d+)?)*)"


class RelevanceEvaluator:
    """Judgements and measures; `evaluate` takes one run after the other."""

    def __init__(
        self,
        query_relevance: Mapping[str, Mapping[str, int]],
        measures: Iterable[str],
        relevance_level: int = 1,
        judged_docs_only_flag: bool = False,
    ) -> None:
        parameters = {"rel": relevance_level, "judged_only": judged_docs_only_flag}
        self._measures = {name: _where(name, parameters) for name in _names(measures)}
        qrels = {topic: docs for topic, docs in query_relevance.items() if len(docs) > 0}
        for topic, docs in qrels.items():
            _check_judgements(topic, docs)
        self._topics = set(qrels)
        self._evaluator = MemoryEvaluator(qrels) if qrels else None

    def evaluate(self, scores: Numbers) -> dict[str, dict[str, float]]:
        """{topic: {measure: value}} of the judged topics that the run has."""
        if not scores:
            return {}
        for topic, docs in scores.items():
            _check_ranking(topic, docs)
        topics = [topic for topic in scores if topic in self._topics]
        values = self._values({topic: scores[topic] for topic in topics if scores[topic]})
        return {
            topic: {
                name: _CONSTANTS.get(name, values.get((topic, str(measure)), 0.0))
                for name, measure in self._measures.items()
            }
            for topic in topics
        }

    def _values(self, run: Numbers) -> dict[tuple[str, str], float]:
        """Our values by topic and measure; a judged topic without documents has values too."""
        wanted = sorted({str(one) for one in self._measures.values() if one is not None})
        if not wanted or self._evaluator is None:
            return {}
        ranked = run or {"an unjudged topic": {"a document": 0.0}}
        rows = self._evaluator.scores(ranked, wanted)
        return {(topic, measure): value for topic, measure, value in rows}


def _check_judgements(topic: Any, docs: Any) -> None:
    if not isinstance(docs, Mapping) or not isinstance(topic, str):
        raise TypeError("Expected mapping of document id to query relevance or matching score.")
    for docno, grade in docs.items():
        if not isinstance(docno, str):
            raise TypeError("Expected mapping of document id to query relevance or matching score.")
        if not isinstance(grade, int):
            raise TypeError("Expected relevance to be integer.")


def _check_ranking(topic: Any, docs: Any) -> None:
    is_sound = (
        isinstance(topic, str)
        and isinstance(docs, Mapping)
        and all(isinstance(docno, str) for docno in docs)
        and all(isinstance(score, int | float) for score in docs.values())
    )
    if not is_sound:
        raise TypeError("Unable to extract query/object scores.")
    for docno, score in docs.items():
        if score != score or abs(score) == float("inf"):
            raise ValueError(f"the score of document {docno!r} of topic {topic!r} is not finite")


def _names(measures: Iterable[str]) -> list[str]:
    """The names in the result: a name for each cutoff, in the order of trec_eval's output."""
    found: dict[str, set[str]] = {}
    for given in measures:
        for measure in supported_nicknames.get(given, {given}):
            name, parameters = _parsed(measure)
            found.setdefault(name, set()).update(parameters)
    return [full for name in _MEASURES if name in found for full in _full_names(name, found[name])]


def _full_names(name: str, parameters: set[str]) -> list[str]:
    chosen = parameters or _DEFAULTS.get(name)
    if not chosen:
        return [name]
    if name in _DECIMALS:
        return [f"{name}_{number:.2f}" for number in sorted(map(float, chosen))]
    return [f"{name}_{number}" for number in sorted(map(int, chosen))]


def _parsed(measure: str) -> tuple[str, list[str]]:
    """`ndcg_cut.5,10` and `P_5` as a name and its cutoffs."""
    if measure in supported_measures:
        return measure, []
    for name in _DEFAULTS:
        match = re.fullmatch(re.escape(name) + _PARAMETERS, measure)
        if match and (name in _DECIMALS or "." not in match[1]):
            return name, match[1].split(",")
    raise ValueError(f"unsupported measure {measure}")


def _where(name: str, parameters: Mapping[str, Any]) -> Measure | None:
    """Our measure of that name, with the relevance level and the flag where it has these."""
    if name in _CONSTANTS:
        return None
    try:
        measure = parse(name)
    except MeasureError as error:
        raise ValueError(f"unsupported measure {name}") from error
    return with_parameters(measure, parameters)


def compute_aggregated_measure(measure: str, values: Sequence[float]) -> float:
    """The sum of counts, the geometric mean of gm_ measures, the mean of all others."""
    import numpy as np

    if measure.startswith("num_"):
        return float(np.sum(values))
    mean = np.sum(values) / len(values) if measure.startswith("gm_") else np.mean(values)
    return float(np.exp(mean) if measure.startswith("gm_") else mean)


def parse_run(f_run: Iterable[str]) -> dict[str, dict[str, float]]:
    """The lines of a TREC run as {topic: {docno: score}}."""
    run: dict[str, dict[str, float]] = {}
    for line in f_run:
        topic, _, docno, _, score, _ = line.strip().split()
        assert docno not in run.setdefault(topic, {})
        run[topic][docno] = float(score)
    return run


def parse_qrel(f_qrel: Iterable[str]) -> dict[str, dict[str, int]]:
    """The lines of a qrels file as {topic: {docno: grade}}."""
    qrels: dict[str, dict[str, int]] = {}
    for line in f_qrel:
        topic, _, docno, grade = line.strip().split()
        assert docno not in qrels.setdefault(topic, {})
        qrels[topic][docno] = int(grade)
    return qrels
