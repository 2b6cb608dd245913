"""Topics in JSON: one object per line, or one array of objects."""

from __future__ import annotations

import json
from typing import Any

from evalstore.load.topics.reading import Reading, taken, topic_of

IDS = ("_id", "id", "qid", "query_id", "topic_id", "number", "topic")
TITLES = ("text", "query", "title", "question")


def read_lines(text: str, reading: Reading) -> None:
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            _read_line(number, line, reading)


def read_array(text: str, reading: Reading) -> None:
    try:
        for position, value in enumerate(json.loads(text), start=1):
            _read_value(None, f"item {position} of the array", value, reading)
    except json.JSONDecodeError as error:
        reading.refuse(error.lineno, f"malformed JSON at column {error.colno} ({error.msg})")
    except (ValueError, RecursionError) as error:
        reading.refuse(None, _unreadable(error))


def _read_line(number: int, line: str, reading: Reading) -> None:
    try:
        _read_value(number, "the line", json.loads(line), reading)
    except json.JSONDecodeError as error:
        what = f"malformed JSON at column {error.colno} ({error.msg})"
        reading.refuse(number, f"{what}; write one object per line (jq -c .)")
    except (ValueError, RecursionError) as error:
        reading.refuse(number, _unreadable(error))


def _unreadable(error: Exception) -> str:
    """For half a surrogate pair, a number of thousands of digits, a thousand brackets."""
    return f"JSON that cannot be stored ({error}); correct the value"


def _read_value(line: int | None, where: str, value: Any, reading: Reading) -> None:
    if not isinstance(value, dict):
        reading.refuse(line, f"{where} is not a JSON object; write {{...}}")
        return
    fields = {name: text for name, item in value.items() if (text := _text(item))}
    topic = taken(fields, IDS)
    if topic is None:
        reading.refuse(line, f"{where} has no id; add one of {', '.join(IDS)}")
    else:
        reading.add(line, topic_of(topic, fields, TITLES))


def _text(value: Any) -> str:
    """Text as it is, numbers as written, anything nested as JSON; nothing for what is empty."""
    if value in (None, [], {}):
        return ""
    text = value.strip() if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    text.encode()  # half a surrogate pair is valid JSON, but no database takes it
    return text
