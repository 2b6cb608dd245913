"""The library's messages in the words of the command line.

The library names its parameters and methods in backquotes, as in Python; here `replace=True`
becomes --replace, `name_by='file'` becomes --name-by file and `store.load_runs()` becomes
`evalstore load runs`.
"""

from __future__ import annotations

import re

# Methods whose command is not their name with a space: load_runs is `load runs`.
_COMMANDS = {
    "add_measures": "measure add",
    "collections": "list collections",
    "measures": "list measures",
    "open": "migrate",
    "qrels": "list qrels",
    "registered_measures": "measure list",
    "runs": "list runs",
    "saved_queries": "query --list",
    "topics": "list topics",
}

# Parameters that are options, and those whose option has another name.
_OPTIONS = {
    "baselines": "--baseline",
    "file_format": "--format",
    "files": "--file",
    "measures": "-m",
    "path": "--db",
    "runs": "--run",
    "systems": "systems",
    "topics": "--topic",
}
_SAME = (
    "as_of average baseline ci clean collection columns depth duplicates efficiency engine format "
    "group groups max_size memory memory_limit name name_by norm port qrels pairs rank_by rel "
    "repair replace threads tiers ties timeout"
)
_OPTIONS |= {name: f"--{name.replace('_', '-')}" for name in _SAME.split()}

_CALL = re.compile(r"`(?:store|evalstore)\.(?P<method>[\w.]+)(?P<more>…?)\((?P<arguments>[^`]*)\)`")
_PARAMETER = re.compile(rf"`(?P<name>{'|'.join(_OPTIONS)})(?:=(?P<value>[^`]*))?`")

_KEYWORD = re.compile(rf"\b(?P<name>{'|'.join(_OPTIONS)})=(?P<value>[^,]*)")


def of_command_line(text: str) -> str:
    """A message of the library with options and commands instead of parameters and methods."""
    return _PARAMETER.sub(_option, _CALL.sub(_command, text))


def _command(call: re.Match[str]) -> str:
    method = call["method"].rstrip("_")
    arguments = call["arguments"] if method == "add_measures" else _options(call["arguments"])
    command = _COMMANDS.get(method, re.sub("[_.]", " ", method))
    return f"`evalstore {command}{' ' * bool(arguments)}{arguments}`"


def _options(arguments: str) -> str:
    """The keywords of a call as options; nothing of what is not a keyword."""
    found = _KEYWORD.finditer(arguments)
    return " ".join(_option(keyword) for keyword in found)


def _option(parameter: re.Match[str]) -> str:
    value = (parameter["value"] or "").strip("'\"")
    return f"{_OPTIONS[parameter['name']]} {'' if value == 'True' else value}".rstrip()
