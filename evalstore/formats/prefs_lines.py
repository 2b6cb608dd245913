"""The line reader of preferences: topic, group of assessors, subgroup, document and level."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from evalstore.formats.lines import Reading, field_lines, finite, shown
from evalstore.formats.qrels_lines import Judgement
from evalstore.load.source import Source
from evalstore.preferences.consistency import Contradiction, contradiction

COLUMNS = "topic group subgroup document level"


def read_preference_judgements(source: Source, reading: Reading) -> list[Judgement]:
    """The preferences of a file, each once; the group is the subtopic, the level is the grade."""
    found: dict[tuple[str, str, str, str, float], Judgement] = {}
    for one in _rows(source, reading):
        key = (one.topic, one.subtopic, one.subgroup, one.docno, one.grade)
        if found.setdefault(key, one) is not one:
            reading.note("repeated preferences were stored once")
    if not found and not reading.problems:
        reading.refuse(None, f"no preferences; a prefs file has lines of: {COLUMNS}")
    _refuse_contradictions(found.values(), reading)
    reading.check()
    return list(found.values())


def _rows(source: Source, reading: Reading) -> Iterator[Judgement]:
    for number, fields in field_lines(source, reading):
        level = finite(fields[-1])
        if len(fields) != 5:
            reading.refuse(number, f"{len(fields)} columns, expected 5: {COLUMNS}")
        elif level is None or level < 0:
            reading.refuse(number, f"level {shown(fields[4])} is not a number of 0 or more")
        else:
            topic, group, subgroup, docno = (field.decode() for field in fields[:4])
            yield Judgement(topic, group, docno, level, number, subgroup)


def _refuse_contradictions(preferences: Iterable[Judgement], reading: Reading) -> None:
    groups: dict[tuple[str, str], list[Judgement]] = defaultdict(list)
    for one in preferences:
        groups[one.topic, one.subtopic].append(one)
    for (topic, group), rows in groups.items():
        found = contradiction((one.subgroup, one.docno, one.grade) for one in rows)
        if found is not None:
            where = max(one.line for one in rows if one.docno == found.documents[0])
            reading.refuse(where, f"group {group!r} of topic {topic!r}: {_described(found)}")


def _described(found: Contradiction) -> str:
    documents = ", ".join(map(repr, found.documents))
    match found.kind:
        case "levels":
            return f"document {documents} has two levels in one comparison; remove one of them"
        case "relevance":
            return f"document {documents} has level 0 in one comparison and another elsewhere"
        case _:
            return f"{documents} have cyclic preferences"
