#!/usr/bin/env bash
# Runs every fuzz target on every format that has seeds, for a number of seconds each: fuzz/run.sh [SECONDS]. Needs a nightly toolchain and
# cargo-fuzz (cargo install cargo-fuzz). Corpora are kept in fuzz/corpus; a failing input is left in fuzz/artifacts.
set -euo pipefail
seconds="${1:-20}"
cd "$(dirname "$0")/.."
fuzz/jobs.sh | while read -r job target format; do
  mkdir -p "fuzz/corpus/$job"
  MOTHERLODE_FUZZ_FORMAT=$format cargo +nightly fuzz run "$target" "fuzz/corpus/$job" "fuzz/seeds/$job" -- \
    -max_total_time="$seconds" -max_len=4096 -rss_limit_mb=2048 -timeout=10 < /dev/null
done
