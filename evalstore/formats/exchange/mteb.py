"""MTEB's {task}_predictions.json: {"mteb_model_meta": …, subset: {split: {topic: {docno: score}}}}.

Several subsets or splits become one run, if no topic is in two of them.
"""

from __future__ import annotations

from typing import Any

from evalstore.errors import DataError
from evalstore.formats.exchange import nested
from evalstore.formats.exchange.columns import Columns

_META = "mteb_model_meta"


def run(document: Any) -> Columns | None:
    if not isinstance(document, dict) or _META not in document:
        return None
    rankings: dict[str, Any] = {}
    parts = {
        f"{subset}/{split}": topics
        for subset, splits in document.items()
        if subset != _META and isinstance(splits, dict)
        for split, topics in splits.items()
    }
    for part, topics in parts.items():
        if not nested.is_nested(topics):
            raise DataError(f"{part} is not {{topic: {{docno: score}}}}")
        if both := sorted(rankings.keys() & topics.keys()):
            listed = ", ".join(parts)
            raise DataError(
                f"topic {both[0]!r} is in several of {listed}; write each of them to a file"
            )
        rankings |= topics
    found = nested.columns(rankings, "score")
    found.metadata = {_META: document[_META]}
    found.tag = _model(document[_META])
    if len(parts) > 1:
        found.notes.append(f"{len(parts)} subsets and splits were joined: {', '.join(parts)}")
    return found


def _model(meta: Any) -> str | None:
    """The model's name; white space separates the columns of a run."""
    name = meta.get("model_name") or meta.get("name") if isinstance(meta, dict) else None
    return "_".join(str(name).split()) if name else None
