"""The demo's store with efficiency and a second set of judgements; skips without the extra."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from evalstore import demo
from evalstore.store import Store

for library in ("altair", "vl_convert", "jinja2"):
    pytest.importorskip(library, reason=f"{library} is not installed: pip install '.[plots]'")

LATENCY = "system,name,value,unit\nbm25,latency,12,ms\ndense,latency,80,ms\nhybrid,latency,95,ms\n"


@pytest.fixture(scope="session")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """bm25, dense and hybrid on eight topics. Only read it."""
    folder = tmp_path_factory.mktemp("charts")
    with Store() as store:
        demo.build(store)
        (folder / "latency.csv").write_text(LATENCY)
        store.load_efficiency(folder / "latency.csv", collection="demo")
        yield store


@pytest.fixture(scope="session")
def judged_twice() -> Iterator[Store]:
    """Two systems under two sets of judgements, which disagree on one document."""
    with Store() as store:
        human = {"1": {"a": 2, "b": 0, "c": 1}, "2": {"d": 1, "e": 0}}
        llm = {"1": {"a": 2, "b": 1, "c": 1}, "2": {"d": 1, "e": 0}}
        store.load_qrels(human, name="human")
        store.load_qrels(llm, name="llm")
        store.load_run({"1": {"a": 3, "b": 2}, "2": {"d": 1, "e": 2}}, "first")
        store.load_run({"1": {"b": 3, "a": 2}, "2": {"d": 2, "e": 1}}, "second")
        yield store


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path
