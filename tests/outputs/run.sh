#!/usr/bin/env bash
# What the command prints and writes on a list of commands, as one line for each: the exit code, a hash of all that came out, the command.
# A change that is to change no behaviour is run before and after: tests/outputs/run.sh BINARY > FILE, and the files compared. With a folder as the
# second argument the outputs themselves are kept there, to see what differs. Times, and what depends on them, are left out.
set -euo pipefail
binary=$(realpath "${1:?the command to run}")
here=$(dirname "$(realpath "$0")")
root=$(realpath "$here/../..")
kept=${2:+$(mkdir -p "$2" && realpath "$2")}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
ln -s "$binary" motherlode
ln -s "$root/tests/data" data
ln -s "$root/fuzz/seeds" seeds
cp seeds/databases/gspan/acids acids.gspan
cp seeds/databases/smiles/molecules molecules.smi
cp seeds/databases/sdf/molecules molecules.sdf
cp seeds/databases/jsonl/graphs graphs.jsonl
cp seeds/names/csv names.csv
printf '1 2\n1 3\n2 3\n' > ow.el
printf '1 A\n2 B\n3 A\n' > ow.labels
printf 'source,target\nann,bob\nbob,cid\ncid,ann\ncid,dan\n' > people.csv
printf 'id,age\nann,41\nbob,29\ncid,35\ndan,\n' > people-ages.csv
printf 'source,target,weight\n1,2,1\n2,3,2.5\n3,1,4\n3,4,2\n' > weights.csv
cp weights.csv weights-edges.csv
./motherlode generate rmat --scale 9 --label-count 3 --edge-label-count 2 --output-format lg -o labelled.lg > /dev/null
./motherlode generate transactions --graphs 60 -o db.gspan > /dev/null
export COLUMNS=100 NO_COLOR=1

# Leaves out durations and rates, the memory that was taken, and where this runs.
normalised() {
  sed -E -e '/^(time|speed) |^ *time +[0-9]/d' -e 's/"(seconds|memory)":\{[^{}]*(\{[^{}]*\}|\[[^]]*\])?[^{}]*\}//g' \
    -e 's/[0-9.]+ ?(ns|µs|ms|s|min|MiB|KiB|GiB|bytes)\b/T/g' -e "s#$folder#FOLDER#g"
}

# Those of the file, the help of each command and its examples on the graph that comes with it, and each seed of each format of graphs.
commands() {
  grep -v '^#' "$here/commands.txt"
  for name in $(./motherlode -h | sed -n '/^Options:/q; /^  help /d; s/^  \([a-z]*\) .*/\1/p'); do
    echo "help $name"
    ./motherlode help "$name" | sed -n 's/^ *motherlode \(.*karate.*\)/\1/; T; s/ [|>].*//; / -o [^-]/!p'
  done
  for seed in seeds/graphs/*/*; do echo "info $seed --input-format $(basename "$(dirname "$seed")")"; done
}

number=0
commands | while IFS= read -r line; do
  number=$((number + 1))
  rm -rf out.*
  eval "set -- $line"
  code=0
  timeout 60 ./motherlode "$@" > stdout.txt 2> stderr.txt < ow.el || code=$?
  {
    normalised < stdout.txt
    echo "-- errors"
    normalised < stderr.txt
    find out.* -type f -not -name '*.ckpt*' 2> /dev/null | sort | while IFS= read -r file; do
      echo "-- $file"
      normalised < "$file"
    done
  } > all.txt || true
  if [ -n "$kept" ]; then cp all.txt "$kept/$number.txt"; fi
  printf '%s %s %s\n' "$code" "$(sha256sum < all.txt | cut -c1-16)" "$line"
done
