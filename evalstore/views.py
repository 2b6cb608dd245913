"""The views of `sql/`: one select per file, used in two ways.

Persisted, they serve any DuckDB client. Composed, they become one query: a chain of common table
expressions that starts from stand-ins for some tables (the measures asked for, the runs in scope)
and holds only the families that are needed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256
from pathlib import Path

from evalstore.quoting import literal
from evalstore.resources import folder

LAYERS = ("judged", "measures", "scores", "compare")

# The union of all families: the one view without a file, since a family is one more file.
UNION = "measured"
_UNION_COMMENT = "The values that the families computed; what is absent is 0."

# Large, and each reader takes another part: DuckDB would keep the whole for a second reader.
# The few rows of `measure` are read everywhere: planned once instead.
_READ_IN_PART = (
    "judged_place",
    "judged_list",
    "judged_ranking",
    "examined",
    "seen_list",
    "relevant_list",
)
_HOW = {"measure": "materialized ", **dict.fromkeys(_READ_IN_PART, "not materialized ")}

_REFERENCE = re.compile(r"\b(?:from|join)\s+([a-z_][a-z_0-9]*)", re.IGNORECASE)
_OWN_STEP = re.compile(r"^ *([a-z_][a-z_0-9]*) as (?:not )?(?:materialized )?\($", re.MULTILINE)


@dataclass(frozen=True)
class View:
    """One file of `sql/`: its name, layer, meaning and select."""

    name: str
    layer: str
    comment: str
    select: str

    @cached_property
    def reads(self) -> set[str]:
        """The tables and views that the select names, found in its text."""
        return set(_REFERENCE.findall(self.select)) - set(_OWN_STEP.findall(self.select))


def _read(layer: str) -> list[View]:
    views = []
    for path in sorted((folder("sql") / layer).glob("*.sql")):
        text = path.read_text(encoding="utf-8")
        comment, _, select = text.partition("\n")
        views.append(View(path.stem, layer, comment.removeprefix("-- "), select.strip()))
    return views


@cache
def views() -> dict[str, View]:
    """All views by name, the union of the families included."""
    found = {view.name: view for layer in LAYERS for view in _read(layer)}
    found[UNION] = _union(family_names())
    return found


def family_names() -> list[str]:
    """The views that compute measures: those with a description beside them."""
    return sorted(path.stem for path in (folder("sql") / "measures").glob("*.toml"))


def _union(families: Sequence[str]) -> View:
    columns = "measure, run_id, qrels_id, topic, value::double as value"
    select = "\nunion all\n".join(f"select {columns}\nfrom {family}" for family in families)
    return View(UNION, "measures", _UNION_COMMENT, select)


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


def compose(select: str, stand_ins: Mapping[str, str], families: Sequence[str] = ()) -> str:
    """One query: `select` behind the views and stand-ins that it needs.

    A stand-in is a select that takes the place of the table or view of its name; where it reads
    that name itself, it means the table.
    """
    known = dict(views())
    if families:
        known[UNION] = _union(sorted(set(families)))
    for name, text in stand_ins.items():
        known[name] = View(name, "stand-in", "", text)
    asked = View("", "", "", select)
    steps = [_step(view) for view in in_order(sorted(asked.reads), known)]
    return "with\n\n" + ",\n\n".join(steps) + f"\n\n{select}" if steps else select


def _step(view: View) -> str:
    lines = (f"    {line}" if line else "" for line in view.select.splitlines())
    return f"{view.name} as {_HOW.get(view.name, '')}(\n" + "\n".join(lines) + "\n)"


def persisted(
    wanted: Iterable[str] | None = None,
    own: Mapping[str, View] | None = None,
    families: Iterable[str] | None = None,
) -> list[str]:
    """The statements that make the views: all of them, or those wanted and what they read.

    `own` are the families of measures that users of the store registered. With `families`, the
    union holds only those: planning a query over it takes as long as it has families.
    """
    known = {**views(), **(own or {})}
    if families is not None:
        known[UNION] = _union(sorted({*families, *(own or {})}))
    made = known.values() if wanted is None else in_order(wanted, known)
    return [statement for view in made for statement in _made(view)]


def _made(view: View) -> list[str]:
    # DuckDB would plan each view, with all that it reads, only to know its columns at once.
    return [
        f"create or replace view {view.name} with (defer_binding) as\n{view.select}",
        f"comment on view {view.name} is {literal(view.comment)}",
    ]


@cache
def fingerprint() -> str:
    """Changes with all that a new store is made from: how a store knows that it is older."""
    digest = sha256()
    for path in _sources():
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _sources() -> list[Path]:
    package = Path(__file__).resolve().parent
    code = [*package.glob("*.py"), *package.glob("measures/**/*.py")]
    return sorted(code) + sorted(folder("sql").glob("*/*")) + [folder("sql") / "schema.sql"]
