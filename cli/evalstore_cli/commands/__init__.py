"""The commands, one module each; every module has its own `app`, and is registered here."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module

import typer

# The modules in the order of the help, with the commands of each: to add a command is to add it.
COMMANDS = {
    "demo": ("demo",),
    "load": ("load",),
    "leaderboard": ("leaderboard",),
    "scores": ("scores",),
    "topic": ("topic",),
    "compare": ("compare",),
    "diff": ("diff",),
    "risk": ("risk",),
    "difficulty": ("difficulty", "matrix", "outliers", "curves"),
    "check": ("check",),
    "correlate": ("correlate",),
    "agree": ("agree",),
    "pool": ("pool",),
    "robustness": ("robustness",),
    "reproduce": ("reproduce",),
    "evaluation": ("eval",),
    "trec_eval": ("trec-eval",),
    "query": ("query",),
    "schema": ("sql", "schema"),
    "listing": ("list",),
    "measure": ("measure",),
    "drop": ("drop",),
    "migrate": ("migrate",),
}


def modules_for(arguments: Iterable[str]) -> list[str]:
    """The module of the command that stands first; if none does, all of them."""
    first = next(iter(arguments), "")
    found = [module for module, commands in COMMANDS.items() if first in commands]
    return found or list(COMMANDS)


def commands_of(module: str) -> typer.Typer:
    """The application of one module, imported only now."""
    app: typer.Typer = import_module(f"evalstore_cli.commands.{module}").app
    return app
