"""What a topic is, and which of its named texts is which."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from evalstore.formats.columns import named
from evalstore.formats.lines import Reading

# Names of a field, the first that is given counts. `topic` is last: with another id it is text.
IDS = (
    *("number", "num", "_id", "id", "identifier", "qid", "query_id", "queryid"),
    *("topic_id", "topicid", "topic"),
)
TITLES = ("title", "query", "question", "text")
DESCRIPTIONS = ("description", "desc", "question")
NARRATIVES = ("narrative", "narr")

__all__ = ["Fields", "Found", "Topic", "named", "taken"]

Found = Iterator[tuple[int | None, "Topic"]]


@dataclass(frozen=True, slots=True)
class Topic:
    """One information need; `topic` is its name in runs and judgements."""

    topic: str
    title: str | None = None
    description: str | None = None
    narrative: str | None = None
    metadata: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Fields:
    """The names that the fields of a format have, and the message for a topic without an id."""

    no_id: str
    ids: Sequence[str] = IDS
    titles: Sequence[str] = TITLES

    def topics(self, records: Iterable[tuple[int, dict[str, str]]], reading: Reading) -> Found:
        """A topic for each record of named texts; texts without a column are metadata."""
        for line, texts in records:
            topic = taken(texts, self.ids)
            if topic is None:
                reading.refuse(line, self.no_id)
            else:
                columns = (self.titles, DESCRIPTIONS, NARRATIVES)
                title, description, narrative = (taken(texts, names) for names in columns)
                metadata = {name: text for name, text in texts.items() if text}
                yield line, Topic(topic, title, description, narrative, metadata)


def taken(texts: dict[str, str], names: Sequence[str]) -> str | None:
    """Remove the field with the first of the names, and return its text; None if it has none."""
    name = named(texts, names)
    return None if name is None else texts.pop(name) or None
