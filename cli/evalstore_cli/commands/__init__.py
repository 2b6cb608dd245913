"""The commands, one module each; every module has its own `app`, and is registered here."""

from __future__ import annotations

from evalstore_cli.commands import (
    check,
    compare,
    demo,
    diff,
    difficulty,
    drop,
    evaluation,
    leaderboard,
    listing,
    load,
    migrate,
    query,
    schema,
    scores,
    topic,
    trec_eval,
)

# In the order of the help: to add a command is to add its module.
COMMANDS = (
    demo,
    load,
    leaderboard,
    scores,
    topic,
    compare,
    diff,
    difficulty,
    check,
    evaluation,
    trec_eval,
    query,
    schema,
    listing,
    drop,
    migrate,
)
