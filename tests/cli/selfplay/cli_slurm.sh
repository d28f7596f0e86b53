#!/usr/bin/env bash
# A run on a private Slurm with two simulated nodes: an array of eight tasks, of which one is
# requeued, one cancelled, one warned of its time limit and one ended by it, while a node with
# others is taken down. The run completes and equals that of one uninterrupted process.
. "$(dirname "$0")/../cli_common.sh"
threads_at_exit
. "$root/tests/tools/slurm_private.sh"
slurm_possible || {
    echo "skipped: $slurm_reason"
    exit 77
}
trap 'slurm_stop; rm -rf "$TEMPORARY"' EXIT
cd "$TEMPORARY" || exit 1
RANDOM=$$
# Enough simulations for the run to take some seconds, however fast program and machine are: no
# task may finish before it is interrupted.
cat >run.json <<JSON
{"game": "seesaw", "variant": {"size": 3}, "games": 20, "seed": 5,
 "search": {"simulations": 100}}
JSON
begin=$(date +%s%N)
expect 0 "$FULCRUM" selfplay run.json --out probe --quiet
elapsed_ms=$((($(date +%s%N) - begin) / 1000000 + 1))
simulations=$((100 * 20 * 6000 / (400 * elapsed_ms)))
[ $simulations -ge 300 ] || simulations=300
cat >run.json <<JSON
{"game": "seesaw", "variant": {"size": 3}, "games": 400, "shard_games": 10, "seed": 5,
 "search": {"simulations": $simulations}}
JSON
run="it's a run"

expect 0 "$FULCRUM" selfplay run.json --out whole --quiet
started=$(date +%s%N)
slurm_start "$TEMPORARY/slurm" 2 5 || fail "Slurm: $(tail -n 5 "$TEMPORARY"/slurm/log/*.log)"
echo "Slurm was up after $((($(date +%s%N) - started) / 1000000)) ms"

# wait_until SECONDS WHAT COMMAND...
wait_until() {
    local end=$((SECONDS + $1)) what=$2
    shift 2
    until "$@"; do
        [ $SECONDS -lt $end ] || fail "timed out waiting until $what
$(squeue -r -o '%i %T %r %N')
$(tail -n 20 "$run".slurm/logs/*.txt stuck.slurm/logs/*.txt 2>/dev/null)"
        sleep 0.1
    done
    checks=$((checks + 1))
}
# The process that plays a task's share, from its latest call log.
process_of() {
    local call
    call=$(ls -t "$run"/calls/*.json | xargs -d '\n' grep -l "\"$1/8\"" | head -n 1)
    sed -n 's/.*"process":[[:space:]]*\([0-9]*\).*/\1/p' "$call"
}
calls_of() {
    cat "$run"/calls/*.json | grep -c "\"$1/8\""
}
# Stops each task's process as soon as it exists; true once all are stopped. Starts no other
# programs, which would be slow on a busy machine.
stands_still() {
    local call text task process
    for call in "$run"/calls/*.json; do
        text=
        { IFS= read -r -d '' text <"$call"; } 2>/dev/null
        [[ $text =~ \"([0-7])/8\" ]] || continue
        task=${BASH_REMATCH[1]}
        [[ -z ${processes[task]-} && $text =~ \"process\":[[:space:]]*([0-9]+) ]] || continue
        process=${BASH_REMATCH[1]}
        kill -STOP "$process" 2>/dev/null && processes[task]=$process
    done
    [ ${#processes[@]} -eq 8 ]
}
log_of() {
    cat "$run.slurm/logs/${array}_$1.txt"
}
log_says() {
    log_of "$1" | grep -qF "$2"
}
is_gone() {
    [ -z "$(squeue --noheader --jobs="$1" 2>/dev/null)" ]
}
# Whether Slurm's SIGUSR1, through the script, is pending for a stopped process.
is_told() {
    local pending
    pending=$(sed -n 's/^ShdPnd:[[:space:]]*//p' "/proc/$1/status" 2>/dev/null)
    [ $((0x0$pending & 0x200)) -ne 0 ]
}
# Slurm rejects a time that has passed when the request arrives: the caller tries again.
ends_now() {
    scontrol update JobId="$1" EndTime=now
}

expect 0 "$FULCRUM" slurm --no-try --tasks 8 --time 2m --submit --then "verify \"$run\" --all --quiet" \
    --then "merge \"$run\" --out \"$run.h5\" --force" -- selfplay run.json --out "$run"
array=$(sed -n 's/^submitted: job \([0-9]*\),.*/\1/p' out)
last=$(sed -n 's/.* and job \([0-9]*\), which comes last$/\1/p' out)
# All tasks stay stopped until each was interrupted, so that none finishes before; two stay stopped
# until Slurm checks its time limits, every half minute.
processes=()
wait_until 60 "all tasks play" stands_still
read -r -a here < <(squeue -h -r -w node1 -j "$array" -o %K | sort -n | xargs)
read -r -a there < <(squeue -h -r -w node2 -j "$array" -o %K | sort -n | xargs)
[ ${#here[@]} -ge 5 ] && [ ${#there[@]} -ge 1 ] || fail "$(squeue -r -o '%i %T %N')"
requeued=${here[0]} cancelled=${here[1]} warned=${here[2]} ended=${here[3]} killed=${here[4]}

scontrol requeue "${array}_$requeued" || fail "scontrol requeue"
scancel "${array}_$cancelled" || fail "scancel"
kill -KILL "${processes[killed]}" || fail "kill"
scontrol update JobId="${array}_$warned" EndTime=now+40 || fail "scontrol update"
wait_until 5 "the end of a task is now" ends_now "${array}_$ended"
scontrol update NodeName=node2 State=DOWN Reason=test || fail "scontrol update"
expect 1 "$FULCRUM" status "$run"
sleep 1
for task in "${here[@]:4}" "${there[@]}"; do
    kill -CONT "${processes[task]}" 2>/dev/null
done
scontrol update NodeName=node2 State=RESUME || fail "scontrol update"

# Meanwhile: a job that saves nothing new in four starts is not requeued again.
nudge() {
    ! squeue -h -j "$1" -o '%T %M' 2>/dev/null | grep -q 'RUNNING 0:0[3-9]' ||
        scancel --batch --signal=TERM "$1"
}
expect 0 "$FULCRUM" slurm --no-try --tasks 1 --time 2m --submit -- selfplay run.json games=1 \
    search.simulations=60000000 search.reuse=true --out stuck
stuck=$(sed -n 's/^submitted: job \([0-9]*\),.*/\1/p' out)
scancel "$(sed -n 's/.* and job \([0-9]*\), which comes last$/\1/p' out)"
stuck_is_given_up() {
    nudge "$stuck"
    grep -q 'four starts in a row' stuck.slurm/logs/*.txt 2>/dev/null
}
wait_until 120 "a job that keeps nothing is given up" stuck_is_given_up
[ "$(wc -l <"stuck.slurm/logs/${stuck}_0.kept")" -eq 4 ] || fail "$(cat stuck.slurm/logs/*)"

# The time limits: the script of one task is warned and requeued; Slurm ends the other.
wait_until 80 "Slurm has warned of the limit" is_told "${processes[warned]}"
kill -CONT "${processes[warned]}"
wait_until 60 "the warned task begins again" log_says "$warned" 'saved; requeued'
log_says "$warned" 'stopped by SIGUSR1' || fail "$(log_of "$warned")"
wait_until 80 "the limit has ended a task" log_says "$ended" 'Slurm ended the job'

wait_until 180 "no job is left" is_gone "$array,$last"
echo "all jobs were gone after $((($(date +%s%N) - started) / 1000000)) ms"
expect 0 "$FULCRUM" status "$run"
grep -q '400 of 400 games done (100.0 %), 0 in progress, 0 missing' out || fail "$(cat out)"
same_runs whole "$run"
[ -z "$(find "$run" -name '*.tmp' -o -path '*/journal/*')" ] || fail "left behind: $(find "$run")"
log_says "$killed" 'ended by signal 9' || fail "$(log_of "$killed")"
for task in $requeued $warned $killed ${there[0]}; do
    [ "$(calls_of "$task")" -ge 2 ] || fail "task $task was not started again: $(log_of $task)"
done
for task in $cancelled $ended; do
    [ "$(calls_of "$task")" -eq 1 ] || fail "task $task was started again: $(log_of $task)"
done
log_says "$cancelled" 'Slurm ended the job' || fail "$(log_of "$cancelled")"
grep "JobId=[0-9]* " slurm/log/jobs.log | grep -q 'JobState=TIMEOUT' ||
    fail "no job reached its time limit: $(cat slurm/log/jobs.log)"

# The last job has verified the run and merged it.
[ -e "$run.h5" ] || fail "nothing was merged: $(cat "$run.slurm/logs/${last}_0.txt")"
grep -q 'everything is done$' "$run.slurm/logs/${last}_0.txt" || fail "the last job"
expect 0 "$FULCRUM" merge whole -o whole.h5
h5diff whole.h5 "$run.h5" || fail "the merged file differs"

# A sweep: one array and one last job, which verifies every run and merges it.
sweep=(selfplay run.json games=40 search.simulations=20,40 variant.size=2,3)
expect 0 "$FULCRUM" slurm --tasks 4 --time 2m --submit --then "verify sweep --quiet" \
    --then "merge sweep --out merged --quiet" -- "${sweep[@]}" --out sweep
jobs=$(sed -n 's/^cancel: *scancel \([0-9]*\) \([0-9]*\)$/\1,\2/p' out)
wait_until 120 "no job of the sweep is left" is_gone "$jobs"
expect 0 "$FULCRUM" "${sweep[@]}" --out sweep-alone --quiet
for alone in sweep-alone/*/; do
    same_runs "$alone" "sweep/$(basename "$alone")"
    [ -e "merged/$(basename "$alone").h5" ] || fail "$(cat sweep.slurm/logs/*.txt)"
done

# A study by four tasks that stop at their own time limit and start again (not in slow builds,
# which do little in a second): the same as by one process.
effort=${FULCRUM_TEST_EFFORT:-100} limit=1s
[ "$effort" -ge 100 ] || limit=10m
cat >study.json <<JSON
{"game": "seesaw", "variants": [{"variant": {"size": 2}}, {"variant": {"size": 3}}],
 "strengths": [{"simulations": 50}, {"simulations": $((4 * effort + 20)), "seats": 40}],
 "games": {"first": 40, "most": 200, "shard": 10}, "precision": 0.08}
JSON
study_answer() {
    "$FULCRUM" study "$1" --look --json | sed -E 's/"folder":"[^"]*",?//g'
}
expect 0 "$FULCRUM" study study.json --out study-alone --quiet
expect 0 "$FULCRUM" slurm --tasks 4 --time 2m -- study study.json --out study
sed -i "s/limit=[0-9]*s/limit=$limit/" study.slurm/job.sh
study=$(sbatch --parsable --array=0-3 study.slurm/job.sh) || fail "sbatch of the study"
wait_until 240 "the study is done" is_gone "$study"
[ "$effort" -lt 100 ] || grep -q 'saved; requeued' study.slurm/logs/*.txt ||
    fail "no task was started again: $(cat study.slurm/logs/*.txt)"
answer=$(study_answer study-alone)
[ -n "$answer" ] && [ "$(study_answer study)" = "$answer" ] ||
    fail "the study differs from that of one process: $(cat study.slurm/logs/*.txt)"
checks=$((checks + 2))
passed
