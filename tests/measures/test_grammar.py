"""How measures are spelt: ir_measures' grammar, trec_eval's names, one canonical form."""

from __future__ import annotations

import pytest

from evalstore.errors import MeasureError
from evalstore.measures.grammar import parse, parse_all


@pytest.mark.parametrize(
    ("spelt", "canonical"),
    [
        ("nDCG@10", "nDCG@10"),
        ("NDCG@10", "nDCG@10"),
        ("ndcg", "nDCG"),
        ("ndcg_cut_10", "nDCG@10"),
        ("ndcg_cut.10", "nDCG@10"),
        ("map", "AP"),
        ("MAP", "AP"),
        ("map_cut_100", "AP@100"),
        ("P_5", "P@5"),
        ("recall_1000", "R@1000"),
        ("recip_rank", "RR"),
        ("MRR@10", "RR@10"),
        ("bpref", "Bpref"),
        ("11pt_avg", "IAP(rounding='trec_eval9')"),
        ("iprec_at_recall_0.50", "IPrec@0.5"),
        ("nDCG(dcg='exp-log2')@20", "nDCG(gain='exp2')@20"),
        ("nDCG(dcg='log2')@20", "nDCG@20"),
        ("nDCG(gains={2:3,1:1})", "nDCG(gain={1:1,2:3})"),
        ("nDCG( discount = jk , base=10 )@5", "nDCG(discount='jk',base=10)@5"),
        ("AP(rel=2)@100", "AP(rel=2)@100"),
        ("AP(rel=1)", "AP(rel=1)"),
        ("RBP(p=0.8)", "RBP(p=0.8)"),
        ("P(rel=0.5)@5", "P(rel=0.5)@5"),
        ("P(judged_only=True)@5", "P(judged_only=True)@5"),
        ("SetF(beta=2)", "SetF(beta=2)"),
        ("set_F.2", "SetF(beta=2)"),
        ("F(alpha=0.2)", "F(beta=2)"),
        ("ndcg_burges@10", "nDCG(gain='exp2')@10"),
        ("hit_rate@10", "Success@10"),
        ("f1@5", "F@5"),
    ],
)
def test_spellings_print_back_in_one_form(spelt: str, canonical: str) -> None:
    assert parse(spelt).name == canonical
    assert parse(canonical).name == canonical


@pytest.mark.parametrize(
    ("spelt", "said"),
    [
        ("ndgc@10", "did you mean 'nDCG'"),
        ("P", "such as P@10"),
        ("ndcg_cut", "such as ndcg_cut_10"),
        ("P@0", "a positive integer"),
        ("P@2.5", "a positive integer"),
        ("nDCG@ten", "'ten' is not a cutoff"),
        ("IPrec@1.5", "between 0 and 1"),
        ("Bpref@10", "takes no cutoff"),
        ("nDCG(gian='exp2')", "did you mean 'gain'"),
        ("AP(norm='max')", "'relevant' or 'min'"),
        ("AP(rel='high')", "rel must be a number"),
        ("P(judged_only=3)@5", "True or False"),
        ("F(beta=0)", "greater than 0"),
        ("F(alpha=1)", "between 0 and 1"),
        ("nDCG(10)", "(name=value, …)"),
        ("nDCG(gain={'a':1})", "consists of numbers"),
        ("nDCG(gain='exp2',dcg='log2')", "given twice"),
    ],
)
def test_a_wrong_name_says_what_would_be_right(spelt: str, said: str) -> None:
    with pytest.raises(MeasureError) as refused:
        parse(spelt)
    assert said in str(refused.value)


def test_a_list_keeps_its_order_and_drops_repetitions() -> None:
    names = [measure.name for measure in parse_all(["AP, nDCG@5,10", "map", "P.5,10"])]
    assert names == ["AP", "nDCG@5", "nDCG@10", "P@5", "P@10"]


@pytest.mark.parametrize(
    "spelt",
    [
        *("", " ", ",", "nDCG@1e400", "nDCG@inf", "nDCG@nan", "P@5,99999999999", "P@5,\u00b2"),
        *("P(rel=1e999)@5", f"P(rel={10**400})@5", f"P(rel={'9' * 5000})@5", "P(rel=1j)@5"),
        *("nDCG(gain={1:1e999})", "nDCG(gain={1:nan})", "nDCG(gain={[]:1})", "nDCG(gain='\\d')"),
        *("P(rel=1or 2)@5", "P(rel=0x1for)@5", f"AP({'(' * 5000})", f"AP(rel={'-' * 9999}1)"),
    ],
)
@pytest.mark.filterwarnings("error")
def test_nonsense_is_refused_without_a_warning(spelt: str) -> None:
    with pytest.raises(MeasureError):
        parse_all([spelt])
