"""The views of `sql/`: one select per file, used in two ways.

Persisted, they serve any DuckDB client. Composed, they become one query: a chain of common table
expressions that starts from overrides of some tables (the measures asked for, the selected runs)
and has only the families that are needed.

A file names the views of other schemas as SQL users do (`steps.seen`); in a composed query the
common table expressions have no schema, so the prefix is dropped.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from hashlib import sha256
from pathlib import Path

import duckdb

from evalstore.quoting import literal
from evalstore.resources import folder

# The layers from the bottom up, and the schema that holds the views of each.
SCHEMAS = {"steps": "steps", "measures": "measures", "scores": "main", "compare": "main"}

# The union of all families: the one view without a file, since a family is one more file.
UNION = "family_value"
_UNION_COMMENT = "The values that the families computed; what is absent is 0."
_NO_VALUES = """select
    '' as measure, 0 as run_id, 0 as qrels_id, 0 as topic_id, 0::double as value
where false"""

# Large, and each reader takes another part: DuckDB would materialise all of it for two readers.
# The few rows of `measure` are read everywhere, and planned once instead.
_READ_IN_PART = ("judged_ranking", "judgement", "run_topic", "seen", "graded_document", "hit")
_MATERIALIZED = {
    "measure": "materialized ",
    **dict.fromkeys(_READ_IN_PART, "not materialized "),
}

# DuckDB 2.0 can bind a view when it is first read: creating all of them takes half the time.
_DEFERRED = "" if duckdb.__version__.startswith("1.") else "with (defer_binding) "

_SCHEMA_PREFIX = re.compile(r"\b(from|join)(\s+)(?:steps|measures)\.(?=[a-z_])")
_REFERENCE = re.compile(r"\b(?:from|join)\s+([a-z_][a-z_0-9]*)\b(?!\s*\()", re.IGNORECASE)
_OWN_STEP = re.compile(r"^ *([a-z_][a-z_0-9]*) as (?:not )?(?:materialized )?\($", re.MULTILINE)
_COLUMN_COMMENT = re.compile(r"^-- ([a-z_0-9]+): (.+)$")


@dataclass(frozen=True)
class View:
    """One file of `sql/`: its name, layer, meaning, columns and select."""

    name: str
    layer: str
    comment: str
    select: str
    columns: dict[str, str] = field(default_factory=dict)

    @property
    def qualified(self) -> str:
        """The name with its schema; views that users query are in `main`."""
        schema = SCHEMAS[self.layer]
        return self.name if schema == "main" else f"{schema}.{self.name}"

    @cached_property
    def unqualified_select(self) -> str:
        """The select as it stands in a composed query."""
        return _SCHEMA_PREFIX.sub(r"\1\2", self.select)

    @cached_property
    def reads(self) -> set[str]:
        """The tables and views that the select names, found in its text."""
        text = re.sub(r"--[^\n]*", "", self.unqualified_select)
        return set(_REFERENCE.findall(text)) - set(_OWN_STEP.findall(text))


def _view(path: Path) -> View:
    """The leading comment is the view's meaning; behind it, `-- column: text` describe columns."""
    lines = path.read_text(encoding="utf-8").strip().splitlines()
    end = next(number for number, line in enumerate(lines) if not line.startswith("--"))
    meaning, columns = [lines[0].removeprefix("-- ")], dict[str, str]()
    for line in lines[1:end]:
        if match := _COLUMN_COMMENT.match(line):
            columns[match[1]] = match[2]
        else:
            meaning.append(line.removeprefix("-- "))
    select = "\n".join(lines[end:])
    return View(path.stem, path.parent.name, " ".join(meaning), select, columns)


@cache
def views() -> dict[str, View]:
    """All views by name, the union of the families included."""
    paths = [path for layer in SCHEMAS for path in sorted((folder("sql") / layer).glob("*.sql"))]
    found = {path.stem: _view(path) for path in paths}
    found[UNION] = _union(family_names())
    return found


def family_names() -> list[str]:
    """The views that compute measures: those with a description beside them."""
    return sorted(path.stem for path in (folder("sql") / "measures").glob("*.toml"))


def _union(families: Sequence[str]) -> View:
    columns = "measure, run_id, qrels_id, topic_id, value::double as value"
    selects = (f"select {columns}\nfrom measures.{family}" for family in families)
    return View(UNION, "measures", _UNION_COMMENT, "\nunion all\n".join(selects))


def in_order(wanted: Iterable[str], known: Mapping[str, View]) -> list[View]:
    """The wanted views and all that they read, each after what it reads."""
    ordered: dict[str, View] = {}

    def visit(name: str) -> None:
        if name in known and name not in ordered:
            for read in sorted(known[name].reads - {name}):
                visit(read)
            ordered[name] = known[name]

    for name in wanted:
        visit(name)
    return list(ordered.values())


def compose(select: str, overrides: Mapping[str, str], families: Sequence[str] = ()) -> str:
    """One query: `select` behind the views and overrides that it needs.

    An override is a select that replaces the table or view of its name; where it reads that name
    itself, it means the table.
    """
    known = dict(views())
    if families:
        known[UNION] = _union(sorted(set(families)))
    for name, text in overrides.items():
        known[name] = View(name, "steps", "", text)
    asked = View("", "scores", "", select)
    steps = [_step(view) for view in in_order(sorted(asked.reads), known)]
    final = asked.unqualified_select
    return "with\n\n" + ",\n\n".join(steps) + f"\n\n{final}" if steps else final


def reads_rankings(select: str, overrides: Mapping[str, str]) -> bool:
    """Whether a select reads rankings in other ways than through measures."""
    known = {name: view for name, view in views().items() if name != UNION}
    known |= {name: View(name, "steps", "", text) for name, text in overrides.items()}
    read = in_order(View("", "scores", "", select).reads, known)
    return any(view.name in ("ranking", "judged_ranking") for view in read)


@cache
def select_of(name: str, layer: str = "load") -> str:
    """The text of a file of `sql/` that is not a view: a step of a load or of verification."""
    return (folder("sql") / layer / f"{name}.sql").read_text(encoding="utf-8").strip()


def statement(name: str, overrides: Mapping[str, str] | None = None, layer: str = "load") -> str:
    """The select of such a file with the views that it reads; `overrides` replace tables."""
    return compose(f"select * from {name}", {name: select_of(name, layer), **(overrides or {})})


def _step(view: View) -> str:
    lines = (f"    {line}" if line else "" for line in view.unqualified_select.splitlines())
    return f"{view.name} as {_MATERIALIZED.get(view.name, '')}(\n" + "\n".join(lines) + "\n)"


def persisted(
    custom: Mapping[str, View] | None = None, families: Iterable[str] | None = None
) -> list[str]:
    """The statements that create all views, each after what it reads.

    `custom` are the families of user-defined measures. With `families`, the union has only
    those: planning a query over it takes as long as it has families.
    """
    known = {**views(), **(custom or {})}
    if families is not None:
        known[UNION] = _union(sorted({*families, *(custom or {})}))
    # Views in `main` are bound when they are created: those above the union over an empty one.
    empty = View(UNION, "measures", _UNION_COMMENT, _NO_VALUES)
    first, last = _statements(empty), _statements(known.pop(UNION))
    ordered = in_order(known, known)
    return [*first, *(text for view in ordered for text in _statements(view)), *last]


def _statements(view: View) -> list[str]:
    name, binding = view.qualified, _DEFERRED if SCHEMAS[view.layer] != "main" else ""
    return [
        f"create or replace view {name} {binding}as\n{view.select}",
        f"comment on view {name} is {literal(view.comment)}",
        *(
            f"comment on column {name}.{column} is {literal(text)}"
            for column, text in view.columns.items()
        ),
    ]


@cache
def fingerprint() -> str:
    """Changes with everything that the views and the catalogue are made from."""
    digest = sha256()
    for path in _sources():
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _sources() -> list[Path]:
    package = Path(__file__).resolve().parent
    return sorted(package.glob("measures/**/*.py")) + sorted(folder("sql").glob("*/*"))
