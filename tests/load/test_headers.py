"""The ir_metadata header of a run file: a plain mapping of modest size, or the file is refused."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from evalstore.store import Store

Write = Callable[..., Path]


def with_header(text: str, system: str = "bad") -> str:
    lines = ["ir_metadata.start", *text.split("\n"), "ir_metadata.end"]
    return "".join(f"# {line}\n" for line in lines) + f"1 Q0 a 1 1.0 {system}\n"


BOMB = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n" + "\n".join(
    f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 20)
)

BAD = {
    "alias of itself": ("a: &a [*a]", 2, "has an anchor or alias"),
    "anchor": ("b: 1\na: &a [1]", 3, "has an anchor or alias"),
    "alias bomb": (BOMB, 2, "has an anchor or alias"),
    "date as key": ("b: 1\n2001-01-01: x", 3, "has the key '2001-01-01', which is not text"),
    "number as key": ("a: {7: x}", 2, "has the key '7', which is not text"),
    "list as key": ("? [1]\n: x", 2, "has a key that is not text"),
    "month 99": ("b: 1\na: 2001-99-99", 3, "has the value '2001-99-99'"),
    "brackets": ("a: " + "[" * 20_000, 2, "is nested more than 20 levels deep"),
    "closed brackets": ("a: " + "[" * 20_000 + "]" * 20_000, 2, "is nested more than 20 levels"),
    "mappings": ("\n".join(" " * n + "a:" for n in range(300)), 22, "is nested more than 20"),
    "digits": ("a: " + "9" * 5000, 2, "has the value '999"),
    "hexadecimal": ("a: 0x" + "f" * 5000, 2, "has the value '0xfff"),
    "sexagesimal": ("a: 1" + ":59" * 500 + ".5", 2, "has the value '1:59:59"),
    "not a number": ("a: .nan", 2, "has the value '.nan'"),
    "infinite": ("a: 1.0e+999", 2, "has the value '1.0e+999'"),
    "surrogate": ('b: 1\na: "\\ud800"', 3, "has the value '\\ud800'"),
    "surrogate in key": ('"\\ud800": 1', 2, "has the value '\\ud800'"),
    "zero byte": ('a: "\\0"', 2, "has the value '\\x00'"),
    "set": ("a: !!set {x, y}", 2, "has a value that JSON does not have"),
    "bytes": ("a: !!binary aGk=", 2, "has the value 'aGk='"),
    "object": ("a: !!python/object:os.system {}", 2, "is not plain YAML"),
    "not YAML": ("b: 1\na: 'x", 3, "is not plain YAML"),
    "control character": ("b: 1\na: \x07", 1, "is not plain YAML"),
    "a list": ("- a\n- b", 1, "is not a mapping"),
    "a text": ("just words", 1, "is not a mapping"),
    "two documents": ("a: 1\n---\nb: 1", 3, "is not plain YAML"),
    "size": ("a: " + "x" * 70_000, 1, "is larger than 64 kB"),
}


@pytest.mark.parametrize(("header", "line", "what"), BAD.values(), ids=BAD.keys())
def test_a_bad_header_is_refused_with_its_line_and_the_other_files_load(
    store: Store, write: Write, header: str, line: int, what: str
) -> None:
    bad = write("bad.run", with_header(header))
    good = write("good.run", with_header("a: {b: [1, 2.5, true, null, 2001-01-01]}", "good"))
    started = time.perf_counter()
    report = store.load_runs(bad, good)
    assert time.perf_counter() - started < 2
    [refusal] = [str(error) for error in report.refused]
    assert refusal.startswith(f"{bad}:{line}: the ir_metadata header {what}"), refusal
    assert "; " in refusal
    assert "\n" not in refusal
    assert len(refusal) < 400
    [[metadata]] = store.sql("select metadata from run").rows
    assert json.loads(metadata) == {"a": {"b": [1, 2.5, True, None, "2001-01-01"]}}


def test_an_empty_header_is_no_metadata(store: Store, write: Write) -> None:
    store.load_runs(write("a.run", with_header(""))).raise_refused()
    assert store.sql("select metadata from run").rows == [(None,)]


def test_a_header_of_many_lines_is_read_quickly(store: Store, write: Write) -> None:
    lines = "\n".join(f"key{number}: value {number}" for number in range(2000))
    store.load_runs(write("a.run", with_header(lines))).raise_refused()
    [[count]] = store.sql("select json_array_length(json_keys(metadata)) from run").rows
    assert count == 2000


def test_the_line_is_that_of_the_file(store: Store, write: Write) -> None:
    path = write("a.run", "# a comment\n\n" + with_header("b: 1\na: &a 1"))
    [refusal] = store.load_runs(path).refused
    assert str(refusal).startswith(f"{path}:5: the ir_metadata header has an anchor")
