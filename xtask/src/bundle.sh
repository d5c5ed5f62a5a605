#!/usr/bin/env bash
# Runs on a machine with a card. No Rust is needed. Usage: run.sh [tests] [sanitize] [bench]; all of them by default.
set -u
cd "$(dirname "$0")" || exit 1
export MOTHERLODE_SHARED_DATA="$PWD/data"
steps=${*:-tests sanitize bench}
failed=0

./motherlode devices || failed=1
for step in $steps; do
    case $step in
    tests)
        for test in tests/*; do
            echo "== $test"
            "$test" --quiet || failed=1
        done
        ;;
    sanitize)
        if ! command -v compute-sanitizer > /dev/null; then
            echo "== no compute-sanitizer here: nothing was sanitized"
            continue
        fi
        for tool in memcheck racecheck; do
            for pattern in triangle 4-clique house 3-star 5-cycle 'a-b-c-d-a,a!c' 'a-b-c-a,!(x)-a,x-b'; do
                echo "== $tool, $pattern"
                compute-sanitizer --tool $tool --error-exitcode 9 \
                    ./motherlode count rmat:8 "$pattern" --device cuda:0 2>&1 | grep -E "ERROR SUMMARY|subgraphs|=========  *[A-Z]" || failed=1
                [ "${PIPESTATUS[0]}" = 0 ] || failed=1
            done
        done
        ;;
    bench)
        ./xtask bench --command ./motherlode --data data --out bench.json --baseline baseline.json || failed=1
        ;;
    *)
        echo "run.sh: no step is called '$step'" >&2
        exit 2
        ;;
    esac
done
[ $failed = 0 ] && echo "all steps passed" || echo "some steps FAILED"
exit $failed
