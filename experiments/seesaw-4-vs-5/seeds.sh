#!/usr/bin/env bash
# PLAN.md seed by seed: learns both sides' networks of a seed, then plays its games. The study grows: games of
# earlier seeds stay as they are, and after the last seed it is that of advantage.json. The same command resumes.
# Usage: seeds.sh FULCRUM      a program of commit 00be2a6b; from a folder that will have runs/
set -euo pipefail
here=$(dirname "$(realpath "$0")")
for seed in {1..24}; do
    "$here/learn.sh" "$1" runs/advantage "$seed" "$seed"
    python3 - "$seed" "$here/advantage.json" >advantage-so-far.json <<'PYTHON'
import json
import sys
with open(sys.argv[2]) as file:
    study = json.load(file)
del study["agent"]["network"]["weights"][int(sys.argv[1]):]
print(json.dumps(study, indent=1))
PYTHON
    "$1" study advantage-so-far.json --out runs/advantage-study --quiet
done
