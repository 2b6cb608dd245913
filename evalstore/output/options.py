"""Output options other than the format."""

from __future__ import annotations

from dataclasses import dataclass

HUMAN_PLACES = 4


@dataclass(frozen=True)
class Options:
    places: int | None = None
    header: bool = True
    color: bool = False
    width: int | None = None
    footer: bool = False
    terminal: bool = False
    spreadsheet_safe: bool = False
    brief: bool = False

    @property
    def human_places(self) -> int:
        """The decimals of a double for readers."""
        return HUMAN_PLACES if self.places is None else self.places
