"""Writes the pages of docs/ that come from the program: measures, schema, command line.

python docs/generate.py           write them
python docs/generate.py --check   fail if they are not as the program has them
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from evalstore.measures.definition import Definition, definitions
from evalstore.store import Store

HERE = Path(__file__).resolve().parent


def commands() -> list[list[str]]:
    """Every command of the application, in the order of its help."""
    from evalstore_cli.app import application
    from typer.main import get_command

    return _named(get_command(application()))


def _named(group: object, before: tuple[str, ...] = ()) -> list[list[str]]:
    """The commands of a group and of the groups in it."""
    inner = getattr(group, "commands", None)
    if inner is None:
        return [[*before]]
    return [one for name, command in inner.items() for one in _named(command, (*before, name))]


def measures_page() -> str:
    lines = [
        "# Measures",
        "",
        "Every measure of the catalogue, from the descriptions in `sql/measures/*.toml`: the same",
        "text that `evalstore list measures NAME` prints and the hand-worked examples that the",
        "tests run. Measures with `@k` take a cutoff, `[@k]` may have one.",
        "",
        "A column has the name that was asked for: `RBP(p=0.8)` and `RBP`, whose default p is 0.8,",
        "are two names of the same values. trec_eval's names become ours: `ndcg_cut_10` is",
        "`nDCG@10`.",
        "",
    ]
    for one in definitions():
        lines += _measure(one)
    return "\n".join(lines)


def _measure(one: Definition) -> list[str]:
    cutoff = {"none": "", "optional": "[@k]", "required": "@k", "recall": "@recall"}[one.cutoff]
    lines = [f"## {one.name}{cutoff}: {one.title}", "", one.meaning, "", f"    {one.formula}", ""]
    if one.parameters:
        lines += ["| parameter | default | meaning |", "|---|---|---|"]
        for name, declared in one.parameters.items():
            default = "" if declared.default is None else f"`{declared.default}`"
            lines.append(f"| `{name}` | {default} | {declared.meaning} |")
        lines.append("")
    if one.trec_eval:
        lines.append(f"- trec_eval: {', '.join(f'`{name}`' for name in one.trec_eval)}")
    lines += [
        f"- over topics: {one.aggregate}",
        f"- verified against: {one.reference}",
        f"- {one.citation}",
        f"- SQL: `evalstore sql {one.family}`",
        "",
    ]
    for item in one.examples:
        lines.append(
            f"`{item.measure}` of the ranking `{item.run}` given `{item.qrels}` is "
            f"{item.value:.4f}: {item.why}."
        )
    return [*lines, ""]


def schema_page() -> str:
    lines = ["# Tables and views", "", "What any DuckDB client sees in a store.", ""]
    with Store() as store:
        for kind, name, meaning, _ in store.schema().rows:
            if name == "alembic_version":
                continue
            lines += [f"## {name} ({kind})", "", meaning, "", "| column | type | meaning |"]
            lines.append("|---|---|---|")
            for column, data_type, text in store.schema(name).rows:
                lines.append(f"| {column} | {data_type} | {text or ''} |")
            lines.append("")
    return "\n".join(lines)


def command_page() -> str:
    lines = ["# The command line", "", "```", _help([]).rstrip(), "```", ""]
    for command in commands():
        title = f"## evalstore {' '.join(command)}"
        lines += [title, "", "```", _help(command).rstrip(), "```", ""]
    return "\n".join(lines)


def _help(command: list[str]) -> str:
    import os

    environment = {**os.environ, "COLUMNS": "100", "NO_COLOR": "1", "TERM": "dumb"}
    result = subprocess.run(
        [sys.executable, "-m", "evalstore_cli", *command, "--help"],
        capture_output=True,
        text=True,
        check=True,
        env=environment,
    )
    return "\n".join(line.rstrip() for line in result.stdout.splitlines())


PAGES = {"measures.md": measures_page, "schema.md": schema_page, "cli.md": command_page}


def main() -> int:
    stale = []
    for name, page in PAGES.items():
        text = page().rstrip() + "\n"
        path = HERE / name
        if "--check" not in sys.argv:
            path.write_text(text, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != text:
            stale.append(name)
    if stale:
        print(f"not as the program has them: {', '.join(stale)}; run python docs/generate.py")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
