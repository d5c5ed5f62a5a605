#!/usr/bin/env bash
# Builds the site: docs/site/build.sh [FOLDER]. A link that leads nowhere is an error.
# MOTHERLODE is the command that describes itself and draws; RUSTDOC the folder that `cargo doc --package motherlode --no-deps` made, if
# the library's reference is to be on the site.
set -euo pipefail
cd "$(dirname "$0")/../.."
out=$(realpath -m "${1:-target/site}")
MOTHERLODE=$(realpath "${MOTHERLODE:-target/debug/motherlode}")
# A notice of what becomes of the tool, which has nothing to do with the site.
export MOTHERLODE NO_MKDOCS_2_WARNING=1

python=$out-python
docs/site/environment.sh "$python"
PYTHONDONTWRITEBYTECODE=1 "$python/bin/mkdocs" build --config-file docs/site/mkdocs.yml --site-dir "$out"
"$python/bin/python" docs/site/check.py "$out"
