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
evalstore's drop-in for trec_eval; --compat 9 (the default) or --compat 10 chooses the version
whose numbers it gives. With --compat 10, results_file may be '-' for standard input.

 -h, --help                       this text, with the formats of -R and -T and the measures of -m
 -v, --version                    the version, then stop
 -q, --query_eval_wanted          the values of each topic, then the summary
 -m, --measure name[.params]      a measure, or a group: official (the default), set, all_trec,
                                  prefs, all_prefs, qrels_jg; the parameters are separated by
                                  commas, and the first that a measure is given are used
 -c, --complete_rel_info_wanted   average over all judged topics; a missing one counts 0
 -n, --nosummary                  no summary
 -l, --level_for_rel num          the lowest grade that is relevant (1)
 -J, --Judged_docs_only           take unjudged documents out of the ranking first
 -N, --Number_docs_in_coll num    documents in the collection, for utility
 -M, --Max_retrieved_per_topic num   look at the first num documents only
 -R, --Rel_info_format format     qrels (the default), qrels_jg, prefs or qrels_prefs
 -T, --Results_format format      trec_results
 -Z, --Zscore file                z-scores by the means and standard deviations in the file, whose
                                  lines are: topic measure mean deviation
 -D, --Debug_level num[.topic]    only that topic
"""

_FORMATS = {
    "trec_results": """\
trec_results: a line for each retrieved document, of
   topic  iteration  document  rank  score  run
Documents are ranked by score, equal scores by the document's name; iteration and rank do not
count. Whatever follows the run's name is skipped.
""",
    "qrels": """\
qrels: a line for each judged document, of
   topic  iteration  document  grade
The grade is a whole number; a negative one says that the document was pooled, not judged.
""",
    "qrels_jg": """\
qrels_jg: as qrels, with the group of assessors in the second column. The measures of qrels_jg
are computed for each group and averaged over the groups.
""",
    "prefs": """\
prefs: a line for each document that assessors compared, of
   topic  group  subgroup  document  level
Within a subgroup, a document is preferred to those of a lower level. Within a group, preferences
carry over from one subgroup to another and may not contradict each other; other groups may
disagree. Level 0 says that the document is not relevant.
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
    "runid": "What the last line of the results file calls the run.",
    "num_q": "How many topics the summary is over.",
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
