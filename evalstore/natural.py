"""The natural order of names: the numbers in them as numbers, so that 2 is before 10."""

from __future__ import annotations

import re

# Numbers are padded with zeros to the same length, in Python and in SQL alike.
_DIGITS = 20
_NUMBER = re.compile("[0-9]+")


def natural_key(name: str) -> tuple[str, str]:
    """A key to sort by; names that differ only in leading zeros in the order of their bytes."""
    return _NUMBER.sub(lambda number: number[0].zfill(_DIGITS)[-_DIGITS:], name), name


def natural_order(name: str) -> str:
    """ORDER BY terms for a column of names."""
    zeros = "0" * (_DIGITS - 1)
    padded = rf"regexp_replace({name}, '([0-9]+)', '{zeros}\1', 'g')"
    return rf"regexp_replace({padded}, '[0-9]*([0-9]{{{_DIGITS}}})', '\1', 'g'), {name}"
