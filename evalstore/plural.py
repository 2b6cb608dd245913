"""Counts with their nouns, for messages and footers."""

from __future__ import annotations


def counted(number: int, noun: str) -> str:
    """1 topic, 1,000 topics; an invariable noun, such as qrels, ends in s already."""
    invariable = number == 1 or noun.endswith("s")
    return f"{number:,} {noun}{'' if invariable else 's'}"
