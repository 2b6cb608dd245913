"""Markdown, LaTeX and HTML show text as it is, whatever it holds."""

from __future__ import annotations

from collections.abc import Callable

import pytest


def quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def test_markdown_is_a_pipe_table(written: Callable[..., str]) -> None:
    text = written("markdown", "select 'x' as name, 1 as n", title="Title", notes=["a", "b"])
    assert text == (
        "**Title**\n"
        "\n"
        "| name |   n |\n"
        "| ---- | --: |\n"
        "| x    |   1 |\n"
        "\n"
        "- a\n"
        "- b\n"
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("a|b", r"a\|b"),
        ("a\\|b", r"a\\\|b"),
        ("*a*", r"\*a\*"),
        ("bm25_rm3", "bm25_rm3"),  # harmless, and more readable as it is
        ("_a_", r"\_a\_"),
        ("`a`", r"\`a\`"),
        ("<b>", r"\<b>"),
        ("&lt;", r"\&lt;"),
        ("a & b", "a & b"),
        ("$x$", r"\$x\$"),
        ("~a~", r"\~a\~"),
        ("[a](b)", r"\[a](b)"),
        ("a\nb", r"a\\nb"),
    ],
)
def test_markdown_escapes(written: Callable[..., str], text: str, source: str) -> None:
    assert f"| {source} |" in written("markdown", f"select {quoted(text)} as a")


@pytest.mark.parametrize(
    ("text", "source"),
    [
        ("a & b", r"a \& b"),
        ("100%", r"100\%"),
        ("$5", r"\$5"),
        ("#1", r"\#1"),
        ("bm25_rm3", r"bm25\_rm3"),
        ("{a}", r"\{a\}"),
        ("~", r"\textasciitilde{}"),
        ("^", r"\textasciicircum{}"),
        ("\\", r"\textbackslash{}"),
        ("a<b>c|d", r"a\textless{}b\textgreater{}c\textbar{}d"),
        ("bm25-rm3", "bm25-rm3"),
        ("a--b---c", "a-{}-b-{}-{}-c"),
        ("1\N{EN DASH}2", "1--2"),
        ("\N{GREEK SMALL LETTER ALPHA} \N{GREATER-THAN OR EQUAL TO} 1", r"$\alpha$ $\geq$ 1"),
        ("[1]", "{[}1]"),  # at the start of a row, \\[1] would be a distance
        ("*", "{*}"),
        ("é", "é"),
        ("a\nb", r"a\textbackslash{}nb"),
    ],
)
def test_latex_escapes(written: Callable[..., str], text: str, source: str) -> None:
    assert f"    {source} & 1 \\\\\n" in written("latex", f"select {quoted(text)} as a, 1 as b")


def test_latex_is_a_booktabs_table(written: Callable[..., str]) -> None:
    text = written(
        "latex", "select 'x' as name, -1 as n_1", title="Title_1", notes=["50% of it.", "more"]
    )
    assert text == (
        "% \\usepackage{booktabs}\n"
        "\\begin{table}\n"
        "  \\centering\n"
        "  \\caption{Title\\_1. 50\\% of it. more.}\n"
        "  \\begin{tabular}{lr}\n"
        "    \\toprule\n"
        "    name & n\\_1 \\\\\n"
        "    \\midrule\n"
        "    x & $-$1 \\\\\n"
        "    \\bottomrule\n"
        "  \\end{tabular}\n"
        "\\end{table}\n"
    )


def test_latex_without_title_and_notes_has_no_caption(written: Callable[..., str]) -> None:
    assert "caption" not in written("latex", "select 1 as a")


def test_html_is_one_table(written: Callable[..., str]) -> None:
    text = written("html", "select 'x' as name, 1 as n", title="Title", notes=["a note"])
    assert text.startswith(
        '<table class="evalstore">\n'
        "<caption>Title</caption>\n"
        "<thead>\n"
        '<tr><th scope="col" class="text">name</th><th scope="col" class="number">n</th></tr>\n'
        "</thead>\n"
        "<tbody>\n"
        '<tr><td class="text">x</td><td class="number">1</td></tr>\n'
        "</tbody>\n"
        "<tfoot>\n"
        '<tr><td class="note" colspan="2">a note</td></tr>\n'
        "</tfoot>\n"
        "</table>\n"
    )


def test_html_text_cannot_become_markup(written: Callable[..., str]) -> None:
    sql = """select '<script>&' as "<b>" """
    text = written("html", sql, title="<i>", notes=["<u>"])
    for markup in ("<script>", "<b>", "<i>", "<u>"):
        assert markup not in text
        assert markup.replace("<", "&lt;").replace(">", "&gt;") in text
