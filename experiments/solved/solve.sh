#!/usr/bin/env bash
# Solves small boards exactly and writes solved.csv: experiments/solved/solve.sh [FOLDER]
# One core, 7 GB, about an hour and a half; rows already in FOLDER/solved.csv are kept.
# FULCRUM: the program (default build/fulcrum).   LIMIT: seconds per row (default 3600).
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
fulcrum=${FULCRUM:-$root/build/fulcrum}
[ -x "$fulcrum" ] || {
    echo "solve.sh: no program at $fulcrum: build it, or set FULCRUM=..." >&2
    exit 2
}
table=${1:-$root/experiments/solved}/solved.csv
limit=${LIMIT:-3600}
memory=7000
columns=game,variant,value,best,bound,unit,nodes,table_used,table_mb,seconds,limit_s,command

# row GAME VARIANT [OPTION ...]: solves a variant and appends a row. Exit status 1 of `fulcrum
# solve` means not solved.
row() {
    local game=$1 variant=$2
    shift 2
    if grep -qF "$game,$variant," "$table"; then
        return
    fi
    local call="fulcrum solve $game $variant --memory $memory --time-limit ${limit}s${*:+ $*}"
    echo "$call" >&2
    # shellcheck disable=SC2086
    { "$fulcrum" solve $game $variant --memory $memory --time-limit "${limit}s" "$@" --json ||
        [ $? -eq 1 ]; } | python3 -c '
import json, sys
game, variant, limit, call = sys.argv[1:]
found = json.load(sys.stdin)
print(game, variant, found["value"], found.get("best", ""), found.get("bound", ""),
      found["bound_unit"], int(found["nodes"] + found["positions"]), int(found["table_used"]),
      int(found["table_mb"]), "%.2f" % found["seconds"], limit, call, sep=",")
' "$game" "$variant" "$limit" "$call" >>"$table"
}

[ -s "$table" ] || echo "$columns" >"$table"
for size in 2 3; do
    row seesaw "size=$size"
    row seesaw "size=$size swap=true"
done
for size in 2 3 4; do
    for direction in down both; do
        row cascade "size=$size direction=$direction"
        row cascade "size=$size direction=$direction swap=true"
    done
done
for cut in 0 2 1; do
    for grid in square diagonal hex; do
        for surplus in 1 2 3 4; do
            row situ "grid=$grid order=2 surplus=$surplus cut=$cut" \
                --method retrograde --threads 1
        done
    done
done
