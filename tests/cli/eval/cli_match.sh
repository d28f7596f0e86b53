#!/usr/bin/env bash
# Matches: the same games and the same answer for any threads, tasks, processes and
# interruptions; a sequential test stops once it is decided, whichever process played the games.
. "$(dirname "$0")/../cli_common.sh"
threads_at_exit
cd "$TEMPORARY" || exit 1
trap - EXIT # a child that is signalled at once must not run the trap; removed below
weak=$root/configs/agents/uct-100.json strong=$root/configs/agents/uct-400.json
shallow() {
    printf '{"name": "%s", "search": {"simulations": %d}, "temperature": {"start": 0}}\n' \
        "$1" "$2" >"$1.json"
}
shallow one 40 && shallow two 40

# answer RUN WORDS...: the JSON of a match without the folder and the pairs that were in progress
# when a test was decided, which may differ.
answer() {
    local run=$1
    shift
    "$FULCRUM" match "$@" --out "$run" --quiet --json 2>err </dev/null >json
    local status=$?
    [ $status -le 1 ] || fail "exit $status: match $*; $(cat err)"
    sed -E 's/"folder":"[^"]*"//; s/"later_pairs":[0-9]+//' json
    return $status
}
# field NAME: its value in the JSON
field() {
    grep -oE "\"$1\":[^,}]*" json | head -1 | cut -d: -f2
}

# Any number of threads: the same games, the same answer.
fixed=(one.json "$weak" seesaw size=3 --games 60)
first=$(answer alone "${fixed[@]}" --threads 1)
equal "$(answer four "${fixed[@]}" --threads 4)" "$first" "four threads"
same_runs alone four
equal "$(answer alone "${fixed[@]}")" "$first" "once more, of the games that are there"
answer alone "${fixed[@]}" >/dev/null
equal "$(field pairs) $(field whole)" "30 true" "pairs"
[ "$(field a)" = '"one"' ] || fail "A is $(field a)"
# Pairs count as such, whichever command reports player 1's score.
expect 0 "$FULCRUM" info alone --json
cp out info
expect 0 "$FULCRUM" metrics alone --json
python3 - <<'PYTHON' || fail "other intervals of player 1's score: $(cat json info)"
import json
match, info = (json.load(open(name)) for name in ("json", "info"))
for key, value in match["player1_score"].items():
    assert abs(info["player1_score"][key] - value) < 1e-9, key
run, = json.load(open("out"))["runs"]
assert run["games"] == 60 and run["effective"] <= 30, run
PYTHON

# With the pie rule, reused trees and chosen openings.
printf '{"name": "reuse", "search": {"simulations": 60, "reuse": true}}\n' >reuse.json
all=(reuse.json "$weak" seesaw size=3 swap=true opening.tries=5 --games 40)
first_all=$(answer all-1 "${all[@]}" --threads 1)
equal "$(answer all-3 "${all[@]}" --threads 3)" "$first_all" "swap, reuse, tries"
same_runs all-1 all-3
grep -q '"turns":	4' all-1/config.json || fail "opening.tries alone removes the turns"

# Interrupted repeatedly, by TERM and by kill -9, with changing numbers of threads.
RANDOM=20261121
interruptions=$((45 * ${FULCRUM_TEST_EFFORT:-100} / 100 + 3)) cut=0
for ((i = 0; i < interruptions; i++)); do
    signal=KILL
    [ $((i % 2)) -eq 0 ] || signal=TERM
    interrupt $signal "$FULCRUM" match "${fixed[@]}" --out "cut-$((i % 3))" --quiet \
        --threads $((1 + i % 4))
done
[ $cut -gt 0 ] || fail "no call was interrupted"
for i in 0 1 2; do
    equal "$(answer cut-$i "${fixed[@]}")" "$first" "interrupted"
    same_runs alone cut-$i
done

# Tasks share the files; each reports the existing games, the last one all of them.
answer tasks "${fixed[@]}" --task 1/2 >/dev/null
equal "$(field pairs) $(field whole)" "0 false" "the files before are not there"
equal "$(answer tasks "${fixed[@]}" --task 0/2)" "$first" "two tasks"
same_runs alone tasks

# 400 simulations against 100: decided, for A, and against A if the agents are exchanged.
test=(seesaw size=4 --sprt 0:100)
decided=$(answer decided "$strong" "$weak" "${test[@]}" --threads 1) ||
    fail "400 simulations are not stronger than 100: $decided"
equal "$(answer decided-3 "$strong" "$weak" "${test[@]}" --threads 3)" "$decided" \
    "three threads"
answer decided "$strong" "$weak" "${test[@]}" >/dev/null
equal "$(field state)" '"H1"' "state"
# After a stop that the games chose: the interval that holds, and no other.
python3 - <<'PYTHON' || fail "intervals after a test: $(cat json)"
import json
found = json.load(open("json"))
assert found["score"] == found["score_anytime_valid"] and found["normalized_elo"] is None, found
assert found["superiority"] is None, found
PYTHON
# Also by a call without the test, of the same games.
answer decided "$strong" "$weak" seesaw size=4 --games 20 >/dev/null
equal "$(field superiority)" null "superiority after another call's test"
"$FULCRUM" info decided 2>&1 >/dev/null | grep -q 'a sequential test may have ended this match' ||
    fail "info says nothing of the test"
files=$(find decided -name 'shard-*.h5' | wc -l)
[ "$files" -le 20 ] || fail "decided only after $files files"
answer weaker "$weak" "$strong" "${test[@]}" >/dev/null
equal "$?" 1 "status where A is weaker"
equal "$(field state)" '"H0"' "state"
answer equals one.json two.json seesaw size=3 --sprt 0:5 --games 40 >/dev/null
equal "$?" 1 "status where it is not decided"
equal "$(field state)" '"undecided"' "state"

# A test is decided by the games, whichever process plays them: a process that finds some files
# already there stops as early, and so does a task that makes every other file.
long=(one.json two.json seesaw size=3 --sprt -60:0 --games 4000)
first=$(answer long "${long[@]}" --threads 1)
enough=$(find long -name 'shard-*.h5' | wc -l)
[ "$enough" -ge 3 ] && [ "$enough" -le 150 ] || fail "decided after $enough files"
mkdir later others
for run in later others; do
    cp long/config.json long/sprt.txt $run/
done
# While the process plays, another one publishes a file.
"$FULCRUM" match "${long[@]}" --out later --quiet --threads 1 >/dev/null 2>err </dev/null &
pid=$!
while [ -z "$(find later/journal -name 'shard-*' 2>/dev/null)" ]; do sleep 0.002; done
cp long/shard-000002.h5 later/.tmp && mv later/.tmp later/shard-000002.h5
wait $pid || [ $? -eq 1 ] || fail "$(cat err)"
files=$(find later -name 'shard-*.h5' | wc -l)
[ "$files" -le $((enough + 2)) ] || fail "$files files, but $enough decide"
equal "$(answer later "${long[@]}")" "$first" "a file of somebody else"
for ((shard = 1; shard < enough; shard += 2)); do
    cp "long/$(printf 'shard-%06d.h5' $shard)" others/
done
equal "$(answer others "${long[@]}" --task 0/2 --threads 1)" "$first" "one task of two"
files=$(find others -name 'shard-*.h5' | wc -l)
[ "$files" -le $((enough + 2)) ] || fail "$files files, but $enough decide"
both=(one.json two.json seesaw size=3 --sprt -60:0 --games 4000 --out both --quiet)
"$FULCRUM" match "${both[@]}" --task 0/2 --threads 1 >/dev/null 2>err-one </dev/null &
pid=$!
"$FULCRUM" match "${both[@]}" --task 1/2 --threads 1 >/dev/null 2>err-two </dev/null ||
    [ $? -eq 1 ] || fail "$(cat err-two)"
wait $pid || [ $? -eq 1 ] || fail "$(cat err-one)"
files=$(find both -name 'shard-*.h5' | wc -l)
[ "$files" -lt 150 ] || fail "two tasks played $files files, but $enough decide"
equal "$(answer both "${long[@]}")" "$first" "two tasks at once"

# An agent without a loss: null in JSON if there is no number, and a bound if there is one.
shallow least 2
answer most "$strong" least.json seesaw size=4 --games 10 >/dev/null
/usr/bin/python3 - json <<'PYTHON' || fail "Elo of an agent without a loss: $(cat json)"
import json, sys
def refuse(name):
    raise ValueError(name)
found = json.load(open(sys.argv[1]), parse_constant=refuse)
assert found["score"]["value"] == 1 and found["score"]["low"] < 1
for elo in (found["elo"], found["normalized_elo"]):
    assert elo["low"] >= 0 and elo["high"] is None, elo
assert found["elo"]["value"] is None
PYTHON
checks=$((checks + 1))

# Stopped before any pair: reported, with no NaN or infinity in the output.
status=0
"$FULCRUM" match "$weak" "$strong" situ search.x=1 --out x >/dev/null 2>&1 || status=$?
equal "$status" 2 "a key of the search"
shallow slow 5000000
expect 3 "$FULCRUM" match slow.json "$weak" seesaw --out slow --time-limit 1s --json --quiet
grep -q 'stopped by the time limit' err || fail "$(cat err)"
! grep -qi 'nan\|inf' out || fail "$(cat out)"
grep -q '"pairs":0' out || fail "$(cat out)"

# Errors leave no files.
match() { "$FULCRUM" match "$@" --out refused; }
refused 'error rate' match one.json two.json seesaw --sprt 0:10 --alpha 0.6
refused 'the number of games is --games 20' match one.json two.json seesaw games=20
refused 'ELO0:ELO1' match one.json two.json seesaw --sprt 10
refused 'the first is to be the smaller' match one.json two.json seesaw --sprt 10:0
refused 'must be even' match one.json two.json seesaw --games 3
refused 'is not reproducible' match one.json "$root/configs/agents/one-second.json" seesaw
refused 'seesaw' match one.json two.json seasaw
refused 'unknown key "variant.sise"' match one.json two.json seesaw sise=3
refused '"variant" is given twice' match one.json two.json seesaw size=3 variant.size=4
refused 'missing.json' match one.json missing.json seesaw
refused 'allowed: I/N with' match one.json two.json seesaw --task 2/2
expect 2 match one.json two.json
[ ! -e refused ] || fail "a rejected call created a folder"
refused 'another --sprt' "$FULCRUM" match "${long[@]}" --sprt 0:7 --out long
refused '"seed" is 1 there and 2 here' "$FULCRUM" match "${fixed[@]}" --seed 2 --out alone
passed
rm -rf "$TEMPORARY"
