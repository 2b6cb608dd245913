"""The line readers of sampled judgements: prels with probabilities, and qrels with strata."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from evalstore.formats.lines import Reading, field_lines, finite, shown
from evalstore.formats.qrels_lines import Judgement, distinct_judgements
from evalstore.load.source import Source

PRELS = "topic document grade method probability"
STRATA = "topic iteration document stratum grade"

_NOT_SAMPLED = -999
# Methods of the Million Query track: 0 is not the sampling method, 2 is both.
_TAKEN_FOR_CERTAIN = (b"0", b"2")


def read_prels(source: Source, reading: Reading) -> list[Judgement]:
    """The judgements of a prels file, as statAP_MQ_eval takes them.

    A document that was chosen by another method (0, or 2: both) has probability 1.
    """
    return distinct_judgements(_prels(source, reading), reading)


def read_strata(source: Source, reading: Reading) -> list[Judgement]:
    """The judgements of a qrels file with strata, as sample_eval takes them."""
    return distinct_judgements(_strata(source, reading), reading)


SAMPLED: dict[str, Callable[[Source, Reading], list[Judgement]]] = {
    "prels": read_prels,
    "strata": read_strata,
}


def _prels(source: Source, reading: Reading) -> Iterator[Judgement]:
    for number, fields, grade in _five_columns(source, reading, PRELS, 2):
        topic, docno = fields[0].decode(), fields[1].decode()
        probability = 1.0 if fields[3] in _TAKEN_FOR_CERTAIN else finite(fields[4])
        if fields[4] == b"NA" or grade <= _NOT_SAMPLED:
            reading.note("documents without a probability or a grade were ignored")
        elif probability is None or not 0 < probability <= 1:
            what = f"probability {shown(fields[4])} is not a number above 0 and up to 1"
            reading.refuse(number, what)
        else:
            yield Judgement(topic, "0", docno, grade, number, probability=probability)


def _strata(source: Source, reading: Reading) -> Iterator[Judgement]:
    for number, fields, grade in _five_columns(source, reading, STRATA, 4):
        topic, subtopic, docno, stratum = (field.decode() for field in fields[:4])
        yield Judgement(topic, subtopic, docno, grade, number, stratum=stratum)


def _five_columns(
    source: Source, reading: Reading, columns: str, grade_column: int
) -> Iterator[tuple[int, list[bytes], float]]:
    for number, fields in field_lines(source, reading):
        if len(fields) != 5:
            reading.refuse(number, f"{len(fields)} columns, expected 5: {columns}")
            continue
        grade = finite(fields[grade_column])
        if grade is None:
            reading.refuse(number, f"grade {shown(fields[grade_column])} is not a number")
        else:
            yield number, fields, grade
