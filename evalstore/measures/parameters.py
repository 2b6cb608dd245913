"""Parameters that are given for many measures at once, such as the lowest relevant grade."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from evalstore.measures.grammar import Measure, parse, split


def with_parameters(measure: Measure, parameters: Mapping[str, Any]) -> Measure:
    """The measure with those of the parameters that it has, and that it does not give itself."""
    declared, given = measure.definition.parameters, dict(measure.parameters)
    changed = {
        key: value
        for key, value in parameters.items()
        if key in declared and declared[key].default not in (None, value)
    }
    all_given = {**changed, **given}
    ordered = tuple((key, all_given[key]) for key in declared if key in all_given)
    return replace(measure, parameters=ordered)


def with_default_rel(
    measures: Iterable[Measure], texts: Iterable[str], rel: float
) -> list[Measure]:
    """The measures with that lowest relevant grade, but for those whose text gives one."""
    items = (item for text in texts for item in split(text))
    given = {parse(item).name for item in items if re.search(r"\brel\s*=", item)}
    return [
        measure if measure.name in given else with_parameters(measure, {"rel": rel})
        for measure in measures
    ]
