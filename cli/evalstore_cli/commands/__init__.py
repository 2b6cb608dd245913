"""The commands, one module each; every module has its own `app`, and is registered here."""

from __future__ import annotations

from evalstore_cli.commands import (
    agree,
    check,
    compare,
    correlate,
    demo,
    diff,
    difficulty,
    drop,
    evaluation,
    leaderboard,
    listing,
    load,
    migrate,
    pool,
    query,
    reproduce,
    risk,
    robustness,
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
    risk,
    difficulty,
    check,
    correlate,
    agree,
    pool,
    robustness,
    reproduce,
    evaluation,
    trec_eval,
    query,
    schema,
    listing,
    drop,
    migrate,
)
