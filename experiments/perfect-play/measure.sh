#!/usr/bin/env bash
# How often networks, and UCT with playouts, keep the exact value: measure.sh FOLDER
# FOLDER has what `fulcrum learn` made for the three boards, by their names (README.md). Writes
# FOLDER/BOARD.csv, and skips boards that have one. One core, 4 GB, an hour.
# FULCRUM: the program (default build/fulcrum).
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
fulcrum=${FULCRUM:-$root/build/fulcrum}
[ -x "$fulcrum" ] || {
    echo "measure.sh: no program at $fulcrum: build it, or set FULCRUM=..." >&2
    exit 2
}
[ $# -eq 1 ] || {
    echo "measure.sh: needs the folder of the networks, as in measure.sh runs/perfect-play" >&2
    exit 2
}
echo '{"name": "uct-1000", "search": {"simulations": 1000}, "temperature": {"start": 0}}' \
    >"$1/uct-1000.json"
judge() { # BOARD GAME key=value ... [OPTION ...]
    local board=$1
    shift
    [ ! -e "$folder/$board.csv" ] || return 0
    "$fulcrum" accuracy "$@" "$folder/$board/best.json" "$root/configs/agents/uct-100.json" \
        "$folder/uct-1000.json" --threads 1 --csv >"$folder/$board.csv.unfinished"
    mv "$folder/$board.csv.unfinished" "$folder/$board.csv"
}
folder=$1
judge cascade-4 cascade size=4 --positions 1000
judge situ-square-2 situ grid=square order=2 surplus=1 cut=0 --positions 2000
judge seesaw-3 seesaw size=3 --positions 802 --memory 4000 --nodes 300000
