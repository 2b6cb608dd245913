"""One request: what its address asks for, and the library's answers to it."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from starlette.datastructures import QueryParams

from evalstore.errors import UsageError
from evalstore.result import Result
from evalstore.web.links import Parameters, address
from evalstore.web.snapshot import Snapshot

Value = TypeVar("Value")

SIGNIFICANCE = ("test", "correction")


class Ask:
    """The path, whose first name is the collection, the query, and the snapshot that answers."""

    def __init__(self, path: list[str], query: QueryParams, snapshot: Snapshot) -> None:
        self.path = path
        self.query = query
        self.snapshot = snapshot

    # The query

    def one(self, name: str, default: str | None = None) -> str | None:
        """The last value of a parameter; an empty field of a form is none."""
        return next((value for value in reversed(self.query.getlist(name)) if value), default)

    def many(self, name: str) -> list[str]:
        return [value for value in dict.fromkeys(self.query.getlist(name)) if value.strip()]

    def flag(self, name: str) -> bool:
        return self.one(name) not in (None, "0", "no", "false")

    def number(self, name: str, default: int) -> int:
        given = self.one(name)
        if given is None:
            return default
        if not given.isascii() or not given.isdigit() or not 0 < int(given) < 10**9:
            raise UsageError(f"{name} is a number from 1, not {given!r}")
        return int(given)

    def optional_number(self, name: str) -> int | None:
        return self.number(name, 1) if self.one(name) else None

    def choice(self, name: str, choices: tuple[str, ...]) -> str:
        given = self.one(name, choices[0])
        if given not in choices:
            raise UsageError(f"{name} is {' or '.join(choices)}, not {given!r}")
        return str(given)

    # What the library is asked with

    @property
    def collection(self) -> str:
        return self.path[0]

    @property
    def measures(self) -> list[str]:
        return self.many("m")

    @property
    def measure(self) -> str:
        """The first measure, for pages that have one."""
        return self.measures[0] if self.measures else "nDCG@10"

    @property
    def judged(self) -> dict[str, Any]:
        """The collection and the set of judgements."""
        return {"collection": self.collection, "qrels": self.one("qrels")}

    @property
    def scope(self) -> dict[str, Any]:
        """The keywords `scope` of the store's methods."""
        return self.judged | {
            "runs": self.many("run"),
            "topics": self.many("topic"),
            "average": self.choice("average", ("all", "retrieved")),
        }

    @property
    def significance(self) -> dict[str, Any]:
        given = {name: self.one(name) for name in SIGNIFICANCE}
        return {name: value for name, value in given.items() if value}

    def answer(self, method: str, *arguments: Any, **options: Any) -> Result:
        """The result of a method of the store, read once per snapshot."""

        def compute() -> Result:
            result: Result = getattr(self.snapshot.store, method)(*arguments, **options)
            return result.detached()

        return self.cached((method, arguments, options), compute)

    def readable(self, method: str, **options: Any) -> Result:
        """The same in the form that the library has for readers."""

        def compute() -> Result:
            result: Result = getattr(self.snapshot.store, method)(**options)
            shown = result.for_people(4) if result.for_people else result
            shown.title, shown.notes = result.title, result.notes
            return shown.detached()

        return self.cached((method, "readable", options), compute)

    def cached(self, key: Any, compute: Callable[[], Value]) -> Value:
        return self.snapshot.answers.get(_hashable(key), compute)

    # Addresses

    def link(self, *names: str, suffix: str = "", query: Parameters = ()) -> str:
        """A page of the same collection and judgements."""
        return address(self.collection, *names, suffix=suffix, query=[*self._qrels(), *query])

    def _qrels(self) -> list[tuple[str, str]]:
        qrels = self.one("qrels")
        return [("qrels", qrels)] if qrels else []

    def here(self, suffix: str = "", /, **given: str | list[str] | None) -> str:
        """This page, with some parameters replaced."""
        return address(*self.path, suffix=suffix, query=self.changed(**given))

    def with_measures(self) -> list[tuple[str, str]]:
        return [("m", measure) for measure in self.measures]

    def changed(self, **given: str | list[str] | None) -> list[tuple[str, str]]:
        """The query with some parameters replaced; None removes one."""
        rest = [(name, value) for name, value in self.query.multi_items() if name not in given]
        new = [
            (name, value)
            for name, values in given.items()
            for value in ([values] if isinstance(values, str) else values or [])
        ]
        return [pair for pair in [*rest, *new] if pair[1]]


def _hashable(value: Any) -> Hashable:
    if isinstance(value, dict):
        return tuple(sorted((key, _hashable(inner)) for key, inner in value.items()))
    if isinstance(value, list | tuple):
        return tuple(_hashable(inner) for inner in value)
    hashable: Hashable = value
    return hashable
