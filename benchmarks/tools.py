"""The command of every tool at every task, on the same files."""

from __future__ import annotations

import csv
import shutil
import sys
from collections.abc import Sequence
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

from measure import Command, Job, Reader, Values
from shapes import Files, Shape

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
OURS = "evalstore"
BEFORE = "evalstore before"  # another version, installed for another interpreter
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
    """The peers that are installed; trec_eval is looked for on the PATH."""
    return [
        peer
        for peer in PEERS
        if (shutil.which(peer) if peer == "trec_eval" else find_spec(peer)) is not None
    ]


def jobs_of(
    shape: Shape, files: Files, work: Path, peers: Sequence[str], before: Path | None = None
) -> list[Job]:
    """Everything that is measured on one collection."""
    measures = ",".join(shape.measures)
    jobs = own_jobs(shape, files, store_of(shape, work))
    if before:
        earlier = own_jobs(shape, files, store_of(shape, work, "before"))
        jobs += [_earlier(job, before) for job in earlier]
    jobs += [_peer_job(peer, measures, files) for peer in peers]
    if shape.questions and "trec_eval" in peers:
        jobs.append(Job("trec_eval", "trec-eval", ["trec_eval", *_all_trec(files)]))
    return jobs


def own_jobs(shape: Shape, files: Files, store: Path) -> list[Job]:
    """Everything that evalstore does with a collection; the first job creates the store."""
    measures = ",".join(shape.measures)
    questions = [_load_job(files, store), *_questions(shape, files, store)]
    return [
        _cold_job(shape, files, store),
        *(questions if shape.questions else []),
        _command("eval", "eval", files.qrels, files.runs, "-m", measures, read=read_csv),
    ]


def _earlier(job: Job, python: Path) -> Job:
    """The same job for the version that another interpreter has installed."""
    environment = {name: text for name, text in job.environment.items() if name != "PYTHONPATH"}
    command = [python, "-P", *job.command[1:]]
    return replace(job, tool=BEFORE, command=command, environment=environment)


def _all_trec(files: Files) -> list[str | Path]:
    return ["-q", "-m", "all_trec", files.qrels, files.run_files[0]]


def store_of(shape: Shape, work: Path, suffix: str = "") -> Path:
    return work / f"{shape.name}{suffix}.duckdb"


def start_jobs(store: Path) -> list[Job]:
    """The help, and a leaderboard of a very small store."""
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


def _warm_job(shape: Shape, files: Files, store: Path) -> Job:
    """Questions to an open store, timed inside the process."""
    names = list(files.systems.values())[:2]
    asked: Command = [store, ",".join(shape.measures), topic_of(files), *names]
    command: Command = [sys.executable, HERE / "ours.py", "warm", *asked]
    return Job(OURS, "warm", command, None, ENVIRONMENT, timed_within=True)


def _cold_job(shape: Shape, files: Files, store: Path) -> Job:
    asked: Command = [store, ",".join(shape.measures), files.qrels, files.runs]
    command: Command = [sys.executable, HERE / "ours.py", "cold", *asked]
    return Job(OURS, "cold", command, read_tsv, ENVIRONMENT, fresh=store)


def _questions(shape: Shape, files: Files, store: Path) -> list[Job]:
    measures = ",".join(shape.measures)
    first, second, *_ = [*files.systems.values(), *files.systems.values()]
    topic: Command = ["topic", topic_of(files), "--run", first, "--run", second, "--db", store]
    return [
        _warm_job(shape, files, store),
        _command("leaderboard", "leaderboard", "--db", store, "-m", measures, read=read_csv),
        _command("topic", *topic),
        _command("trec-eval", "trec-eval", *_all_trec(files)),
    ]


def _command(task: str, *arguments: str | Path, read: Reader | None = None) -> Job:
    """A whole process of the command line; with `read`, it prints CSV."""
    shown = ["--format", "csv"] if read else []
    command: Command = [sys.executable, "-m", "evalstore_cli", *arguments, *shown]
    return Job(OURS, task, command, read, ENVIRONMENT)


def _peer_job(peer: str, measures: str, files: Files) -> Job:
    arguments: Command = [measures, files.qrels, *files.run_files]
    if peer == "trec_eval":
        command: Command = [HERE / "peers/use_trec_eval.sh", *arguments]
        return Job(peer, "eval", command, _with_tags(read_trec_eval, files))
    command = [sys.executable, HERE / f"peers/use_{peer}.py", *arguments]
    return Job(peer, "eval", command, _with_tags(read_tsv, files))


def _with_tags(read: Reader, files: Files) -> Reader:
    """The peers name systems by their files, evalstore by the tag inside."""

    def read_renamed(text: str) -> Values:
        tags = files.systems
        return {(tags[name], measure): value for (name, measure), value in read(text).items()}

    return read_renamed


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
            system = Path(value).name
        else:
            values[system, _CANONICAL[name]] = float(value)
    return values
