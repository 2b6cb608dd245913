"""TREC's own topics: <top> blocks of tags that are seldom closed, each with its label."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator

from evalstore.load.topics.reading import Reading, taken, topic_of

IDS = ("num", "number", "identifier", "id", "qid", "topicid", "topic_id", "query_id")
LABELS = {
    "num": "Number",
    "title": "Topic",
    "desc": "Description",
    "narr": "Narrative",
    "smry": "Summary",
    "dom": "Domain",
    "con": "Concept(s)",
    "fac": "Factor(s)",
    "def": "Definition(s)",
    "nat": "Nationality",
    "time": "Time",
    "price": "Price",
}
TAG = re.compile(r"<(/?)([a-z][\w.-]*)(?:\s[^<>]*)?>", re.IGNORECASE)
TOP = re.compile(r"<(/?)top(?:\s[^<>]*)?>", re.IGNORECASE)
COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
ENTITY = re.compile(r"&#?\w+;")
LANGUAGE = re.compile(r"^[a-z]{2}-(?=(?:title|desc|narr)$)")  # CLEF: <EN-title>


def has_top(text: str) -> bool:
    return any(not tag[1] for tag in TOP.finditer(text))


def read(text: str, reading: Reading) -> None:
    for line, block in _blocks(COMMENT.sub(_blanked, text)):
        fields = joined(_fields(block))
        topic = taken(fields, IDS)
        if topic is None:
            reading.refuse(line, "the topic that starts here has no id; give it a <num>")
        else:
            reading.add(line, topic_of(topic, fields))


def joined(fields: Iterable[tuple[str, str]]) -> dict[str, str]:
    """One text per tag, free of labels and line breaks; a repeated tag gives a line for each."""
    texts: dict[str, list[str]] = {}
    for tag, text in fields:
        if words := _words(tag, text):
            texts.setdefault(tag, []).append(words)
    return {tag: "\n".join(lines) for tag, lines in texts.items()}


def plain_tag(tag: str) -> str:
    return LANGUAGE.sub("", tag.lower())


def _words(tag: str, text: str) -> str:
    words = " ".join(text.split())
    label = LABELS.get(tag)
    if label is None:
        return words
    return re.sub(rf"^{re.escape(label)}\s*:\s*", "", words, flags=re.IGNORECASE)


def _blocks(text: str) -> Iterator[tuple[int, str]]:
    """Each block with the line of its <top>; a block ends at </top> or at the next <top>."""
    tags = list(TOP.finditer(text))
    line, counted = 1, 0
    for at, tag in enumerate(tags):
        if not tag[1]:
            line += text.count("\n", counted, tag.start())
            counted = tag.start()
            end = tags[at + 1].start() if at + 1 < len(tags) else len(text)
            yield line, text[tag.end() : end]


def _fields(block: str) -> Iterator[tuple[str, str]]:
    tag, start = "text", 0
    for found in TAG.finditer(block):
        yield tag, _unescaped(block[start : found.start()])
        tag = "text" if found[1] else plain_tag(found[2])
        start = found.end()
    yield tag, _unescaped(block[start:])


def _unescaped(text: str) -> str:
    # Only what ends in a semicolon: these files are full of bare ampersands, as in AT&T.
    return ENTITY.sub(lambda entity: html.unescape(entity[0]), text)


def _blanked(comment: re.Match[str]) -> str:
    return "\n" * comment[0].count("\n")
