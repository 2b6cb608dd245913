"""In which order to judge a topic's pool, so that relevant documents come early.

Both read the rankings from the top, and continue with the run of the highest value so far.
An unjudged document counts as not relevant until its judgement is known: judge a part, load it, and
run the command again.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

import numpy as np

from evalstore.statistics.distributions import Vector

Rankings = Sequence[Sequence[str]]


def move_to_front(rankings: Rankings, relevant: Collection[str]) -> list[str]:
    """Cormack, Palmer and Clarke, SIGIR 1998: leave a run at a non-relevant document.

    Every miss lowers the run's priority by one; the next document comes from a run of the highest
    priority, the first one of several.
    """
    priorities = np.zeros(len(rankings))

    def learn(run: int, document: str) -> None:
        if document not in relevant:
            priorities[run] -= 1

    return _adjudicated(rankings, lambda: priorities, learn)


def max_mean(rankings: Rankings, relevant: Collection[str]) -> list[str]:
    """Losada, Parapar and Barreiro, SAC 2016: the bandit that takes the arm of the highest mean.

    A run's worth is (1 + its relevant documents) / (2 + its documents) of those judged so far,
    whichever run they came from; of equal runs, the first one.
    """
    hits, judged = np.zeros(len(rankings)), np.zeros(len(rankings))
    holders = _holders(rankings)

    def learn(_: int, document: str) -> None:
        judged[holders[document]] += 1
        if document in relevant:
            hits[holders[document]] += 1

    return _adjudicated(rankings, lambda: (1 + hits) / (2 + judged), learn)


def _holders(rankings: Rankings) -> dict[str, list[int]]:
    holders: dict[str, list[int]] = {}
    for run, ranking in enumerate(rankings):
        for document in ranking:
            holders.setdefault(document, []).append(run)
    return holders


def _adjudicated(
    rankings: Rankings, worth: Callable[[], Vector], learn: Callable[[int, str], None]
) -> list[str]:
    """Every document once, each from the run of the highest value at that point."""
    waiting = [iter(ranking) for ranking in rankings]
    finished = np.zeros(len(rankings), dtype=bool)
    order: dict[str, None] = {}
    while not finished.all():
        run = int(np.where(finished, -np.inf, worth()).argmax())
        document = next((item for item in waiting[run] if item not in order), None)
        if document is None:
            finished[run] = True
        else:
            order[document] = None
            learn(run, document)
    return list(order)
