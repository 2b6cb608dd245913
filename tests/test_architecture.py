"""Rules of the architecture, checked by machine."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import duckdb
import pytest

import evalstore
from evalstore.resources import folder
from evalstore.views import SCHEMAS

PACKAGE = Path(evalstore.__file__).parent
SOURCES = sorted(PACKAGE.rglob("*.py"))


def imported(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module.split(".")[0])
    return names


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_the_library_knows_nothing_of_the_command_line(path: Path) -> None:
    assert not imported(path) & {"typer", "rich", "evalstore_cli"}


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_the_library_never_prints(path: Path) -> None:
    calls = [
        node
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "print"
    ]
    assert calls == []


# A report says on paper how to make its tables, and a page which command fills the store.
COMMANDS_NAMED = ("report/*", "web/failures.py")
MESSAGES = [path for path in SOURCES if not any(map(path.match, COMMANDS_NAMED))]


@pytest.mark.parametrize("path", MESSAGES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_messages_name_no_option_of_the_command_line(path: Path) -> None:
    """They name parameters and methods; evalstore_cli.wording translates them."""
    texts = [
        node.value
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
    command = re.compile(r"(?<![\w-])--[a-z]|`evalstore [a-z]")
    assert [text for text in texts if command.search(text)] == []


@pytest.mark.parametrize(
    ("code", "absent"),
    [
        ("import evalstore", {"duckdb", "numpy", "pyarrow", "sqlalchemy", "yaml", "pandas"}),
        ("import evalstore_cli.app", {"duckdb", "numpy", "pyarrow", "sqlalchemy", "rich.table"}),
        (
            "import evalstore\nwith evalstore.open(':memory:') as store: store.runs().fetchall()",
            {"sqlalchemy", "alembic", "pandas", "polars", "scipy"},
        ),
    ],
    ids=["the library", "the command line", "an open store"],
)
def test_help_does_not_wait_for_heavy_libraries(code: str, absent: set[str]) -> None:
    script = f"{code}\nimport sys\nprint(*sys.modules)"
    command = [sys.executable, "-c", script]
    result = subprocess.run(command, capture_output=True, text=True, check=True)
    if duckdb.__version__ < "2":
        absent = absent - {"pandas"}  # DuckDB 1.5 looks for it when a Python function is called
    assert not absent & set(result.stdout.split())


def test_a_connection_that_is_given_out_runs_any_sql() -> None:
    code = "import evalstore; print(evalstore.open().connection.sql('select 42').fetchall())"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (result.stdout, result.stderr) == ("[(42,)]\n", "")


def test_nothing_is_compiled() -> None:
    root = PACKAGE.parent
    assert [path for kind in ("*.c", "*.h", "*.so") for path in PACKAGE.rglob(kind)] == []
    assert not (root / "hatch_build.py").exists()


# The layers of sql/, from the bottom up; those of the others have no views.
FOLDERS = {"load", "verify", "steps", "measures", "scores", "compare", "fusion", "queries", "lake"}


def test_the_folders_of_sql_are_the_layers() -> None:
    assert {path.name for path in folder("sql").iterdir() if path.is_dir()} == FOLDERS
    assert list(SCHEMAS) == ["steps", "measures", "scores", "compare"]


def test_every_statement_of_sql_says_what_it_does() -> None:
    for path in sorted(folder("sql").glob("*/*.sql")):
        lines = path.read_text(encoding="utf-8").splitlines()
        assert lines[0].startswith("-- "), path.name
        assert len(lines) <= 100, path.name


def test_the_public_names_are_all_there() -> None:
    assert sorted(evalstore.__all__) == evalstore.__all__
    for name in evalstore.__all__:
        assert getattr(evalstore, name) is not None


def test_every_error_says_how_the_command_line_leaves() -> None:
    from evalstore import errors

    classes = [item for item in vars(errors).values() if isinstance(item, type)]
    own = [item for item in classes if issubclass(item, errors.EvalstoreError)]
    assert {item.exit_code for item in own} == {1, 2, 3, 4}
    for item in own:
        assert item.__name__ in (errors.__doc__ or "")
