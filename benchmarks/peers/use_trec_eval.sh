#!/bin/sh
# The trec_eval binary on run files, one after another: MEASURES QRELS RUN...
# Prints `run`, the file's path, then trec_eval's own lines.
set -eu
options=$(printf '%s' "$1" | sed -e 's/,/ -m /g' -e 's/nDCG@/ndcg_cut./g' -e 's/P@/P./g' \
    -e 's/R@/recall./g' -e 's/RR/recip_rank/g' -e 's/AP/map/g')
qrels=$2
shift 2
for run in "$@"; do
    printf 'run\tall\t%s\n' "$run"
    # shellcheck disable=SC2086
    trec_eval -c -m $options "$qrels" "$run"
done
