"""The commands, one module each; every module defines `app` and is registered here."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module

import typer

# The modules in the order of the help text, with the commands of each; new commands go here.
COMMANDS = {
    "demo": ("demo",),
    "load": ("load",),
    "leaderboard": ("leaderboard",),
    "scores": ("scores",),
    "topic": ("topic",),
    "system": ("system",),
    "compare": ("compare",),
    "diff": ("diff",),
    "risk": ("risk",),
    "difficulty": ("difficulty", "matrix", "outliers", "curves", "distribution"),
    "check": ("check",),
    "correlate": ("correlate",),
    "agree": ("agree",),
    "pool": ("pool",),
    "robustness": ("robustness",),
    "reproduce": ("reproduce",),
    "serve": ("serve",),
    "plot": ("plot",),
    "report": ("report",),
    "evaluation": ("eval",),
    "trec_eval": ("trec-eval",),
    "fuse": ("fuse",),
    "export": ("export",),
    "lake": ("lake",),
    "query": ("query",),
    "schema": ("sql", "schema"),
    "listing": ("list",),
    "measure": ("measure",),
    "drop": ("drop",),
    "rename": ("rename",),
    "config": ("config",),
    "migrate": ("migrate",),
    "verify": ("verify", "backup"),
}


def modules_for(arguments: Iterable[str]) -> list[str]:
    """The module of the first argument's command; all modules if it is not a command."""
    first = next(iter(arguments), "")
    found = [module for module, commands in COMMANDS.items() if first in commands]
    return found or list(COMMANDS)


def commands_of(module: str) -> typer.Typer:
    """The application of one module, imported on first use."""
    app: typer.Typer = import_module(f"evalstore_cli.commands.{module}").app
    return app
