"""Small stores whose scores can be worked out by hand."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from evalstore.store import Store

JUDGED = {topic: {"good": 1, "bad": 0} for topic in "1234"}
FIRST = {"good": 2.0, "bad": 1.0}  # RR 1
SECOND = {"good": 1.0, "bad": 2.0}  # RR 1/2
NOWHERE = {"bad": 1.0}  # RR 0


@pytest.fixture
def small() -> Iterator[Store]:
    """Four topics; `best` has RR 1 on all, `twin` is the same, `half` has 1/2 on all,
    `mixed` has 1, 1/2, 0 and does not answer topic 4."""
    with Store() as store:
        store.load_qrels(JUDGED)
        for name in ("best", "twin"):
            store.load_run(dict.fromkeys("1234", FIRST), name)
        store.load_run(dict.fromkeys("1234", SECOND), "half")
        store.load_run({"1": FIRST, "2": SECOND, "3": NOWHERE}, "mixed")
        yield store
