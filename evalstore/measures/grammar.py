"""The names of measures: `nDCG(gain='exp2')@10` and trec_eval's spellings, to and from objects."""

from __future__ import annotations

import ast
import math
import re
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import TypeGuard

from evalstore.errors import MeasureError
from evalstore.measures.definition import Definition, Parameter, definition, definitions, names
from evalstore.measures.groups import NICKNAMES, members
from evalstore.nearest import suggestion

Value = float | str | bool

_NUMBER = re.compile(r"(?<![\w.])\.?\d(?:[eE][+-]|[\w.])*")
_SHAPE = re.compile(r"^(?P<name>\w+)(?:\((?P<parameters>.*)\))?(?:@(?P<cutoff>.+))?$", re.DOTALL)


@dataclass(frozen=True)
class Measure:
    """A measure with its cutoff and the parameters that were given, also a default one: the name
    of a column is the name that was asked for."""

    definition: Definition
    parameters: tuple[tuple[str, Value], ...] = ()
    cutoff: float | None = None

    @property
    def name(self) -> str:
        """The canonical spelling."""
        inside = ",".join(f"{key}={_shown(value)}" for key, value in self.parameters)
        parameters = f"({inside})" if inside else ""
        cutoff = "" if self.cutoff is None else f"@{_number(self.cutoff)}"
        return f"{self.definition.name}{parameters}{cutoff}"

    def __str__(self) -> str:
        return self.name

    def value(self, parameter: str) -> Value | None:
        """A parameter's value, given or default; None where the measure has no such parameter."""
        given = dict(self.parameters).get(parameter)
        if given is not None:
            return given
        declared = self.definition.parameters.get(parameter)
        return None if declared is None else declared.default


def parse(text: str, custom: Mapping[str, Definition] | None = None) -> Measure:
    """The measure of that name, in ir_measures' grammar or trec_eval's, or a user-defined one."""
    text = text.strip()
    if custom and text in custom:
        return Measure(custom[text])
    shape = _SHAPE.match(text)
    found = shape and definition(shape["name"])
    # trec_eval's rbp is not RBP with its defaults: exact trec_eval names precede looser spellings.
    if not found and (spelling := _of_trec_eval(text)):
        return _without_defaults(parse(spelling))
    found = found or (shape and _loosely_named(shape["name"]))
    if shape is None or found is None:
        raise MeasureError(f"no measure {text!r}{_meant(text, custom or {})}")
    return Measure(
        found,
        _parameters(text, found, shape["parameters"]),
        _cutoff(text, found, shape["cutoff"]),
    )


def _without_defaults(measure: Measure) -> Measure:
    """A measure of trec_eval or ranx under our shortest name."""
    defaults = measure.definition.parameters
    given = tuple(pair for pair in measure.parameters if pair[1] != defaults[pair[0]].default)
    return replace(measure, parameters=given)


def parse_all(
    texts: Iterable[str], custom: Mapping[str, Definition] | None = None
) -> list[Measure]:
    """Measures in the given order without repetitions; `nDCG@5,10,AP` is three of them.

    A group is the measures in it; a user-defined measure of the name comes first.
    """
    measures: list[Measure] = []
    for text in texts:
        for item in split(text) or [text]:
            if (group := members(item)) and item not in (custom or {}):
                measures += map(parse, group)
            elif item.isdecimal() and measures and measures[-1].cutoff is not None:
                cutoff = _cutoff(text, measures[-1].definition, item)
                measures.append(replace(measures[-1], cutoff=cutoff))
            else:
                measures.append(parse(item, custom))
    return list({measure.name: measure for measure in measures}.values())


def split(text: str) -> list[str]:
    """Split at commas outside brackets."""
    items, depth = [""], 0
    for character in text:
        depth += (character in "({[") - (character in ")}]")
        if character == "," and depth == 0:
            items.append("")
        else:
            items[-1] += character
    return [item.strip() for item in items if item.strip()]


@cache
def _by_folded_name() -> dict[str, str]:
    spellings = {spelling: one.name for one in definitions() for spelling in one.aliases}
    spellings |= {name: name for name in names()}
    return {spelling.casefold(): name for spelling, name in spellings.items()}


def _loosely_named(name: str) -> Definition | None:
    """The measure of that name or alias, in upper or lower case."""
    canonical = _by_folded_name().get(name.casefold())
    return None if canonical is None else definition(canonical)


@cache
def _trec_eval_patterns() -> list[tuple[re.Pattern[str], str]]:
    """trec_eval's and ranx's names as patterns; `<k>`, `<x>` are parameters."""
    patterns = []
    for one in definitions():
        for spelling, ours in {**one.trec_eval, **one.ranx}.items():
            pattern = re.escape(spelling)
            pattern = pattern.replace("@<k>", r"@(?P<k>\d+)")
            pattern = pattern.replace("_<k>", r"[._](?P<k>\d+)")
            pattern = pattern.replace("_<x>", r"[._](?P<x>\d*\.?\d+)")
            patterns.append((re.compile(f"^{pattern}$"), ours))
    return patterns


def _of_trec_eval(text: str) -> str | None:
    """Our spelling of one of trec_eval's names."""
    for pattern, ours in _trec_eval_patterns():
        if match := pattern.match(text):
            for key, value in match.groupdict().items():
                ours = ours.replace(f"<{key}>", value)
            return ours
    return None


def _meant(text: str, custom: Mapping[str, Definition]) -> str:
    spellings = [spelling for one in definitions() for spelling in one.trec_eval]
    cuts = [spelling for spelling in spellings if spelling in (f"{text}_<k>", f"{text}_<x>")]
    if cuts:
        shown = cuts[0].replace("<k>", "10").replace("<x>", "0.5")
        return f"; it needs a parameter, such as {shown}"
    known = re.split(r"[(@]", text)[0]
    candidates = [*names(), *custom, *NICKNAMES, *(one for one in spellings if "<" not in one)]
    return suggestion(known, candidates, "store.measures()")


def _cutoff(text: str, found: Definition, given: str | None) -> float | None:
    if given is None:
        if found.cutoff in ("required", "recall"):
            example = "0.5" if found.cutoff == "recall" else "10"
            raise MeasureError(
                f"{text}: {found.name} needs a cutoff, such as {found.name}@{example}"
            )
        return None
    if found.cutoff == "none":
        raise MeasureError(f"{text}: {found.name} takes no cutoff")
    try:
        cutoff = float(given)
    except ValueError:
        raise MeasureError(f"{text}: {given!r} is not a cutoff") from None
    if found.cutoff == "recall":
        if not 0 <= cutoff <= 1:
            raise MeasureError(f"{text}: recall must be between 0 and 1, not {given}")
    elif not (1 <= cutoff < 2**31 and cutoff == int(cutoff)):
        raise MeasureError(f"{text}: a cutoff must be a positive integer, not {given}")
    return cutoff


def _parameters(text: str, found: Definition, given: str | None) -> tuple[tuple[str, Value], ...]:
    values: dict[str, Value] = {}
    written = _literals(text, given or "")
    for key, raw in written.items():
        name, value = _resolved(text, found, key, raw)
        if name in values:
            raise MeasureError(f"{text}: {name} is given twice")
        values[name] = value
    _check_order(text, found, values)
    return tuple(
        (key, values[key])
        for key, declared in found.parameters.items()
        if key in values and (key in written or values[key] != declared.default)
    )


def _check_order(text: str, found: Definition, values: dict[str, Value]) -> None:
    """Check parameters that must be greater than another one."""
    for name, declared in found.parameters.items():
        if declared.over and name in values:
            floor = values.get(declared.over, found.parameters[declared.over].default)
            if float(values[name]) <= float(floor or 0):
                raise MeasureError(f"{text}: {name} must be greater than {declared.over}")


def _literals(text: str, given: str) -> dict[str, object]:
    """The parameters between the brackets; bare words count as text."""
    try:
        # Python's parser warns of a backslash, and of letters right after a number.
        if "\\" in given or not all(map(_is_number, _NUMBER.findall(given))):
            raise ValueError(given)
        call = ast.parse(f"f({given})", mode="eval").body
        if not isinstance(call, ast.Call) or call.args:
            raise ValueError(given)
        return {keyword.arg or "**": _literal(keyword.value) for keyword in call.keywords}
    except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError):
        raise MeasureError(f"{text}: parameters must be written (name=value, …)") from None


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _literal(node: ast.expr) -> object:
    return node.id if isinstance(node, ast.Name) else ast.literal_eval(node)


def _resolved(text: str, found: Definition, key: str, raw: object) -> tuple[str, Value]:
    declared = found.parameters.get(key)
    if declared is None:
        raise MeasureError(
            f"{text}: {found.name} has no parameter {key!r}{suggestion(key, found.parameters)}"
        )
    if declared.alias_of is None:
        return key, _checked(text, declared, raw)
    if declared.formula == "alpha":
        return declared.alias_of, _beta(text, raw)
    target = found.parameters[declared.alias_of]
    if declared.values:
        _check_choice(text, declared.name, raw, tuple(declared.values))
        raw = declared.values[str(raw)]
    return target.name, _checked(text, target, raw)


def _beta(text: str, alpha: object) -> float:
    """The beta that corresponds to F's alpha."""
    if isinstance(alpha, (int, float)) and 0 < alpha < 1:
        return math.sqrt((1 - alpha) / alpha)
    raise MeasureError(f"{text}: alpha must be between 0 and 1, not {alpha!r}")


def _checked(text: str, declared: Parameter, raw: object) -> Value:
    if declared.kind == "gain" and isinstance(raw, dict):
        return _gain_map(text, raw)
    if isinstance(declared.default, bool):
        if isinstance(raw, bool):
            return raw
        if str(raw).lower() in ("true", "false"):
            return str(raw).lower() == "true"
        raise MeasureError(f"{text}: {declared.name} must be True or False, not {raw!r}")
    if isinstance(declared.default, str):
        if declared.choices:
            _check_choice(text, declared.name, raw, declared.choices)
        return str(raw)
    return _checked_number(text, declared, raw)


def _is_finite(raw: object) -> TypeGuard[float]:
    """Whether it is a number that a double can store."""
    if isinstance(raw, bool) or not isinstance(raw, (int, float)):
        return False
    return abs(raw) <= sys.float_info.max


def _checked_number(text: str, declared: Parameter, raw: object) -> float:
    if not _is_finite(raw):
        raise MeasureError(f"{text}: {declared.name} must be a number, not {raw!r}")
    if declared.above is not None and raw <= declared.above:
        raise MeasureError(
            f"{text}: {declared.name} must be greater than {_number(declared.above)}, not {raw}"
        )
    low, high = declared.at_least, declared.at_most
    if (low is not None and raw < low) or (high is not None and raw > high):
        raise MeasureError(f"{text}: {declared.name} must be from {low:g} to {high:g}, not {raw}")
    if declared.below is not None and raw >= declared.below:
        raise MeasureError(
            f"{text}: {declared.name} must be less than {_number(declared.below)}, not {raw}"
        )
    return float(raw)


def _check_choice(text: str, name: str, raw: object, choices: tuple[str, ...]) -> None:
    if raw not in choices:
        raise MeasureError(f"{text}: {name} must be {' or '.join(map(repr, choices))}, not {raw!r}")


def _gain_map(text: str, raw: dict[object, object]) -> str:
    """A map of grades to gains in its canonical spelling: `{1:1,2:3}`."""
    for number in (*raw.keys(), *raw.values()):
        if not _is_finite(number):
            raise MeasureError(f"{text}: a gain map consists of numbers, such as {{1:1,2:3}}")
    pairs = sorted((float(str(key)), float(str(value))) for key, value in raw.items())
    return "{" + ",".join(f"{_number(key)}:{_number(value)}" for key, value in pairs) + "}"


def _number(value: float) -> str:
    return str(int(value)) if value == int(value) else repr(value)


def _shown(value: Value) -> str:
    if isinstance(value, bool):
        return str(value)
    if isinstance(value, str):
        return value if value.startswith("{") else repr(value)
    return _number(value)
