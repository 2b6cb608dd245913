"""Who is measured: the command of every tool at every task, on the same files."""

from __future__ import annotations

import csv
import shutil
import sys
from importlib.util import find_spec
from pathlib import Path

from measure import Command, Job, Reader, Values
from shapes import Files, Shape

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
OURS = "evalstore"
# In the order in which they are shown; the first that is there is the reference for the values.
PEERS = ("trec_eval", "pytrec_eval", "ir_measures", "ranx")
# evalstore is measured as it is in this checkout.
ENVIRONMENT = {
    "PYTHONPATH": f"{ROOT}:{ROOT / 'cli'}",
    "PYTHONDONTWRITEBYTECODE": "",  # an installed program is compiled once, not at every start
    "COLUMNS": "100",
    "NO_COLOR": "1",
}


def present_peers() -> list[str]:
    return [
        peer
        for peer in PEERS
        if (shutil.which(peer) if peer == "trec_eval" else find_spec(peer)) is not None
    ]


def jobs_of(shape: Shape, files: Files, work: Path) -> list[Job]:
    """Everything that is measured on one collection."""
    measures = ",".join(shape.measures)
    peers = [_peer_job(peer, measures, files) for peer in present_peers()]
    return [*own_jobs(shape, files, store_of(shape, work)), *peers]


def own_jobs(shape: Shape, files: Files, store: Path) -> list[Job]:
    """Everything that evalstore does with a collection; what makes the store stands first."""
    measures = ",".join(shape.measures)
    asking = [_load_job(files, store), *_questions(shape, files, store)] if shape.questions else []
    return [
        _cold_job(shape, files, store),
        *asking,
        _command("eval", "eval", files.qrels, files.runs, "-m", measures, read=read_csv),
    ]


def store_of(shape: Shape, work: Path) -> Path:
    return work / f"{shape.name}.duckdb"


def start_jobs(store: Path) -> list[Job]:
    """What nobody should have to wait for: the help, and a leaderboard of a very small store."""
    return [
        _command("--help", "--help"),
        _command("tiny leaderboard", "leaderboard", "--db", store),
    ]


def _load_job(files: Files, store: Path) -> Job:
    command: Command = [
        sys.executable,
        HERE / "ours.py",
        "load",
        store,
        "-",
        files.qrels,
        files.runs,
    ]
    return Job(OURS, "load", command, None, ENVIRONMENT, fresh=store)


def stages_job(files: Files, store: Path) -> Job:
    """The stages of loading one by one, timed inside the process."""
    command: Command = [sys.executable, HERE / "stages.py", store, files.qrels, files.runs]
    return Job(OURS, "stages", command, None, ENVIRONMENT, fresh=store, timed_within=True)


def _warm_job(shape: Shape, files: Files, store: Path) -> Job:
    """Questions to an open store, timed inside the process."""
    names = [path.stem for path in files.run_files[:2]]
    asked: Command = [store, ",".join(shape.measures), topic_of(files), *names]
    command: Command = [sys.executable, HERE / "ours.py", "warm", *asked]
    return Job(OURS, "warm", command, None, ENVIRONMENT, timed_within=True)


def _cold_job(shape: Shape, files: Files, store: Path) -> Job:
    asked: Command = [store, ",".join(shape.measures), files.qrels, files.runs]
    command: Command = [sys.executable, HERE / "ours.py", "cold", *asked]
    return Job(OURS, "cold", command, read_tsv, ENVIRONMENT, fresh=store)


def _questions(shape: Shape, files: Files, store: Path) -> list[Job]:
    measures = ",".join(shape.measures)
    first, second = (path.stem for path in files.run_files[:2])
    topic: Command = ["topic", topic_of(files), "--run", first, "--run", second, "--db", store]
    return [
        _warm_job(shape, files, store),
        _command("leaderboard", "leaderboard", "--db", store, "-m", measures, read=read_csv),
        _command("topic", *topic, read=None),
    ]


def _command(task: str, *arguments: str | Path, read: Reader | None = None) -> Job:
    """A whole process of the command line; with `read`, it prints CSV."""
    shown = ["--format", "csv"] if read else []
    command: Command = [sys.executable, "-m", "evalstore_cli", *arguments, *shown]
    return Job(OURS, task, command, read, ENVIRONMENT)


def _peer_job(peer: str, measures: str, files: Files) -> Job:
    arguments: Command = [measures, files.qrels, *files.run_files]
    if peer == "trec_eval":
        return Job(peer, "eval", [HERE / "peers/use_trec_eval.sh", *arguments], read_trec_eval)
    script = HERE / f"peers/use_{peer}.py"
    return Job(peer, "eval", [sys.executable, script, *arguments], read_tsv)


def topic_of(files: Files) -> str:
    with files.qrels.open() as file:
        return file.readline().split()[0]


def read_tsv(text: str) -> Values:
    rows = (line.split("\t") for line in text.splitlines())
    return {(system, measure): float(value) for system, measure, value in rows}


def read_csv(text: str) -> Values:
    """A leaderboard: every column between the system's name and the counts is a measure."""
    skipped = ("position", "system", "topics", "missing")
    return {
        (row["system"], measure): float(value)
        for row in csv.DictReader(text.splitlines())
        for measure, value in row.items()
        if measure not in skipped
    }


_CANONICAL = {
    "map": "AP",
    "ndcg_cut_10": "nDCG@10",
    "recip_rank": "RR",
    "P_10": "P@10",
    "recall_1000": "R@1000",
}


def read_trec_eval(text: str) -> Values:
    """trec_eval's lines, each run's below a line with its path."""
    values: Values = {}
    system = ""
    for line in text.splitlines():
        name, _, value = (part.strip() for part in line.split("\t"))
        if name == "run":
            system = Path(value).stem
        else:
            values[system, _CANONICAL[name]] = float(value)
    return values
