#!/usr/bin/env bash
# The networks of PLAN.md, in the order of the seeds, side 4 before side 5; the same command resumes.
# Usage: learn.sh FULCRUM OUT [FIRST LAST]      seeds, 1 to 24 by default
set -euo pipefail
for ((seed = ${3:-1}; seed <= ${4:-24}; seed++)); do
    "$1" learn seesaw size=4 --seed "$seed" --generations 60 --quiet ladder.games=0 --out "$2/size-4-seed-$seed" >/dev/null
    "$1" learn seesaw size=5 --seed "$seed" --generations 90 --quiet ladder.games=0 --out "$2/size-5-seed-$seed" >/dev/null
done
