"""Topics in tags: XML, and TREC's <top> blocks, whose tags are seldom closed."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat
from xml.sax.saxutils import escape

from evalstore.formats.lines import Reading
from evalstore.formats.topics.fields import IDS, Fields, Found, taken

TREC = Fields("the topic that starts here has no id; give it a <num>", ("num", *IDS[:-1]))
ATTRIBUTE = "@id"  # the id in an attribute, a name that no tag has
XML = Fields("the topic that starts here has no id; give it a number attribute", (ATTRIBUTE, *IDS))

# What TREC writes in front of the text of a tag.
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
TOP = re.compile(r"<top(?:\s[^<>]*)?>(.*?)(?=</?top(?:\s[^<>]*)?>|\Z)", re.IGNORECASE | re.DOTALL)
COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
ENTITY = re.compile(r"&#?\w+;")  # only with its semicolon: bare ampersands are common, as in AT&T
LANGUAGE = re.compile(r"^[a-z]{2}-(?=(?:title|desc|narr)$)")  # CLEF: <EN-title>
PROLOG = re.compile(r"\s*+(?:<\?xml.*?\?>)?\s*+(?:<!DOCTYPE[^\[>]*(?:\[.*?\]\s*)?>)?", re.DOTALL)
STRAY_AMPERSAND = re.compile(r"&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\da-fA-F]+);)(?:\w+;)?")

Record = tuple[int, dict[str, str]]


class EntitiesError(Exception):
    """The document declares entities, which may expand without end."""


def has_top(text: str) -> bool:
    return TOP.search(text) is not None


def topics(text: str, reading: Reading) -> Found:
    """The topics of well-formed XML, or else of TREC's blocks."""
    try:
        return XML.topics(_xml_records(*_parsed(text)), reading)
    except EntitiesError:
        reading.refuse(
            None, "the DOCTYPE declares entities; remove the declaration and write the text out"
        )
    except expat.ExpatError as error:
        if has_top(text):
            return TREC.topics(_trec_records(text), reading)
        what = expat.ErrorString(error.code)
        reading.refuse(error.lineno, f"ill-formed XML at column {error.offset + 1} ({what})")
    return iter(())


def _trec_records(text: str) -> Iterator[Record]:
    text = COMMENT.sub(lambda comment: "\n" * comment[0].count("\n"), text)
    line, counted = 1, 0
    for top in TOP.finditer(text):
        line, counted = line + text.count("\n", counted, top.start()), top.start()
        yield line, _joined(_trec_fields(top[1]))


def _trec_fields(block: str) -> Iterator[tuple[str, str]]:
    tag, start = "text", 0
    for found in (*TAG.finditer(block), None):
        text = block[start : found.start() if found else None]
        yield tag, ENTITY.sub(lambda entity: html.unescape(entity[0]), text)
        if found:
            tag, start = "text" if found[1] else _plain(found[2]), found.end()


def _joined(fields: Iterable[tuple[str, str]]) -> dict[str, str]:
    """One text per tag without labels and line breaks; a repeated tag gives a line for each."""
    texts: dict[str, str] = {}
    for tag, text in fields:
        label = rf"^{re.escape(LABELS[tag])}\s*:\s*" if tag in LABELS else "^"
        if words := re.sub(label, "", " ".join(text.split()), flags=re.IGNORECASE):
            texts[tag] = f"{texts[tag]}\n{words}" if tag in texts else words
    return texts


def _plain(tag: str) -> str:
    """The tag without name space and language."""
    return LANGUAGE.sub("", tag.rpartition(":")[2].lower())


def _parsed(text: str) -> tuple[Element, dict[Element, int]]:
    """The tree and the line of each element; repairs a missing root and bare ampersands."""
    prolog = PROLOG.match(text)
    end = prolog.end() if prolog else 0
    rooted = "\n" * text.count("\n", 0, end) + f"<topics>{text[end:]}</topics>"
    for version in (text, rooted):
        try:
            return _tree(version)
        except expat.ExpatError:
            continue
    return _tree(STRAY_AMPERSAND.sub(lambda found: escape(html.unescape(found[0])), rooted))


def _tree(text: str) -> tuple[Element, dict[Element, int]]:
    builder, lines, parser = TreeBuilder(), dict[Element, int](), expat.ParserCreate()

    def start(tag: str, attributes: dict[str, str]) -> None:
        lines[builder.start(tag, attributes)] = parser.CurrentLineNumber

    def refuse(*declaration: object) -> None:
        raise EntitiesError

    parser.buffer_text = True
    parser.StartElementHandler = start
    parser.EndElementHandler = builder.end
    parser.CharacterDataHandler = builder.data
    parser.EntityDeclHandler = refuse
    # With an external DTD, expat drops an entity that it does not know.
    parser.SkippedEntityHandler = lambda name, _: builder.data(html.unescape(f"&{name};"))
    parser.Parse(text, True)
    return builder.close(), lines


def _xml_records(root: Element, lines: dict[Element, int]) -> Iterator[Record]:
    """The outermost elements called top or topic, or else query, or else whatever has an id."""
    for names in ({"top", "topic"}, {"query"}):
        if found := list(_outermost(root, names)):
            yield from ((lines[element], _fields(element)) for element in found)
            return
    for child in root:
        if taken(_fields(child), XML.ids) is not None:
            yield lines[child], _fields(child)


def _outermost(root: Element, names: set[str]) -> Iterator[Element]:
    waiting = [root]
    while waiting:
        element = waiting.pop()
        if _plain(element.tag) in names:
            yield element
        else:
            waiting += reversed(element)


def _fields(element: Element) -> dict[str, str]:
    """Attributes and children by name; an id in an attribute comes before one in a child."""
    attributes = {name.lower(): text for name, text in element.attrib.items() if text.strip()}
    number = taken(attributes, IDS)
    texts = _joined([*attributes.items(), *_children(element)])
    return texts if number is None else {**texts, ATTRIBUTE: number.strip()}


def _children(element: Element) -> Iterator[tuple[str, str]]:
    yield "text", " ".join([element.text or "", *(child.tail or "" for child in element)])
    for child in element:
        tag = _plain(child.tag)
        yield tag, " ".join(child.itertext())
        yield from ((f"{tag}.{name}", text) for name, text in child.attrib.items())
