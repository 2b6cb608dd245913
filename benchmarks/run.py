"""Measures evalstore beside its peers on the same files, and writes the table.

python benchmarks/run.py                          small collections, a few minutes
python benchmarks/run.py --scale full --growth    the sizes that people have; half an hour
python benchmarks/run.py --only systems ties -o docs/benchmarks.md

`pip install -e .` before it, so that evalstore has its compiled module, as users have it.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import goals
import machine
import page
from growth import measure_growth
from measure import Result, check_agreement, round_robin, run
from plot import bars, svg
from shapes import SCALES, TINY, Shape, files_of
from table import Section
from tools import OURS, jobs_of, present_peers, stages_job, start_jobs, store_of


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    names = [shape.name for shape in SCALES["small"]]
    parser.add_argument("--scale", choices=SCALES, default="small")
    parser.add_argument("--repeat", type=int, default=3, metavar="N", help="times of each")
    parser.add_argument("--only", nargs="+", choices=names, metavar="NAME", help=", ".join(names))
    parser.add_argument("--growth", action="store_true", help="1, 4 and 16 times the size as well")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="else standard output")
    return parser.parse_args()


def noter() -> Callable[[str], None]:
    start = time.monotonic()
    return lambda text: print(f"{time.monotonic() - start:6.1f} s  {text}", file=sys.stderr)


def measure_shape(shape: Shape, work: Path, repeat: int, note: Callable[[str], None]) -> Section:
    note(f"{shape.name}: {shape.rows:,} rows")
    files = files_of(shape)
    first = jobs_of(TINY, files_of(TINY), work)
    results = round_robin(jobs_of(shape, files, work), repeat, note, first)
    check_agreement(results, reference(results))
    store = store_of(shape, work)
    return Section(shape, files, results, store.stat().st_size if store.exists() else 0)


def reference(results: Sequence[Result]) -> dict[tuple[str, str], float]:
    """The values of the first peer that gave any; without peers, evalstore's own."""
    peers = [result.values for result in results if result.values and result.tool != OURS]
    own = [result.values for result in results if result.values]
    return (peers or own or [{}])[0]


def warm_up(work: Path, note: Callable[[str], None]) -> None:
    """Everything once, untimed: Python keeps what it compiles, and ranx takes a minute over it."""
    note("a first round on very few rows, not counted")
    files = files_of(TINY)
    round_robin(jobs_of(TINY, files, work), 1, note)
    if not store_of(TINY, work).exists():
        sys.exit("evalstore cannot load a very small collection")


def measure_start(work: Path, repeat: int, note: Callable[[str], None]) -> Section:
    """How soon the command line answers at all."""
    store = store_of(TINY, work)
    results = round_robin(start_jobs(store), max(repeat, 3), note)
    return Section(TINY, files_of(TINY), results, store.stat().st_size)


def measure_stages(
    shapes: Sequence[Shape], work: Path, repeat: int, note: Callable[[str], None]
) -> dict[str, list[Result]]:
    """What bounds loading, for each collection that is large enough to tell."""
    store = work / "stages.duckdb"
    asked = [shape for shape in shapes if shape.name in ("systems", "passages", "queries")]
    found = {
        shape.name: round_robin([stages_job(files_of(shape), store)], repeat, note)
        for shape in asked
    }
    store.unlink(missing_ok=True)
    return found


def draw(output: Path | None, sections: Sequence[Section]) -> str | None:
    """The picture of the ratios beside the page; its name."""
    found = bars(sections, present_peers())
    if output is None or not found:
        return None
    picture = output.with_suffix(".svg")
    picture.write_text(svg(found, present_peers()), encoding="utf-8")
    return picture.name


def main() -> int:
    options, note = arguments(), noter()
    facts = machine.description()
    shapes = [one for one in SCALES[options.scale] if not options.only or one.name in options.only]
    with tempfile.TemporaryDirectory(prefix="evalstore-benchmark-") as folder:
        work = Path(folder)
        floor = run(["true"]).peak_mb
        warm_up(work, note)
        sections = [measure_shape(shape, work, options.repeat, note) for shape in shapes]
        stages = measure_stages(shapes, work, options.repeat, note)
        start = measure_start(work, options.repeat, note)
        grown = SCALES[options.scale][0]
        steps = measure_growth(grown, work, options.repeat, note) if options.growth else []
    facts["load average at the end"] = machine.load_average()
    asked = (options.scale, options.repeat, options.only or [])
    picture = draw(options.output, sections)
    told = page.Figures(*asked, facts, floor, sections, stages, start, steps, picture)
    text = page.write(told, present_peers())
    options.output.write_text(text, encoding="utf-8") if options.output else print(text)
    wrong = goals.wrong_values(sections)
    for line in wrong:
        note(line)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
