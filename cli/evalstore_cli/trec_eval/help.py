"""The answer to -h: the options, the formats, and the measures that -m named."""

from __future__ import annotations

from evalstore.errors import MeasureError
from evalstore.measures.grammar import parse
from evalstore_cli.trec_eval.arguments import Arguments
from evalstore_cli.trec_eval.table import Entry, Kind, entries

_RULE = "-----------------------"

_OPTIONS = """\
trec_eval [-h] [-q] [-m measure[.params]]... [-c] [-n] [-l num] [-J] [-N num] [-M num]
   [-R judgements_format] [-T results_format] [-Z file] [-D level] qrels_file results_file

Evaluates the ranking of documents in results_file by the judgements in qrels_file. This is
evalstore's drop-in for trec_eval; --compat 9 (the default) or --compat 10 selects the version
that it reproduces. With --compat 10, results_file may be '-' for standard input.

 -h, --help                       show this text, the formats of -R and -T, and the measures of -m
 -v, --version                    show the version and exit
 -q, --query_eval_wanted          print the values of each topic before the summary
 -m, --measure name[.params]      a measure, or a group: official (the default), set, all_trec,
                                  prefs, all_prefs, qrels_jg; parameters are separated by
                                  commas, and the first ones given for a measure are used
 -c, --complete_rel_info_wanted   average over all judged topics; a missing topic counts 0
 -n, --nosummary                  omit the summary
 -l, --level_for_rel num          lowest relevant grade (default 1)
 -J, --Judged_docs_only           remove unjudged documents from the ranking first
 -N, --Number_docs_in_coll num    number of documents in the collection, for utility
 -M, --Max_retrieved_per_topic num   evaluate only the first num documents
 -R, --Rel_info_format format     qrels (the default), qrels_jg, prefs or qrels_prefs
 -T, --Results_format format      trec_results
 -Z, --Zscore file                print z-scores; the file has lines of topic, measure, mean and
                                  standard deviation
 -D, --Debug_level num[.topic]    evaluate only that topic
"""

_FORMATS = {
    "trec_results": """\
trec_results: one line per retrieved document:
   topic  iteration  document  rank  score  run
Documents are ranked by score, then by document name; iteration, rank and any further columns
are ignored.
""",
    "qrels": """\
qrels: one line per judged document:
   topic  iteration  document  grade
The grade is an integer; a negative grade means pooled but not judged.
""",
    "qrels_jg": """\
qrels_jg: as qrels, with the group of assessors in the second column. The measures of qrels_jg
are computed for each group and averaged over the groups.
""",
    "prefs": """\
prefs: one line per compared document:
   topic  group  subgroup  document  level
Within a subgroup, a document is preferred to those of a lower level. Within a group, preferences
carry over from one subgroup to another and may not contradict each other; other groups may
disagree. Level 0 means not relevant.
""",
    "qrels_prefs": """\
qrels_prefs: as qrels, read as preferences: the second column is the group, the grade the level.
""",
}

_PARAMETERS = {
    Kind.RANKS: "ranks",
    Kind.SHARES: "cutoffs",
    Kind.NUMBERS: "numbers",
}
_UNMEASURED = {
    "runid": "The run name in the last line of the results file.",
    "num_q": "The number of topics that the summary covers.",
    "relstring": "The grades of the first documents, one character for each: a digit, > for more "
    "than 9, - for unjudged, . for pooled and not judged.",
}


def help_text(arguments: Arguments) -> str:
    """Everything that -h prints."""
    parts = [_OPTIONS]
    for chosen in (arguments.results_format, arguments.judgements_format):
        if chosen in _FORMATS:
            parts.append(_FORMATS[chosen])
    described = [
        _described(entry)
        for name, entry in entries(arguments.compat).items()
        if name in arguments.marked
    ]
    parts.append("".join(described) or "No measures: name them with -m to read about them.\n")
    return f"{_RULE}\n".join(parts)


def _described(entry: Entry) -> str:
    defaults = ",".join(f"{number:g}" for number in entry.defaults)
    kind = _PARAMETERS.get(entry.kind)
    parameters = f"    default {kind}: -m {entry.name}.{defaults}\n" if kind else ""
    return f"{entry.name}\n    {_meaning(entry)}\n{parameters}"


def _meaning(entry: Entry) -> str:
    if entry.name in _UNMEASURED:
        return _UNMEASURED[entry.name]
    of_groups = entry.needs == "qrels_jg"
    name = entry.name.removesuffix("_avgjg") if of_groups else entry.name
    for spelling in (name, f"{name}_1", f"{name}_0.5"):
        try:
            meaning = parse(spelling).definition.meaning
        except MeasureError:
            continue
        return f"{meaning} Averaged over groups of assessors." if of_groups else meaning
    raise AssertionError(entry.name)
