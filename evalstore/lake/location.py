"""A folder at a local path, or at a URI that Arrow reads: s3://, gs://, hdfs://, abfss://."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from hashlib import file_digest
from pathlib import Path
from typing import Any
from uuid import uuid4

from evalstore.errors import DataError, StoreUnavailableError
from evalstore.scratch import scratch_folder


@dataclass(frozen=True)
class File:
    """A file of a lake: its path in the lake, and what identifies its content."""

    path: str
    bytes: int
    sha256: str
    rows: int


@dataclass(frozen=True)
class Location:
    """Where a lake is."""

    uri: str

    @classmethod
    def at(cls, uri: str | Path) -> Location:
        """A path is made absolute: workers have other working directories."""
        return cls(str(uri) if "://" in str(uri) else os.path.abspath(uri))

    @cached_property
    def _opened(self) -> tuple[Any, str]:
        """Arrow's file system, and the path of the folder in it."""
        from pyarrow import ArrowException, fs

        if "://" not in self.uri:
            return fs.LocalFileSystem(), self.uri
        try:
            opened: tuple[Any, str] = fs.FileSystem.from_uri(self.uri)
        except (ArrowException, OSError) as error:
            reason = str(error).splitlines()[0]
            raise StoreUnavailableError(
                f"the lake {self.uri} cannot be reached: {reason}"
            ) from error
        return opened

    @property
    def is_local(self) -> bool:
        return str(self._opened[0].type_name) == "local"

    def _full(self, path: str) -> str:
        return f"{self._opened[1].rstrip('/')}/{path}"

    def read(self, path: str) -> bytes | None:
        """The content of a file; None if there is none."""
        system, full = self._opened[0], self._full(path)
        try:
            with system.open_input_stream(full) as stream:
                content: bytes = stream.read()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise _unreachable(self.uri, error) from error
        return content

    def write(self, path: str, content: bytes) -> None:
        """Write a file under a temporary name, and rename it when it is complete."""
        system, full = self._opened[0], self._full(path)
        made = f"{full}.{uuid4().hex}"
        try:
            system.create_dir(full.rpartition("/")[0], recursive=True)
            with system.open_output_stream(made) as stream:
                stream.write(content)
            system.move(made, full)
        except OSError as error:
            raise _unreachable(self.uri, error) from error

    @contextmanager
    def writing(self) -> Iterator[Path]:
        """A local folder to write files in, on the disk of the lake if that is local."""
        if self.is_local:
            folder = Path(self._opened[1])
            try:
                folder.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise _unreachable(self.uri, error) from error
        with scratch_folder(beside=folder / "part" if self.is_local else None) as scratch:
            yield scratch

    def put(self, made: Path, path: str, rows: int) -> File:
        """Move a local file into the lake."""
        system, full = self._opened[0], self._full(path)
        file = File(path, made.stat().st_size, _digest(made), rows)
        try:
            system.create_dir(full.rpartition("/")[0], recursive=True)
            if self.is_local:
                made.rename(full)
            else:
                with made.open("rb") as source, system.open_output_stream(full) as target:
                    shutil.copyfileobj(source, target)
                made.unlink()
        except OSError as error:
            raise _unreachable(self.uri, error) from error
        return file

    def local(self, file: File, scratch: Path) -> str:
        """A local path of a file, whose content is what the manifest says."""
        path = Path(self._full(file.path))
        try:
            if not self.is_local:
                path = scratch / f"{uuid4().hex}.parquet"
                stream = self._opened[0].open_input_stream(self._full(file.path))
                with stream as source, path.open("wb") as target:
                    shutil.copyfileobj(source, target)
            is_same = path.stat().st_size == file.bytes and _digest(path) == file.sha256
        except FileNotFoundError as error:
            raise _changed(self.uri, file.path, "is gone") from error
        except OSError as error:
            raise _unreachable(self.uri, error) from error
        if not is_same:
            raise _changed(self.uri, file.path, "differs from the manifest")
        return str(path)

    def listed(self) -> dict[str, int]:
        """The files that are there, with their sizes."""
        from pyarrow import fs

        system, root = self._opened
        selector = fs.FileSelector(root, allow_not_found=True, recursive=True)
        files = [info for info in system.get_file_info(selector) if info.is_file]
        start = len(root.rstrip("/")) + 1
        return {info.path[start:]: info.size for info in files}

    def delete(self, path: str) -> None:
        self._opened[0].delete_file(self._full(path))


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()


def _unreachable(uri: str, error: OSError) -> StoreUnavailableError:
    reason = error.strerror or str(error).splitlines()[0]
    return StoreUnavailableError(f"the lake {uri} cannot be read or written: {reason}")


def _changed(uri: str, path: str, what: str) -> DataError:
    return DataError(
        f"the lake {uri} has changed: {path} {what}; run again, and if the problem "
        "persists, write the lake again"
    )
