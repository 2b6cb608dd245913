"""The manifest of a lake: its version, and which files make it up.

It is written last, so that what a broken load left is not part of the lake, and files are never
written twice: a job that started with one manifest finishes with it.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from typing import Any

from evalstore import __version__
from evalstore.errors import DataError, StoreVersionError
from evalstore.lake.location import File, Location

LAYOUT = 1
PATH = "manifest.json"


@dataclass
class Part:
    """The rankings of some systems: what they answer, all of it, and what is judged by set."""

    run_topic: File
    ranking: File
    judged_ranking: dict[str, File] = field(default_factory=dict)

    def files(self) -> list[File]:
        return [self.run_topic, self.ranking, *self.judged_ranking.values()]


@dataclass
class Content:
    """What a lake has of a collection: judgements by set, and parts by name."""

    judgement: dict[str, File] = field(default_factory=dict)
    parts: dict[str, Part] = field(default_factory=dict)


@dataclass
class Manifest:
    """All of a lake. `tables` are small, and rewritten with every change."""

    generation: int = 0
    tables: dict[str, File] = field(default_factory=dict)
    collections: dict[str, Content] = field(default_factory=dict)

    def content(self, collection: str) -> Content:
        return self.collections.setdefault(collection, Content())

    def files(self) -> list[File]:
        parts = [part for one in self.collections.values() for part in one.parts.values()]
        judgements = [file for one in self.collections.values() for file in one.judgement.values()]
        return [
            *self.tables.values(),
            *judgements,
            *(file for part in parts for file in part.files()),
        ]

    def commit(self, location: Location) -> None:
        """Make this the manifest, unless another process has changed the lake meanwhile."""
        current = read_manifest(location)
        if (0 if current is None else current.generation) != self.generation:
            raise DataError(
                f"the lake {location.uri} was changed by another process meanwhile; "
                "nothing was written, run the command again"
            )
        self.generation += 1
        described = {"layout": LAYOUT, "evalstore": __version__, **asdict(self)}
        location.write(PATH, json.dumps(described, ensure_ascii=False, indent=1).encode())


def read_manifest(location: Location) -> Manifest | None:
    """The manifest of a lake of this version; None where no lake is, or one half written."""
    content = location.read(PATH)
    if content is None:
        return None
    try:
        described = json.loads(content)
        layout = described["layout"]
        if layout == LAYOUT:
            return _manifest(described)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise DataError(f"{location.uri}/{PATH} is not the manifest of a lake") from error
    raise StoreVersionError(
        f"the lake {location.uri} has layout {layout}, this evalstore ({__version__}) reads layout "
        f"{LAYOUT}; write it again, or use evalstore {described.get('evalstore')}"
    )


def find_manifest(location: Location) -> Manifest:
    """The manifest of a lake that must be there."""
    found = read_manifest(location)
    if found is not None:
        return found
    files = location.listed()
    if not files:
        raise DataError(
            f"no lake at {location.uri}; write one with `store.export_lake()` or "
            "`evalstore.lake.load_runs()`"
        )
    raise DataError(
        f"the lake {location.uri} is incomplete: it has {len(files)} files and no manifest; "
        "delete it, and write it again"
    )


def _manifest(described: dict[str, Any]) -> Manifest:
    return Manifest(
        described["generation"],
        _files(described["tables"]),
        {name: _content(one) for name, one in described["collections"].items()},
    )


def _content(described: dict[str, Any]) -> Content:
    parts = {
        name: Part(File(**one["run_topic"]), File(**one["ranking"]), _files(one["judged_ranking"]))
        for name, one in described["parts"].items()
    }
    return Content(_files(described["judgement"]), parts)


def _files(described: dict[str, Any]) -> dict[str, File]:
    return {name: File(**file) for name, file in described.items()}
