#!/bin/sh
# Runs every fuzz target for a number of seconds: fuzz/run.sh [SECONDS]. Needs a nightly toolchain and cargo-fuzz
# (cargo install cargo-fuzz). Corpora are kept in fuzz/corpus; a failing input is left in fuzz/artifacts.
set -eu
seconds="${1:-20}"
cd "$(dirname "$0")/.."
for target in edge_list adjacency_list names labels matrix_market csr csr_sealed any graphml gml node_link graph6 pajek dimacs pattern gspan json_lines sdf \
    smiles; do
    mkdir -p "fuzz/corpus/$target"
    cargo +nightly fuzz run "$target" "fuzz/corpus/$target" "fuzz/seeds/$target" -- \
        -max_total_time="$seconds" -max_len=4096 -rss_limit_mb=2048 -timeout=10
done
