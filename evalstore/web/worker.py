"""One query by a visitor, in a separate process: `python -m evalstore.web.worker`.

A query that does not stop can be ended with its process, and its memory is not the server's. The
request is JSON on standard input; the answer is a line of JSON, followed by the data.
"""

from __future__ import annotations

import json
import os
import sys
from typing import Any, NoReturn

from evalstore.errors import EvalstoreError, QueryStoppedError
from evalstore.sandbox import enclose, limited
from evalstore.store import Store
from evalstore.web.data import written


def main() -> None:
    request = json.load(sys.stdin)
    try:
        data, described = _answer(request)
    except EvalstoreError as error:
        _leave({"error": str(error), "stopped": isinstance(error, QueryStoppedError)})
    _leave(described, data)


def _answer(request: dict[str, Any]) -> tuple[bytes, dict[str, Any]]:
    most, suffix = request["most"], request["suffix"]
    with Store(request["path"], read_only=True, memory_limit=f"{request['memory']}B") as store:
        enclose(store.connection)
        limits = {"seconds": request["seconds"], "memory": request["memory"]}
        with limited(store.interrupt, _give_up, **limits):
            result = store.sql(request["sql"], request["parameters"] or None, most=most)
            if suffix == "parquet":
                result.arrow()
            is_cut = most is not None and len(result.rows) > most
            if is_cut:
                del result.rows[most:]
            described = {"types": result.types, "notes": result.notes, "is_cut": is_cut}
            return written(result, suffix), described


def _give_up(reason: str) -> NoReturn:
    _leave({"error": reason, "stopped": True})


def _leave(described: dict[str, Any], data: bytes = b"") -> NoReturn:
    """Write and end at once: nothing of a store that is only read is lost."""
    with os.fdopen(1, "wb", closefd=False) as output:
        output.write(json.dumps(described).encode() + b"\n")
        output.write(data)
    os._exit(0)


if __name__ == "__main__":
    main()
