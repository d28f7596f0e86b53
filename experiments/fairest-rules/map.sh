#!/usr/bin/env bash
# Maps a family of variants: experiments/fairest-rules/map.sh GAME TIME [FOLDER]
# Plays equally many games of all variants of GAME.json, for at most TIME (8h, 30m), resuming
# where an earlier command stopped; writes FOLDER/GAME.csv and the bundle FOLDER/claims/GAME, by
# which others can check the map, replacing earlier ones.
# FULCRUM: the program (default build/fulcrum).   THREADS: its threads (default: all).
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
fulcrum=${FULCRUM:-$here/../../build/fulcrum}
[ -x "$fulcrum" ] || {
    echo "map.sh: no program at $fulcrum: build it, or set FULCRUM=..." >&2
    exit 2
}
[ $# -ge 2 ] && [ -f "$here/$1.json" ] || {
    echo "map.sh: needs GAME TIME, as in: map.sh seesaw 8h; games: $(cd "$here" && ls ./*.json | tr '\n' ' ')" >&2
    exit 2
}
game=$1 time=$2 folder=${3:-$here}
run=runs/map-$game
"$fulcrum" study "$here/$game.json" --find fairest --out "$run" --time-limit "$time" \
    ${THREADS:+--threads "$THREADS"} >/dev/null || [ $? -eq 3 ]
"$fulcrum" study "$run" --look --csv >"$folder/$game.csv"
mkdir -p "$folder/claims"
rm -rf "$folder/claims/$game"
"$fulcrum" claim "$run" -o "$folder/claims/$game" --quiet >/dev/null
