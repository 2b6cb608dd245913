"""The compiled reader of fields: whatever it takes, it reads as Arrow's does, to the last bit."""

from __future__ import annotations

import struct
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from evalstore import native
from evalstore.load.docnos import Docnos
from evalstore.load.plain import Odd, arrow_rows, compiled_rows

pytestmark = pytest.mark.skipif(native.compiled is None, reason="no compiled module here")

COLUMNS = {
    "topic": "repeated",
    "q0": "unused",
    "docno": "document",
    "rank": "whole",
    "score": "number",
}
RUN = COLUMNS | {"tag": "repeated"}  # what the module has code of its own for
TEXT = COLUMNS | {"docno": "text"}
WORDS = st.sampled_from(["1", "12", "Q0", "doc-1", "a" * 7, "b" * 8, "c" * 9, "d" * 30, "é", "#"])
RANKS = st.sampled_from(["1", "20", "-3", "+4", "007", "1.0", "999999999999999999", "9" * 19, "x"])
NUMBERS = st.one_of(
    st.floats(allow_nan=False).map(repr),
    st.sampled_from(["1", "-0", "0.0", ".5", "5.", "1e5", "1E-5", "nan", "-inf", "1e400", "0x1p3"]),
)
BREAKS = st.sampled_from(["\n", "\n", "\n", "\n", "\r\n", "\n\n", " \n", "\t\n", "\v\n", "\0\n"])
LINES = st.lists(st.tuples(WORDS, WORDS, WORDS, RANKS, NUMBERS, BREAKS), min_size=1, max_size=5)


def text_of(lines: list[tuple[str, ...]], separator: str) -> bytes:
    return "".join(separator.join(line[:-1]) + line[-1] for line in lines).encode()


def listed(columns: dict[str, Any]) -> dict[str, list[Any]]:
    """The values of columns; of documents their names and keys."""
    values = {}
    for name, column in columns.items():
        if isinstance(column, Docnos):
            keys = column.keys
            found = column.column().to_pylist(), keys.high.tolist(), keys.low.tolist()
            values[name] = list(zip(*found, strict=True))
        else:
            values[name] = column.to_pylist()
    return values


@settings(deadline=None, max_examples=500)
@given(
    lines=LINES,
    separator=st.sampled_from(" \t"),
    cut=st.booleans(),
    columns=st.sampled_from([COLUMNS, TEXT, RUN]),
)
def test_any_lines_are_read_as_by_arrow(
    lines: list[tuple[str, ...]], separator: str, cut: bool, columns: dict[str, str]
) -> None:
    tagged = [(*line[:-1], line[0], line[-1]) if columns is RUN else line for line in lines]
    content = text_of(tagged, separator)
    content = content.rstrip(b"\n") if cut else content
    rows = compiled_rows(content, separator, columns)
    if rows is not None:
        assert listed(rows) == listed(arrow_rows(content, separator, columns))


@pytest.mark.parametrize("columns", [COLUMNS, {"one": "text"}])
@pytest.mark.parametrize(
    "content", [b"", b"\n", b" ", b"1\n2 ", b"1 Q0 d 1 0.5 tag\n", b"1 Q0 d 1"]
)
def test_what_is_not_plain_is_left_to_others(content: bytes, columns: dict[str, str]) -> None:
    assert compiled_rows(content, " ", columns) is None


def test_a_plain_file_is_taken() -> None:
    content = b"1 Q0 a 1 2.5\n1 Q0 b 2 1e-3\n2 Q0 a 1 -7\n"
    rows = compiled_rows(content, " ", TEXT)
    assert rows is not None
    assert listed(rows) == {
        "topic": ["1", "1", "2"],
        "docno": ["a", "b", "a"],
        "rank": [1, 2, 1],
        "score": [2.5, 0.001, -7.0],
    }
    assert rows["topic"].chunk(0).run_ends.to_pylist() == [2, 3]


def test_documents_are_told_by_where_they_stand() -> None:
    content = b"1 Q0 a 1 2.5\n1 Q0 bcd 2 1\n"
    rows = compiled_rows(content, " ", COLUMNS)
    assert rows is not None
    docnos = rows["docno"]
    assert docnos.starts.tolist() == [5, 18]
    assert docnos.lengths.tolist() == [1, 3]
    assert docnos[np.array([1])].column().to_pylist() == ["bcd"]


def number_of(text: str) -> float | None:
    """The number as the compiled module reads it."""
    assert native.compiled is not None
    found = native.compiled.fields(text.encode(), b" ", "n")
    if not found:
        return None
    [number] = np.frombuffer(found[0][0], np.float64).tolist()
    return float(number)


def bits(number: float) -> bytes:
    return struct.pack("<d", number)


DIGITS = st.text("0123456789", min_size=1, max_size=19)


@settings(deadline=None, max_examples=2000)
@given(
    whole=DIGITS,
    part=st.one_of(st.just(""), DIGITS),
    exponent=st.one_of(st.just(""), st.integers(-40, 40).map("e{:+}".format)),
    sign=st.sampled_from(["", "-"]),
)
@example("9007199254740993", "", "", "")  # halfway between two doubles: to the even one
@example("9007199254740995", "", "", "")
@example("9007199254740993", "0000000000", "", "")
@example("18014398509481985", "", "e-2", "")
@example("0", "1000000000000000055", "", "")
@example("0", "30000000000000004", "e-9", "-")
def test_a_number_is_the_nearest_double(whole: str, part: str, exponent: str, sign: str) -> None:
    text = sign + whole + ("." + part if part else "") + exponent
    found = number_of(text)
    assert found is None or bits(found) == bits(float(text))


@settings(deadline=None, max_examples=2000)
@given(number=st.floats(1e-10, 1e14), form=st.sampled_from(["{!r}", "{:.4f}", "{:.16g}"]))
def test_ordinary_numbers_are_taken(number: float, form: str) -> None:
    text = form.format(number)
    found = number_of(text)
    assert found is not None
    assert bits(found) == bits(float(text))


@pytest.mark.parametrize(
    "text", ["1e", "1e+", "1e5x", "-", "1.", ".1", "1..2", "1e9999", "--1", "+1"]
)
def test_what_is_no_plain_number_is_left_to_others(text: str) -> None:
    assert number_of(text) is None


def test_arrow_reads_what_the_module_leaves() -> None:
    content = "1 Q0 é 1 0.5\r\n".encode()
    assert compiled_rows(content, " ", COLUMNS) is None
    assert arrow_rows(content, " ", COLUMNS)["docno"].column().to_pylist() == ["é"]
    with pytest.raises(Odd):
        arrow_rows(b"1 Q0 d 1 nan\n", " ", COLUMNS)
