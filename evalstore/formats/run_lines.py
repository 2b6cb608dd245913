"""The line reader of runs: every line is checked and written again in one regular form."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from evalstore.formats.lines import Reading, field_lines, finite, shown
from evalstore.load.source import Source
from evalstore.plural import counted

TREC = "topic Q0 document rank score tag"
MSMARCO = "topic document rank"


def rewrite_run(
    source: Source, target: Path, reading: Reading, *, firsts_only: bool = False
) -> bool:
    """Write the run as six tab-separated columns to `target`; whether it has scores.

    With `firsts_only`, lines that rank a document a second time for its topic are left out.
    Raises FileProblems with every problem of the file; notes and metadata are in `reading`.
    """
    lines = field_lines(source, reading)
    first = next(lines, None)
    if first is not None and _is_header(first[1]):
        reading.note(f"line {first[0]} is a header; skipped")
        first = next(lines, None)
    if first is None:
        reading.refuse(None, f"no rows; a run has lines of: {TREC}")
        reading.check()
        return True
    has_scores = len(first[1]) != 3
    with target.open("wb") as out:
        rows = _trec_rows if has_scores else _msmarco_rows
        written = rows(chain([first], lines), reading)
        out.writelines(_firsts(written, reading) if firsts_only else written)
    reading.check()
    return has_scores


def _firsts(rows: Iterator[bytes], reading: Reading) -> Iterator[bytes]:
    """The first row of each topic and document, in the order of the file."""
    seen: set[tuple[bytes, bytes]] = set()
    repeated = 0
    for row in rows:
        topic, _, docno, _ = row.split(b"\t", 3)
        if (topic, docno) in seen:
            repeated += 1
        else:
            seen.add((topic, docno))
            yield row
    if repeated:
        reading.note(f"{counted(repeated, 'line')} with a repeated document ignored")


def _is_header(fields: list[bytes]) -> bool:
    """Column names instead of a row: neither rank nor score is a number."""
    numbers = fields[3:5] if len(fields) >= 5 else fields[1:]
    return len(fields) in (3, 5, 6) and not any(
        finite(item) is not None or item.lower() in (b"nan", b"inf", b"-inf") for item in numbers
    )


def _trec_rows(lines: Iterator[tuple[int, list[bytes]]], reading: Reading) -> Iterator[bytes]:
    for number, fields in lines:
        if len(fields) < 6:
            reading.refuse(number, _wrong_columns(len(fields)))
            continue
        if len(fields) > 6:
            reading.note("text after column 6 was ignored")
        topic, q0, docno, rank, score, tag = fields[:6]
        value = finite(score)
        if value is None:
            reading.refuse(number, f"score {shown(score)} is not a finite number")
        elif not _is_whole(rank):
            reading.refuse(number, f"rank {shown(rank)} is not an integer")
        else:
            if b"," in score:
                reading.note("decimal commas were read as decimal points")
            numbers = _plain(rank), repr(value).encode()
            yield b"\t".join((topic, q0, docno, *numbers, tag)) + b"\n"


def _msmarco_rows(lines: Iterator[tuple[int, list[bytes]]], reading: Reading) -> Iterator[bytes]:
    for number, fields in lines:
        if len(fields) != 3:
            reading.refuse(
                number, f"{counted(len(fields), 'column')} where line 1 has 3: {MSMARCO}"
            )
        elif not _is_whole(fields[2]):
            reading.refuse(
                number,
                f"3 columns, but {shown(fields[2])} is not a rank; a run has {TREC}, or {MSMARCO}",
            )
        else:
            topic, docno, rank = fields
            yield b"\t".join((topic, b"Q0", docno, _plain(rank), b"", b"")) + b"\n"


def _wrong_columns(count: int) -> str:
    hint = "; 4 columns look like judgements: `store.load_qrels()`" if count == 4 else ""
    return f"{counted(count, 'column')}, expected 6: {TREC}{hint}"


def _is_whole(text: bytes) -> bool:
    value = finite(text)
    return value is not None and value == int(value) and abs(value) < 2**53


def _plain(whole: bytes) -> bytes:
    """An integer as digits, however it was written."""
    return whole if whole.isdigit() else str(int(finite(whole) or 0)).encode()


def repeated_documents(source: Source, reading: Reading) -> None:
    """Record every line that ranks a document a second time for its topic."""
    seen: dict[tuple[bytes, bytes], int] = {}
    for number, fields in field_lines(source, reading):
        key = (fields[0], fields[2] if len(fields) >= 6 else fields[1])
        earlier = seen.setdefault(key, number)
        if earlier != number:
            topic, docno = shown(key[0]), shown(key[1])
            reading.refuse(
                number,
                f"document {docno} was already ranked for topic {topic} on line {earlier}; "
                "remove one of them, or use the first with `duplicates='first'`",
            )
