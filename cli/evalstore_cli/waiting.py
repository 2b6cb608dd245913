"""`--wait`, for every command that opens a store."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Any

import typer

from evalstore_cli.options import DEFAULT_WAIT, Wait
from evalstore_cli.stores import waiting


def give_wait(app: typer.Typer) -> typer.Typer:
    """The application, its commands that have --db given --wait too."""
    for command in app.registered_commands:
        if command.callback is not None and not hasattr(command.callback, "waits"):
            command.callback = _with_wait(command.callback)
    for group in app.registered_groups:
        if group.typer_instance is not None:
            give_wait(group.typer_instance)
    return app


def _with_wait(command: Callable[..., Any]) -> Callable[..., Any]:
    signature = inspect.signature(command, eval_str=True)
    if "db" not in signature.parameters or "wait" in signature.parameters:
        return command

    @wraps(command)
    def run(wait: float, **given: object) -> Any:
        with waiting(wait):
            return command(**given)

    parameter = inspect.Parameter(
        "wait", inspect.Parameter.KEYWORD_ONLY, default=DEFAULT_WAIT, annotation=Wait
    )
    parameters = [
        one.replace(kind=inspect.Parameter.KEYWORD_ONLY) for one in signature.parameters.values()
    ]
    run.__signature__ = signature.replace(parameters=[*parameters, parameter])  # type: ignore[attr-defined]
    run.waits = True  # type: ignore[attr-defined]
    return run
