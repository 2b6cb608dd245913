"""Topic files: tab-separated, TREC <top>, XML or JSON, recognised by their content."""

from __future__ import annotations

from evalstore.formats.lines import Reading
from evalstore.formats.texts import read_text
from evalstore.formats.topics import markup, objects, table
from evalstore.formats.topics.fields import Found, Topic
from evalstore.load.source import Source

__all__ = ["Topic", "read_topics"]

FORMATS = (
    "topic<TAB>text lines, TREC <top> blocks, XML <topic> elements or one JSON object per line"
)


def read_topics(source: Source) -> list[Topic]:
    """The topics of a file in its order; FileProblems lists everything that is wrong with it."""
    reading = Reading(source.name)
    found: dict[str, tuple[int | None, Topic]] = {}
    for line, topic in _topics(read_text(source, reading), reading):
        earlier, known = found.setdefault(topic.topic, (line, topic))
        if known != topic:
            where = "before" if earlier is None else f"on line {earlier}"
            what = f"topic {topic.topic!r} has other text {where}; keep one of the two"
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
