#!/usr/bin/env bash
# Distils a convolutional network of Seesaw 4 into an integer network:
# experiments/integer-learning/distil.sh FOLDER [GAMES]
# The teacher plays GAMES (default 3,000) against itself with 100 simulations an action; an
# integer network is trained on its visits, root values and results for 2,400 steps and plays
# 200 games against the shipped integer network. Resumes if stopped, with the same GAMES.
# FULCRUM: the program (default build/fulcrum).   THREADS: its threads (default 2).
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
fulcrum=${FULCRUM:-$here/../../build/fulcrum} threads=${THREADS:-2}
[ -x "$fulcrum" ] || {
    echo "distil.sh: no program at $fulcrum: build it, or set FULCRUM=..." >&2
    exit 2
}
[ $# -ge 1 ] || {
    echo "distil.sh: needs FOLDER, as in: distil.sh runs/distilled" >&2
    exit 2
}
out=$1 games=${2:-3000} teacher=$here/../seesaw-learning/generation-013.h5
[ ! -e "$out/exports/generation-0.h5" ] || grep -q "\"games\": $games," "$out/teacher.json" || {
    echo "distil.sh: $out has an export of other GAMES: use that number, or another FOLDER" >&2
    exit 2
}
mkdir -p "$out/exports"
cat >"$out/teacher.json" <<JSON
{"game": "seesaw", "variant": {"size": 4}, "games": $games,
 "search": {"evaluator": "network", "selection": "puct", "fpu": "reduction",
            "simulations": 100},
 "network": {"weights": "$teacher"}, "noise": {"weight": 0.25}, "temperature": {"turns": 30}}
JSON
"$fulcrum" selfplay "$out/teacher.json" --out "$out/games" --threads "$threads"
[ -e "$out/exports/generation-0.h5" ] ||
    "$fulcrum" export "$out/games" --out "$out/exports/generation-0.h5" --features \
        --policy padded --symmetries random --min-visits 1 --value result,root
"$here/../learner/train.py" "$out/exports" --out "$out/learner" --network integer \
    --units 128 --steps 2400 --learning-rate 0.001 --root-share 0.5 --threads "$threads"
agent() { # NAME WEIGHTS
    cat >"$out/$1.json" <<JSON
{"name": "$1", "search": {"evaluator": "integer", "selection": "puct", "fpu": "reduction",
 "simulations": 2000}, "network": {"weights": "$2"}, "temperature": {"start": 0}}
JSON
}
agent distilled "$out/learner/weights-00002400.h5"
agent shipped "$here/seesaw-4.h5"
"$fulcrum" match "$out/distilled.json" "$out/shipped.json" seesaw size=4 opening.turns=4 \
    --games 200 --threads "$threads" --out "$out/match"
