"""`evalstore plot` and `evalstore report`: files, and the messages without them."""

from __future__ import annotations

from pathlib import Path

import pytest
from outcome import Es

for library in ("altair", "vl_convert", "jinja2"):
    pytest.importorskip(library, reason=f"{library} is not installed: pip install '.[plots]'")


def test_a_chart_is_written_to_a_file_twice_the_same(es: Es, db: str) -> None:
    for name in ("one.svg", "two.svg"):
        done = es("plot", "diff", "hybrid", "bm25", "-m", "AP", "-o", name, "--db", db)
        assert (done.code, done.out) == (0, "")
        assert done.err == f"wrote {name}\n"
    assert Path("one.svg").read_bytes() == Path("two.svg").read_bytes()


@pytest.mark.parametrize(
    ("extension", "start"),
    [("svg", b"<svg "), ("png", b"\x89PNG"), ("pdf", b"%PDF"), ("html", b"<!DOCTYPE html>")],
)
def test_the_extension_determines_the_format(es: Es, db: str, extension: str, start: bytes) -> None:
    file = f"chart.{extension}"
    options = ("--title", "Mine", "--dark", "--width", "300", "--run", "bm25", "--topic", "5")
    assert es("plot", "leaderboard", *options, "-o", file, "--db", db).code == 0
    assert Path(file).read_bytes().startswith(start)


def test_without_o_a_line_says_so(es: Es, db: str) -> None:
    done = es("plot", "box", "--db", db)
    assert done.code == 2
    assert done.err == (
        "evalstore: error: plot writes a file; name it with -o, such as -o chart.svg\n"
    )
    assert es("plot", "box", "-o", "chart.gif", "--db", db).code == 2
    assert es("plot", "box", "-o", "no/such/folder.svg", "--db", db).code == 1


def test_a_report_is_one_file_or_goes_to_standard_output(es: Es, db: str) -> None:
    assert es("report", "-o", "report.html", "--db", db).code == 0
    done = es("report", "--db", db)
    assert done.out == Path("report.html").read_text(encoding="utf-8")
    assert es("report", "-o", "report.md", "-m", "AP", "--db", db).code == 0
    assert Path("report.md").read_text(encoding="utf-8").startswith("# Evaluation of demo")


def test_a_missing_library_is_one_line_with_the_command(
    es: Es, db: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "vl_convert", None)
    done = es("report", "-o", "report.html", "--db", db)
    assert done.code == 2
    assert done.err == (
        "evalstore: error: reports need vl_convert, which is not installed; "
        "run: pip install 'evalstore[plots]'\n"
    )


def test_distribution_has_the_means_and_their_intervals(es: Es, db: str) -> None:
    done = es("distribution", "-m", "AP", "--format", "csv", "--db", db)
    first, *rows = done.out.splitlines()
    assert first.startswith("position,system,measure,value,ci_low,ci_high,minimum,q1,median")
    assert len(rows) == 3
