"""What the figures were measured on."""

from __future__ import annotations

import os
import platform
import subprocess
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

PACKAGES = {"pytrec_eval": "pytrec-eval-terrier", "ir_measures": "ir-measures", "ranx": "ranx"}


def description() -> dict[str, str]:
    """The machine, in the words of a table."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return {
        "processor": f"{_processor()}, {len(os.sched_getaffinity(0))} cores",
        "memory": f"{memory:.0f} GB",
        "system": f"{platform.system()} {platform.release().split('-')[0]}",
        "Python": platform.python_version(),
        "DuckDB": _version("duckdb"),
        "load average at the start": load_average(),
    }


def load_average() -> str:
    """Over 1, 5 and 15 minutes."""
    return ", ".join(f"{one:.1f}" for one in os.getloadavg())


def tool_name(tool: str) -> str:
    """A peer with its version."""
    if tool == "trec_eval":
        return f"trec_eval {_trec_eval_version()}"
    return f"{tool} {_version(PACKAGES[tool])}" if tool in PACKAGES else tool


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    models = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return models[0] if models else platform.machine()


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "?"


def _trec_eval_version() -> str:
    asked = subprocess.run(["trec_eval", "--version"], capture_output=True, text=True, check=False)
    words = (asked.stdout + asked.stderr).split()
    return words[-1] if words else "?"
