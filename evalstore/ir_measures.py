"""ir_measures' interface on evalstore: `import evalstore.ir_measures as ir_measures`.

`calc_aggregate`, `iter_calc`, `calc` and `evaluator` compute with evalstore; every other name is
that of ir_measures. Importing this module registers the provider `evalstore` with ir_measures;
`use()` makes it the first choice of ir_measures itself, and so of PyTerrier's Experiment.

ir_measures asks a different program for each measure, and these break ties in different ways. Here
tied documents are in the order of the program that ir_measures would ask. See docs/formats.md for
what differs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from evalstore.errors import MeasureError
from evalstore.evaluation import MemoryEvaluator
from evalstore.measures.grammar import parse

try:
    import ir_measures as _theirs
    from ir_measures import providers as _providers
    from ir_measures.util import QrelsConverter, RunConverter
except ImportError as error:
    raise ImportError(
        "evalstore.ir_measures needs ir_measures; pip install 'evalstore[ir-measures]'"
    ) from error

if TYPE_CHECKING:
    import pyarrow as pa

# How the programs that ir_measures asks order tied documents; all others do as trec_eval.
_TIES = {
    "gdeval": "score desc, docno desc",
    "judged": "score desc, docno",
    "msmarco": "score desc, docno",
    "pyndeval": "score desc, docno",
    "compat": "score desc, docno",
    "cwl_eval": "score desc, place",
    "accuracy": "score desc, place",
}
_TREC_EVAL = "trec_eval"


class EvalstoreProvider(_providers.Provider):  # type: ignore[misc]
    """Measures as evalstore computes them."""

    NAME = "evalstore"

    def supports(self, measure: Any) -> bool:
        try:
            measure.validate_params()
            parse(str(measure))
        except (MeasureError, AssertionError, ValueError):
            return False
        return True

    def _evaluator(self, measures: Iterable[Any], qrels: Any) -> EvalstoreEvaluator:
        return EvalstoreEvaluator(list(measures), qrels)


class EvalstoreEvaluator(_providers.Evaluator):  # type: ignore[misc]
    """Judgements in a store in memory; runs come and go."""

    def __init__(self, measures: list[Any], qrels: Any) -> None:
        table = _qrels_table(qrels)
        super().__init__(measures, sorted(set(table["topic"].to_pylist())))
        self._groups = _by_ties(measures)
        self._memory = MemoryEvaluator(table) if table.num_rows else None

    def _iter_calc(self, run: Any) -> Iterator[Any]:
        """The values of the topics that are judged and answered."""
        table = _run_table(run)
        if not table.num_rows or self._memory is None:
            return
        answered = set(table["topic"].to_pylist())
        for ties, measures in self._groups.items():
            names = {parse(str(measure)).name: measure for measure in measures}
            ranked = _ranked(table, ties)
            rule = "rank" if "rank" in ranked.column_names else None
            for topic, name, value in self._memory.scores(ranked, list(names), rule):
                if topic in answered:
                    yield _theirs.Metric(query_id=topic, measure=names[name], value=value)


def _by_ties(measures: Iterable[Any]) -> dict[str, list[Any]]:
    """The measures by the order of tied documents that ir_measures would give them."""
    groups: dict[str, list[Any]] = {}
    for measure in measures:
        asked = (one.NAME for one in _theirs.DefaultPipeline.providers if _serves(one, measure))
        groups.setdefault(_TIES.get(next(asked, ""), _TREC_EVAL), []).append(measure)
    return groups


def _serves(provider: Any, measure: Any) -> bool:
    return provider.NAME not in ("evalstore", "runtime") and bool(provider.supports(measure))


def _ranked(table: pa.Table, ties: str) -> pa.Table:
    """The run with a rank for each document, or as it is where trec_eval's order is right."""
    if ties == _TREC_EVAL:
        return table.drop_columns("place")
    import duckdb

    select = f"""
        select topic, docno, score,
            row_number() over (partition by topic order by {ties}) as rank
        from run_rows
    """
    with duckdb.connect() as connection:
        connection.register("run_rows", table)
        return connection.sql(select).to_arrow_table()


def _qrels_table(qrels: Any) -> pa.Table:
    """The judgements as a table; of a judgement that is given twice, the last counts."""
    import pyarrow as pa

    found = {
        (str(row.query_id), str(getattr(row, "iteration", "0")), str(row.doc_id)): row.relevance
        for row in QrelsConverter(qrels).as_namedtuple_iter()
    }
    return pa.table(
        {
            "topic": pa.array([topic for topic, _, _ in found], pa.string()),
            "subtopic": pa.array([subtopic for _, subtopic, _ in found], pa.string()),
            "docno": pa.array([docno for *_, docno in found], pa.string()),
            "grade": pa.array([float(grade) for grade in found.values()], pa.float64()),
        }
    )


def _run_table(run: Any) -> pa.Table:
    """The run as a table; of a document that is ranked twice, the last score counts."""
    import pyarrow as pa

    found = {
        (str(row.query_id), str(row.doc_id)): row.score
        for row in RunConverter(run).as_namedtuple_iter()
    }
    return pa.table(
        {
            "topic": pa.array([topic for topic, _ in found], pa.string()),
            "docno": pa.array([docno for _, docno in found], pa.string()),
            "score": pa.array([float(score) for score in found.values()], pa.float64()),
            "place": pa.array(range(len(found)), pa.int64()),
        }
    )


evalstore = _providers.register(EvalstoreProvider())
_pipeline = _providers.FallbackProvider([_theirs.runtime, evalstore])
evaluator = _pipeline.evaluator
iter_calc = _pipeline.iter_calc
calc_aggregate = _pipeline.calc_aggregate
calc = _pipeline.calc


def use() -> None:
    """Make evalstore the first choice of ir_measures, and so of PyTerrier's Experiment."""
    if evalstore not in _theirs.DefaultPipeline.providers:
        _theirs.DefaultPipeline.providers.insert(1, evalstore)


def __getattr__(name: str) -> Any:
    return getattr(_theirs, name)


def __dir__() -> list[str]:
    return sorted({*globals(), *dir(_theirs)})
