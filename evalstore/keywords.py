"""The keywords that many methods share, each declared and described once.

A method takes them as `**scope: Unpack[Scope]`, which type checkers understand; the decorator
`takes` shows them in its signature and docstring, and names the right keyword for a wrong one.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import wraps
from typing import (
    Annotated,
    Any,
    Concatenate,
    Literal,
    ParamSpec,
    TypedDict,
    TypeVar,
    get_type_hints,
)

from evalstore.errors import KeywordError
from evalstore.patterns import Names

Average = Literal["all", "retrieved"]
Test = Literal["t", "wilcoxon", "sign", "randomization", "randomisation", "bootstrap", "tukey"]
Correction = Literal["holm", "bonferroni", "bh", "none"]

_DEFAULTS = {
    "average": "all",
    "test": "t",
    "correction": "holm",
    "alpha": 0.05,
    "seed": 42,
    "dark": False,
}

P = ParamSpec("P")
S = TypeVar("S")
R = TypeVar("R")


class Judged(TypedDict, total=False):
    """Which judgements."""

    collection: Annotated[
        str | None, "collection; required if there are several and none is named default"
    ]
    qrels: Annotated[str | None, "qrels set; required if the collection has several"]


class Scored(Judged, total=False):
    """Which judgements, and on which topics."""

    topics: Annotated[
        Names | None,
        "restrict to these topics: names, comma lists or globs; a Path names a file of them",
    ]
    average: Annotated[
        Average, "over all judged topics (a missing one counts 0), or the judged topics of each run"
    ]


class Scope(Scored, total=False):
    """Which runs too."""

    runs: Annotated[
        Names | None,
        "restrict to these systems: names, comma lists or globs; a Path names a file of them",
    ]


class Options(TypedDict, total=False):
    """How differences are tested."""

    test: Annotated[Test, "paired significance test"]
    correction: Annotated[Correction, "correction for multiple comparisons, per measure"]
    alpha: Annotated[float, "significance level; confidence intervals cover 1 - alpha"]
    resamples: Annotated[int | None, "number of resamples of randomization and bootstrap"]
    seed: Annotated[int, "random seed of resampling"]


class Tested(Scored, Options, total=False):
    """Judgements and topics, and how to test."""


class TestedScope(Scope, Options, total=False):
    """Judgements, topics and runs, and how to test."""


def separated(keywords: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The keywords of tests, and all others: those of the selection."""
    tests = {name: value for name, value in keywords.items() if name in Options.__annotations__}
    return tests, {name: value for name, value in keywords.items() if name not in tests}


def takes(
    keywords: type,
) -> Callable[[Callable[Concatenate[S, P], R]], Callable[Concatenate[S, P], R]]:
    """Add the keywords of a TypedDict to a method's signature and docstring, and check them."""
    shared = get_type_hints(keywords, include_extras=True)

    def decorated(method: Callable[Concatenate[S, P], R]) -> Callable[Concatenate[S, P], R]:
        own = inspect.signature(method)
        named = [one for one in own.parameters.values() if one.kind is not one.VAR_KEYWORD]
        added = [
            inspect.Parameter(
                name,
                inspect.Parameter.KEYWORD_ONLY,
                default=_DEFAULTS.get(name),
                annotation=hint.__origin__,
            )
            for name, hint in shared.items()
        ]
        known = {one.name for one in (*named, *added)}

        @wraps(method)
        def checked(self: S, /, *args: P.args, **given: P.kwargs) -> R:
            for name in given.keys() - known:
                raise KeywordError(method.__name__, name, known - {"self"})
            return method(self, *args, **given)

        checked.__signature__ = own.replace(parameters=[*named, *added])  # type: ignore[attr-defined]
        lines = [f"{name}: {hint.__metadata__[0]}" for name, hint in shared.items()]
        checked.__doc__ = "\n".join([inspect.getdoc(method) or "", "", *lines])
        return checked

    return decorated
