"""Bytes to text: UTF-8, and the one older encoding that TREC's own files are in."""

from __future__ import annotations

import codecs
import re

from evalstore.errors import FileProblems, Problem

DECLARED = re.compile(rb"\s*<\?xml[^>]*encoding\s*=\s*[\"']([\w.-]+)[\"']")
TREC_TOP = re.compile(rb"<top[\s>]", re.IGNORECASE)


def decoded(data: bytes, name: str) -> str:
    """The text of a topic file without its byte order mark; refuses what is not text."""
    problem = _not_text(data)
    text = "" if problem else _decoded(data, name)
    if not problem and not text.strip():
        problem = "the file is empty"
    if problem:
        raise FileProblems(name, [Problem(None, problem)])
    return text


def _not_text(data: bytes) -> str | None:
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "the text is UTF-16; save it as UTF-8"
    if b"\0" in data:
        return "a binary file, not topics; give the text file"
    return None


def _decoded(data: bytes, name: str) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        text = _in_older_encoding(data)
        if text is not None:
            return text
        line = data.count(b"\n", 0, error.start) + 1
        what = f"byte 0x{data[error.start]:02x} is not UTF-8; convert the file (iconv -t UTF-8)"
        raise FileProblems(name, [Problem(line, what)]) from error


def _in_older_encoding(data: bytes) -> str | None:
    """XML in the encoding that it declares, TREC's own old files in Latin-1."""
    declared = DECLARED.match(data)
    try:
        if declared:
            return data.decode(declared[1].decode())
    except (LookupError, UnicodeDecodeError):
        return None
    return data.decode("latin-1") if TREC_TOP.search(data) else None
