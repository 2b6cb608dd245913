"""The project's configuration as defaults of the options."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from typing import Any

from evalstore.config import Config, read_config, using
from evalstore_cli.commands import COMMANDS

_ONE_SHOT = ("demo", "eval", "trec-eval")  # they do not read the project's store
_LOADED = ("runs", "qrels", "topics")


@contextmanager
def configured(arguments: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Within the block, the configuration is in use; the defaults of options by command."""
    config = Config() if arguments[:1] and arguments[0] in _ONE_SHOT else read_config()
    with using(config):
        yield _defaults(config, _collection(arguments) or config.value("collection"))


def _collection(arguments: Sequence[str]) -> str | None:
    """The collection that the arguments name, whose test is the default."""
    for argument, following in pairwise([*arguments, ""]):
        name, equals, value = argument.partition("=")
        if name == "--collection":
            return value if equals else following
    return None


def _defaults(config: Config, collection: str | None) -> dict[str, Any]:
    defaults: dict[str, Any] = {}
    if (db := config.value("db")) is not None:
        defaults["db"] = db
    if (test := config.value("test", collection)) is not None:
        for commands in COMMANDS.values():
            defaults |= {command: {"test": test} for command in commands}
    if (loaded := config.value("collection")) is not None:
        defaults["load"] = {part: {"collection": loaded} for part in _LOADED}
    return defaults
