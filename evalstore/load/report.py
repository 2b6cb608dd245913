"""What a load did: file by file, what was kept, what was already there, what was refused."""

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
        """What was loaded or is there, and from which file."""
        return {file.name: file.source for file in self.files}

    @property
    def rows(self) -> int:
        return sum(file.rows for file in self.loaded)

    def summary(self) -> str:
        """One line: how much was loaded, and how long it took."""
        kept = self.loaded
        topics = max((file.topics for file in kept), default=0)
        parts = [
            f"{len(kept)} {self.kind}{'s' * (len(kept) != 1 and not self.kind.endswith('s'))}",
            f"{topics} topics",
            f"{self.rows:,} rows",
            f"{self.seconds:.1f} s",
        ]
        text = "loaded " + ", ".join(parts)
        if already := len(self.files) - len(kept):
            text += f"; {already} already there, nothing to do"
        if self.refused:
            text += f"; {len(self.refused)} refused"
        return text

    def raise_refused(self) -> LoadReport:
        """Raise the first refusal, if any; the rest of the call has been loaded all the same."""
        if self.refused:
            raise self.refused[0]
        return self
