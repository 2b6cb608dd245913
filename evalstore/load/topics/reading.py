"""What a topic is, and what the reader of a topic file has gathered so far."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from evalstore.errors import FileProblems, Problem

FORMATS = (
    "topic<TAB>text lines, TREC <top> blocks, XML <topic> elements or one JSON object per line"
)

# The names of a field, most telling first. `topic` comes last: beside another id it is the text.
IDS = (
    *("number", "num", "_id", "id", "identifier", "qid", "query_id", "queryid"),
    *("topic_id", "topicid", "topic"),
)
TITLES = ("title", "query", "question", "text")
DESCRIPTIONS = ("description", "desc", "question")
NARRATIVES = ("narrative", "narr")


@dataclass(frozen=True, slots=True)
class Topic:
    """One information need; `topic` is the name that runs and judgements know it by."""

    topic: str
    title: str | None = None
    description: str | None = None
    narrative: str | None = None
    metadata: dict[str, str] = field(default_factory=dict)


class Reading:
    """The topics and the problems of one file, in the order of the file."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.problems: list[Problem] = []
        self._topics: dict[str, Topic] = {}
        self._lines: dict[str, int | None] = {}

    def add(self, line: int | None, topic: Topic) -> None:
        """Keep a topic; the same one again is fine, another one under its name is not."""
        known = self._topics.setdefault(topic.topic, topic)
        if known is topic:
            self._lines[topic.topic] = line
        elif known != topic:
            self.refuse(line, self._clash(topic.topic))

    def refuse(self, line: int | None, what: str) -> None:
        self.problems.append(Problem(line, what))

    def topics(self) -> list[Topic]:
        if not self._topics and not self.problems:
            self.refuse(None, f"no topic found; a topic file has {FORMATS}")
        if self.problems:
            raise FileProblems(self.name, self.problems)
        return list(self._topics.values())

    def _clash(self, topic: str) -> str:
        line = self._lines[topic]
        where = "before" if line is None else f"on line {line}"
        return f"topic {topic!r} has other text {where}; keep one of the two"


def topic_of(topic: str, fields: dict[str, str], titles: Sequence[str] = TITLES) -> Topic:
    """A topic from named texts; what has no place of its own is metadata."""
    title, description = taken(fields, titles), taken(fields, DESCRIPTIONS)
    return Topic(topic, title, description, taken(fields, NARRATIVES), fields)


def taken(fields: dict[str, str], names: Sequence[str]) -> str | None:
    """Take the field with the most telling of the names out of `fields`."""
    name = named(fields, names)
    return None if name is None else fields.pop(name)


def named(given: Iterable[str], names: Sequence[str]) -> str | None:
    """Which given name is one of `names`, the earliest of them first; `Query-ID` is `query_id`."""
    by_plain = {name.strip().lower().replace("-", "_").replace(" ", "_"): name for name in given}
    return next((by_plain[name] for name in names if name in by_plain), None)
