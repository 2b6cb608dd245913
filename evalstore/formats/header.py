"""The ir_metadata header of a run file: a plain YAML mapping of modest size, in comment lines."""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import date
from typing import Any

import yaml
from yaml.nodes import MappingNode, Node, ScalarNode

MAX_BYTES = 1 << 16
MAX_DEPTH = 20

_START, _END = b"ir_metadata.start", b"ir_metadata.end"
_TEXT_TAG = "tag:yaml.org,2002:str"
_QUOTE_IT = "write it as text, in quotation marks"


class HeaderError(Exception):
    """What is wrong with a header, and on which line of the file."""

    def __init__(self, line: int, what: str) -> None:
        super().__init__(line, f"the ir_metadata header {what}")


def read_header(comments: Sequence[tuple[int, bytes]]) -> dict[str, Any] | None:
    """The mapping between `# ir_metadata.start` and `# ir_metadata.end`, from numbered lines."""
    texts = [comment.strip().removeprefix(b"#") for _, comment in comments]
    marks = [text.strip() for text in texts]
    if _START not in marks:
        return None
    start = marks.index(_START)
    end = marks.index(_END) if _END in marks else len(marks)
    block = b"\n".join(text.removeprefix(b" ") for text in texts[start + 1 : end])
    lines = [number for number, _ in comments[start:end]] or [comments[start][0]]
    try:
        return _mapping(block)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = lines[min(mark.line + 1, len(lines) - 1)] if mark else lines[0]
        what = getattr(error, "problem", None) or str(error).splitlines()[0]
        if not isinstance(error, _RefusedError):
            what = f"is not plain YAML ({what[:100]}); correct it, or remove the header"
        raise HeaderError(line, what) from error


class _RefusedError(yaml.MarkedYAMLError):
    """YAML that is well-formed, but not accepted."""

    def __init__(self, what: str, node: Any = None) -> None:
        super().__init__(problem=what, problem_mark=node and node.start_mark)


def _mapping(block: bytes) -> dict[str, Any] | None:
    if len(block) > MAX_BYTES:
        raise _RefusedError(f"is larger than {MAX_BYTES >> 10} kB; shorten it")
    loaded = yaml.load(block.decode("utf-8", "replace"), _Loader)
    if loaded is not None and not isinstance(loaded, dict):
        raise _RefusedError("is not a mapping; write lines of `name: value`")
    return loaded


class _Loader(yaml.SafeLoader):
    """Refuses what may grow without bound, and what JSON cannot represent."""

    depth = 0

    def compose_node(self, parent: Node | None, index: Any) -> Node | None:
        event = self.peek_event()  # type: ignore[no-untyped-call]
        if isinstance(event, yaml.AliasEvent) or event.anchor:
            raise _RefusedError("has an anchor or alias; write the value out", event)
        if self.depth > MAX_DEPTH:
            raise _RefusedError(f"is nested more than {MAX_DEPTH} levels deep; flatten it", event)
        self.depth += 1
        node = super().compose_node(parent, index)
        self.depth -= 1
        return node

    def construct_mapping(self, node: MappingNode, deep: bool = False) -> dict[Any, Any]:
        for key, _ in node.value:
            if key.tag != _TEXT_TAG:
                quoted = f"the key {_shown(key)}, which" if _shown(key) else "a key that"
                raise _RefusedError(f"has {quoted} is not text; {_QUOTE_IT}", key)
        return super().construct_mapping(node, deep)

    def construct_object(self, node: Node, deep: bool = False) -> Any:
        try:
            value = super().construct_object(node, deep)
            if _is_storable(value):
                return value
        except (ValueError, ArithmeticError):
            pass  # month 99, thousands of digits
        quoted = f"the value {_shown(node)}, which" if _shown(node) else "a value that"
        raise _RefusedError(f"has {quoted} JSON does not have; {_QUOTE_IT}", node)


def _is_storable(value: Any) -> bool:
    match value:
        case str():
            value.encode()  # a ValueError for half a surrogate pair
            return "\0" not in value
        case int():
            return value.bit_length() <= 64
        case float():
            return math.isfinite(value)
        case _:
            return value is None or isinstance(value, dict | list | date)


def _shown(node: Node) -> str:
    if not isinstance(node, ScalarNode):
        return ""
    return repr(node.value if len(node.value) <= 40 else node.value[:39] + "…")
