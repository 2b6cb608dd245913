"""trec_eval's measures in the order of its table, which is the order of its output."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from evalstore.measures.groups import MULTIPLES, NICKNAMES, RANKS, RECALLS


class Kind(Enum):
    """How a measure takes parameters, and so how its lines are named."""

    PLAIN = "one value"
    RANKS = "one value per rank"
    SHARES = "one value per decimal number"
    NUMBERS = "one value, from a list of numbers"
    PAIRS = "one value, from pairs such as 1=3"


@dataclass(frozen=True)
class Entry:
    """One row of trec_eval's table.

    `needs` is the form of judgements that the measure is computed from; None: any.
    `average` is what becomes of the topics' values: mean, sum, geometric, topics (their number),
    or None where there is no summary.
    """

    name: str
    kind: Kind = Kind.PLAIN
    defaults: tuple[float, ...] = ()
    needs: str | None = "qrels"
    average: str | None = "mean"
    is_count: bool = False
    by_topic: bool = True
    since: int = 9


def _count(name: str, needs: str = "qrels") -> Entry:
    return Entry(name, needs=needs, average="sum", is_count=True)


def _geometric(name: str) -> Entry:
    return Entry(name, average="geometric", by_topic=False)


def _ranks(name: str, ranks: tuple[int, ...] = RANKS, needs: str = "qrels") -> Entry:
    return Entry(name, Kind.RANKS, ranks, needs)


def _shares(name: str, shares: tuple[float, ...], needs: str = "qrels") -> Entry:
    return Entry(name, Kind.SHARES, shares, needs)


def _pairs(name: str, since: int = 9) -> Entry:
    return Entry(name, Kind.PAIRS, since=since)


def _preference(name: str) -> Entry:
    return Entry(name, needs="prefs")


TABLE = (
    Entry("runid", needs=None, average=None, by_topic=False),
    Entry("num_q", needs=None, average="topics", is_count=True, by_topic=False),
    _count("num_ret"),
    _count("num_rel"),
    _count("num_rel_ret"),
    Entry("map"),
    _geometric("gm_map"),
    Entry("Rprec"),
    Entry("bpref"),
    Entry("recip_rank"),
    _shares("iprec_at_recall", RECALLS),
    _ranks("P"),
    Entry("relstring", Kind.NUMBERS, (10.0,), average=None),
    _ranks("recall"),
    Entry("infAP"),
    _geometric("gm_bpref"),
    _shares("Rprec_mult", MULTIPLES),
    Entry("utility", Kind.NUMBERS, (1.0, -1.0, 0.0, 0.0)),
    Entry("11pt_avg", Kind.NUMBERS, RECALLS),
    Entry("binG"),
    _pairs("G"),
    _pairs("dcg", since=10),
    _pairs("ideal_dcg", since=10),
    _pairs("ndcg"),
    _pairs("ndcg_rel"),
    _pairs("Rndcg"),
    _ranks("ndcg_cut"),
    _ranks("map_cut"),
    _ranks("relative_P"),
    _ranks("success", (1, 5, 10)),
    Entry("set_P"),
    Entry("set_relative_P"),
    Entry("set_recall"),
    Entry("set_map"),
    Entry("set_F", Kind.NUMBERS, (1.0,)),
    _count("num_nonrel_judged_ret"),
    _count("prefs_num_prefs_poss", "prefs"),
    _count("prefs_num_prefs_ful", "prefs"),
    _count("prefs_num_prefs_ful_ret", "prefs"),
    _preference("prefs_simp"),
    _preference("prefs_pair"),
    _preference("prefs_avgjg"),
    _preference("prefs_avgjg_Rnonrel"),
    _preference("prefs_simp_ret"),
    _preference("prefs_pair_ret"),
    _preference("prefs_avgjg_ret"),
    _preference("prefs_avgjg_Rnonrel_ret"),
    _preference("prefs_simp_imp"),
    _preference("prefs_pair_imp"),
    _preference("prefs_avgjg_imp"),
    Entry("map_avgjg", needs="qrels_jg"),
    _ranks("P_avgjg", needs="qrels_jg"),
    _shares("Rprec_mult_avgjg", MULTIPLES, needs="qrels_jg"),
    Entry("yaap"),
    _pairs("rbp", since=10),
    _pairs("rbp_resid", since=10),
    Entry("unj", Kind.RANKS, (5, 10, 20), since=10),
)


# Under a level below 0, these count unjudged documents as relevant and others do not, so that a
# recall can be above 1; some then take the logarithm of a negative number.
COUNTING_UNJUDGED = {
    *("map", "gm_map", "map_cut", "P", "relative_P", "recall", "success", "recip_rank", "binG"),
    *("Rprec", "Rprec_mult", "iprec_at_recall", "11pt_avg", "yaap"),
    *("map_avgjg", "P_avgjg", "Rprec_mult_avgjg"),
}


def entries(compat: int) -> dict[str, Entry]:
    """The table of a version, in order."""
    return {entry.name: entry for entry in TABLE if entry.since <= compat}


def meant_by(name: str, compat: int) -> list[str]:
    """The measures of a nickname, or the measure itself; nothing where there is no such name."""
    known = entries(compat)
    return [one for one in NICKNAMES.get(name, name).split() if one in known]
