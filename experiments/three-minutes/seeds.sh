#!/bin/bash
# Learns nine games by today's defaults and by the old ones, five seeds of 180 CPU-seconds each, and
# rates them by playouts: five CPU-hours, FOLDER/GAME/compare.csv. The same command goes on.
# PROGRAM stands in its build folder or is installed: games in a file need its headers.
#     experiments/three-minutes/seeds.sh FOLDER [--fulcrum PROGRAM]
set -eu
out=$1 && shift
here=$(cd "$(dirname "$0")" && pwd) games=$(cd "$(dirname "$0")/../../configs/games" && pwd)
while read -r name words; do
    # shellcheck disable=SC2086 # words of a command line
    "$here/../compare.py" "$here/seeds.json" $words --out "$out/$name" "$@" </dev/null
done <<END
seesaw-4 seesaw size=4
situ-hex-4 situ order=4
seega-5 seega size=5
cascade-6 cascade size=6
breakthrough $games/breakthrough.c
connectfour $games/connectfour.c
hex-7 $games/hex.c size=7
reversi $games/reversi.c
clobber $games/clobber.c
END
