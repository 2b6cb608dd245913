"""The command line as getopt_long reads it: clustered flags, attached values, any order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from evalstore.errors import EvalstoreError
from evalstore_cli.trec_eval.numbers import atol
from evalstore_cli.trec_eval.table import meant_by

USAGE = """\
Usage: trec_eval [-h] [-q] {-m measure}* qrels_file results_file
   -h: describe every option, and the measures named by -m
   -q: print the values of each topic before the summary
   -m: print this measure, or this group of measures; the default is -m official
"""

SHORT = "hvqm:cl:nD:JN:M:R:T:oZ:"
LONG = {
    "help": "h",
    "version": "v",
    "query_eval_wanted": "q",
    "measure": "m:",
    "complete_rel_info_wanted": "c",
    "level_for_rel": "l:",
    "nosummary": "n",
    "Debug_level": "D:",
    "Judged_docs_only": "J",
    "Number_docs_in_coll": "N:",
    "Max_retrieved_per_topic": "M:",
    "Rel_info_format": "R:",
    "Results_format": "T:",
    "Output_old_results_format": "o:",
    "Zscore": "Z:",
}
VERSIONS = {9: "9.0.8", 10: "10.0"}


class QuitError(EvalstoreError):
    """The end of a drop-in run; the message is written as it is."""

    def __init__(self, exit_code: int, message: str = "") -> None:
        self.exit_code = exit_code
        super().__init__(message)


@dataclass
class Arguments:
    """The options of the command line."""

    compat: int = 9
    by_topic: bool = False
    complete: bool = False
    summary: bool = True
    level: int = 1
    judged_only: bool = False
    documents_in_collection: int = 0
    depth: int = 2**63 - 1
    only_topic: str | None = None
    judgements_format: str = "qrels"
    results_format: str = "trec_results"
    zscores: str | None = None
    help_wanted: bool = False
    marked: set[str] = field(default_factory=set)
    parameters: dict[str, str] = field(default_factory=dict)
    files: list[str] = field(default_factory=list)


def parse_arguments(argv: Sequence[str]) -> Arguments:
    """Everything that the command line says, or what is wrong with it."""
    arguments = Arguments()
    rest = _take_compat(arguments, list(argv))
    for flag, value in _options(rest, arguments.files):
        _apply(arguments, flag, value)
    if not arguments.help_wanted and len(arguments.files) != 2:
        raise QuitError(1, USAGE)
    return arguments


def _take_compat(arguments: Arguments, argv: list[str]) -> list[str]:
    """Take --compat out first: it decides which measures there are."""
    rest: list[str] = []
    words = iter(argv)
    for word in words:
        name, separator, value = word.partition("=")
        if name != "--compat":
            rest.append(word)
            continue
        chosen = value if separator else next(words, "")
        if chosen not in ("9", "10"):
            raise QuitError(1, f"trec_eval: --compat is 9 or 10, not '{chosen}'\n{USAGE}")
        arguments.compat = int(chosen)
    return rest


def _options(argv: list[str], files: list[str]) -> Iterator[tuple[str, str]]:
    words = iter(argv)
    for word in words:
        if word == "--":
            files.extend(words)
        elif word.startswith("--"):
            yield _long_option(word[2:], words)
        elif word.startswith("-") and word != "-":
            yield from _short_options(word[1:], words)
        else:
            files.append(word)


def _short_options(letters: str, words: Iterator[str]) -> Iterator[tuple[str, str]]:
    while letters:
        flag, letters = letters[0], letters[1:]
        place = SHORT.find(flag)
        if place < 0 or flag == ":":
            raise _misused(f"invalid option -- '{flag}'")
        if SHORT[place + 1 : place + 2] != ":":
            yield flag, ""
            continue
        value = letters or next(words, None)
        if value is None:
            raise _misused(f"option requires an argument -- '{flag}'")
        yield flag, value
        return


def _long_option(text: str, words: Iterator[str]) -> tuple[str, str]:
    given, separator, value = text.partition("=")
    matches = [given] if given in LONG else [name for name in LONG if name.startswith(given)]
    if len(matches) != 1:
        what = "is ambiguous" if matches else ""
        raise _misused(
            f"option '--{given}' {what}" if matches else f"unrecognized option '--{given}'"
        )
    [name] = matches
    flag, needs_value = LONG[name][0], LONG[name].endswith(":")
    if not needs_value:
        if separator:
            raise _misused(f"option '--{name}' doesn't allow an argument")
        return flag, ""
    found = value if separator else next(words, None)
    if found is None:
        raise _misused(f"option '--{name}' requires an argument")
    return flag, found


def _misused(what: str) -> QuitError:
    return QuitError(1, f"trec_eval: {what}\n{USAGE}")


def _apply(arguments: Arguments, flag: str, value: str) -> None:
    match flag:
        case "h":
            arguments.help_wanted = True
        case "v":
            raise QuitError(0, f"trec_eval version {VERSIONS[arguments.compat]} (evalstore)\n")
        case "q":
            arguments.by_topic = True
        case "m":
            _mark(arguments, value)
        case "c":
            arguments.complete = True
        case "l":
            arguments.level = atol(value)
        case "n":
            arguments.summary = False
        case "D":
            _, separator, topic = value.partition(".")
            arguments.only_topic = topic if separator else arguments.only_topic
        case "J":
            arguments.judged_only = True
        case "N":
            arguments.documents_in_collection = atol(value)
        case "M":
            arguments.depth = atol(value)
        case "R":
            arguments.judgements_format = value
        case "T":
            arguments.results_format = value
        case "Z":
            arguments.zscores = value


def _mark(arguments: Arguments, text: str) -> None:
    """Ask for a measure; the first parameters that a measure is given stay."""
    name, separator, parameters = text.partition(".")
    found = meant_by(name, arguments.compat)
    if separator and not parameters:
        raise QuitError(
            1,
            f"trec_eval: improper measure in parameter '{name}'\n"
            f"trec_eval: illegal measure '{name}'\n",
        )
    if not found:
        raise QuitError(1, f"trec_eval: illegal measure '{name}'\n")
    if separator:
        arguments.parameters.setdefault(name, parameters)
    arguments.marked.update(found)
