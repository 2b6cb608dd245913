"""Tasks on Spark: a classic master (local-cluster, spark://) or a Connect server (sc://).

Spark gets as many rows as there are tasks, one for each partition, and maps each to an answer.
"""

from __future__ import annotations

import os
import pickle
import re
import socket
import sys
import threading
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

from evalstore.errors import DataError, StoreUnavailableError
from evalstore.extras import requires
from evalstore.lake.engine import Answer, Engine, Progress, TaskFunction, answer

# For how many seconds to wait for an answer of a host, and for the first executor of a cluster.
CONNECT_SECONDS, EXECUTOR_SECONDS = 5.0, 60.0
_POLL_SECONDS = 0.2
_SCHEMA = "answer binary"
_ADDRESS = re.compile(r"^(?:sc|spark)://(?P<host>\[[^]]+\]|[^:/;]+)(?::(?P<port>\d+))?")
_PORTS = {"sc": 15002, "spark": 7077}
_CLUSTER = re.compile(r"local-cluster\[\s*(\d+)\s*,\s*(\d+)\s*,\s*\d+\s*\]")
_DEFAULT_SLOTS = 16

_SETTINGS = {
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.log.level": "OFF",
    "spark.driver.maxResultSize": "0",
    "spark.sql.execution.arrow.maxRecordsPerBatch": "1",
}

# What Spark says, and what to do about it.
_FAULTS = {
    r"PYTHON_VERSION_MISMATCH|different version": (
        "the workers run another Python than this one ({python}); "
        "set PYSPARK_PYTHON to the same minor version on every worker"
    ),
    r"No module named '?([\w.]+)": (
        "the workers' Python lacks {found}; it needs evalstore, duckdb and pyarrow: "
        "ship this environment to them (docs/scale-out.md)"
    ),
    r"Cannot run program \"([^\"]+)\"": (
        "the workers have no Python at {found}; set PYSPARK_PYTHON to one with evalstore"
    ),
    r"(No space left on device|OutOfMemory|Out of Memory|MemoryError)": (
        "a task ran out of memory or disk space ({found}); give workers more of it"
    ),
}


@contextmanager
def spark(master: str) -> Iterator[Engine]:
    """A session of a cluster, stopped at the end of the block."""
    warnings.filterwarnings("ignore", category=FutureWarning, module="pyspark")
    with requires("spark", "clusters"):
        import pyspark  # noqa: F401
        from pyspark.sql import SparkSession
    check_reachable(master)
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    session = None
    try:
        with _faults_reported(master):
            builder: Any = SparkSession.builder
            is_remote = master.startswith("sc://")
            session = _remote(builder, master) if is_remote else _classic(builder, master)
            engine = SparkEngine(session, master, is_remote, _slots(session, master))
        yield engine
    finally:
        if session is not None:
            with suppress(Exception):
                session.stop()


def _remote(builder: Any, master: str) -> Any:
    with requires("spark", "Connect servers"):
        import grpc  # noqa: F401
        import pyspark.sql.connect.session  # noqa: F401
    _quiet_client()
    return builder.remote(master).getOrCreate()


def _classic(builder: Any, master: str) -> Any:
    """A session with a JVM of its own, whose messages go nowhere: errors are raised."""
    from pyspark import SparkConf, SparkContext
    from pyspark.java_gateway import launch_gateway

    with requires_java():
        conf = SparkConf().setMaster(master).setAppName("evalstore").setAll(list(_SETTINGS.items()))
        if master.startswith("local"):
            conf.set("spark.driver.host", "127.0.0.1").set("spark.driver.bindAddress", "127.0.0.1")
        if SparkContext._gateway is None:
            gateway = launch_gateway(conf, {"stderr": -3})
            SparkContext._ensure_initialized(gateway=gateway, conf=conf)
    session = builder.config(conf=conf).getOrCreate()
    _wait_for_executor(session, master)
    return session


@contextmanager
def requires_java() -> Iterator[None]:
    """Within the block, a JVM that does not start is an error with the remedy."""
    try:
        yield
    except Exception as error:
        if "JAVA_GATEWAY_EXITED" in str(error) or isinstance(error, FileNotFoundError):
            raise StoreUnavailableError(
                "Spark cannot start Java; install Java 17 or later, or set JAVA_HOME to it"
            ) from error
        raise


def check_reachable(master: str) -> None:
    """Refuse a server that does not answer; Spark itself would try for minutes."""
    address = _ADDRESS.match(master)
    if address is None:
        return
    host = address["host"].strip("[]")
    port = int(address["port"] or _PORTS[master.partition(":")[0]])
    try:
        socket.create_connection((host, port), CONNECT_SECONDS).close()
    except OSError as error:
        reason = error.strerror or str(error)
        raise StoreUnavailableError(
            f"no Spark at {master}: {reason}; start it, or name another `engine`"
        ) from error


def _wait_for_executor(session: Any, master: str) -> None:
    """Refuse a cluster without any worker; Spark itself would wait for ever."""
    context = session.sparkContext
    if master.startswith("local["):
        return
    until = time.monotonic() + EXECUTOR_SECONDS
    while context._jsc.sc().getExecutorMemoryStatus().size() < 2:  # the driver is one
        if time.monotonic() > until or context._jsc.sc().isStopped():
            raise StoreUnavailableError(
                f"{master} has started no executor within {EXECUTOR_SECONDS:g} s; "
                "check that it has free workers"
            )
        time.sleep(_POLL_SECONDS)


def _slots(session: Any, master: str) -> int:
    if cluster := _CLUSTER.fullmatch(master):
        return int(cluster[1]) * int(cluster[2])
    if master.startswith("sc://"):
        return _DEFAULT_SLOTS
    return max(int(session.sparkContext.defaultParallelism), 1)


@dataclass
class SparkEngine(Engine):
    """A session of Spark."""

    session: Any
    master: str
    is_remote: bool
    slots: int

    def answers(
        self, function: TaskFunction, tasks: Sequence[Any], progress: Progress | None
    ) -> Iterator[Answer]:
        count = len(tasks)
        numbers = self.session.range(0, count, 1, count)
        answered = numbers.mapInArrow(_mapper(function, list(tasks)), _SCHEMA)
        with _faults_reported(self.master), self._followed(count, progress):
            table = answered.toArrow()
        for one in table.column(0).to_pylist():
            yield pickle.loads(one)

    @contextmanager
    def _followed(self, count: int, progress: Progress | None) -> Iterator[None]:
        """Report the tasks that are done, as Spark's stages go on."""
        if progress is None:
            yield
            return
        if self.is_remote:

            def moved(stages: Any, **_: Any) -> None:
                progress(sum(stage.num_completed_tasks for stage in stages or ()), count, "")

            self.session.registerProgressHandler(moved)
            try:
                yield
            finally:
                self.session.removeProgressHandler(moved)
            return
        ended = threading.Event()
        watcher = threading.Thread(target=self._watch, args=(ended, count, progress), daemon=True)
        watcher.start()
        try:
            yield
        finally:
            ended.set()
            watcher.join()

    def _watch(self, ended: threading.Event, count: int, progress: Progress) -> None:
        tracker = self.session.sparkContext.statusTracker()
        while not ended.wait(_POLL_SECONDS):
            stages = [tracker.getStageInfo(stage) for stage in tracker.getActiveStageIds()]
            if done := sum(stage.numCompletedTasks for stage in stages if stage):
                progress(done, count, "")


def _mapper(function: TaskFunction, tasks: list[Any]) -> Callable[[Iterator[Any]], Iterator[Any]]:
    """What an executor calls with the numbers of its tasks."""

    def mapped(batches: Iterator[Any]) -> Iterator[Any]:
        import pyarrow as pa

        for batch in batches:
            for number in batch.column(0).to_pylist():
                answered = pickle.dumps(answer(function, tasks[number]))
                yield pa.RecordBatch.from_pydict({"answer": [answered]})

    return mapped


@contextmanager
def _faults_reported(master: str) -> Iterator[None]:
    """Within the block, errors of Spark as one line."""
    from py4j.protocol import Py4JError
    from pyspark.errors import PySparkException

    kinds: tuple[type[BaseException], ...] = (Py4JError, PySparkException)
    with suppress(ImportError):
        import grpc

        kinds = (*kinds, grpc.RpcError)
    try:
        yield
    except kinds as error:
        raise DataError(explained(master, str(error))) from error


def explained(master: str, message: str) -> str:
    """What Spark says, in one line with the remedy where there is one."""
    python = f"{sys.version_info.major}.{sys.version_info.minor}"
    for pattern, remedy in _FAULTS.items():
        if found := re.search(pattern, message):
            named = found[1] if found.groups() else found[0]
            return f"{master}: " + remedy.format(python=python, found=named)
    return f"{master}: {_reason(message)}"


def _reason(text: str) -> str:
    """The line of a long message that says most: the last error of a worker, or the first line."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    errors = [
        line for line in lines if re.match(r"(?:[\w.]+(?:Error|Exception)|SparkException)\b", line)
    ]
    return (errors or lines or ["Spark stopped without a message"])[-1 if errors else 0][:300]


def _quiet_client() -> None:
    """Spark's client logs what it raises anyway."""
    import logging

    logging.getLogger("pyspark.sql.connect").setLevel(logging.CRITICAL)
    logging.getLogger("SparkConnectClient").setLevel(logging.CRITICAL)
