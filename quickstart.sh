#!/usr/bin/env bash
# From a bare Debian 12 machine to recorded games: installs missing packages, builds, plays
# Seesaw on boards of side 4 and 5, and compares the two.
set -euo pipefail
cd "$(dirname "$0")"
. .ci/packages.sh

usage() {
    cat <<'TEXT'
Usage: ./quickstart.sh [KEY=VALUE...]

Installs missing Debian packages (as root or with sudo), builds build/fulcrum, plays 300 games
of Seesaw on boards of side 4 and of side 5 into runs/quickstart/, and shows who wins.
KEY=VALUE, as in games=1000 or search.simulations=400, sets keys of configs/quickstart.json.
With a larger games=N the run is extended; to change other keys, remove runs/quickstart first.

  -h, --help    print this help
TEXT
}
for word in "$@"; do
    case $word in
    -h | --help) usage && exit 0 ;;
    *=*) ;;
    *) echo "quickstart.sh: \"$word\" is not KEY=VALUE; see: ./quickstart.sh --help" >&2 && exit 2 ;;
    esac
done

need_packages "${build_packages[@]}"

echo "== Building build/fulcrum and libfulcrum"
cmake -S . -B build -G Ninja -DCMAKE_BUILD_TYPE=Release -DFULCRUM_TESTS=OFF >/dev/null
cmake --build build -- --quiet

for size in 4 5; do
    echo
    echo "== Playing Seesaw, side $size"
    build/fulcrum selfplay configs/quickstart.json variant.size=$size "$@" \
        --out runs/quickstart/size-$size
done

echo
echo "== Score of the player who moves first, by board size"
build/fulcrum info runs/quickstart/size-4 runs/quickstart/size-5
echo
echo "Files:"
ls runs/quickstart/size-*/shard-*.h5
echo
echo "Next: build/fulcrum show runs/quickstart/size-4 --game 0 --boards"
