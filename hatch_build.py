"""Builds the compiled module into the wheel, where there is a C compiler; elsewhere, does without.

The module keeps to Python's stable ABI: one serves every Python from 3.11 on.
"""

from __future__ import annotations

import os
import shutil
import sysconfig
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FOLDER = Path("evalstore", "native")
FLAGS = ["-O3", "-std=c11", "-fvisibility=hidden"]


class CompiledModule(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if os.environ.get("EVALSTORE_PURE"):
            return
        try:
            module = _built(Path(self.root))
        except Exception as error:  # whatever a compiler or its absence may raise
            self.app.display_warning(f"no compiled module: {error}; files are read more slowly")
            return
        build_data["force_include"][str(module)] = str(FOLDER / module.name)
        build_data["pure_python"] = False
        platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
        build_data["tag"] = f"cp311-abi3-{platform}"


def _built(root: Path) -> Path:
    """The module, beside its sources, where an editable installation finds it too."""
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
