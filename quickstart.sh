#!/usr/bin/env bash
# From a bare Debian 12 machine to recorded games: installs what is missing, builds, plays
# a few hundred games of Seesaw on boards of side 4 and 5, and compares the two.
# Arguments are passed on to the runs, as in ./quickstart.sh games=1000: what was played
# before is not played again.
set -euo pipefail
cd "$(dirname "$0")"
. .ci/packages.sh
need_packages "${build_packages[@]}"

cmake -S . -B build -G Ninja -DCMAKE_BUILD_TYPE=Release -DFULCRUM_TESTS=OFF >/dev/null
cmake --build build --target fulcrum

for size in 4 5; do
    echo
    echo "== Seesaw, side $size"
    build/fulcrum selfplay configs/quickstart.json variant.size=$size "$@" \
        --out runs/quickstart/size-$size
done

echo
echo "== Is the game fair? Score of the player who moves first, by size of the board"
build/fulcrum info runs/quickstart/size-4 runs/quickstart/size-5
echo
echo "Files:"
ls runs/quickstart/size-*/shard-*.h5
echo
echo "Next: build/fulcrum show runs/quickstart/size-4/shard-000000.h5 --game 0 --boards"
