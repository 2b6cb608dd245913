"""The table of commands, from which only the module that is needed is imported."""

from __future__ import annotations

import pytest
from evalstore_cli.app import application
from evalstore_cli.commands import COMMANDS, modules_for
from typer.main import get_command


@pytest.mark.parametrize("module", COMMANDS)
def test_each_module_has_the_commands_that_the_table_says(module: str) -> None:
    command = COMMANDS[module][0]
    found = get_command(application([command])).commands  # type: ignore[attr-defined]
    assert tuple(found) == COMMANDS[module]


@pytest.mark.parametrize("arguments", [[], ["--help"], ["--db", "load"], ["leaderbord"]])
def test_all_commands_are_there_unless_one_stands_first(arguments: list[str]) -> None:
    assert modules_for(arguments) == list(COMMANDS)


def test_only_the_module_of_the_first_word_is_needed() -> None:
    assert modules_for(["matrix", "--help"]) == ["difficulty"]
