#!/usr/bin/env bash
# Maps a family of variants: experiments/fairest-rules/map.sh GAME TIME [FOLDER]
# Plays all variants of GAME.json, as many games of each, for at most TIME (8h, 30m), and
# goes on where an earlier call stopped; writes FOLDER/GAME.csv, FOLDER/GAME-rules.md and the bundle
# FOLDER/claims/GAME, by which others can check the map, in the place of earlier ones.
# FULCRUM: the program (default build/fulcrum).   THREADS: of it (default: all).
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
fulcrum=${FULCRUM:-$here/../../build/fulcrum}
[ -x "$fulcrum" ] || {
    echo "map.sh: needs the program, and $fulcrum is none: build it, or say FULCRUM=..." >&2
    exit 2
}
[ $# -ge 2 ] && [ -f "$here/$1.json" ] || {
    echo "map.sh: say GAME TIME, as in: map.sh seesaw 8h; games: $(cd "$here" && ls ./*.json | tr '\n' ' ')" >&2
    exit 2
}
game=$1 time=$2 folder=${3:-$here}
run=runs/map-$game
"$fulcrum" study "$here/$game.json" --find fairest --out "$run" --time-limit "$time" \
    ${THREADS:+--threads "$THREADS"} >/dev/null || [ $? -eq 3 ]
"$fulcrum" study "$run" --look --csv >"$folder/$game.csv"
python3 "$here/rules.py" "$folder/$game.csv" >"$folder/$game-rules.md"
mkdir -p "$folder/claims"
rm -rf "$folder/claims/$game"
"$fulcrum" claim "$run" -o "$folder/claims/$game" --quiet >/dev/null
