#!/usr/bin/env bash
# Measures the cost of playing, inspecting, verifying, merging and exporting a run of a million
# games in ten thousand files.
#     experiments/scale/scale.sh [FULCRUM] [FOLDER]     five minutes, 2 GB of disk
set -euo pipefail
fulcrum=$(realpath -m "${1:-build/fulcrum}")
[ -x "$fulcrum" ] || {
    echo "scale.sh: no program at $fulcrum: build it, or run scale.sh FULCRUM" >&2
    exit 2
}
[ -x /usr/bin/time ] || {
    echo "scale.sh: needs /usr/bin/time (Debian: apt-get install time)" >&2
    exit 2
}
folder=${2:-runs/scale}
mkdir -p "$folder" && cd "$folder"
cat >tiny.json <<'JSON'
{"game": "cascade", "variant": {"size": 4}, "games": 1000000, "shard_games": 100,
 "search": {"simulations": 2}}
JSON

# step NAME COMMAND...: prints time and memory of a step, and its last output.
step() {
    local name=$1
    shift
    echo "== $name"
    /usr/bin/time -f "%e s wall clock, %U s user, %S s system, %M KiB" \
        "$@" 2>&1 | tail -n 2 | cut -c1-200
}
step play "$fulcrum" selfplay tiny.json --out run --threads 2 --quiet
step status "$fulcrum" status run --json
step info "$fulcrum" info run --json
step verify "$fulcrum" verify run --sample 100 --threads 1 --quiet
step merge "$fulcrum" merge run -o merged.h5 --threads 1 --quiet
step export "$fulcrum" export merged.h5 -o export.h5 --json
du -sh run merged.h5 export.h5
