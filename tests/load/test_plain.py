"""The fast way to read a file and the careful one: whatever the fast one takes, both read alike."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalstore.load.lines import Reading
from evalstore.load.plain import Odd, plain_rows
from evalstore.load.plain_qrels import as_table, read_qrels
from evalstore.load.qrels_lines import read_judgements
from evalstore.load.run_file import RunFile, run_file, tidied
from evalstore.load.source import open_source

LINE_ENDS = st.sampled_from([b"\n", b"\r\n"])
SEPARATORS = st.sampled_from([b" ", b"\t"])
# What turns up in files, put in anywhere.
BREAKS = [b"\r", b"\r\n", b"\n", b"\n\n", b"\t", b" ", b"  ", b"\v", b"\f", b"\0", b"\x01"]
BEYOND = [b"\x7f", b"\x85", b"\xff", b"\xc2\x85", b"\xc2\xa0", b"\xc3\xa9", b"\xef\xbb\xbf"]
WORDS = [b"#", b'"', b"'", b",", b"-", b"+5", b"007", b"1e400", b"nan", b"0x1p3", b""]
ODDITIES = st.sampled_from([*BREAKS, *BEYOND, *WORDS])


@st.composite
def files(draw: st.DrawFn, columns: int) -> bytes:
    """Lines of numbers and names, with an oddity here and there."""
    end, separator = draw(LINE_ENDS), draw(SEPARATORS)
    count = draw(st.integers(1, 6))
    lines = []
    for number in range(count):
        grade, score = str(draw(st.integers(-2, 3))), str(draw(st.floats(-9, 9)))
        name = f"d{number}"
        run = [str(1 + number // 3), "Q0", name, str(number), score, "tag"]
        fields = run if columns == 6 else [run[0], "0", name, grade]
        lines.append(separator.join(field.encode() for field in fields))
    content = end.join(lines) + (end if draw(st.booleans()) else b"")
    for _ in range(draw(st.integers(0, 2))):
        place = draw(st.integers(0, len(content)))
        gone = draw(st.integers(0, 1))
        content = content[:place] + draw(ODDITIES) + content[place + gone :]
    return content


def rows_of(file: RunFile) -> list[tuple[Any, ...]]:
    rows = file.rows_of(file.path.read_bytes())
    docnos, topics = rows.docnos.column().to_pylist(), rows.topics.to_pylist()
    numbers = [column.tolist() for column in (rows.scores, rows.ranks) if column is not None]
    return list(zip(topics, docnos, *numbers, strict=True))


@settings(deadline=None, max_examples=300)
@given(content=files(columns=6))
def test_a_run_is_read_alike(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    path = tmp_path_factory.mktemp("run") / "run.txt"
    path.write_bytes(content)
    with open_source(path) as source:
        file = run_file(source)
        try:
            fast = rows_of(file)
        except Odd:
            return
        careful = tidied(file, path.with_name("tidy.tsv"))
        assert fast == rows_of(careful)
        assert file.tags == careful.tags


@settings(deadline=None, max_examples=300)
@given(content=files(columns=4))
def test_judgements_are_read_alike(
    tmp_path_factory: pytest.TempPathFactory, content: bytes
) -> None:
    path = tmp_path_factory.mktemp("qrels") / "qrels.txt"
    path.write_bytes(content)
    reading = Reading("qrels.txt")
    try:
        careful = as_table(read_judgements(path, reading)).drop_columns("subgroup")
    except Exception as error:
        with pytest.raises(type(error)):
            read_qrels(path, Reading("qrels.txt"))
        return
    found = read_qrels(path, Reading("qrels.txt"))
    assert found.select(careful.column_names).to_pylist() == careful.to_pylist()


@pytest.mark.parametrize(
    "content",
    [
        b"a b\nc d",  # nothing odd, with and without a last line end
        b"a b\nc d\n",
        b"a b\n\nc d\n",
        b"a b\r\nc d\r\n",
        "a b\né d\n".encode(),
    ],
)
def test_what_is_read_fast(content: bytes) -> None:
    names = {"one": "text", "two": "text"}
    assert plain_rows(content, " ", names)["two"].to_pylist() == ["b", "d"]


@pytest.mark.parametrize(
    "content",
    [
        b"a b\nc\vd d\n",
        b"a b\nc d\re f\n",
        b"a b\nc\td d\n",
        b"a b\n\xffc d\n",
        b"a b\n\xef\xbb\xbfc d\n",
        b"a b\n d\n",
        b"a b\nc \n",
        b"a b\nc\n",
    ],
)
def test_what_needs_care(content: bytes) -> None:
    with pytest.raises(Odd):
        plain_rows(content, " ", {"one": "text", "two": "text"})
