"""Groups of measures under one name, as trec_eval's -m has them: official, all_trec, ndcg_cut."""

from __future__ import annotations

RANKS = (5, 10, 15, 20, 30, 100, 200, 500, 1000)
RECALLS = tuple(point / 10 for point in range(11))
MULTIPLES = (0.2, 0.4, 0.6, 0.8, 1.0, 1.2, 1.4, 1.6, 1.8, 2.0)

_OFFICIAL = (
    "runid num_q num_ret num_rel num_rel_ret map gm_map Rprec bpref recip_rank iprec_at_recall P"
)
_SETS = "set_P set_recall set_relative_P set_map set_F"
_PREFS = (
    "runid num_q prefs_num_prefs_poss prefs_num_prefs_ful prefs_num_prefs_ful_ret "
    "prefs_simp prefs_pair prefs_avgjg"
)

# trec_eval's nicknames, and the names of its table that they mean.
NICKNAMES = {
    "official": _OFFICIAL,
    "set": f"runid num_q num_ret num_rel num_rel_ret utility {_SETS}",
    "all_trec": (
        f"{_OFFICIAL} relstring recall unj rbp rbp_resid infAP gm_bpref utility 11pt_avg ndcg "
        "relative_P Rprec_mult success map_cut ndcg_cut ndcg_rel Rndcg binG G "
        f"{_SETS} num_nonrel_judged_ret"
    ),
    "all_prefs": (
        f"{_PREFS} prefs_avgjg_Rnonrel prefs_simp_ret prefs_pair_ret prefs_avgjg_ret "
        "prefs_avgjg_Rnonrel_ret prefs_simp_imp prefs_pair_imp prefs_avgjg_imp"
    ),
    "prefs": _PREFS,
    "qrels_jg": "runid num_q map_avgjg P_avgjg Rprec_mult_avgjg",
}

# The names of trec_eval's table that are several measures, with their cutoffs.
_CUTOFFS: dict[str, tuple[float, ...]] = {
    **dict.fromkeys(("P", "recall", "ndcg_cut", "map_cut", "relative_P", "P_avgjg"), RANKS),
    **dict.fromkeys(("Rprec_mult", "Rprec_mult_avgjg"), MULTIPLES),
    "iprec_at_recall": RECALLS,
    "success": (1, 5, 10),
    "unj": (5, 10, 20),
}
# Lines of trec_eval that are no scores: a leaderboard has the system and the topics anyway.
_NO_MEASURES = ("runid", "num_q", "relstring")


def members(name: str) -> list[str]:
    """trec_eval's names of the measures in a group, scores before counts; [] if it is none.

    A leaderboard is ordered by its first measure, which should be a score.
    """
    if name not in NICKNAMES and name not in _CUTOFFS:
        return []
    rows = [row for row in NICKNAMES.get(name, name).split() if row not in _NO_MEASURES]
    rows.sort(key=_is_count)
    return [one for row in rows for one in _cut(row)]


def _is_count(name: str) -> bool:
    return name.startswith("num_") or "_num_" in name


def _cut(name: str) -> list[str]:
    return [f"{name}_{cutoff:g}" for cutoff in _CUTOFFS.get(name, ())] or [name]
