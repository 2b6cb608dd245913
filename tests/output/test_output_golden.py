"""Every format, byte by byte. After a wanted change: `python tests/output/output_samples.py`."""

from __future__ import annotations

import io

import duckdb
import pyarrow.parquet as pq
import pytest
from output_samples import EXTENSIONS, SAMPLES, golden_file

from evalstore.output import FORMATS, render

TEXT_FORMATS = [name for name in FORMATS if name != "parquet"]


@pytest.mark.parametrize("sample", SAMPLES)
@pytest.mark.parametrize("format", TEXT_FORMATS)
def test_the_bytes_are_those_of_the_golden_file(
    con: duckdb.DuckDBPyConnection,
    sample: str,
    format: str,  # noqa: A002
) -> None:
    assert render(SAMPLES[sample](con), format) == golden_file(sample, format).read_bytes()


@pytest.mark.parametrize("sample", SAMPLES)
def test_parquet_holds_what_the_golden_file_holds(
    con: duckdb.DuckDBPyConnection, sample: str
) -> None:
    # Its bytes also hold the version of pyarrow, so the content is compared.
    table = pq.read_table(io.BytesIO(render(SAMPLES[sample](con), "parquet")))
    golden = pq.read_table(golden_file(sample, "parquet"))
    assert table.schema.equals(golden.schema, check_metadata=True)
    assert repr(table.to_pylist()) == repr(golden.to_pylist())


def test_every_format_has_a_golden_file() -> None:
    assert tuple(EXTENSIONS) == FORMATS
