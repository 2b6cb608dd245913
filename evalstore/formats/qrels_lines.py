"""The line reader of judgements: TREC's four columns, or three with a header as BEIR has them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from evalstore.formats.lines import Reading, field_lines, finite, shown
from evalstore.load.source import Source
from evalstore.plural import counted

COLUMNS = "topic subtopic document grade"


@dataclass(frozen=True)
class Judgement:
    """What an assessor said of a document; `line` is where."""

    topic: str
    subtopic: str
    docno: str
    grade: float
    line: int
    subgroup: str = ""
    stratum: str | None = None
    probability: float | None = None


def read_judgements(source: Source, reading: Reading) -> list[Judgement]:
    """The judgements of a file, each once; all problems are raised together."""
    return distinct_judgements(_rows(source, reading), reading)


def distinct_judgements(rows: Iterable[Judgement], reading: Reading) -> list[Judgement]:
    """Each judgement once; one that contradicts another is refused."""
    found: dict[tuple[str, str, str], Judgement] = {}
    for judgement in rows:
        key = (judgement.topic, judgement.subtopic, judgement.docno)
        earlier = found.setdefault(key, judgement)
        if earlier is judgement:
            continue
        if earlier.grade == judgement.grade:
            reading.note("repeated judgements were stored once")
        else:
            reading.refuse(judgement.line, _contradiction(judgement, earlier))
    if not found and not reading.problems:
        reading.refuse(None, f"no judgements; a qrels file has lines of: {COLUMNS}")
    reading.check()
    return list(found.values())


def _contradiction(judgement: Judgement, earlier: Judgement) -> str:
    return (
        f"document {judgement.docno!r} of topic {judgement.topic!r} has grade "
        f"{judgement.grade:g} here and {earlier.grade:g} on line {earlier.line}; remove one of them"
    )


def _rows(source: Source, reading: Reading) -> Iterator[Judgement]:
    lines = field_lines(source, reading)
    first = next(lines, None)
    if first is None:
        return
    columns = len(first[1])
    if columns in (3, 4) and finite(first[1][-1]) is None:
        reading.note(f"line {first[0]} is a header; skipped")
    else:
        yield from _row(*first, columns, reading)
    for number, fields in lines:
        yield from _row(number, fields, columns, reading)


def _row(number: int, fields: list[bytes], columns: int, reading: Reading) -> Iterator[Judgement]:
    if len(fields) != columns or columns not in (3, 4):
        reading.refuse(number, _wrong_columns(len(fields), columns))
        return
    grade = finite(fields[-1])
    if grade is None:
        reading.refuse(number, f"grade {shown(fields[-1])} is not a number")
        return
    subtopic = "0" if columns == 3 else fields[1].decode()
    yield Judgement(fields[0].decode(), subtopic, fields[-2].decode(), grade, number)


def _wrong_columns(count: int, columns: int) -> str:
    if columns in (3, 4):
        return f"{counted(count, 'column')} where the file began with {columns}: {COLUMNS}"
    hint = {
        6: "; 6 columns look like a run: `store.load_runs()`",
        5: "; 5 columns look like sampled judgements: `store.load_qrels(file_format='prels')` or "
        "`file_format='strata'`",
    }.get(count, "")
    return f"{counted(count, 'column')}, expected 4: {COLUMNS}{hint}"
