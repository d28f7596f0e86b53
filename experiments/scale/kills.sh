#!/usr/bin/env bash
# Plays a sweep, a study and a learning run as arrays of a private Slurm (four simulated nodes) whose
# tasks, nodes and controller are killed at random, and compares every file of games and weights
# with those of one machine that nothing disturbs.
#     experiments/scale/kills.sh [FULCRUM] [FOLDER] [sweep|study|learn ...]
# Takes half an hour; needs root, munge and slurm-wlm.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
fulcrum=$(realpath -m "${1:-$root/build/fulcrum}")
[ -x "$fulcrum" ] || {
    echo "kills.sh: no program at $fulcrum: build it, or run kills.sh FULCRUM" >&2
    exit 2
}
. "$root/tests/tools/slurm_private.sh"
slurm_possible || {
    echo "kills.sh: $slurm_reason" >&2
    exit 2
}
folder=${2:-runs/kills}
mkdir -p "$folder" && cd "$folder"
if [ -e alone ] || [ -e slurm ]; then
    echo "kills.sh: $folder has an earlier attempt: remove it, or choose another folder" >&2
    exit 2
fi
trap slurm_stop EXIT
mkdir alone array run
kinds=("${@:3}")
[ ${#kinds[@]} -gt 0 ] || kinds=(sweep study learn)
echo '{"game": "seesaw", "games": 1000, "shard_games": 50, "search": {"simulations": 50}}' >sweep.json
# The command of each run, without --out.
run() {
    case $1 in
    sweep) echo "selfplay sweep.json variant.size=3,4 search.simulations=25,50,100 seed=1,2,3" ;;
    study) echo "study seesaw size=3,4 simulations=50,200 games.most=800 --solve-budget=0" ;;
    learn) echo "learn cascade size=4 swap=false,true --generations 8 games.positions=8000" ;;
    esac
}

# The processes of this program that play in the array.
playing() {
    pgrep -f -- "$fulcrum .*--out $PWD/run/" || true
}
# One mishap: a process killed, a node down, or the controller killed and started again.
disturb() {
    local process node=node$((RANDOM % 4 + 1))
    case $((RANDOM % 6)) in
    0)
        scontrol update NodeName=$node State=DOWN Reason=test && nodes=$((nodes + 1))
        sleep 2
        scontrol update NodeName=$node State=RESUME
        ;;
    1)
        kill -KILL "$(cat "$slurm_folder/run/slurmctld.pid")" && controllers=$((controllers + 1))
        sleep 1
        slurmctld
        ;;
    *)
        process=$(playing | shuf -n 1)
        [ -z "$process" ] || ! kill -KILL "$process" || tasks=$((tasks + 1))
        ;;
    esac
}
# The names and contents of all files of games and weights below a folder.
contents() {
    (cd "$1" && find . \( -name '*.h5' -o -name '*.safetensors' -o -name config.json \) \
        -not -path '*/gates/*' -exec sha256sum {} + | sort -k 2)
}

slurm_start "$PWD/slurm" 4 2
status=0
for kind in "${kinds[@]}"; do
    begin=$SECONDS tasks=0 nodes=0 controllers=0
    # shellcheck disable=SC2046
    "$fulcrum" $(run $kind) --out "$PWD/run/$kind" --quiet --threads 2 >"alone/$kind.txt"
    mv "run/$kind" alone # files name their folder: both have the same
    alone=$((SECONDS - begin)) begin=$SECONDS
    # shellcheck disable=SC2046
    "$fulcrum" slurm --no-try --tasks 6 --time 10m --submit -- $(run $kind) --out "$PWD/run/$kind" >"array/$kind.txt"
    while [ -n "$(squeue -h 2>/dev/null || echo controller)" ]; do
        sleep $((RANDOM % 6 + 3))
        disturb >>"array/$kind.txt" 2>&1 || true
        # Slurm holds a job whose node was down as it started.
        squeue -h -t PD -o '%F_%K %r' 2>/dev/null | awk '/held/ {print $1}' |
            xargs -r -n 1 scontrol release || true
    done
    "$fulcrum" status "$PWD/run/$kind" >"array/$kind.status" 2>&1 || true
    mv "run/$kind" array
    contents "alone/$kind" >"alone/$kind.sums"
    contents "array/$kind" >"array/$kind.sums"
    if cmp -s "alone/$kind.sums" "array/$kind.sums"; then
        verdict="all $(wc -l <"alone/$kind.sums") files are equal"
    else
        verdict="files DIFFER: alone/$kind.sums, array/$kind.sums" status=1
    fi
    echo "$kind: alone ${alone} s, as an array $((SECONDS - begin)) s; $tasks tasks killed, $nodes nodes" \
        "down, the controller killed $controllers times; $verdict"
done
exit $status
