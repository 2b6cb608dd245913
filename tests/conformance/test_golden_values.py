"""Numbers that stay: every measure on our own collection, to the last digit.

`collection/golden.tsv` has what was computed when the file was written. The values do not depend
on the versions of DuckDB, NumPy and Python; a change of one digit is a change of the measure, and
belongs in the changelog. `python tests/conformance/test_golden_values.py` writes the file anew.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from evalstore.measures.definition import definitions
from evalstore.store import Store
from evalstore.views import family_names

COLLECTION = Path(__file__).parent / "collection"
GOLDEN = COLLECTION / "golden.tsv"
CUTOFFS = {
    "none": [""],
    "optional": ["", "@7"],
    "required": ["@7"],
    "recall": ["@0.3"],
}
VARIANTS = [
    "nDCG(gain='exp2')@10",
    "nDCG(discount='jk',base=3)",
    "nDCG(gain={1:0.1,2:0.3,3:0.7})",
    "nDCG(ideal='run')@10",
    "AP(rel=2)",
    "AP(judged_only=True)",
    "AP(norm='min')@10",
    "RBP(p=0.73)",
    "INST(T=2.5,max_rel=3)",
    "SetF(beta=2)",
    "Fallout(documents=1000)",
    "alpha_nDCG(alpha=0.3)@10",
]


def measures() -> list[str]:
    """Every measure, with and without a cutoff, and some with parameters."""
    plain = [one.name + cutoff for one in definitions() for cutoff in CUTOFFS[one.cutoff]]
    return [*(name for name in plain if not name.startswith("Fallout")), *VARIANTS]


def computed() -> list[str]:
    """A line for each system, topic and measure: the value as Python's repr, which is exact."""
    lines = []
    for qrels in ("qrels", "qrels.diversity"):
        with Store() as store:
            store.load_qrels(COLLECTION / f"{qrels}.txt")
            store.load_runs(COLLECTION / "runs").raise_refused()
            for system, topic, measure, value in store.scores(measures()):
                lines.append("\t".join((qrels, measure, system, topic, repr(value))))
    return sorted(lines)


@pytest.fixture(scope="module")
def golden() -> list[str]:
    return GOLDEN.read_text(encoding="utf-8").splitlines()


def test_every_value_is_the_same_to_the_last_digit(golden: list[str]) -> None:
    found = computed()
    assert [line for line in found if line not in set(golden)] == []
    assert found == golden


def test_every_family_has_values(golden: list[str]) -> None:
    names = {line.split("\t")[1].split("@")[0].split("(")[0] for line in golden}
    families = {one.family for one in definitions() if one.name in names}
    assert families == set(family_names())


if __name__ == "__main__":
    GOLDEN.write_text("\n".join(computed()) + "\n", encoding="utf-8")
