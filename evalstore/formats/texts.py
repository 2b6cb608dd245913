"""Files that are read as one text: their encoding, and the JSON values in them with their lines."""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterator
from typing import Any

from evalstore.errors import DataError
from evalstore.formats.lines import Reading
from evalstore.load.source import Source

_DECLARED = re.compile(rb"\s*<\?xml[^>]*encoding\s*=\s*[\"']([\w.-]+)[\"']")
_TREC_TOP = re.compile(rb"<top[\s>]", re.IGNORECASE)
_ELEMENT = re.compile(r"[^\s,]")
_CANNOT_STORE = "JSON that cannot be stored"


def read_text(source: Source, reading: Reading) -> str:
    """The text of a file without its byte order mark; raises what is wrong with it."""
    try:
        with source.open() as stream:
            data = stream.read()
    except OSError as error:
        raise DataError(f"{source.name}: {error.strerror or error}") from error
    text = ""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        reading.refuse(None, "the text is UTF-16; save it as UTF-8")
    elif b"\0" in data:
        reading.refuse(None, "a binary file; expected a text file")
    else:
        text = _decoded(data, reading)
        if not text.strip() and not reading.problems:
            reading.refuse(None, "the file is empty")
    reading.check()
    return text


def _decoded(data: bytes, reading: Reading) -> str:
    """UTF-8, the encoding that XML declares, or Latin-1 in the old files of TREC."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        declared = _DECLARED.match(data)
        try:
            if declared:
                return data.decode(declared[1].decode())
        except (LookupError, UnicodeDecodeError):
            pass
        if not declared and _TREC_TOP.search(data):
            return data.decode("latin-1")
        what = f"byte 0x{data[error.start]:02x} is not UTF-8; convert the file (iconv -t UTF-8)"
        reading.refuse(data.count(b"\n", 0, error.start) + 1, what)
        return ""


def read_document(source: Source) -> Any:
    """The one JSON value of a file; a name that is given twice is refused."""
    reading = Reading(source.name)
    try:
        return json.loads(read_text(source, reading), object_pairs_hook=_distinct)
    except (ValueError, RecursionError) as error:
        reading.refuse(getattr(error, "lineno", None), _json_problem(error))
    reading.check()


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in found if names.count(name) > 1)
        raise DataError(f"{twice!r} is given twice in one object; remove one of them")
    return found


def json_values(text: str, reading: Reading) -> Iterator[tuple[int, Any]]:
    """The elements of an array, one object, or one value per line; each with its line."""
    for line, value in _values(text, reading):
        try:
            json.dumps(value, ensure_ascii=False).encode()
        except ValueError as error:  # half a surrogate pair is valid JSON
            reading.refuse(line, f"{_CANNOT_STORE} ({error}); correct the value")
        else:
            yield line, value


def _values(text: str, reading: Reading) -> Iterator[tuple[int, Any]]:
    try:
        whole = json.loads(text)
    except (ValueError, RecursionError) as error:
        if text.lstrip().startswith("["):
            reading.refuse(getattr(error, "lineno", None), _json_problem(error))
        else:
            yield from _line_values(text, reading)
    else:
        yield from _elements(text) if isinstance(whole, list) else [(1, whole)]


def _line_values(text: str, reading: Reading) -> Iterator[tuple[int, Any]]:
    for number, line in numbered_lines(text):
        try:
            yield number, json.loads(line)
        except (ValueError, RecursionError) as error:
            reading.refuse(number, f"{_json_problem(error)}; write one object per line (jq -c .)")


def numbered_lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines that are not blank."""
    return ((n, line) for n, line in enumerate(text.split("\n"), start=1) if line.strip())


def _elements(array: str) -> Iterator[tuple[int, Any]]:
    """The elements of a valid array."""
    decoder, at = json.JSONDecoder(), array.index("[") + 1
    line, counted = 1, 0
    while (found := _ELEMENT.search(array, at)) and found[0] != "]":
        line, counted = line + array.count("\n", counted, found.start()), found.start()
        value, at = decoder.raw_decode(array, found.start())
        yield line, value


def _json_problem(error: Exception) -> str:
    if isinstance(error, json.JSONDecodeError):
        return f"malformed JSON at column {error.colno} ({error.msg})"
    return f"{_CANNOT_STORE} ({error})"
