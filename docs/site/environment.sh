#!/usr/bin/env bash
# Makes the environment of Python in which build.sh runs: docs/site/environment.sh FOLDER. One that is there, and has what is asked for, stays.
set -euo pipefail
python=$(realpath -m "$1")
cd "$(dirname "$0")"
if ! cmp --quiet requirements.txt "$python/requirements.txt"; then
  python3 -m venv --clear "$python"
  "$python/bin/pip" install --quiet -r requirements.txt
  cp requirements.txt "$python/"
fi
