"""Builds into the wheel what makes it fast; what cannot be built here, evalstore does without.

The compiled module, where there is a C compiler: it keeps to Python's stable ABI, so that one
serves every Python from 3.11 on. And the empty store that new ones are copied from.
"""

from __future__ import annotations

import os
import shutil
import sys
import sysconfig
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FOLDER = Path("evalstore", "native")
FLAGS = ["-O3", "-std=c11", "-fvisibility=hidden"]


class BuiltIn(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        included = build_data["force_include"]
        if module := self._made(_compiled_module, "no compiled module, files are read more slowly"):
            included[str(module)] = str(module.relative_to(self.root))
            build_data["pure_python"] = False
            platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
            build_data["tag"] = f"cp311-abi3-{platform}"
        if store := self._made(_empty_store, "no empty store, new ones are made more slowly"):
            included[str(store)] = str(store.relative_to(self.root))

    def _made(self, make: Callable[[Path], Path | None], without: str) -> Path | None:
        try:
            return make(Path(self.root))
        except Exception as error:  # whatever a compiler, a library or its absence may raise
            self.app.display_warning(f"{without}: {error}")
            return None


def _empty_store(root: Path) -> Path:
    sys.path.insert(0, str(root))
    try:
        from evalstore.template import write_template

        return write_template()
    finally:
        sys.path.remove(str(root))


def _compiled_module(root: Path) -> Path | None:
    """The module, beside its sources, where an editable installation finds it too."""
    if os.environ.get("EVALSTORE_PURE"):
        return None
    from setuptools import Distribution, Extension
    from setuptools.command.build_ext import build_ext

    extension = Extension(
        "evalstore.native._native",
        sorted(str(path.relative_to(root)) for path in (root / FOLDER).glob("*.c")),
        depends=[str(path) for path in (root / FOLDER).glob("*.h")],
        extra_compile_args=FLAGS,
        py_limited_api=True,
    )
    command = build_ext(Distribution({"name": "evalstore", "ext_modules": [extension]}))
    with TemporaryDirectory() as scratch:
        command.build_lib = command.build_temp = scratch
        command.ensure_finalized()
        command.run()
        built = Path(command.get_ext_fullpath(extension.name))
        module = root / FOLDER / built.name
        module.unlink(missing_ok=True)  # whoever runs the old one keeps it
        shutil.copy(built, module)
    return module
