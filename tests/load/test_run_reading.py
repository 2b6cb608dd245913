"""Reading rows: plain files and irregular ones give the same rows, numbers are exact."""

from __future__ import annotations

import gzip
import re
import struct
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from stored import RANKING

from evalstore.errors import DataError, EvalstoreError
from evalstore.store import Store

Write = Callable[..., Path]

PLAIN = [(str(1 + number // 3), f"d{number}", number, 9 - number / 4) for number in range(7)]

# What turns up in files, put in anywhere.
BREAKS = [b"\r\n", b"\n", b"\n\n", b"\t", b" ", b"  ", b"\v", b"\f", b"\0", b"\x01"]
BEYOND = [b"\x7f", b"\x85", b"\xff", b"\xc2\x85", b"\xc2\xa0", b"\xc3\xa9", b"\xef\xbb\xbf"]
WORDS = [b"#", b'"', b"'", b",", b"-", b"+5", b"007", b"1e400", b"nan", b"0x1p3", b"\\", b""]
IRREGULAR = st.sampled_from([*BREAKS, *BEYOND, *WORDS])


@st.composite
def insertions(draw: st.DrawFn, columns: int) -> tuple[bytes, bytes]:
    """A file with something irregular here and there, and the same with a blank line before it.

    The blank line makes a file irregular in any case, and changes no row.
    """
    end = draw(st.sampled_from([b"\n", b"\r\n"]))
    separator = draw(st.sampled_from([b" ", b"\t", b"  ", b" \t"]))
    lines = []
    for topic, docno, rank, score in PLAIN[: draw(st.integers(1, 7))]:
        fields = {
            6: [topic, "Q0", docno, str(rank), str(score), "tag"],
            4: [topic, "0", docno, str(draw(st.integers(-2, 3)))],
            3: [topic, docno, str(rank)],
        }[columns]
        lines.append(separator.join(field.encode() for field in fields))
    content = end.join(lines) + (end if draw(st.booleans()) else b"")
    for _ in range(draw(st.integers(0, 2))):
        place = draw(st.integers(0, len(content)))
        removed = draw(st.integers(0, 1))
        content = content[:place] + draw(IRREGULAR) + content[place + removed :]
    assume(not re.search(rb"\r(?!\n)", content))  # ends a line only where nothing else does
    # Without a line feed, carriage returns end the lines.
    blank = b"\r" if b"\r" in content and b"\n" not in content else end
    return content, blank + content


def rows_of_run(store: Store, path: Path) -> list[object]:
    """The rows of a file, or the kind of error."""
    try:
        store.load_runs(path, name="s").raise_refused()
    except EvalstoreError as error:
        return [type(error).__name__]
    rows: list[object] = list(store.sql(RANKING).rows)
    store.drop_run("s")
    return rows


def rows_of_qrels(store: Store, path: Path) -> list[object]:
    try:
        store.load_qrels(path, name="q")
    except EvalstoreError as error:
        return [type(error).__name__]
    select = "select topic, subtopic, docno, grade from judged_document order by all"
    rows: list[object] = list(store.sql(select).rows)
    store.drop_qrels("q")
    return rows


@settings(deadline=None, max_examples=60)
@given(contents=insertions(columns=6) | insertions(columns=3))
def test_a_run_is_read_alike(
    shared: Store, tmp_path_factory: pytest.TempPathFactory, contents: tuple[bytes, bytes]
) -> None:
    folder = tmp_path_factory.mktemp("run")
    rows = []
    for name, content in zip(("plain", "irregular"), contents, strict=True):
        path = folder / f"{name}.run"
        path.write_bytes(content)
        rows.append(rows_of_run(shared, path))
    assert rows[0] == rows[1]


@settings(deadline=None, max_examples=60)
@given(contents=insertions(columns=4))
def test_judgements_are_read_alike(
    shared: Store, tmp_path_factory: pytest.TempPathFactory, contents: tuple[bytes, bytes]
) -> None:
    folder = tmp_path_factory.mktemp("qrels")
    rows = []
    for name, content in zip(("plain", "irregular"), contents, strict=True):
        path = folder / f"{name}.txt"
        path.write_bytes(content)
        rows.append(rows_of_qrels(shared, path))
    assert rows[0] == rows[1]


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text,
        lambda text: text.rstrip("\n"),
        lambda text: text.replace("\n", "\n\n"),
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("1 Q0", "1  Q0"),
        lambda text: text.replace("2 Q0", "2 \t Q0"),
        lambda text: text.replace(" ", "\t"),
        lambda text: text.replace(" ", "   "),
        lambda text: text.replace(" ", "\t\t").replace("\n", "\r\n"),
        lambda text: text.replace(" ", "  ").replace("\n", "\n \n\t\n"),
        lambda text: text.replace("\n", " \n"),
        lambda text: "  " + text.replace("\n", "\n\t"),
    ],
)
def test_white_space_changes_no_row(
    store: Store, write: Write, change: Callable[[str], str]
) -> None:
    text = "1 Q0 é 1 2.5 s\n1 Q0 b 2 1e-3 s\n2 Q0 a 1 -7 s\n"
    store.load_runs(write("s.run", change(text))).raise_refused()
    assert [row[1:5] for row in store.sql(RANKING).rows] == [
        ("1", 1, "é", 2.5),
        ("1", 2, "b", 0.001),
        ("2", 1, "a", -7.0),
    ]


DIGITS = st.text("0123456789", min_size=1, max_size=19)
NUMBERS = st.one_of(
    st.builds(
        "{}{}{}{}".format,
        st.sampled_from(["", "-"]),
        DIGITS,
        st.one_of(st.just(""), DIGITS.map(".{}".format)),
        st.one_of(st.just(""), st.integers(-40, 40).map("e{:+}".format)),
    ),
    st.floats(1e-10, 1e14).map(repr),
    st.floats(-1e300, 1e300).map("{:.16g}".format),
    st.floats(1e-10, 1e14).map("{:.4f}".format),
)
HALFWAY = ["9007199254740993", "9007199254740995", "9007199254740993.0000000000"]


@settings(deadline=None, max_examples=20)
@given(texts=st.lists(NUMBERS, min_size=1, max_size=200))
@example([*HALFWAY, "18014398509481985e-2", "0.1000000000000000055", "-0.30000000000000004e-9"])
def test_a_score_is_the_nearest_double(
    shared: Store, tmp_path_factory: pytest.TempPathFactory, texts: list[str]
) -> None:
    path = tmp_path_factory.mktemp("run") / "s.run"
    path.write_text("".join(f"1 Q0 d{n:04} {n} {text} s\n" for n, text in enumerate(texts)))
    shared.load_runs(path).raise_refused()
    rows = shared.sql("select score from ranked order by docno").rows
    shared.drop_run("s")
    found = [struct.pack("<d", score) for (score,) in rows]
    assert found == [struct.pack("<d", float(text) + 0.0) for text in texts]


@pytest.mark.parametrize("pack", [bytes, gzip.compress], ids=["plain", "gzip"])
def test_padded_columns_are_read_and_their_faults_named(
    store: Store, write: Write, pack: Callable[[bytes], bytes]
) -> None:
    qrels = b"1  0  a   -2\n10 0  bcd  1\n"
    run = b"1  Q0 a   1 2.5  s\n10 Q0 bcd 1 0.25 s\n"
    store.load_qrels(write("q.gz", pack(qrels)), name="q")
    store.load_runs(write("s.gz", pack(run))).raise_refused()
    select = "select topic, docno, grade, score from ranked_document order by all"
    assert store.sql(select).rows == [("1", "a", -2.0, 2.5), ("10", "bcd", 1.0, 0.25)]
    with pytest.raises(DataError, match=r":2: 3 columns where the file began with 4"):
        store.load_qrels(write("bad-q.gz", pack(qrels.replace(b"bcd ", b""))), name="bad")
    with pytest.raises(DataError, match=r":2: 5 columns, expected 6"):
        store.load_runs(write("bad.gz", pack(run.replace(b"bcd ", b"")))).raise_refused()
