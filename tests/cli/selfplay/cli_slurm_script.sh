#!/usr/bin/env bash
# fulcrum slurm without Slurm: it writes a valid shell script, arguments with special characters
# are passed unchanged, it submits what it prints, and it rejects at once what would fail later.
. "$(dirname "$0")/../cli_common.sh"
cd "$TEMPORARY" || exit 1
cat >run.json <<'JSON'
{"game": "seesaw", "variant": {"size": 2}, "games": 30, "shard_games": 10,
 "search": {"simulations": 8}}
JSON
usual=(--tasks 3 --time 8h)
slurm() {
    "$FULCRUM" slurm "${usual[@]}" "$@"
}

# The script, and what is printed. The command has been tried, so its errors show at once.
odd="runs/it's a \$HOME; #1"
expect 0 slurm --threads 4 --sbatch="--partition=long --mem=8G" --sbatch=--account=me \
    --set-up="export ODD=\"a b\"" --then "verify run" --then="merge run -o 'all of it.h5'" \
    -- selfplay run.json --out "$odd/"
script="$odd.slurm/job.sh"
bash -n "$script" || fail "the script has a syntax error"
[ -d "$odd.slurm/logs" ] && [ -e "$odd/config.json" ] || fail "$(find runs)"
for line in "--job-name=\"fulcrum-${odd#*/}\" --nodes=1 --ntasks=1 --cpus-per-task=4" \
    '--time=8:00:00 --signal=B:TERM@120 --requeue --open-mode=append' \
    '--partition=long --mem=8G' '--account=me'; do
    grep -qxF -- "#SBATCH $line" "$script" || fail "no '$line' in: $(cat "$script")"
done
bash -c "$(sed -n '/^here=/,/^cd/p' "$script")"'
    work() { printf "<%s>" "$@"; }
    printf "%s\n" "$PWD" "$out" "$tasks $threads $limit $ODD" "${command[@]}"; then_work; echo' >words
diff words - <<WORDS || fail "wrong values in the script"
$PWD
$odd/
3 4 28740s a b
$(realpath "$FULCRUM")
selfplay
run.json
--out
$odd/
<$(realpath "$FULCRUM")><verify><run><$(realpath "$FULCRUM")><merge><run><-o><all of it.h5>
WORDS
checks=$((checks + 1))

# The printed commands are those that --submit runs: a fake sbatch records its arguments.
mkdir bin
cat >bin/sbatch <<'SH'
#!/bin/sh
case "$*" in *--dependency*) [ -z "$LAST_FAILS" ] || exit 1 ;; esac
printf '<%s>\n' "$@" >>"$SAID"
echo "${NUMBER-77;cluster}"
exit "${STATUS:-0}"
SH
chmod +x bin/sbatch
PATH=$PWD/bin:$PATH
export SAID=$PWD/pasted
bash out >/dev/null || fail "the printed commands fail"
SAID=$PWD/submitted expect 0 slurm --submit --no-try -- selfplay run.json --out "$odd"
diff pasted submitted || fail "--submit does not run the printed commands"
diff submitted - <<WORDS || fail "sbatch gets other arguments"
<--parsable>
<--array=0-2>
<$PWD/$script>
<--parsable>
<--array=0-0>
<--dependency=afterany:77>
<--kill-on-invalid-dep=yes>
<$PWD/$script>
<finish>
WORDS
grep -q '^submitted: job 77, an array of 3, and job 77, which' out || fail "$(cat out)"
play=(--submit --no-try -- selfplay run.json --out x)
STATUS=1 refused 'sbatch failed' slurm "${play[@]}"
for number in no '' 123456789012345678901; do
    NUMBER=$number refused 'sbatch failed' slurm "${play[@]}"
done
LAST_FAILS=1 refused 'job 77, the array, was submitted, but not the last job' slurm "${play[@]}"
refused 'sbatch failed' env PATH=/nowhere "$(realpath "$FULCRUM")" slurm "${usual[@]}" "${play[@]}"

# A job that gets SIGTERM during its set-up is requeued; a program of one's own gets the options.
printf '#!/bin/sh\necho RUNNING\n' >bin/squeue
printf '#!/bin/sh\necho "$*" >"$SAID"\n' >bin/scontrol
printf '#!/bin/sh\necho "$*" >own\nexit 3\n' >bin/own
chmod +x bin/*
expect 0 slurm --set-up='kill -TERM $$' -- bin/own --out=early
[ "$(cat own)" = '--out=early --task 0/3 --threads 1 --time-limit 2s --quiet' ] || fail "$(cat own)"
expect 0 env SAID="$PWD/requeued" SLURM_ARRAY_JOB_ID=5 SLURM_ARRAY_TASK_ID=0 bash early.slurm/job.sh
grep -q 'requeued$' out || fail "SIGTERM during the set-up: $(cat out err)"
[ "$(cat requeued)" = 'requeue 5_0' ] || fail "$(cat requeued)"
sed -i '/^kill/d' early.slurm/job.sh
expect 0 env SLURM_ARRAY_JOB_ID=5 SLURM_ARRAY_TASK_ID=2 bash early.slurm/job.sh
[ "$(cat own)" = '--out=early --threads 1 --time-limit 28740s --quiet --task 2/3' ] || fail "$(cat own)"

# Without Slurm, as over ssh: tasks that are killed at random, called again after status 3, make the
# files of one process; what saves nothing is given up.
night=night-$$ # no other test kills these
expect 0 slurm --no-try --then="verify $night" -- selfplay run.json search.simulations=400 --out $night
for i in 0 1 2; do
    (until bash $night.slurm/job.sh task $i >>log; do [ $? = 3 ] || exit; done) &
    shares+=($!)
done
for ((i = 0; i < 6; i++)); do
    sleep 0.1
    pkill -KILL -f -- "^[^ ]*fulcrum selfplay .*--out $night .*--task $((i % 3))/3" || :
done
wait "${shares[@]}"
expect 0 bash $night.slurm/job.sh finish
grep -q 'everything is done$' out || fail "$(cat out)"
expect 0 "$FULCRUM" selfplay run.json search.simulations=400 --out alone --quiet
for shard in alone/*.h5; do
    h5diff "$shard" "$night/$(basename "$shard")" || fail "another $shard"
done
expect 0 slurm --no-try -- bin/own --out=stuck
for status in 3 3 3 2 3; do
    expect $status bash stuck.slurm/job.sh task 1
done
expect 2 bash stuck.slurm/job.sh
checks=$((checks + 1))

# Errors leave nothing behind.
refused 'no command given' slurm
refused '--tasks N is required' "$FULCRUM" slurm --time 1h -- selfplay run.json --out y
refused '--time TIME is required' "$FULCRUM" slurm --tasks 3 -- selfplay run.json --out y
refused '--time is "8"; allowed: a time' slurm --time 8 -- selfplay run.json --out y
refused 'a minute at least' slurm --time 59s -- selfplay run.json --out y
refused '--out DIR' slurm -- selfplay run.json
for word in --task=0/3 --tas=0/3 --thr=2 -t2 -qt2 --time-limit=5s; do
    refused ' comes from the job script' slurm -- selfplay run.json "$word" --out y
done
expect 2 slurm --then="verify y --sampel 3" -- selfplay run.json --out y
grep -q 'unknown option --sampel' err && grep -q '"verify y --sampel 3" failed' err && [ ! -e y ] ||
    fail "$(cat err)"
expect 0 "$FULCRUM" selfplay run.json games=4 --out named --quiet
expect 0 slurm --then="verify named >seen" --no-try -- selfplay named
[ -e named.slurm/job.sh ] && [ ! -e seen ] || fail "the folder is not the one that tasks share"
refused 'begin with a dash' slurm --sbatch "mem=8G" -- selfplay run.json --out y
refused 'without control characters' slurm --sbatch $'--mem=8G\t--x' -- selfplay run.json --out y
refused 'one line' slurm --set-up $'a\nb' -- selfplay run.json --out y
many=()
for ((i = 0; i < 17; i++)); do
    many+=(--sbatch "-p$i")
done
# The source of a game is found from any folder.
touch mine.c
expect 0 slurm --no-try -- study ./mine.c --out z
grep -qF " study $(realpath mine.c) --out z" z.slurm/job.sh ||
    fail "$(grep study z.slurm/job.sh)"
refused 'is one more than 16' slurm "${many[@]}" -- selfplay run.json --out y
refused 'the path is too long' slurm -- selfplay run.json --out "$(printf 'y%.0s' {1..5000})"
for name in 'y\z' 'y"z' 'y%z'; do
    refused 'Slurm accepts no path' slurm -- selfplay run.json --out "$name"
done
SBATCH_TIMELIMIT=5 refused 'SBATCH_TIMELIMIT is in the environment' slurm -- selfplay run.json --out y
expect 2 slurm -- selfplay run.json search.simulatons=9 --out y
grep -q 'search.simulatons' err && grep -q 'nothing is submitted' err || fail "$(cat err)"
touch y.slurm
refused 'y.slurm' slurm --no-try -- selfplay run.json --out y
rm y.slurm
[ "$(find . -name 'y*')" = "" ] || fail "a rejected call created $(find . -name 'y*')"
# An array that verifies has a script beside that of the run; its tasks mark their shares there.
expect 0 "$FULCRUM" selfplay run.json --out done --quiet
expect 0 slurm -- verify done --resume done.verify.slurm/intact
[ -e done.verify.slurm/job.sh ] && [ ! -e done.slurm ] || fail "$(ls)"
expect 0 slurm -- verify done --resume done.verify.slurm/intact # whose try has a folder to mark in
[ -e done.verify.slurm/intact.0of3 ] || fail "$(ls done.verify.slurm)"
for task in 1 2; do
    expect 0 bash -c "$(sed -n '/^command=/p' done.verify.slurm/job.sh)
        cd '$PWD'; \"\${command[@]}\" --task $task/3 --threads 1 --time-limit 60s --quiet"
done
expect 0 "$FULCRUM" verify done --resume done.verify.slurm/intact
grep -q '^done: 0 files, 0 games' out || fail "$(cat out)"
passed
