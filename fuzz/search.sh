#!/usr/bin/env bash
# Builds the fuzz targets with the stable toolchain, and searches: fuzz/search.sh [SECONDS [PROFILE [FORMAT]]], for each reader of graphs, or for
# that of one format; databases and patterns go through their seeds. As many at a time as there are cores. CI does so for 3 s with the profile dev, which builds in a third of the time that release takes, and finds less in a second.
# A failing input is left in target/fuzz.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-5}
profile=${2:-release}
only=${3:-}
folder=${profile/dev/debug}
target=${CARGO_TARGET_DIR:-target}

# The flags are those of cargo-fuzz, which itself asks for a nightly toolchain; only its sanitizer is left out.
host=$(rustc -vV | sed -n 's/^host: //p')
RUSTFLAGS="--cfg fuzzing -Ccodegen-units=8 -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
-Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table" \
  CARGO_PROFILE_RELEASE_OPT_LEVEL=1 MOTHERLODE_PTX=committed MOTHERLODE_CUBIN=never \
  cargo build --profile "$profile" --manifest-path fuzz/Cargo.toml --target "$host" --target-dir "$target/fuzz"

search() {
  local job=$1 fuzz=$2 format=${3:-} how
  [ -z "$only" ] || [ "$format" = "$only" ] || return 0
  case $fuzz in
    pattern | databases) how=-runs=0 ;;
    *) how=-max_total_time=$seconds ;;
  esac
  mkdir -p "$target/fuzz/corpus/$job"
  MOTHERLODE_FUZZ_FORMAT=$format "$target/fuzz/$host/$folder/$fuzz" "$target/fuzz/corpus/$job" "fuzz/seeds/$job" \
    -artifact_prefix="$target/fuzz/${job//\//-}-" "$how" -max_len=4096 -rss_limit_mb=2048 -timeout=10 -verbosity=0 \
    -print_final_stats=1 < /dev/null
}
export -f search
export seconds folder only target host
fuzz/jobs.sh | xargs --max-lines=1 --max-procs="$(nproc)" bash -euo pipefail -c 'search "$@"' search
