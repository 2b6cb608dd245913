"""Runs the examples of README.md and of the pages in docs/, and compares what they print.

python docs/examples.py                   run all pages; exit code 1 if an output differs
python docs/examples.py --write [PAGE]... write the outputs into the pages instead

    ```console   commands after `$ ` (continued after `> `), each with its output
    ```sh        commands without output; each must succeed
    ```sql       a query of the store of the folder; its table is in the ```text block that follows
    ```python    one program per page and folder; its output is in the ```text block that follows

A line `…` in an output matches any lines, and times (`0.3 s`, dates) match any others. Comments
above a block change how it is run:

    <!-- not run: reason -->
    <!-- folder: NAME -->   the folder for this block and those after it:
                            demo (after `evalstore demo --db evalstore.duckdb`), files (the files
                            of the demo), covid (the files of TREC-COVID round 1), or any other
                            name (empty at first)
    <!-- needs: MODULE -->  skip where the module cannot be imported
    <!-- program: NAME -->  skip where the program is not installed
    <!-- file: NAME -->     write the block to a file instead
    <!-- exit: CODE -->     the exit code of the block's last command, 0 unless given
"""

from __future__ import annotations

import contextlib
import importlib.util
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
COVID = ROOT.parent / "shared" / "fixtures" / "trec-covid-round1"
GENERATED = {"cli.md", "measures.md", "schema.md"}  # by generate.py
RUN = ("console", "sh", "sql", "python")
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMENT = re.compile(r"<!-- (not run|folder|needs|program|file|exit): (.*?) -->\n\Z")
TIME = re.compile(r"\b\d+(\.\d+)? s\b|\b\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\b")
SHELL = re.compile(r"[|<>;&`]|\$\(")


def pages() -> list[Path]:
    """The pages with examples: the README and those of docs/ that are written by hand."""
    written = [page for page in sorted(ROOT.glob("docs/*.md")) if page.name not in GENERATED]
    return [ROOT / "README.md", *written]


@dataclass
class Block:
    """A fenced block, and the comments above it."""

    kind: str
    text: str
    start: int
    end: int
    marks: dict[str, str] = field(default_factory=dict)
    output: Block | None = None


def blocks(text: str) -> list[Block]:
    """The fenced blocks of a page; a text block that follows another is its output."""
    found: list[Block] = []
    for match in BLOCK.finditer(text):
        block = Block(
            match[1], match[2], match.start(2), match.end(2), _marks(text[: match.start()])
        )
        follows = bool(found) and text[found[-1].end : match.start()].strip() == "```"
        if block.kind == "text" and follows and found[-1].kind in ("sql", "python"):
            found[-1].output = block
        else:
            found.append(block)
    return found


def _marks(before: str) -> dict[str, str]:
    marks: dict[str, str] = {}
    while match := COMMENT.search(before):
        marks[match[1]] = match[2]
        before = before[: match.start()]
    return marks


class ExampleError(Exception):
    """An example did not run, or printed something else."""


class MissingFilesError(Exception):
    """A folder needs files that are not here."""


class Page:
    """A page on its way through its examples, in its folders."""

    def __init__(self, path: Path, work: Path) -> None:
        self.path = path
        self.text = path.read_text(encoding="utf-8")
        self.work = work
        self.folder = "demo"
        self.programs: dict[str, dict[str, Any]] = {}
        self.skipped: list[str] = []

    def run(self) -> str:
        """Run everything; gives the page with the outputs as they are now."""
        pieces, at = [], 0
        for block in blocks(self.text):
            for one, printed in self._outputs(block):
                pieces += [self.text[at : one.start], printed]
                at = one.end
        return "".join([*pieces, self.text[at:]])

    def _outputs(self, block: Block) -> Iterator[tuple[Block, str]]:
        self.folder = block.marks.get("folder", self.folder)
        if block.kind not in RUN or "not run" in block.marks:
            return
        if absent := _absent(block.marks):
            self.skipped.append(f"{absent} is not installed")
            return
        try:
            folder = self._folder()
        except MissingFilesError as missing:
            self.skipped.append(str(missing))
            return
        with contextlib.chdir(folder):
            if "file" in block.marks:
                Path(block.marks["file"]).write_text(block.text, encoding="utf-8")
            elif block.kind == "console":
                yield block, self._console(block)
            elif block.kind == "sh":
                for command in _commands(block.text):
                    self._command(command)
            else:
                printed = self._sql(block) if block.kind == "sql" else self._python(block)
                if block.output:
                    yield block.output, _matched(block.output.text, printed)

    def _folder(self) -> Path:
        folder = self.work / self.folder
        if not folder.exists():
            make = MAKERS.get(self.folder, Path.mkdir)
            make(folder)
        return folder

    def _console(self, block: Block) -> str:
        shown = re.split(r"^\$ ", block.text, flags=re.MULTILINE)
        if shown[0].strip():
            raise ExampleError(
                f"{self.path.name}: a console block starts with a command: {shown[0]}"
            )
        texts = []
        for number, part in enumerate(shown[1:], 2):
            lines = part.splitlines(keepends=True)
            count = 1 + next(
                (i for i, one in enumerate(lines[1:]) if not one.startswith("> ")), len(lines) - 1
            )
            command = "".join([lines[0], *(one[2:] for one in lines[1:count])]).rstrip("\n")
            code = int(block.marks.get("exit", 0)) if number == len(shown) else 0
            printed = self._command(command, code)
            texts.append("$ " + "".join(lines[:count]) + _matched("".join(lines[count:]), printed))
        return "".join(texts)

    def _command(self, command: str, code: int = 0) -> str:
        is_plain = command.startswith("evalstore ") and not SHELL.search(_unquoted(command))
        ran, printed = _in_process(command) if is_plain else _in_shell(command)
        if ran != code:
            raise ExampleError(
                f"{self.path.name}: {command}\nexit code {ran}, not {code}\n{printed}"
            )
        return printed

    def _sql(self, block: Block) -> str:
        Path("query.sql").write_text(block.text, encoding="utf-8")
        return self._command("evalstore query -f query.sql")

    def _python(self, block: Block) -> str:
        program = self.programs.setdefault(self.folder, {"__name__": "__main__"})
        printed = io.StringIO()
        try:
            with contextlib.redirect_stdout(printed), warnings.catch_warnings():
                warnings.simplefilter("default")  # as outside of tests
                exec(compile(block.text, str(self.path), "exec"), program)
        except Exception as error:
            raise ExampleError(f"{self.path.name}: {block.text}\n{error!r}") from error
        return printed.getvalue()


def _absent(marks: dict[str, str]) -> str | None:
    module, program = marks.get("needs"), marks.get("program")
    if module and importlib.util.find_spec(module) is None:
        return module
    if program and shutil.which(program, path=_environment()["PATH"]) is None:
        return program
    return None


def _unquoted(command: str) -> str:
    return re.sub(r"'[^']*'|\"[^\"]*\"", "", command)


def _commands(text: str) -> list[str]:
    """The commands of a shell block, without comments; a backslash continues a line."""
    lines = text.replace("\\\n", " ").splitlines()
    return [line for line in lines if line.strip() and not line.startswith("#")]


def _in_process(command: str) -> tuple[int, str]:
    """A command of evalstore, with what it writes to both streams."""
    from evalstore_cli.app import run

    stream = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
    with contextlib.redirect_stdout(stream), contextlib.redirect_stderr(stream):
        code = run(shlex.split(command, comments=True)[1:])
    return code, stream.buffer.getvalue().decode()  # type: ignore[attr-defined]


def _in_shell(command: str) -> tuple[int, str]:
    done = subprocess.run(
        ["bash", "-c", command],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=_environment(),
    )
    return done.returncode, done.stdout


def _environment() -> dict[str, str]:
    """The same code for processes that an example starts, and this environment's programs first."""
    paths = os.pathsep.join(os.path.abspath(entry) for entry in sys.path if entry)
    programs = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return {**os.environ, "PYTHONPATH": paths, "PATH": programs}


def _matched(shown: str, printed: str) -> str:
    """The output as shown where it matches what was printed, else what was printed."""
    shown_lines, printed_lines = (
        [TIME.sub("0 s", line.rstrip()) for line in text.strip("\n").splitlines()]
        for text in (shown, printed)
    )
    pattern = "\n".join(r"(?:.*\n)*.*" if line == "…" else re.escape(line) for line in shown_lines)
    if re.fullmatch(pattern, "\n".join(printed_lines)):
        return shown
    lines = [line.rstrip() for line in printed.strip("\n").splitlines()]
    return "\n".join(lines) + "\n" if lines else ""


def _make_demo(folder: Path) -> None:
    import evalstore
    from evalstore import demo

    folder.mkdir()
    with evalstore.open(folder / "evalstore.duckdb") as store:
        demo.build(store)


def _make_files(folder: Path) -> None:
    from evalstore import demo

    shutil.copytree(
        Path(demo.__file__).parent, folder, ignore=shutil.ignore_patterns("*.py", "__*")
    )


def _make_covid(folder: Path) -> None:
    if not COVID.is_dir():
        raise MissingFilesError("the runs of TREC-COVID are not beside this checkout")
    folder.mkdir()
    (folder / "qrels-rnd1.txt").symlink_to(COVID / "qrels-rnd1.txt")
    (folder / "runs").symlink_to(COVID / "runs")


MAKERS = {"demo": _make_demo, "files": _make_files, "covid": _make_covid}


@contextlib.contextmanager
def surroundings() -> Iterator[None]:
    """Nothing of the caller's terminal and settings."""
    before = dict(os.environ)
    for name in [name for name in os.environ if name.startswith("EVALSTORE_")]:
        del os.environ[name]
    os.environ |= {
        "COLUMNS": "100",
        "NO_COLOR": "1",
        "TERM": "dumb",
        "GITHUB_STEP_SUMMARY": "summary.md",
    }
    try:
        yield
    finally:
        os.environ.clear()
        os.environ |= before


def run(path: Path) -> tuple[str, str, list[str]]:
    """A page as it is, as it should be, and why examples were skipped."""
    with tempfile.TemporaryDirectory() as work, surroundings():
        page = Page(path, Path(work))
        return page.text, page.run(), page.skipped


def main(arguments: list[str]) -> int:
    chosen = [Path(name).resolve() for name in arguments if name != "--write"] or pages()
    stale = 0
    for path in chosen:
        before, after, skipped = run(path)
        for reason in sorted(set(skipped)):
            print(f"{path.name}: skipped: {reason}")
        if before != after and "--write" in arguments:
            path.write_text(after, encoding="utf-8")
        elif before != after:
            stale += 1
            print(f"{path.name} shows other outputs; run python docs/examples.py --write")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
