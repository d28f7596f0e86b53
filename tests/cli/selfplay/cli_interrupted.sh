#!/usr/bin/env bash
# A run that is repeatedly stopped or killed at random instants, with changing threads and tasks,
# ends with the same data as one that was never interrupted.
. "$(dirname "$0")/../cli_common.sh"
threads_at_exit
cd "$TEMPORARY" || exit 1
# A child of this shell that gets a signal before it executes the program would run the trap.
# After a failure the folder stays, for inspection.
trap - EXIT
RANDOM=20261121
interruptions=$((300 * ${FULCRUM_TEST_EFFORT:-100} / 100)) # a third by TERM, the rest kill -9

simulations=600
[ "${FULCRUM_TEST_EFFORT:-100}" -ge 100 ] || simulations=60 # slow builds
cat >run.json <<JSON
{"game": "seesaw", "variant": {"size": 3}, "games": 45, "shard_games": 10, "seed": 3,
 "search": {"simulations": $simulations}}
JSON
now() {
    date +%s%N
}
begin=$(now)
expect 0 "$FULCRUM" selfplay run.json --out whole --quiet --threads 1
micros=$((($(now) - begin) / 1000)) # of an uninterrupted run

# interrupt SIGNAL SHARE WORDS...: runs a command that gets the signal at a random instant in the
# first 1/SHARE of the complete run's time; returns its status.
interrupt() {
    local signal=$1 status=0 delay=$((RANDOM * micros / $2 / 32768))
    shift 2
    "$FULCRUM" selfplay run.json --quiet "$@" >out 2>err </dev/null &
    local pid=$!
    sleep "$(printf '%d.%06d' $((delay / 1000000)) $((delay % 1000000)))"
    kill -s "$signal" $pid 2>/dev/null
    wait $pid 2>/dev/null || status=$?
    return $status
}

# complete RUN WORDS...: finishes the run, which must then equal the uninterrupted one.
complete() {
    local run=$1
    shift
    expect 0 "$FULCRUM" selfplay run.json --out "$run" --quiet "$@"
    [ -z "$(find "$run" -name '*.tmp' -o -path '*/journal/*')" ] ||
        fail "left behind: $(find "$run")"
}

stopped=0 killed=0 early=0 runs=0 run=cut-0
for ((i = 0; i < interruptions; i++)); do
    signal=KILL
    [ $((i % 3)) -ne 0 ] || signal=TERM
    status=0
    interrupt $signal 20 --out $run --threads $((1 + i % 3)) --task $((i % 2))/2 || status=$?
    case $status in
    0) ;; # it was faster than the signal
    3) stopped=$((stopped + 1)) ;;
    137) killed=$((killed + 1)) ;;
    143) early=$((early + 1)) ;; # the signal came before the program's handler
    *) fail "status $status after $signal: $(cat err)" ;;
    esac
    for shard in $run/shard-*.h5; do
        [ ! -e "$shard" ] || [ "$shard" -ot checked ] || expect 0 "$FULCRUM" info "$shard"
    done
    touch checked
    if [ "$(find $run -name 'shard-*.h5' | wc -l)" -eq 5 ]; then
        complete $run
        same_runs whole $run
        runs=$((runs + 1)) run=cut-$((runs + 1))
    fi
done
complete $run --task 0/1
same_runs whole $run
[ $((stopped + killed)) -ge $((interruptions / 2)) ] ||
    fail "only $stopped stopped and $killed killed of $interruptions"
echo "$stopped stopped, $killed killed, $early before they listened, in $((runs + 1)) runs"

# A run stops at once, even in a search that would take minutes.
begin=$(now)
stopped USR1 3 "$FULCRUM" selfplay run.json search.simulations=60000000 variant.size=5 \
    --out long --threads 2
grep -q 'stopped by SIGUSR1' err || fail "$(cat err)"
[ $((($(now) - begin) / 1000000)) -lt 5000 ] || fail "it took over 5 s to stop"

# The README: commands whose help does not list 3 are killed by a signal, those that play or watch
# end as usual. Other tests stop the rest.
for call in 'bench seesaw' 'conformance seesaw size=6' 'perft seesaw size=6 --depth 30' engine; do
    expect 0 "$FULCRUM" help "${call%% *}"
    ! grep -q '^  3  ' out || fail "$call: $(cat out)"
    # shellcheck disable=SC2086
    env --default-signal "$FULCRUM" $call >out 2>err < <(sleep 1) &
    until [ /proc/$!/exe -ef "$FULCRUM" ]; do sleep 0.02; done
    sleep 0.1
    status=0
    kill $! && wait $! || status=$?
    equal $status 143 "status after SIGTERM of $call"
done

# Parts of games are kept: a run that is stopped after every few actions still finishes.
for ((calls = 1; calls < 400; calls++)); do # later ones get more time
    status=0
    interrupt TERM $((40 - calls / 10)) --out crumbs --threads 1 --games 0:10 || status=$?
    [ $status -ne 0 ] || break
    [ $status -eq 3 ] || [ $status -eq 143 ] || fail "status $status: $(cat err)"
done
[ $status -eq 0 ] || fail "not finished after $calls calls"
h5diff whole/shard-000000.h5 crumbs/shard-000000.h5 || fail "crumbs has other games"
checks=$((checks + 1))

# Games with reused trees cannot be resumed from a position: they start again and come out the
# same.
expect 0 "$FULCRUM" selfplay run.json search.reuse=true --out reuse --quiet
for ((i = 0; i < 10; i++)); do
    interrupt TERM 5 search.reuse=true --out reuse-cut --threads 2 || true
done
complete reuse-cut search.reuse=true
same_runs reuse reuse-cut

# A time limit stops the run, with a message.
begin=$(now)
expect 3 "$FULCRUM" selfplay run.json search.simulations=1000000 --out limit \
    --time-limit 2s
grep -q 'stopped by the time limit' err || fail "$(cat err)"
[ $((($(now) - begin) / 1000000)) -lt 2000 ] || fail "the run exceeded its time limit"

# Tasks share the files.
for task in 2/3 0/3; do
    expect 0 "$FULCRUM" selfplay run.json --out tasks --quiet --task $task
done
[ "$(cd tasks && echo shard-*)" = "shard-000000.h5 shard-000002.h5 shard-000003.h5" ] ||
    fail "$(ls tasks)"
expect 0 "$FULCRUM" selfplay run.json --out tasks --task 1/3
same_runs whole tasks

# A job array of the user's own, one configuration a task: each plays everything.
for id in 0 7 19; do
    export SLURM_ARRAY_TASK_ID=$id SLURM_ARRAY_TASK_COUNT=20 SLURM_ARRAY_TASK_MIN=0 \
        SLURM_ARRAY_TASK_MAX=19 SLURM_ARRAY_TASK_STEP=1
    expect 0 "$FULCRUM" selfplay run.json --out own-$id --quiet
    same_runs whole own-$id
done
agents=("$root"/configs/agents/random.json "$root"/configs/agents/uct-25.json)
for command in "match ${agents[*]} seesaw size=2 --games 40" \
    "rate seesaw size=2 ${agents[*]} --pairs 20" \
    "study seesaw size=2 simulations=2 games.first=200 games.most=200 --solve-budget 0 --csv"; do
    env -u SLURM_ARRAY_TASK_ID "$FULCRUM" $command --out alone --quiet >expected 2>err ||
        fail "$(cat err)"
    expect 0 "$FULCRUM" $command --out array --quiet
    diff <(sed s/alone/array/ expected) out || fail "in an array: $command"
    rm -r alone array
done
unset SLURM_ARRAY_TASK_ID

# Nothing played: said why, even by quiet calls.
for task in 7/8 4/5; do
    expect 0 "$FULCRUM" selfplay run.json games=1 --out one --quiet --task $task
    grep -q 'none of the files of games is in the share of --task' err || fail "$(cat err)"
    expect 0 "$FULCRUM" match "${agents[@]}" seesaw size=2 --games 2 --out one-match --quiet \
        --task $task
    grep -q "nothing was played: .* --task $task" err || fail "$(cat err)"
    expect 0 "$FULCRUM" rate seesaw size=2 "${agents[@]}" --pairs 1 --out one-rate --quiet \
        --task $task
    grep -q "nothing was played: .* --task $task" err || fail "$(cat err)"
done
refused 'none of the run'"'"'s 1 file is in the share' "$FULCRUM" status one --task 7/8
expect 0 "$FULCRUM" selfplay run.json --out whole --quiet
grep -q 'files of these games are there already' err || fail "$(cat err)"
for wrong in 3/3 x 1 1/ /2 -1/2 0/0; do
    refused 'allowed: I/N with' "$FULCRUM" selfplay run.json --out other --task=$wrong
done
[ ! -e other ] || fail "a rejected call created a folder"

# Three processes on one run do no harm.
pids=()
for i in 0 1 2; do
    "$FULCRUM" selfplay run.json --out shared --quiet --threads 1 2>err-$i &
    pids+=($!)
done
for i in 0 1 2; do
    wait "${pids[i]}" || fail "$(cat err-$i)"
done
same_runs whole shared
[ -z "$(find shared -name '*.tmp' -o -path '*/journal/*')" ] || fail "left behind: $(find shared)"
passed
rm -rf "$TEMPORARY"
