"""Measures evalstore beside its peers on the same files, and writes the table.

python benchmarks/run.py                          the floors, and real runs; about ten minutes
python benchmarks/run.py --scale full --growth    all sizes and all peers; about an hour
python benchmarks/run.py --scale small            small collections; a few minutes
python benchmarks/run.py --real QRELS RUNS        a qrels file and a folder of runs as well
python benchmarks/run.py --before /old/bin/python another evalstore in the next column

trec_eval is looked for on the PATH, the other peers among the installed packages.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import goals
import machine
import page
from growth import measure_growth
from measure import Result, check_agreement, round_robin, run
from plot import bars, svg
from real import real_collections
from shapes import SCALES, TINY, Files, Shape, files_of
from table import Section
from tools import BEFORE, OURS, jobs_of, present_peers, start_jobs, store_of

# The peers of the short mode: those that the floors name.
FLOOR_PEERS = ("trec_eval", "pytrec_eval")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    names = [shape.name for shape in SCALES["full"]]
    parser.add_argument("--scale", choices=SCALES, default="short")
    parser.add_argument("--repeat", type=int, default=3, metavar="N", help="rounds")
    parser.add_argument("--only", nargs="+", choices=names, metavar="NAME", help=", ".join(names))
    parser.add_argument("--growth", action="store_true", help="1, 4 and 16 times the size as well")
    parser.add_argument(
        "--real", nargs=2, type=Path, action="append", default=[], metavar=("QRELS", "RUNS")
    )
    parser.add_argument("--before", type=Path, metavar="PYTHON", help="has another evalstore")
    parser.add_argument("--peers", nargs="*", metavar="PEER", help="default: those installed")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="else standard output")
    return parser.parse_args()


@dataclass(frozen=True)
class Bench:
    """What all measurements share."""

    work: Path
    repeat: int
    peers: list[str]
    before: Path | None
    note: Callable[[str], None]

    def measure(self, shape: Shape, files: Files) -> Section:
        self.note(f"{shape.name}: {shape.rows:,} rows")
        first = jobs_of(TINY, files_of(TINY), self.work, self.peers, self.before)
        jobs = jobs_of(shape, files, self.work, self.peers, self.before)
        results = round_robin(jobs, self.repeat, self.note, first)
        check_agreement(results, reference(results))
        store = store_of(shape, self.work)
        size = store.stat().st_size if store.exists() else 0
        for path in (store, store_of(shape, self.work, "before")):
            path.unlink(missing_ok=True)
        return Section(shape, files, results, size)

    def warm_up(self) -> None:
        """Everything once, untimed: Python stores what it compiles, and ranx takes a minute."""
        self.note("a first round on very few rows, not counted")
        jobs = jobs_of(TINY, files_of(TINY), self.work, self.peers, self.before)
        round_robin(jobs, 1, self.note)
        if not store_of(TINY, self.work).exists():
            sys.exit("evalstore cannot load a very small collection")

    def measure_start(self) -> Section:
        """How soon the command line answers."""
        store = store_of(TINY, self.work)
        results = round_robin(start_jobs(store), max(self.repeat, 3), self.note)
        return Section(TINY, files_of(TINY), results, store.stat().st_size)


def noter() -> Callable[[str], None]:
    start = time.monotonic()
    return lambda text: print(f"{time.monotonic() - start:6.1f} s  {text}", file=sys.stderr)


def reference(results: Sequence[Result]) -> dict[tuple[str, str], float]:
    """The values of the first peer that gave any; without peers, evalstore's."""
    with_values = [result for result in results if result.values]
    peers = [result.values for result in with_values if result.tool not in (OURS, BEFORE)]
    return (peers or [result.values for result in with_values] or [{}])[0]


def chosen_peers(options: argparse.Namespace) -> list[str]:
    wanted = options.peers
    if wanted is None:
        wanted = FLOOR_PEERS if options.scale == "short" else present_peers()
    return [peer for peer in present_peers() if peer in wanted]


def chosen_collections(options: argparse.Namespace) -> list[tuple[Shape, Files]]:
    made = [one for one in SCALES[options.scale] if not options.only or one.name in options.only]
    found = [(shape, files_of(shape)) for shape in made]
    return found + ([] if options.only and not options.real else real_collections(options.real))


def draw(output: Path | None, sections: Sequence[Section], tools: Sequence[str]) -> str | None:
    """The picture of the ratios beside the page; its name."""
    found = bars(sections, tools)
    if output is None or not found:
        return None
    picture = output.with_suffix(".svg")
    picture.write_text(svg(found, tools), encoding="utf-8")
    return picture.name


def main() -> int:
    options, note = arguments(), noter()
    facts, peers = machine.description(), chosen_peers(options)
    tools = [*([BEFORE] if options.before else []), *peers]
    with tempfile.TemporaryDirectory(prefix="evalstore-benchmark-") as folder:
        bench = Bench(Path(folder), options.repeat, peers, options.before, note)
        floor = run(["true"]).peak_mb
        bench.warm_up()
        start = bench.measure_start()
        sections = [bench.measure(*one) for one in chosen_collections(options)]
        steps = []
        if options.growth:
            steps = measure_growth(SCALES[options.scale][0], bench.work, options.repeat, note)
    facts["load average at the end"] = machine.load_average()
    picture = draw(options.output, sections, tools)
    given = ["OLD/bin/python" if one == str(options.before) else one for one in sys.argv[1:]]
    command = " ".join(["benchmarks/run.py", *given])
    figures = page.Figures(
        command, options.scale, options.repeat, facts, floor, sections, start, steps, picture
    )
    text = page.write(figures, tools)
    options.output.write_text(text, encoding="utf-8") if options.output else print(text)
    wrong = goals.wrong_values(sections)
    for line in wrong:
        note(line)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
