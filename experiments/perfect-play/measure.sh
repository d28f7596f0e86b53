#!/usr/bin/env bash
# How often the networks of this folder, and UCT with playouts, keep the exact value:
# experiments/perfect-play/measure.sh [FOLDER]
# One core, 4 GB, an hour; boards whose CSV is in FOLDER (default: this one) are skipped.
# FULCRUM: the program (default build/fulcrum).
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
fulcrum=${FULCRUM:-$root/build/fulcrum}
[ -x "$fulcrum" ] || {
    echo "measure.sh: no program at $fulcrum: build it, or set FULCRUM=..." >&2
    exit 2
}
here=experiments/perfect-play
mkdir -p "${1:-$root/$here}"
folder=$(realpath "${1:-$root/$here}") fulcrum=$(realpath "$fulcrum")
cd "$root" # the networks' paths are relative to it

# judge NAME GAME key=value ... [OPTION ...]
judge() {
    local name=$1
    shift
    [ ! -e "$folder/$name.csv" ] || return 0
    echo "$name" >&2
    "$fulcrum" accuracy "$@" "$here/agents/$name.json" configs/agents/uct-100.json \
        "$here/agents/uct-1000.json" --threads 1 --csv >"$folder/$name.csv.unfinished"
    mv "$folder/$name.csv.unfinished" "$folder/$name.csv"
}

judge cascade-4 cascade size=4 --positions 1000
judge situ-square-2 situ grid=square order=2 surplus=1 cut=0 --positions 2000
judge seesaw-3 seesaw size=3 --positions 802 --memory 4000 --nodes 300000
