"""Rules of the house, checked by machine."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import evalstore

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


@pytest.mark.parametrize(
    ("code", "absent"),
    [
        ("import evalstore", {"_duckdb", "numpy", "pyarrow", "sqlalchemy", "yaml"}),
        ("import evalstore_cli.app", {"_duckdb", "numpy", "pyarrow", "sqlalchemy", "rich.table"}),
        (
            "import evalstore\nwith evalstore.open(':memory:') as store: store.runs().fetchall()",
            {"duckdb", "sqlalchemy", "alembic", "numpy", "pandas", "polars", "scipy"},
        ),
        (
            "import evalstore, sys\nevalstore.open(sys.argv[1]).close()",
            {"duckdb", "numpy", "pyarrow", "sqlalchemy", "alembic"},
        ),
    ],
    ids=["the library", "the command line", "an open store", "a new store"],
)
def test_what_is_not_needed_is_not_imported(code: str, absent: set[str], tmp_path: Path) -> None:
    script = f"{code}\nimport sys\nprint(*sys.modules)"
    command = [sys.executable, "-c", script, str(tmp_path / "new.duckdb")]
    result = subprocess.run(command, capture_output=True, text=True, check=True)
    assert not absent & set(result.stdout.split())


# What connections can do only once the package `duckdb` is imported.
OF_THE_PACKAGE = {"create_function", "from_arrow", "register", "sql", "to_arrow_table"}


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_relations_are_made_where_the_package_is_imported(path: Path) -> None:
    calls = [
        node.func
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    ]
    asked = {call.attr for call in calls if ast.unparse(call.value).endswith("connection")}
    assert not asked & OF_THE_PACKAGE


def test_a_connection_that_is_given_out_is_whole() -> None:
    code = "import evalstore; print(evalstore.open().connection.sql('select 42').fetchall())"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (result.stdout, result.stderr) == ("[(42,)]\n", "")


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
