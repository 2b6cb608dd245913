"""Generated pairs of judgements and results: the drop-in against the real trec_eval 9.0.8 and 10.0.

    python tests/campaigns/trec_eval_pairs.py --trec-eval-9 PATH --trec-eval-10 PATH --pairs 1000

Standard output and exit code must be equal, byte for byte. A pair that is not equal is written
to the folder that --save names.
"""

from __future__ import annotations

import argparse
import io
import random
import subprocess
import tempfile
import time
from pathlib import Path

from evalstore_cli.trec_eval import run

TOPICS = ("q1", "é", "02", "2", "3", "10", "301", "Z", "z", "-1")
DOCUMENTS = (*(f"d{number}" for number in range(1, 31)), "é", "ß", "A", "aZ", "-1", "7", "日本")
SCORES = (
    *("1", "1.0", "+1", "1e0", "0.1", ".5", "5.", "-0.0", "0", "-3", "16777216", "16777217"),
    *("1.00000003", "1.00000006", "1e-45", "1e-46", "4.9e-324", "3.4e38", "3.5e38", "1e39"),
    *("1e300", "-1e300", "-1e39", "0x1p3", "0x1.8p1", "0XA", "1e-400", "123456789", "123456788"),
)
GRADES = ("0", "0", "0", "1", "1", "2", "3", "-1", "-2", "4", "17", "100", "255")
OPTIONS = (
    *("-q -m all_trec", "-q -c -m all_trec", "-q -J -m all_trec", "-q -l 2 -m all_trec"),
    *("-q -M 5 -m all_trec", "-q -N 1000 -m all_trec", "-c -J -l 2 -m all_trec"),
    *("-q -c -l 3 -M 7 -m all_trec", "-q -n -m official", "-m official", "-q", ""),
    *("-q -m set -m ndcg.1=2,2=5 -m ndcg_cut.3,7", "-q -m num_ret -m num_q", "-c -m runid"),
    *("-q -M 1 -m all_trec", "-l 0 -m all_trec", "-q -c -M 3 -J"),
    *("-q -m P.1,3,5 -m recall.2 -m map_cut.2,4", "-q -m success.1 -m relative_P.5"),
    *("-q -m Rprec_mult.0.5,1.5 -m utility.2,-1,0,0", "-q -m set_F.2.0 -m iprec_at_recall.0.3"),
    *("-q -m ndcg_rel.1=3,2=4 -m Rndcg.1=3 -m binG -m G", "-q -m infAP -m 11pt_avg -m gm_map"),
    *("-q -m bpref -m gm_bpref -m num_nonrel_judged_ret", "-n -q -m recip_rank -m yaap"),
    *("-M 2 -q -m set_map -m set_relative_P -m set_recall", "-q -m ndcg -m ndcg_cut -c -l 2"),
    *("-q -J -l -1 -m all_trec", "-q -l -2 -m set_P -m bpref -m infAP -m num_rel_ret -m ndcg"),
    *("-q -m map -m map", "-q -m nosuch", "-m map -q -l x", "-q -M 0 -m map", "-q -N 10 -m infAP"),
)
CORNERS = ("", "", "", "negative", "tied", "unjudged", "short", "blanks", "repeated", "columns")


def generated(chance: random.Random) -> tuple[bytes, bytes, list[str]]:
    """Judgements, results and options of one pair."""
    corner = chance.choice(CORNERS)
    topics = chance.sample(TOPICS, chance.randint(1, 5))
    judged = [topic for topic in topics if chance.random() < 0.85] or topics[:1]
    answered = [topic for topic in topics if chance.random() < 0.85] or topics[-1:]
    if corner == "unjudged":
        answered = [*answered, chance.choice(TOPICS)]
    negative = chance.choice(judged) if corner == "negative" else None
    qrels = [
        f"{topic} 0 {document} {chance.choice(GRADES[7:9] if topic == negative else GRADES)}"
        for topic in judged
        for document in chance.sample(DOCUMENTS, chance.randint(1, 25))
    ]
    scores = chance.sample(SCORES, 3) if corner == "tied" else SCORES
    results = [
        f"{topic} Q0 {document} {chance.randint(-1, 30)} {_score(chance, scores)} tag"
        for topic in dict.fromkeys(answered)
        for document in chance.sample(DOCUMENTS, 1 if corner == "short" else chance.randint(1, 25))
    ]
    if chance.random() < 0.5:
        chance.shuffle(qrels)
        chance.shuffle(results)
    if corner in ("repeated", "columns", "blanks"):
        _disturb(chance, corner, qrels if chance.random() < 0.5 else results)
    end = chance.choice(("\n", "\n", "\n", "\r\n"))
    last = chance.choice((end, end, ""))
    options = chance.choice(OPTIONS).split()
    return (end.join(qrels) + last).encode(), (end.join(results) + last).encode(), options


def _score(chance: random.Random, scores: tuple[str, ...] | list[str]) -> str:
    return chance.choice(scores) if chance.random() < 0.7 else repr(chance.gauss(0, 2))


def _disturb(chance: random.Random, corner: str, lines: list[str]) -> None:
    """Something in one line that no file should have."""
    at = chance.randrange(len(lines))
    if corner == "repeated":
        lines.append(lines[at])
    elif corner == "columns":
        fields = lines[at].split()
        lines[at] = " ".join(chance.choice((fields[:-1], [*fields, "more"], fields[:2])))
    else:
        mark = chance.choice(("  ", "\t", " \t "))
        lines[at] = chance.choice(("", " ")) + lines[at].replace(" ", mark)
        if chance.random() < 0.3:
            lines.insert(at, "")


def compared(
    program: str, version: str, options: list[str], folder: Path
) -> tuple[tuple[bytes, int], tuple[bytes, int]]:
    """Output and exit code of the real program, and of the drop-in."""
    files = [str(folder / "qrels"), str(folder / "run")]
    real = subprocess.run([program, *options, *files], capture_output=True, timeout=30)
    out, err = io.BytesIO(), io.BytesIO()
    code = run(["--compat", version, *options, *files], io.BytesIO(), out, err)
    return (real.stdout, real.returncode), (out.getvalue(), code)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--trec-eval-9", required=True, dest="nine")
    parser.add_argument("--trec-eval-10", required=True, dest="ten")
    parser.add_argument("--seed", type=int, default=17)
    parser.add_argument("--pairs", type=int, default=1000)
    parser.add_argument("--save", type=Path)
    given = parser.parse_args()
    chance, started, total, differing, crashed = random.Random(given.seed), time.time(), 0, 0, 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for pair in range(given.pairs):
            qrels, results, options = generated(chance)
            (folder / "qrels").write_bytes(qrels)
            (folder / "run").write_bytes(results)
            for version, program in (("9", given.nine), ("10", given.ten)):
                real, ours = compared(program, version, options, folder)
                total += 1
                crashed += real[1] < 0
                if real != ours and real[1] >= 0:
                    differing += 1
                    print(f"pair {pair}, {version}: {' '.join(options)}: {_first(real, ours)}")
                    if given.save:
                        saved = given.save / f"{given.seed}-{pair}"
                        saved.mkdir(parents=True, exist_ok=True)
                        (saved / "qrels").write_bytes(qrels)
                        (saved / "run").write_bytes(results)
                        (saved / "options").write_text(f"--compat {version} {' '.join(options)}")
            if pair % 100 == 99:
                print(f"{pair + 1:,} pairs", flush=True)
    print(
        f"seed {given.seed}: {given.pairs:,} pairs, {total:,} outputs compared, "
        f"{differing:,} differ, in {crashed:,} trec_eval itself crashed; "
        f"{time.time() - started:.0f} s"
    )


def _first(real: tuple[bytes, int], ours: tuple[bytes, int]) -> str:
    """The first line that differs, or the exit codes."""
    for expected, found in zip(real[0].split(b"\n"), ours[0].split(b"\n"), strict=False):
        if expected != found:
            return f"{expected!r} is {found!r}"
    return f"exit {real[1]} is {ours[1]}"


if __name__ == "__main__":
    main()
