"""The compiled module: what takes longest of reading files, in C.

It is built wherever there is a C compiler. Elsewhere `compiled` is None, as it is if the variable
EVALSTORE_PURE is set; then NumPy and Arrow do the same, more slowly, with the same result.
"""

from __future__ import annotations

import os

try:
    if os.environ.get("EVALSTORE_PURE"):
        raise ImportError
    from evalstore.native import _native as compiled
except ImportError:
    compiled = None  # type: ignore[assignment]

__all__ = ["compiled"]
