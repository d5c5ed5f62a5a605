#!/usr/bin/env bash
# What is fuzzed, told by the folders of fuzz/seeds: a line for each, of the folder, the target, and for a format of graphs or databases its name.
set -euo pipefail
cd "$(dirname "$0")/seeds"
for folder in *; do
  case $folder in
    graphs | databases) for format in "$folder"/*; do echo "$format $folder ${format#*/}"; done ;;
    *) echo "$folder $folder" ;;
  esac
done
