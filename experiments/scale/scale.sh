#!/usr/bin/env bash
# What a run of a million games and ten thousand files costs to play, look at, verify, merge
# and export; then what one of many processes sees while others play.
#     experiments/scale/scale.sh [FULCRUM] [FOLDER]     five minutes, 2 GB of disk
set -euo pipefail
fulcrum=$(realpath -m "${1:-build/fulcrum}")
[ -x "$fulcrum" ] || {
    echo "scale.sh: needs the program, and $fulcrum is none: build it, or say scale.sh FULCRUM" >&2
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

# step NAME COMMAND...: time and memory of a step, and what it prints last.
step() {
    local name=$1
    shift
    echo "== $name"
    /usr/bin/time -f "%e s by the clock, %U s of CPU, %S s in the system, %M KiB" \
        "$@" 2>&1 | tail -n 2 | cut -c1-200
}
step play "$fulcrum" selfplay tiny.json --out run --threads 2 --quiet
step status "$fulcrum" status run --json
step info "$fulcrum" info run --json
step verify "$fulcrum" verify run --sample 100 --threads 1 --quiet
step merge "$fulcrum" merge run -o merged.h5 --threads 1 --quiet
step "merge --virtual" "$fulcrum" merge run -o virtual.h5 --virtual --quiet
step export "$fulcrum" export merged.h5 -o export.h5 --json
du -sh run merged.h5 virtual.h5 export.h5
