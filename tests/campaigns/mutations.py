"""Changes to an input: of its bytes, and of its lines and fields."""

from __future__ import annotations

import random
import re

# Numbers, names and marks that readers may stumble over.
TOKENS = tuple(
    token.encode("utf-8", "surrogatepass")
    for token in (
        *("", "0", "-1", "-0.0", "1e400", "-1e400", "1e-400", "0x1p3", "nan", "inf", "-inf", "1,5"),
        *(
            "9" * 30,
            "1" * 400,
            "1e",
            ".",
            "+",
            "-",
            "1_000",
            "²",
            "\u0661",
            "NULL",
            "true",
            "''",
            '"',
        ),
        *(
            "é",
            "日本",
            "a\u0301",
            "\ufeff",
            "\u2028",
            "\u200b",
            "\x00",
            "\x1b[31m",
            "\x85",
            "\udcff",
        ),
        *("#", "# ir_metadata.start", "# ir_metadata.end", "=cmd()", "../..", "{", "}", "[" * 200),
        *("<top>", "</top>", "<num>", "<!DOCTYPE a [<!ENTITY b 'c'>]>", "&b;", "]]>", "<![CDATA["),
        *(
            "&a",
            "*a",
            "!!python/name:os",
            "? ",
            ": ",
            "- ",
            "|",
            ">",
            "%",
            "@",
            "@1e9",
            "@-1",
            "@@",
        ),
        *("(", ")", "(rel=", "rel=nan", "{1:2}", "lambda: 0", "\\", "\n", "\r", "\r\n", "\t", "\v"),
        *("d1", "Q0", "1", "2", "tag", "bm25", "AP", "nDCG", "--", "--db", "--format", "csv", "-m"),
    )
)
_SEPARATOR = re.compile(rb"([ \t,=(){}<>:\"\n])")


def mutated(chance: random.Random, seeds: list[bytes]) -> bytes:
    """A seed after one to four changes."""
    data = chance.choice(seeds)
    for _ in range(chance.choice((1, 1, 1, 1, 2, 3))):
        change = chance.choice((_bytes, _slice, _field, _field, _line, _splice))
        data = change(chance, data, seeds)
    return data


def _bytes(chance: random.Random, data: bytes, seeds: list[bytes]) -> bytes:
    """Some bytes, each replaced, deleted, or put in."""
    changed = bytearray(data)
    for _ in range(chance.randint(1, 5)):
        at = chance.randint(0, len(changed))
        changed[at : at + chance.randint(0, 2)] = bytes(
            chance.randrange(256) for _ in range(chance.randint(0, 2))
        )
    return bytes(changed)


def _slice(chance: random.Random, data: bytes, seeds: list[bytes]) -> bytes:
    """A part left out, or repeated."""
    start, end = sorted(chance.randint(0, len(data)) for _ in range(2))
    return data[:start] + data[start:end] * chance.choice((0, 2, 3)) + data[end:]


def _field(chance: random.Random, data: bytes, seeds: list[bytes]) -> bytes:
    """A field or separator replaced by a token, or by another one of the same input."""
    parts = _SEPARATOR.split(data)
    at = chance.randrange(len(parts))
    parts[at] = chance.choice(TOKENS) if chance.random() < 0.7 else chance.choice(parts)
    return b"".join(parts)


def _line(chance: random.Random, data: bytes, seeds: list[bytes]) -> bytes:
    """A line left out, repeated, or moved."""
    lines = data.split(b"\n")
    line = lines.pop(chance.randrange(len(lines)))
    for _ in range(chance.choice((0, 1, 1, 2))):
        lines.insert(chance.randint(0, len(lines)), line)
    return b"\n".join(lines)


def _splice(chance: random.Random, data: bytes, seeds: list[bytes]) -> bytes:
    """The start of one input and the end of another."""
    other = chance.choice(seeds)
    return data[: chance.randint(0, len(data))] + other[chance.randint(0, len(other)) :]
