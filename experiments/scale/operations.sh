#!/usr/bin/env bash
# Counts the system calls on files that a task makes at its start and for each shard, in a run of a
# thousand shards.
#     experiments/scale/operations.sh [FULCRUM] [FOLDER]     seconds; needs strace
set -euo pipefail
fulcrum=$(realpath -m "${1:-build/fulcrum}")
[ -x "$fulcrum" ] || {
    echo "operations.sh: no program at $fulcrum: build it, or run operations.sh FULCRUM" >&2
    exit 2
}
command -v strace >/dev/null || {
    echo "operations.sh: needs strace (Debian: apt-get install strace)" >&2
    exit 2
}
folder=${2:-runs/operations}
mkdir -p "$folder" && cd "$folder"
cat >tiny.json <<'JSON'
{"game": "cascade", "variant": {"size": 4}, "games": 100000, "shard_games": 100,
 "search": {"simulations": 2}}
JSON

# count TASK: the calls of one task, by kind, into TASK.calls.
count() {
    strace -f -c -e trace=%file,getdents64,fsync -o counted \
        "$fulcrum" selfplay tiny.json --out run --task "$1" --threads 1 --quiet
    awk '$4 ~ /^[0-9]+$/ && $NF != "total" && $NF != "execve" {print $NF, $4}' counted
}
rm -rf run
"$fulcrum" selfplay tiny.json --out run --task 0/1000 --threads 1 --quiet # makes the folder
count 1/1000 >one
count 1/10 >hundred # of which one is there
echo "call,of a start,of a shard"
awk 'FNR == NR {one[$1] = $2; next}
     {shard = ($2 - one[$1]) / 98; start = one[$1] - shard; starts += start; shards += shard
      printf "%s,%.0f,%.2f\n", $1, start, shard}
     END {printf "all,%.0f,%.2f\n", starts, shards}' one hundred
