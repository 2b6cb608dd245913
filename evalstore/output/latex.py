"""A LaTeX table with booktabs rules; the caption has the title and the notes."""

# ruff: noqa: RUF001 - look-alike characters are distinguished here

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from evalstore.output.grid import Grid, grid_of, marked_rows

if TYPE_CHECKING:
    from evalstore.output.options import Options
    from evalstore.result import Result

_ESCAPES = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "{": r"\{",
        "}": r"\}",
        "&": r"\&",
        "%": r"\%",
        "$": r"\$",
        "#": r"\#",
        "_": r"\_",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        # The default font encoding prints other characters for these.
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
        # A row that begins with one of these would hand it to \\ or \midrule as an option.
        "[": "{[}",
        "*": "{*}",
        # pdfLaTeX reads accented letters by itself, but not these.
        "\N{MINUS SIGN}": "$-$",
        "≤": r"$\leq$",
        "≥": r"$\geq$",
        "≠": r"$\neq$",
        "≈": r"$\approx$",
        "→": r"$\rightarrow$",
        "∞": r"$\infty$",
        "Δ": r"$\Delta$",
        "α": r"$\alpha$",
        "β": r"$\beta$",
        "κ": r"$\kappa$",
        "ρ": r"$\rho$",
        "σ": r"$\sigma$",
        "τ": r"$\tau$",
        "↑": r"$\uparrow$",
        "↓": r"$\downarrow$",
        "│": r"\textbar{}",
        "█": r"\rule{0.5em}{1.2ex}",
        "\N{NO-BREAK SPACE}": "~",
    }
)

# LaTeX would join two hyphens of a name into a dash.
_ADJACENT_HYPHENS = re.compile("-(?=-)")
# A plain word begins a sentence of the caption with a capital; a name before a colon stays.
_FIRST_WORD = re.compile(r"^[a-z]+(?= )")
# A hyphen is a minus sign before a number that begins with it, as in -0.5* or -0.2 to 0.1.
_MINUS = re.compile(r"(?<![^\s(])-(?=\d|inf$)")


def write(result: Result, options: Options) -> str:
    grid = grid_of(result, options)
    lines = [
        r"% \usepackage{booktabs}",
        r"\begin{table}",
        r"  \centering",
        *_caption(grid),
        rf"  \begin{{tabular}}{{{_alignment(grid)}}}",
        *(f"    {line}" for line in _body(grid, options.header)),
        r"  \end{tabular}",
        r"\end{table}",
    ]
    return "\n".join(lines) + "\n"


def _caption(grid: Grid) -> list[str]:
    marks = ["Best in bold"] if grid.best else []
    sentences = [
        grid.title or "",
        *grid.above,
        *marks,
        *(_FIRST_WORD.sub(_raised, one) for one in grid.notes),
    ]
    stripped = [sentence.rstrip(". ") for sentence in sentences]
    text = " ".join(f"{_escape(sentence)}." for sentence in stripped if sentence)
    return [rf"  \caption{{{text}}}"] if text else []


def _raised(word: re.Match[str]) -> str:
    return word[0].capitalize()


def _alignment(grid: Grid) -> str:
    return "".join("r" if right else "l" for right in grid.numeric)


def _body(grid: Grid, with_header: bool) -> list[str]:
    heading = [_line([_escape(name) for name in grid.headers]), r"\midrule"] if with_header else []
    rows = [_line(cells) for cells in marked_rows(grid, _cell, _bold)]
    return [r"\toprule", *heading, *rows, r"\bottomrule"]


def _line(cells: list[str]) -> str:
    return " & ".join(cells) + r" \\"


def _cell(text: str) -> str:
    return "$-$".join(map(_escape, _MINUS.split(text)))


def _escape(text: str) -> str:
    separated = _ADJACENT_HYPHENS.sub("-{}", text.translate(_ESCAPES))
    return separated.replace("–", "--")


def _bold(text: str) -> str:
    return rf"\textbf{{{text}}}"
