#!/usr/bin/env bash
# Runs on a machine with a card: frequent subgraphs of databases, and the primitives. No Rust is needed.
# Usage: fsm-card.sh [devices] [tests] [bench] [variants] [primitives] [sanitize]; all of them by default. Each step has a limit on
# its time. What they print goes to files in $OUT (default: out/) as well as to the screen.
set -u
cd "$(dirname "$0")" || exit 1
chmod +x motherlode xtask primitives_bench tests/* 2> /dev/null
export MOTHERLODE_SHARED_DATA="$PWD/data" RUST_BACKTRACE=0
out=${OUT:-out}
mkdir -p "$out"
steps=${*:-devices tests bench variants primitives sanitize}
failed=0

# limited NAME SECONDS COMMAND…: runs a command, and notes how it ended.
limited() {
    local name=$1 seconds=$2 start=$SECONDS
    shift 2
    echo "== $name: $*" | tee "$out/$name.txt"
    timeout -k 5 "$seconds" "$@" 2>&1 | tee -a "$out/$name.txt"
    local code=${PIPESTATUS[0]}
    [ "$code" = 124 ] && echo "== $name: OUT OF TIME ($seconds s)"
    [ "$code" = 0 ] || failed=1
    echo "== $name: exit $code after $((SECONDS - start)) s" | tee -a "$out/$name.txt" "$out/steps.txt"
}

sanitize() {
    local sanitizer
    sanitizer=$(command -v compute-sanitizer || ls /usr/local/cuda*/bin/compute-sanitizer 2> /dev/null | head -1)
    if [ -z "$sanitizer" ]; then
        echo "== no compute-sanitizer here: nothing was sanitized" | tee -a "$out/steps.txt"
        return
    fi
    for tool in memcheck racecheck; do
        limited "fsm-$tool" 150 "$sanitizer" --tool $tool --error-exitcode 9 \
            ./motherlode fsm data/chemical_340.gspan.gz --support 35% --max-edges 4 --device cuda:0
        limited "primitives-$tool" 150 "$sanitizer" --tool $tool --error-exitcode 9 \
            ./primitives_bench --device cuda:0 --log2 14 --runs 1 --launches 1
    done
}

for step in $steps; do
    case $step in
    devices) limited devices 60 ./motherlode devices ;;
    tests)
        for test in tests/*; do
            limited "test-$(basename "$test")" 300 "$test" --test-threads 4
        done
        ;;
    bench)
        limited fsm-bench 540 ./xtask bench --command ./motherlode --data data --graphs "${TMPDIR:-/tmp}/motherlode-bench" \
            --rows fsm.json --runs 3 --out "$out/fsm.json"
        ;;
    variants)
        # The ways to count supports of the paper's figure 6, and the embeddings by level of its table 2.
        for variant in single-ext single-seg multi-seg batch; do
            for job in "chemical_340.gspan.gz 34" "nci1.gspan.gz 411"; do
                set -- $job
                limited "variant-$variant-$1" 120 ./motherlode fsm "data/$1" --support "$2" --device cuda:0 --method $variant
            done
        done
        ;;
    primitives) limited primitives-bench 240 ./primitives_bench --device cuda:0 ;;
    sanitize) sanitize ;;
    *)
        echo "fsm-card.sh: no step is called '$step'" >&2
        exit 2
        ;;
    esac
done
cat "$out/steps.txt"
[ $failed = 0 ] && echo "all steps passed" || echo "some steps FAILED"
exit $failed
