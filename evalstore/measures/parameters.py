"""Parameters that are given for many measures at once, such as the lowest relevant grade."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from evalstore.measures.grammar import Measure


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
