#!/usr/bin/env bash
# Runs on a machine with a card. No Rust is needed. Usage: run.sh [tests] [sanitize] [list] [bench]; all of them by default.
set -u
cd "$(dirname "$0")" || exit 1
export MOTHERLODE_SHARED_DATA="$PWD/data"
steps=${*:-tests sanitize list bench}
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
            for pattern in edge triangle 4-cycle house; do
                echo "== $tool, list $pattern"
                rm -f listed.csv
                compute-sanitizer --tool $tool --error-exitcode 9 \
                    ./motherlode list rmat:7 $pattern --limit 300000 -o listed.csv --device cuda:0 2>&1 | grep -E "ERROR SUMMARY|match|=========  *[A-Z]" || failed=1
                [ "${PIPESTATUS[0]}" = 0 ] || failed=1
            done
        done
        ;;
    list)
        # The same rows as on the CPU, then the speed of triangles on rmat20 into the host's memory.
        for pattern in edge triangle diamond 4-cycle house; do
            for device in cpu cuda:0; do
                ./motherlode list rmat:10 $pattern --limit 2000000 --device $device -o $device.csv --force || failed=1
            done
            cmp cpu.csv cuda:0.csv || failed=1
        done
        rm -f cpu.csv cuda:0.csv
        for run in 1 2 3; do
            ./motherlode list rmat:20 triangle --discard --device cuda:0 --format json || failed=1
        done
        ./listing 20 triangle cuda:0 4 || failed=1
        ./listing 18 diamond cuda:0 1 || failed=1
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
