#!/usr/bin/env bash
# study.sh FULCRUM - a first study of the games in configs/games: the score of player 1 between equal
# UCT players of 100 simulations, on two sizes, with and without the pie rule; writes classics.csv
# and, in studies/, the games. Needs an installation (pkg-config fulcrum-game) and a C compiler.
set -eu
fulcrum=${1:?usage: study.sh FULCRUM}
games=$(cd "$(dirname "$0")/../../configs/games" && pwd)
command -v "$fulcrum" >/dev/null || { echo "study.sh: no program $fulcrum" >&2; exit 2; }
mkdir -p studies
cd studies
{
    echo "game,variant,swap,games,score,low,high,draws,swapped,actions"
    while read -r game sizes; do
        # shellcheck disable=SC2046
        "${CC:-cc}" -std=c11 -O3 -march=native -Wno-psabi -shared -fPIC -fvisibility=hidden \
            "$games/$game.c" -o "$game.so" $(pkg-config --cflags --libs fulcrum-game)
        for size in $sizes; do
            key=${size%=*} value=${size#*=}
            variant="\"$key\": $value"
            [ "$size" = standard ] && variant=
            printf '{"game": "%s", "purpose": "watch", "variants": [{"name": "%s", "variant": {%s}},
                    {"name": "%s pie", "variant": {%s "swap": true}}],
                    "strengths": [{"simulations": 100}], "precision": 0.05,
                    "games": {"first": 200, "most": 200}}' "$game" "$size" "$variant" \
                "$size" "${variant:+$variant,}" >"$game-$size.json"
            "$fulcrum" --game "./$game.so" study "$game-$size.json" --out "$game-$size" --quiet --csv |
                python3 -c '
import csv, sys
for row in csv.DictReader(sys.stdin):
    name = row["variant"]
    print(sys.argv[1], name.removesuffix(" pie"), "pie" in name, row["games"], row["score"],
          row["score_low"], row["score_high"], row["draws"], row["swapped"], row["actions"], sep=",")
' "$game"
        done
    done <<'TABLE'
tictactoe standard
connectfour width=5 standard
gomoku size=9 standard
hex size=7 standard
y size=8 standard
yavalath side=4 standard
reversi size=6 standard
ataxx size=5
breakthrough width=6 standard
knightthrough size=6 standard
clobber width=5 standard
konane size=6 standard
foxandhounds size=6 standard
pentago standard
englishdraughts size=6 standard
ninemensmorris fly=false standard
amazons size=6
TABLE
} | tee ../classics.csv
