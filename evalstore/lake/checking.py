"""Whether the files of a lake are those of its manifest."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from evalstore.errors import DataError
from evalstore.lake.location import Location
from evalstore.lake.manifest import PATH, read_manifest
from evalstore.plural import counted
from evalstore.scratch import scratch_folder


@dataclass
class Checked:
    """What a check found: files with other content, and files that are not part of the lake."""

    files: int = 0
    problems: list[str] = field(default_factory=list)
    unlisted: list[str] = field(default_factory=list)
    is_clean: bool = False

    def summary(self) -> str:
        text = f"checked {counted(self.files, 'file')}: {len(self.problems):,} wrong"
        if self.unlisted:
            fate = "deleted" if self.is_clean else "harmless; `clean=True` deletes them"
            text += f"; {counted(len(self.unlisted), 'file')} not part of the lake, {fate}"
        return text


def check_lake(uri: str | Path, *, clean: bool = False) -> Checked:
    """Compare every file of a lake with its manifest; `clean` deletes what is not part of it.

    No process should be loading into the lake at the same time.
    """
    location = Location.at(uri)
    manifest = read_manifest(location)
    listed = {} if manifest is None else {file.path: file for file in manifest.files()}
    present = location.listed()
    if manifest is None and not present:
        raise DataError(f"no lake at {uri}")
    checked = Checked(len(listed), is_clean=clean)
    with scratch_folder() as scratch:
        for file in listed.values():
            try:
                location.local(file, scratch)
            except DataError as error:
                checked.problems.append(str(error))
    if manifest is None:
        checked.problems.append(f"the lake {uri} is incomplete: it has no manifest")
    checked.unlisted = sorted(present.keys() - listed.keys() - {PATH})
    if clean:
        for path in checked.unlisted:
            location.delete(path)
    return checked
