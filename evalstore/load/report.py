"""What a load did: for each file, whether it was loaded, already there or refused."""

from __future__ import annotations

from dataclasses import dataclass, field

from evalstore.errors import EvalstoreError


@dataclass
class Loaded:
    """One file's outcome."""

    source: str
    name: str
    outcome: str  # loaded, already there, replaced
    topics: int = 0
    rows: int = 0
    notes: list[str] = field(default_factory=list)


@dataclass
class LoadReport:
    """All files of one call."""

    kind: str
    files: list[Loaded] = field(default_factory=list)
    refused: list[EvalstoreError] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def loaded(self) -> list[Loaded]:
        return [file for file in self.files if file.outcome != "already there"]

    @property
    def names(self) -> dict[str, str]:
        """The systems or sets that were loaded or already there, and their files."""
        return {file.name: file.source for file in self.files}

    @property
    def rows(self) -> int:
        return sum(file.rows for file in self.loaded)

    def summary(self) -> str:
        """One line: how much was loaded, and how long it took."""
        loaded = self.loaded
        topics = max((file.topics for file in loaded), default=0)
        parts = [
            f"{len(loaded)} {self.kind}{'s' * (len(loaded) != 1 and not self.kind.endswith('s'))}",
            f"{topics} topics",
            f"{self.rows:,} rows",
            f"{self.seconds:.1f} s",
        ]
        text = "loaded " + ", ".join(parts)
        if already := len(self.files) - len(loaded):
            text += f"; {already} already there, nothing to do"
        if self.refused:
            text += f"; {len(self.refused)} refused"
        return text

    def raise_refused(self) -> LoadReport:
        """Raise the first refusal, if any; the rest of the call has been loaded all the same."""
        if self.refused:
            raise self.refused[0]
        return self
