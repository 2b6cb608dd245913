"""Judgements and topics of ir_datasets, by identifier: irds:msmarco-passage/trec-dl-2019/judged."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from evalstore.errors import DataError
from evalstore.formats.topics import Topic, record_topics

if TYPE_CHECKING:
    import pyarrow as pa

PREFIX = "irds:"


def is_dataset(data: Any) -> bool:
    return isinstance(data, str) and data.startswith(PREFIX)


def dataset_qrels(name: str) -> pa.Table:
    """The judgements of a dataset."""
    import pyarrow as pa

    with _reported(name) as dataset:
        rows = [row._asdict() for row in dataset.qrels_iter()]
    return pa.Table.from_pylist(rows)


def dataset_topics(name: str) -> list[Topic]:
    """The topics of a dataset."""
    with _reported(name) as dataset:
        rows = [row._asdict() for row in dataset.queries_iter()]
    records = (
        (number, {field: str(value) for field, value in row.items() if value is not None})
        for number, row in enumerate(rows, 1)
    )
    return record_topics(records, name)


@contextmanager
def _reported(name: str) -> Iterator[Any]:
    """The dataset; whatever ir_datasets raises while it is read becomes one line."""
    try:
        import ir_datasets
    except ImportError as error:
        raise DataError(
            f"{name}: ir_datasets is not installed; pip install 'evalstore[ir-datasets]'"
        ) from error
    try:
        yield ir_datasets.load(name.removeprefix(PREFIX))
    except KeyError as error:
        raise DataError(f"{name}: ir_datasets has no dataset of that name") from error
    except Exception as error:
        reason = (str(error) or type(error).__name__).splitlines()[0][:200]
        raise DataError(f"{name}: ir_datasets cannot read it ({reason})") from error
