"""Topics in XML; what only looks like XML goes to the reader of TREC's own format."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat
from xml.sax.saxutils import escape

from evalstore.load.topics import trec
from evalstore.load.topics.reading import IDS, Reading, taken, topic_of
from evalstore.load.topics.trec import has_top

__all__ = ["has_top", "read"]

PROLOG = re.compile(r"\s*+(?:<\?xml.*?\?>)?\s*+(?:<!DOCTYPE[^\[>]*(?:\[.*?\]\s*)?>)?", re.DOTALL)
STRAY_AMPERSAND = re.compile(r"&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\da-fA-F]+);)(?:\w+;)?")
Lines = dict[Element, int]


class EntitiesError(Exception):
    """The document brings entities of its own, which may expand without end."""


def read(text: str, reading: Reading) -> None:
    try:
        root, lines = _parsed(text)
    except EntitiesError:
        reading.refuse(None, "the DOCTYPE declares entities; replace them and take it out")
    except expat.ExpatError as error:
        _read_ill_formed(text, error, reading)
    else:
        for element in _topics(root):
            _read_topic(element, lines[element], reading)


def _read_ill_formed(text: str, error: expat.ExpatError, reading: Reading) -> None:
    if has_top(text):
        trec.read(text, reading)
    else:
        what = expat.ErrorString(error.code)
        reading.refuse(error.lineno, f"ill-formed XML at column {error.offset + 1} ({what})")


def _parsed(text: str) -> tuple[Element, Lines]:
    """The tree, mended if need be: topics without a common root, ampersands left bare."""
    for version in (text, _rooted(text)):
        try:
            return _tree(version)
        except expat.ExpatError:
            continue
    return _tree(STRAY_AMPERSAND.sub(lambda found: escape(html.unescape(found[0])), _rooted(text)))


def _rooted(text: str) -> str:
    prolog = PROLOG.match(text)
    end = prolog.end() if prolog else 0
    return "\n" * text.count("\n", 0, end) + f"<topics>{text[end:]}</topics>"


def _tree(text: str) -> tuple[Element, Lines]:
    builder, lines, parser = TreeBuilder(), Lines(), expat.ParserCreate()

    def start(tag: str, attributes: dict[str, str]) -> None:
        lines[builder.start(tag, attributes)] = parser.CurrentLineNumber

    def refuse(*declaration: object) -> None:
        raise EntitiesError

    parser.buffer_text = True
    parser.StartElementHandler = start
    parser.EndElementHandler = builder.end
    parser.CharacterDataHandler = builder.data
    parser.EntityDeclHandler = refuse
    # With a DTD elsewhere, expat drops an entity that it does not know.
    parser.SkippedEntityHandler = lambda name, _: builder.data(html.unescape(f"&{name};"))
    parser.Parse(text, True)
    return builder.close(), lines


def _topics(root: Element) -> list[Element]:
    for names in ({"top", "topic"}, {"query"}):
        if found := list(_outermost(root, names)):
            return found
    return [child for child in root if _identified(child)[0] is not None]


def _outermost(root: Element, names: set[str]) -> Iterator[Element]:
    waiting = [root]
    while waiting:
        element = waiting.pop()
        if _tag(element) in names:
            yield element
        else:
            waiting += reversed(element)


def _read_topic(element: Element, line: int, reading: Reading) -> None:
    topic, fields = _identified(element)
    if topic is None:
        reading.refuse(line, "the topic that starts here has no id; give it a number attribute")
    else:
        reading.add(line, topic_of(topic, fields))


def _identified(element: Element) -> tuple[str | None, dict[str, str]]:
    """The id, from an attribute before a child, and everything else by name."""
    attributes = {name.lower(): text for name, text in element.attrib.items() if text.strip()}
    number = taken(attributes, IDS)
    fields = trec.joined([*attributes.items(), *_children(element)])
    return (taken(fields, IDS) if number is None else number.strip()), fields


def _children(element: Element) -> Iterator[tuple[str, str]]:
    yield "text", " ".join([element.text or "", *(child.tail or "" for child in element)])
    for child in element:
        tag = _tag(child)
        yield tag, " ".join(child.itertext())
        for name, text in child.attrib.items():
            yield f"{tag}.{name}", text


def _tag(element: Element) -> str:
    return trec.plain_tag(element.tag.rpartition(":")[2])
