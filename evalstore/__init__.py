"""evalstore: load runs and judgements once, ask anything in SQL."""

from __future__ import annotations

__version__ = "0.1.0"
