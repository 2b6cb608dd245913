"""The files that runs and judgements came from, digested again where they still exist."""

from __future__ import annotations

import os

import duckdb

from evalstore.errors import EvalstoreError
from evalstore.load.source import open_source
from evalstore.plural import counted
from evalstore.verification.check import Check

_SOURCES = """
    select source, sha256 from run where source not like '<%>'  -- standard input, a data frame
    union
    select source, sha256 from qrels where source not like '<%>'
    order by all
"""


def sources(connection: duckdb.DuckDBPyConnection) -> Check:
    """Whether each file still has the content that was loaded; one that is gone is noted."""
    check, gone = Check("sources"), 0
    for source, sha256 in connection.execute(_SOURCES).fetchall():
        if not os.path.isfile(source):
            gone += 1
            continue
        check.checked += 1
        try:
            with open_source(source) as opened:
                is_same = opened.sha256 == sha256
        except EvalstoreError as error:
            check.fail(str(error).splitlines()[0])
        else:
            if not is_same:
                check.fail(f"{source} has changed since it was loaded; load it again")
    if gone:
        was = "was" if gone == 1 else "were"
        check.notes.append(f"{counted(gone, 'source')} {was} not compared: no file at the path")
    return check
