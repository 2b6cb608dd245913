"""Topics in JSON: one object per line, an array of objects, or one object {id: text}."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from evalstore.formats.lines import Reading
from evalstore.formats.texts import json_values
from evalstore.formats.topics.fields import DESCRIPTIONS, NARRATIVES, Fields, Found, named

IDS = ("_id", "id", "qid", "query_id", "topic_id", "number", "topic")
TITLES = ("text", "query", "title", "question")
FIELDS = Fields(f"the object has no id; add one of {', '.join(IDS)}", IDS, TITLES)


def topics(text: str, reading: Reading) -> Found:
    return FIELDS.topics(_records(text, reading), reading)


def _records(text: str, reading: Reading) -> Iterator[tuple[int, dict[str, str]]]:
    values = list(json_values(text, reading))
    for line, value in values:
        if not isinstance(value, dict):
            reading.refuse(line, "not a JSON object; write {...}")
        elif len(values) == 1 and _is_by_id(value):
            for topic, item in value.items():
                texts = item if isinstance(item, dict) else {"text": item}
                yield line, _texts({**texts, "_id": topic})
        else:
            yield line, _texts(value)


def _is_by_id(value: dict[str, Any]) -> bool:
    """Whether the names are ids, and not those of fields."""
    is_field = named(value, (*IDS, *TITLES, *DESCRIPTIONS, *NARRATIVES)) is not None
    return not is_field and all(isinstance(item, str | dict) for item in value.values())


def _texts(value: dict[str, Any]) -> dict[str, str]:
    """The fields that are not empty."""
    return {name: text for name, item in value.items() if (text := _text(item))}


def _text(value: Any) -> str:
    """Text as it is, numbers as written, anything nested as JSON."""
    if value in (None, [], {}):
        return ""
    return value.strip() if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
