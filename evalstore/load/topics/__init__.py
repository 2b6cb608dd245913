"""Topic files: tab-separated, TREC <top>, XML or JSON, recognised by what they hold."""

from __future__ import annotations

from evalstore.errors import DataError
from evalstore.load.source import Source
from evalstore.load.topics import jsonl, tsv, xml
from evalstore.load.topics.decode import decoded
from evalstore.load.topics.reading import Reading, Topic

__all__ = ["Topic", "read_topics"]


def read_topics(source: Source) -> list[Topic]:
    """The topics of a file in its order; FileProblems says all that is wrong with it."""
    reading = Reading(source.name)
    try:
        with source.open() as stream:
            text = decoded(stream.read(), source.name)
    except OSError as error:
        raise DataError(f"{source.name}: {error.strerror or error}") from error
    _read(text, reading)
    return reading.topics()


def _read(text: str, reading: Reading) -> None:
    first = text.lstrip()[:1]
    if first == "{":
        jsonl.read_lines(text, reading)
    elif first == "[":
        jsonl.read_array(text, reading)
    elif first == "<" or xml.has_top(text):
        xml.read(text, reading)
    else:
        tsv.read(text, reading)
