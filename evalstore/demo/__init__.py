"""A small collection made for the demo: household questions, three systems, graded judgements.

`hybrid` is best on average and loses topic 5; `dense` finds what shares no word with the topic,
and answers nothing on topic 7. Every topic has unjudged documents.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from evalstore.store import Store

COLLECTION = "demo"
TOPIC = "5"  # where the best system loses

_HERE = Path(__file__).resolve().parent


def build(store: Store) -> None:
    """Load the collection; where it is loaded already, nothing happens."""
    store.load_topics(_HERE / "topics.tsv", collection=COLLECTION)
    store.load_qrels(_HERE / "qrels.txt", collection=COLLECTION)
    store.load_runs(_HERE / "runs", collection=COLLECTION).raise_refused()
