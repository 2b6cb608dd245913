"""Inputs that no one would write: every reader takes them or refuses them, and nothing else.

    python tests/campaigns/fuzzing.py --inputs 100000 --seed 17

The inputs are those of `corpus/` after changes of bytes, fields and lines (mutations.py). Refused
means an error of evalstore, with one line for each problem. A run or a qrels file that is taken
must be stored the same by DuckDB's reader and by the line reader.
"""

from __future__ import annotations

import argparse
import io
import json
import random
import shlex
import sys
import tempfile
import time
import traceback
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from evalstore_cli.app import run as run_command
from mutations import mutated

from evalstore import demo
from evalstore.errors import EvalstoreError
from evalstore.formats.header import HeaderError, read_header
from evalstore.formats.lines import Reading
from evalstore.formats.quantities import read_quantities
from evalstore.formats.run_lines import rewrite_run
from evalstore.formats.texts import read_text
from evalstore.formats.topics import read_topics
from evalstore.load.source import open_source
from evalstore.measures.catalogue import catalogue_row
from evalstore.measures.grammar import parse
from evalstore.store import Store, open_store

CORPUS = Path(__file__).parent / "corpus"
SLOW_SECONDS = 10.0
_RANKED = """
    select system, topic, rank, docno, score from ranked where collection = ? order by all
"""
_JUDGED = """
    select topic.name, subtopic, subgroup, docno, grade
    from judgement
    inner join qrels using (qrels_id)
    inner join collection using (collection_id)
    inner join topic using (topic_id)
    inner join document using (document_id)
    where collection.name = ?
    order by all
"""

Target = Callable[[Path], None]


def run_lines(path: Path) -> None:
    """The line reader of runs: what it writes is regular."""
    reading = Reading(path.name)
    target = path.with_suffix(".rewritten")
    with open_source(path) as source:
        rewrite_run(source, target, reading)
    for line in target.read_bytes().splitlines():
        assert line.count(b"\t") in (2, 5), line
        line.decode()


def header(path: Path) -> None:
    """The ir_metadata header: a mapping that can be stored as JSON, or a line at fault."""
    lines = [b"ir_metadata.start", *path.read_bytes().split(b"\n"), b"ir_metadata.end"]
    try:
        found = read_header([(number, b"# " + line) for number, line in enumerate(lines, 1)])
    except HeaderError as error:
        raise EvalstoreError(error) from error
    json.dumps(found, default=str).encode()


def topics(path: Path) -> None:
    with open_source(path) as source:
        for topic in read_topics(source):
            json.dumps([topic.topic, topic.title, topic.metadata]).encode()


def efficiency(path: Path) -> None:
    reading = Reading(path.name)
    with open_source(path) as source:
        quantities = read_quantities(read_text(source, reading), reading)
    reading.check()
    assert all(abs(one.value) < float("inf") for one in quantities)


def measure(path: Path) -> None:
    """A measure's name: what it prints back as means the same."""
    found = parse(path.read_bytes().decode("utf-8", "replace"))
    assert parse(found.name) == found
    catalogue_row(found).values()


class Loaded:
    """Files in a store: DuckDB's reader and the line reader must store the same."""

    def __init__(self, kind: str) -> None:
        self.kind, self.store, self.count = kind, Store(), 0
        self.plain = self.store.connection

    def __call__(self, path: Path) -> None:
        self.count += 1
        if self.count % 500 == 0:
            self.store.close()
            self.store = Store()
            self.plain = self.store.connection
        plain = self._stored(path, f"a{self.count}")
        # A comment on the first line makes it a file for the line reader.
        path.write_bytes(b"# a comment\n" + path.read_bytes())
        by_line = self._stored(path, f"b{self.count}")
        # Behind a comment, a byte-order mark or the header of a table is not recognised.
        if not path.read_bytes()[12:].startswith((b"\xef\xbb\xbf", b"query-id")):
            assert plain == by_line, (plain, by_line)
        if plain is None:
            raise EvalstoreError("refused")

    def _stored(self, path: Path, collection: str) -> list[tuple[Any, ...]] | None:
        """What was stored; None if the file was refused, and then there must be nothing."""
        load = self.store.load_runs if self.kind == "run" else self.store.load_qrels
        query = _RANKED if self.kind == "run" else _JUDGED
        try:
            load(path, collection=collection, name="x").raise_refused()
            is_taken = True
        except EvalstoreError:
            is_taken = False
        rows = self.plain.execute(query, [collection]).fetchall()
        assert bool(rows) == is_taken, f"{len(rows)} rows, taken: {is_taken}"
        return rows if is_taken else None


class Command:
    """A command line: an exit code of the documented ones, and no unexpected error."""

    def __init__(self, folder: Path) -> None:
        self.db = folder / "commands.duckdb"
        with open_store(self.db) as store:
            demo.build(store)

    def __call__(self, path: Path) -> None:
        line = path.read_bytes().decode("utf-8", "replace")
        try:
            words = shlex.split(line)
        except ValueError:
            words = line.split()
        # Words that name files to write, processes that wait, or that leave this process.
        words = [word.replace("\0", "") for word in words if not word.startswith(("-o", "--ou"))]
        if words and words[0] in ("demo", "serve", "load", "trec-eval", "backup", "report", "plot"):
            words[0] = "list"
        with _captured() as (out, err):
            code = run_command([*words, "--db", str(self.db)])
        said = err.getvalue().decode("utf-8", "replace")
        assert code in (0, 1, 2, 3, 4), (words, code)
        assert "EVALSTORE_DEBUG" not in said, (words, said)
        assert "Traceback" not in said + out.getvalue().decode("utf-8", "replace"), words
        if code:
            raise EvalstoreError("refused")


@contextmanager
def _captured() -> Iterator[tuple[io.BytesIO, io.BytesIO]]:
    out, err, streams = io.BytesIO(), io.BytesIO(), (sys.stdin, sys.stdout, sys.stderr)
    wrapped = [io.TextIOWrapper(one, "utf-8", write_through=True) for one in (out, err)]
    sys.stdin = io.TextIOWrapper(io.BytesIO())
    sys.stdout, sys.stderr = wrapped
    try:
        yield out, err
    finally:
        for one in wrapped:
            one.detach()  # so that what was written can still be read
        sys.stdin, sys.stdout, sys.stderr = streams


# For each target: its folder of the corpus, and its share of the inputs in a hundred.
SHARES = {
    "run lines": ("run", 24),
    "header": ("header", 15),
    "topics": ("topics", 18),
    "efficiency": ("efficiency", 15),
    "measure": ("measure", 20),
    "run": ("run", 3),
    "qrels": ("qrels", 3),
    "command": ("command", 2),
}


def targets(folder: Path) -> dict[str, Target]:
    return {
        "run lines": run_lines,
        "header": header,
        "topics": topics,
        "efficiency": efficiency,
        "measure": measure,
        "run": Loaded("run"),
        "qrels": Loaded("qrels"),
        "command": Command(folder),
    }


class Campaign:
    """Inputs for all targets, and what became of them."""

    BATCH = 50  # written together: a file that has just changed is waited for

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder, self.chance = folder, random.Random(seed)
        self.targets = targets(folder)
        self.outcomes: Counter[tuple[str, str]] = Counter()
        self.failures: list[tuple[str, bytes, str]] = []

    def run(self, name: str, count: int) -> None:
        """Give a target so many inputs."""
        seeds = self.seeds(name)
        for start in range(0, count, self.BATCH):
            inputs = [mutated(self.chance, seeds) for _ in range(min(self.BATCH, count - start))]
            self.give(name, inputs)

    def seeds(self, name: str) -> list[bytes]:
        """The corpus of a target; of measures and commands each line is one."""
        files = [path.read_bytes() for path in sorted((CORPUS / SHARES[name][0]).iterdir())]
        if name in ("measure", "command"):
            return [line for file in files for line in file.splitlines()]
        return files

    def give(self, name: str, inputs: list[bytes]) -> None:
        paths = [self.folder / f"{number}.txt" for number in range(len(inputs))]
        for path, data in zip(paths, inputs, strict=True):
            path.write_bytes(data)
        for path, data in zip(paths, inputs, strict=True):
            self._try(name, path, data)

    def _try(self, name: str, path: Path, data: bytes) -> None:
        started = time.monotonic()
        try:
            self.targets[name](path)
            outcome = "taken"
        except EvalstoreError as error:
            outcome = "refused"
            if len(str(error).splitlines()) > 12:
                self.failures.append((name, data, "a message of more than 12 lines"))
        except Exception:
            outcome = "wrong"
            self.failures.append((name, data, traceback.format_exc(limit=-3)))
        if time.monotonic() - started > SLOW_SECONDS:
            self.failures.append((name, data, f"took {time.monotonic() - started:.0f} s"))
        self.outcomes[name, outcome] += 1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=17)
    parser.add_argument("--inputs", type=int, default=100_000)
    parser.add_argument("--only", choices=list(SHARES))
    given = parser.parse_args()
    warnings.simplefilter("error")
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        campaign = Campaign(Path(folder), given.seed)
        for name, (_, share) in SHARES.items():
            if given.only in (None, name):
                started = time.monotonic()
                campaign.run(name, given.inputs if given.only else given.inputs * share // 100)
                shown = {
                    outcome: count
                    for (target, outcome), count in campaign.outcomes.items()
                    if target == name
                }
                print(f"{name}: {shown}, {time.monotonic() - started:.0f} s", flush=True)
                for _, data, failure in campaign.failures:
                    print(f"  {data!r}\n  {failure}", flush=True)
                wrong += len(campaign.failures)
                campaign.failures.clear()
    print(f"seed {given.seed}: {sum(campaign.outcomes.values()):,} inputs, {wrong:,} wrong")


if __name__ == "__main__":
    main()
