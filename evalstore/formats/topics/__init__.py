"""Topic files: tab-separated, TREC <top>, XML or JSON, recognised by their content."""

from __future__ import annotations

from collections.abc import Iterable

from evalstore.formats.lines import Reading
from evalstore.formats.texts import read_text
from evalstore.formats.topics import markup, objects, table
from evalstore.formats.topics.fields import Found, Topic
from evalstore.load.source import Source

__all__ = ["Topic", "read_topics", "record_topics"]

FORMATS = (
    "topic<TAB>text lines, TREC <top> blocks, XML <topic> elements or one JSON object per line"
)


def read_topics(source: Source) -> list[Topic]:
    """The topics of a file in its order; FileProblems lists everything that is wrong with it."""
    reading = Reading(source.name)
    return distinct_topics(_topics(read_text(source, reading), reading), reading)


def record_topics(records: Iterable[tuple[int, dict[str, str]]], name: str) -> list[Topic]:
    """The topics of records of named texts, such as the rows of a table."""
    reading = Reading(name)
    return distinct_topics(objects.FIELDS.topics(records, reading), reading)


def distinct_topics(topics: Found, reading: Reading) -> list[Topic]:
    """Each topic once; one with two texts is refused."""
    found: dict[str, tuple[int | None, Topic]] = {}
    for line, topic in topics:
        earlier, known = found.setdefault(topic.topic, (line, topic))
        if known != topic:
            where = "before" if earlier is None else f"on line {earlier}"
            what = f"topic {topic.topic!r} has a different text {where}; remove one of them"
            reading.refuse(line, what)
    if not found and not reading.problems:
        reading.refuse(None, f"no topic found; a topic file has {FORMATS}")
    reading.check()
    return [topic for _, topic in found.values()]


def _topics(text: str, reading: Reading) -> Found:
    first = text.lstrip()[:1]
    if first in ("{", "["):
        return objects.topics(text, reading)
    if first == "<" or markup.has_top(text):
        return markup.topics(text, reading)
    return table.topics(text, reading)
