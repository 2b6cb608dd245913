"""Reading results and judgements by trec_eval's rules, lenient and strict as it is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import IO

from evalstore_cli.trec_eval.arguments import Arguments, QuitError
from evalstore_cli.trec_eval.numbers import atof, atol
from evalstore_cli.trec_eval.text import from_bytes, to_bytes

STANDARD_INPUT = "-"


@dataclass
class Results:
    """A run: for each topic, documents and scores; and the tag of its last line."""

    topics: dict[str, tuple[list[str], list[float]]] = field(default_factory=dict)
    tag: str = ""


@dataclass(frozen=True)
class Judged:
    """One line of judgements; only preferences have subgroups."""

    docno: str
    grade: float
    group: str = "0"
    subgroup: str = ""


Judgements = dict[str, list[Judged]]


def read_results(path: str, stdin: IO[bytes], compat: int) -> Results:
    """The rows of a run file; from version 10 on, `-` is standard input."""
    from_stdin = compat >= 10 and path.startswith(STANDARD_INPUT)
    text = from_bytes(stdin.read()) if from_stdin else _content(path)
    if not text:
        raise _refused(path, f"trec_eval.get_results: Cannot read results file '{path}'")
    results, count, current = Results(), 0, None
    for line in text.split("\n"):
        fields = line.split()
        if not fields or (compat >= 10 and fields[0].startswith("#")):
            continue
        count += 1
        if len(fields) < 6:
            raise _refused(path, f"trec_eval.get_results: Malformed line {count}")
        if fields[0] != current:
            current = fields[0]
            documents, scores = results.topics.setdefault(current, ([], []))
        documents.append(fields[2])
        scores.append(_score(fields[4]))
        results.tag = fields[5]
    return results


def _score(text: str) -> float:
    try:
        return float(text) if "_" not in text else atof(text)
    except ValueError:
        return atof(text)


def read_qrels(path: str, compat: int) -> Judgements:
    """Judgements as `qrels`: the second column does not count."""
    judgements: Judgements = {}
    for topic, _, docno, grade in _rows(path, 4, "qrels", "qrels", compat):
        judgements.setdefault(topic, []).append(Judged(docno, atol(grade)))
    return judgements


def read_qrels_jg(path: str, compat: int) -> Judgements:
    """Judgements of several groups of assessors, named in the second column."""
    judgements: Judgements = {}
    for topic, group, docno, grade in _rows(path, 4, "qrels", "qrels_jg", compat):
        judgements.setdefault(topic, []).append(Judged(docno, atol(grade), group))
    for topic in sorted(judgements):
        keys = sorted((one.group, one.docno) for one in judgements[topic])
        for earlier, later in pairwise(keys):
            if earlier == later:
                raise _refused(path, f"trec_eval.get_qrels: duplicate docs {later[1]}")
    return judgements


def read_prefs(path: str, compat: int) -> Judgements:
    """Preferences: topic, group, subgroup, document and level."""
    judgements: Judgements = {}
    for topic, group, subgroup, docno, level in _rows(path, 5, "prefs", "prefs", compat):
        judged = Judged(docno, _level(level, compat), group, subgroup)
        judgements.setdefault(topic, []).append(judged)
    return judgements


def read_qrels_prefs(path: str, compat: int) -> Judgements:
    """Judgements read as preferences: one subgroup in each group."""
    judgements: Judgements = {}
    for topic, group, docno, level in _rows(path, 4, "prefs", "qrels_prefs", compat):
        judged = Judged(docno, _level(level, compat), group)
        judgements.setdefault(topic, []).append(judged)
    return judgements


READERS = {
    "qrels": read_qrels,
    "qrels_jg": read_qrels_jg,
    "prefs": read_prefs,
    "qrels_prefs": read_qrels_prefs,
}


def read_judgements(arguments: Arguments) -> Judgements:
    """The judgements that the command line names, in the format that it names."""
    reader = READERS.get(arguments.judgements_format)
    if reader is None:
        raise QuitError(2, f"trec_eval: Illegal rel_format '{arguments.judgements_format}'\n")
    return reader(arguments.files[0], arguments.compat)


def read_results_file(arguments: Arguments, stdin: IO[bytes]) -> Results:
    """The run that the command line names."""
    if arguments.results_format != "trec_results":
        raise QuitError(
            2,
            f"trec_eval: Illegal retrieval results format '{arguments.results_format}'\n",
        )
    return read_results(arguments.files[1], stdin, arguments.compat)


def read_zscores(path: str) -> dict[tuple[str, str], tuple[float, float]]:
    """The mean and standard deviation for each topic and measure."""
    content = _content(path)
    if not content:
        raise QuitError(255, f"trec_eval.get_zscores: Cannot read zscores file '{path}'\n")
    known: dict[tuple[str, str], tuple[float, float]] = {}
    for number, line in enumerate(_lines(content), 1):
        fields = line.split()
        if len(fields) != 4:
            raise QuitError(255, f"trec_eval.get_zscores: Malformed line {number}\n")
        known[fields[0], fields[1]] = atof(fields[2]), atof(fields[3])
    return known


def _rows(path: str, columns: int, what: str, reader: str, compat: int) -> Iterator[list[str]]:
    """The fields of every line, of which each must have just so many."""
    content = _content(path)
    if not content:
        raise _refused(path, f"trec_eval.get_{what}: Cannot read {what} file '{path}'")
    count, after_comment = 0, False
    for line in _lines(content):
        # A second comment line in a row is read as data; that is a fault of version 10.
        if compat >= 10 and line.startswith("#") and not after_comment:
            after_comment = True
            continue
        after_comment = False
        count += 1
        fields = line.split()
        if len(fields) != columns:
            raise _refused(path, f"trec_eval.get_{reader}: Malformed line {count}")
        yield fields


def _lines(content: str) -> list[str]:
    lines = content.split("\n")
    if not lines[-1]:
        del lines[-1]
    return lines


def _level(text: str, compat: int) -> float:
    """A level of preference, in version 9 a 32-bit number."""
    import numpy as np

    level = atof(text)
    with np.errstate(over="ignore"):
        return float(np.float32(level)) if compat < 10 else level


def _content(path: str) -> str:
    """What the file says; nothing where it cannot be read."""
    try:
        with open(to_bytes(path), "rb") as file:
            return from_bytes(file.read())
    except OSError:
        return ""


def _refused(path: str, what: str) -> QuitError:
    return QuitError(2, f"{what}\ntrec_eval: Quit in file '{path}'\n")
