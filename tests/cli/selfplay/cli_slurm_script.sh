#!/usr/bin/env bash
# fulcrum slurm without Slurm: it writes a valid shell script, arguments with special characters
# are passed unchanged, it submits what it prints, and it rejects at once what would fail later.
. "$(dirname "$0")/../cli_common.sh"
cd "$TEMPORARY" || exit 1
cat >run.json <<'JSON'
{"game": "seesaw", "variant": {"size": 2}, "games": 30, "shard_games": 10,
 "search": {"simulations": 8, "memory_mb": 64}}
JSON
slurm() {
    "$FULCRUM" slurm run.json --no-estimate "$@"
}
usual=(--tasks 3 --time 8h)

# The script, and what is printed.
odd="runs/it's \"a\" \$HOME; #1 50%"
expect 0 slurm --out "$odd" "${usual[@]}" --threads 4 --sbatch="--partition=long --mem=8G" \
    --sbatch=--account=me --set-up="export ODD=\"a b\""
script="$odd/slurm/job.sh"
bash -n "$script" || fail "the script has a syntax error"
[ -d "$odd/slurm/logs" ] && [ -e "$odd/config.json" ] || fail "$(find runs)"
for line in '--nodes=1 --ntasks=1 --cpus-per-task=4 --mem-per-cpu=320M' '--time=8:00:00' \
    '--signal=B:TERM@120' '--requeue --open-mode=append' '--partition=long --mem=8G' \
    '--account=me'; do
    grep -qxF -- "#SBATCH $line" "$script" || fail "no '$line' in: $(cat "$script")"
done
grep -qx 'export ODD="a b"' "$script" || fail "the set-up is missing"
bash -c "$(sed -n '/^program=/,/^export/p' "$script")"'
    printf "%s\n" "$program" "$run" "$merged" "$tasks"' >words
diff words - <<WORDS || fail "wrong values in the script"
$(realpath "$FULCRUM")
$PWD/$odd
$PWD/$odd.h5
3
WORDS

# The printed commands are those that --submit runs: a fake sbatch records its arguments.
mkdir bin
cat >bin/sbatch <<'SH'
#!/bin/sh
printf '<%s>\n' "$@" >>"$SAID"
echo "${NUMBER:-77};cluster"
exit "${STATUS:-0}"
SH
chmod +x bin/sbatch
SAID=$PWD/pasted PATH="$PWD/bin:$PATH" bash out >/dev/null || fail "the printed commands fail"
expect 0 env SAID="$PWD/submitted" PATH="$PWD/bin:$PATH" "$FULCRUM" slurm run.json --no-estimate \
    --out "$odd" "${usual[@]}" --submit
diff pasted submitted || fail "--submit does not run the printed commands"
diff submitted - <<WORDS || fail "sbatch gets other arguments"
<--parsable>
<--array=0-2>
<$PWD/$script>
<--parsable>
<--dependency=afterany:77>
<--kill-on-invalid-dep=yes>
<--output=$PWD/$odd%/slurm/logs/%j_finish.txt>
<$PWD/$script>
<finish>
WORDS
expect 0 env SAID=/dev/null PATH="$PWD/bin:$PATH" "$FULCRUM" slurm run.json --out x \
    "${usual[@]}" --submit
grep -q 'hours .*with 3 tasks' err || fail "no estimate: $(cat err)"
grep -q '^submitted: job 77, an array of 3, and job 77, which' out || fail "$(cat out)"
refused 'sbatch failed' env SAID=/dev/null STATUS=1 PATH="$PWD/bin:$PATH" "$FULCRUM" \
    slurm run.json --no-estimate --out x "${usual[@]}" --submit
refused 'sbatch failed' env SAID=/dev/null NUMBER=no PATH="$PWD/bin:$PATH" "$FULCRUM" \
    slurm run.json --no-estimate --out x "${usual[@]}" --submit
cat >bin/sbatch <<'SH'
#!/bin/sh
case "$*" in *--dependency*) exit 1 ;; esac
echo "${NUMBER-77}"
SH
refused 'job 77, the array, was submitted, but not the last job' env PATH="$PWD/bin:$PATH" \
    "$FULCRUM" slurm run.json --no-estimate --out x "${usual[@]}" --submit
for number in '' 123456789012345678901; do
    refused 'sbatch failed' env NUMBER=$number PATH="/nowhere:$PWD/bin:$PATH" "$FULCRUM" \
        slurm run.json --no-estimate --out x "${usual[@]}" --submit
done
mkdir blocked && touch blocked/slurm
refused 'blocked/slurm' slurm --out blocked "${usual[@]}"
refused 'there is no sbatch here' env -u PATH "$(realpath "$FULCRUM")" slurm \
    run.json --out y "${usual[@]}" --submit
refused 'there is no sbatch here' env PATH=/nowhere "$(realpath "$FULCRUM")" slurm \
    run.json --out y "${usual[@]}" --submit

# A job that gets SIGTERM during its set-up is requeued.
cat >bin/squeue <<'SH'
#!/bin/sh
echo RUNNING
SH
cat >bin/scontrol <<'SH'
#!/bin/sh
echo "$*" >>"$SAID"
SH
chmod +x bin/squeue bin/scontrol
expect 0 slurm --out early "${usual[@]}" --set-up='kill -TERM $$'
expect 0 env SAID="$PWD/requeued" PATH="$PWD/bin:$PATH" SLURM_JOB_ID=5 SLURM_ARRAY_TASK_ID=0 \
    bash early/slurm/job.sh
grep -q 'requeued$' out || fail "SIGTERM during the set-up: $(cat out err)"
[ "$(cat requeued)" = 'requeue 5' ] || fail "$(cat requeued)"

# Variables of sbatch that would override the script.
for variable in SBATCH_TIMELIMIT=5 SBATCH_ARRAY_INX=0-3 SBATCH_NO_REQUEUE=1; do
    refused "${variable%=*} is in the environment" env $variable "$FULCRUM" slurm run.json \
        --no-estimate --out y "${usual[@]}"
done

# Without merging; the part of the time limit that the job uses.
expect 0 slurm --out short --tasks 1 --time 1m --merge no
grep -qx "merged=''" short/slurm/job.sh || fail "the script merges"
grep -qx '#SBATCH --time=1:00' short/slurm/job.sh || fail "$(cat short/slurm/job.sh)"
grep -qx 'time_limit=53s' short/slurm/job.sh || fail "$(cat short/slurm/job.sh)"

# Slashes at the end of a folder are not part of its name.
expect 0 slurm --out "$PWD/slashes//" --tasks 1 --time 1m
grep -qx "run=$PWD/slashes" slashes/slurm/job.sh || fail "$(grep ^run= slashes/slurm/job.sh)"
grep -qx "merged=$PWD/slashes.h5" slashes/slurm/job.sh || fail "another path of the merged file"

# A thread's memory: 256 MB and, for each of its searches, a tree, a second one for reuse and the
# network's cache; fast actions have a search of their own.
asks_for() { # MB key=value ...
    expect 0 slurm --out "memory-$*" "${usual[@]}" --merge no "${@:2}"
    grep -q -- "--mem-per-cpu=$1M\$" "memory-$*/slurm/job.sh" ||
        fail "not $1 MB for ${*:2}: $(grep mem-per-cpu "memory-$*/slurm/job.sh")"
}
tool=$(dirname "$FULCRUM")/tests/network_tool
"$tool" seesaw 1 16 2 weights.h5 || fail "no network was written"
network=(search.evaluator=network network.weights=weights.h5 search.selection=puct
    search.fpu=reduction network.instructions=portable network.cache_mb=32)
asks_for 320
asks_for 384 search.reuse=true
asks_for 384 playout_cap.simulations=4
asks_for 512 playout_cap.simulations=4 search.reuse=true
asks_for 352 "${network[@]}"
asks_for 448 "${network[@]}" playout_cap.simulations=4

# Errors leave nothing behind.
refused 'no configuration given' "$FULCRUM" slurm
refused '--out DIR is required' slurm "${usual[@]}"
refused '--tasks N is required' slurm --out y --time 1h
refused '--time TIME is required' slurm --out y --tasks 3
for tasks in 0 -1 x 1000000; do
    refused '--tasks is a whole number' slurm --out y --tasks=$tasks --time 1h
done
refused 'the run has 3 files of games' slurm --out y --tasks 4 --time 1h
for time in 8 x 0h; do
    refused '--time is a time' slurm --out y --tasks 3 --time=$time
done
refused 'a minute at least' slurm --out y --tasks 3 --time 59s
refused '--threads is a whole number' slurm --out y "${usual[@]}" --threads 0
refused 'begin with a dash' slurm --out y "${usual[@]}" --sbatch "mem=8G"
refused 'use fulcrum' slurm --out y "${usual[@]}" --sbatch "--mem=8G --time=9"
refused '-a is set by the script' slurm --out y "${usual[@]}" --sbatch "-a1-3"
for hidden in --arr=0-3 '--ti 9' -Qa0-3 -HIa0-3 '--"array"=0-3' '--ar\ray=0-3' --out=x --wra=id; do
    refused 'is set by the script' slurm --out y "${usual[@]}" --sbatch "--mem=8G $hidden"
done
refused 'without control characters' slurm --out y "${usual[@]}" --sbatch "$(printf -- '--mem=8G\t--array=1')"
expect 0 slurm --out "$(mktemp -d)/y" "${usual[@]}" --sbatch "--time-min=5 --nodes=1 -p a100 --wait"
refused '--signal is set by the script' slurm --out y "${usual[@]}" --sbatch --signal=INT@5
refused 'one line of shell' slurm --out y "${usual[@]}" --set-up $'a\nb'
many=()
for ((i = 0; i < 17; i++)); do
    many+=(--sbatch "-p$i")
done
refused 'is one more than 16' slurm --out y "${usual[@]}" "${many[@]}"
refused 'the path is too long' slurm --out "$(printf 'y%.0s' {1..3900})" "${usual[@]}"
refused 'the path is too long' slurm --out y "${usual[@]}" --merge "$(printf 'y%.0s' {1..3900})"
refused 'backslash' slurm --out 'y\z' "${usual[@]}"
refused 'backslash' slurm --out y "${usual[@]}" --merge 'y\z.h5'
refused 'is not writable' slurm --out y "${usual[@]}" --merge nowhere/z.h5
touch there.h5
refused 'already exists' slurm --out there "${usual[@]}"
refused 'already exists' slurm --out y "${usual[@]}" --merge there.h5
refused 'search.simulatons' slurm --out y "${usual[@]}" search.simulatons=9
refused 'search.time_ms' slurm --out y "${usual[@]}" search.time_ms=9
expect 0 "$FULCRUM" selfplay run.json --out short --quiet
expect 0 slurm --out short "${usual[@]}" games=20
grep -q 'games are there; 20 were asked for' out || fail "$(cat out)"
rm short/shard-000001.h5
refused 'give games=30, or omit games; to shorten the run' slurm --out short "${usual[@]}" games=20
refused 'another configuration' slurm --out short "${usual[@]}" seed=2
[ ! -e y ] && [ ! -e 'y\z' ] && [ ! -e there ] || fail "a rejected call created a folder"
passed
