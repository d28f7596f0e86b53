#!/usr/bin/env bash
# The training loop of python/learner: killed at any instant and resumed, or shared by several tasks,
# it gives the same games, exports and gates. A substitute for the learner writes random networks, so
# that PyTorch is not needed.
. "$(dirname "$0")/../cli_common.sh"
threads_at_exit
stand_in_learner
export LEARNER_SECONDS=0.2
cat >plan.json <<'JSON'
{
 "game": "seesaw",
 "variants": [{"variant": {"size": 2}}, {"variant": {"size": 3}, "from": 1}],
 "generations": 3,
 "first": {"games": 30, "shard_games": 5, "search": {"simulations": 30}},
 "next": {"games": 21, "shard_games": 5, "search": {"simulations": 10},
          "noise": {"weight": 0.25}},
 "export": ["--validation", "0.2"],
 "train": {"steps": 5},
 "agent": {"simulations": 40},
 "opponents": [{"name": "uct-2", "search": {"simulations": 2}, "temperature": {"start": 0}}],
 "gate": {"sprt": [-20, 40], "games": 60, "opening": 2, "alpha": 0.2, "beta": 0.2},
 "ratings": {"error": 100, "pairs": 10, "opening": 2}
}
JSON
words=("$python" "$root/python/learner/loop.py")
options=(--threads 2 --fulcrum "$FULCRUM" --learner "$learner")
loop() { # PLAN FOLDER OPTION...
    "${words[@]}" "$1" --out "$2" "${options[@]}" "${@:3}"
}
same_loops() {
    local name
    for name in 000-0 001-0 001-1 002-0 002-1; do
        h5diff -q "$1/exports/$name.h5" "$2/exports/$name.h5" || fail "the exports differ in $2"
        same_runs "$1/games/$name" "$2/games/$name"
    done
    for name in 000 001 002; do # except pairs in progress when the test ended
        diff <(grep -v later_pairs "$1/gates/$name.json") \
            <(grep -v later_pairs "$2/gates/$name.json") >&2 || fail "a gate differs in $2"
    done
    [ "$(readlink "$1/best.safetensors")" = "$(readlink "$2/best.safetensors")" ] || fail "another best network in $2"
    [ -z "$(find "$2" -name '*.unfinished')" ] || fail "$(find "$2" -name '*.unfinished')"
    checks=$((checks + 1))
}
expect 0 loop plan.json whole
grep -q 'promoted": true' whole/gates/*.json || fail "nothing was promoted: $(cat err)"
grep -q '"evaluator":.*"network"' whole/games/00[12]-0/config.json || fail "no network played"
grep -q '^size=3,generation-002,' whole/curve.csv || fail "$(cat whole/curve.csv)"
equal "$(cut -d, -f 1,2 whole/costs.csv | grep -c ',games$')" 3 "costs of games"

# Killed repeatedly, only the loop's own process, by SIGKILL or SIGTERM, after a few more files each
# time.
cut=0
files() {
    find broken -type f 2>/dev/null | wc -l
}
for signal in KILL TERM KILL KILL; do
    wanted=$(($(files) + RANDOM % 12 + 3)) status=0
    "${words[@]}" plan.json --out broken "${options[@]}" >/dev/null 2>err &
    pid=$!
    while [ "$(files)" -lt $wanted ] && kill -0 $pid 2>/dev/null; do sleep 0.05; done
    kill -s $signal $pid 2>/dev/null && cut=$((cut + 1))
    wait $pid 2>/dev/null || status=$?
    case $status in
    0 | 3 | 137) ;;
    *) fail "status $status: $(cat err)" ;;
    esac
done
[ $cut -ge 2 ] || fail "killed only $cut times"
expect 0 loop plan.json broken
same_loops whole broken
cmp whole/curve.csv broken/curve.csv || fail "the ratings differ"

# Three tasks, of which one is stopped: it says so, and the others play what it left.
for task in 2 1; do
    "${words[@]}" plan.json --out shared "${options[@]}" --task $task/3 2>err-$task &
    tasks[task]=$!
done
until grep -q loop.py "/proc/${tasks[2]}/cmdline"; do sleep 0.02; done # no longer a copy of bash
kill -TERM "${tasks[2]}"
status=0
wait "${tasks[2]}" || status=$?
[ $status -eq 3 ] || [ $status -eq 143 ] || fail "status $status after TERM: $(cat err-2)"
expect 0 loop plan.json shared --task 0/3 --no-ratings
wait "${tasks[1]}" || fail "the other task: $(cat err-1)"
same_loops whole shared

# A longer plan resumes; a different or an invalid one is rejected, and changes nothing.
sed 's/"generations": 3/"generations": 4/' plan.json >longer.json
expect 0 loop longer.json broken --no-ratings
[ -e broken/gates/003.json ] || fail "no fourth generation"
wrong() { # WORD SED-COMMAND: of a plan changed by sed
    sed "$2" plan.json >changed.json
    expect 2 loop changed.json "${folder:-refused}" --check
    grep -qF -- "$1" err || fail "the message does not say '$1': $(cat err)"
    [ "$(wc -l <err)" -eq 1 ] || fail "not one message: $(cat err)"
}
cp -r whole kept
folder=whole
wrong 'begun with another plan' 's/"steps": 5/"steps": 6/'
wrong 'begun with another plan' 's/"from": 1/"from": 2/'
wrong 'begun with another plan' 's/"generations": 3/"generations": 2/'
folder=
diff -r kept whole >&2 || fail "a rejected call changed a file"
wrong 'agent is missing' 's/"agent"/"agents"/'
wrong 'sprts: unknown key' 's/"sprt"/"sprts"/'
wrong 'Extra data' 's/{$//'
wrong 'generations: must be 1 or more' 's/"generations": 3/"generations": 0/'
wrong 'export: must be a list' 's/"export": .*\],/"export": 5,/'
wrong 'opponents[0].name: must be a unique name' 's/"uct-2"/"generation-001"/'
wrong 'train.out: is set by the loop' 's/"steps": 5/"steps": 5, "out": "x"/'
wrong 'must be one of convolution, integer, not wide' 's/"steps": 5/"steps": 5, "network": "wide"/'
wrong 'only one variant' 's/"steps": 5/"steps": 5, "network": "integer"/'
wrong 'gate: must have games and opening' 's/"opening": 2, "alpha"/"alpha"/'
wrong 'progress: must be as' 's/"train"/"progress": {"generations": 3, "games": [5]}, "train"/'
# What the programs check, also parts that are used hours later.
wrong 'fpu_valu' 's/"agent": {/"agent": {"fpu_valu": 1, /'
wrong 'temprature' 's/"next": {/"next": {"temprature": {"start": 1}, /'
wrong 'simulatons' 's/"simulations": 30/"simulatons": 30/'
wrong '--symetries' 's/"export": \[/"export": ["--symetries", "all", /'
wrong '--alpha' 's/"alpha": 0.2/"alpha": 7/'
[ ! -e refused ] || fail "a rejected plan made a folder"

# Integer networks without a gate, with more but shorter searches at first.
sed 's/, {"variant": {"size": 3}, "from": 1}//;s/"steps": 5/"steps": 5, "network": "integer"/
s/"gate": {.*}/"gate": {}, "progress": {"generations": 2, "games": [40, 10], "search.simulations": [5, 20]}/
' plan.json >integer.json
expect 0 loop integer.json integers --no-ratings
grep -q '"evaluator":.*"integer"' integers/games/001-0/config.json || fail "another evaluator"
h5ls integers/exports/000-0.h5/train | grep -q '^features' || fail "no features"
for of in 'games 40' 'simulations 5'; do
    grep -q "\"${of% *}\": ${of#* }," integers/games/001-0.json ||
        grep -q "\"${of% *}\": ${of#* }\$" integers/games/001-0.json || fail "progress: $of"
done
equal "$(readlink integers/best.safetensors)" learner/weights-00000015.safetensors "the newest network"
[ ! -e integers/gates/000 ] || fail "a match was played"
passed
