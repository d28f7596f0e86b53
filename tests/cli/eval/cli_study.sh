#!/usr/bin/env bash
# Studies: the same games and the same answer for any threads, tasks and interruptions; games are
# allocated where intervals are wide; reading changes nothing.
. "$(dirname "$0")/../cli_common.sh"
threads_at_exit
cd "$TEMPORARY" || exit 1
trap - EXIT # a child that is signalled at once must not run the trap; removed below

cat >small.json <<'END'
{"title": "Small boards", "game": "seesaw",
 "variants": [{"name": "Side 2", "variant": {"size": 2}},
              {"name": "Side 3", "variant": {"size": 3}}],
 "agent": {"temperature": {"start": 0}},
 "strengths": [{"simulations": 5, "skill": 20},
               {"simulations": 10, "seats": 20, "skill": 20},
               {"simulations": 20, "first_turns": 40}, {"simulations": 40, "games": 60}],
 "games": {"first": 20, "most": 300, "shard": 10}, "precision": 0.1}
END

# answer FOLDER WORDS...: the JSON without the folder's name.
answer() {
    local folder=$1
    shift
    "$FULCRUM" study small.json "$@" --out "$folder" --quiet --json 2>err </dev/null >json ||
        fail "exit $?: study $*; $(cat err)"
    sed -E 's/"folder":"[^"]*",?//g' json
}
equal() {
    [ "$1" = "$2" ] || fail "$3: $1 instead of $2"
    checks=$((checks + 1))
}
# of_json EXPRESSION: evaluates it in Python, with the JSON as j.
of_json() {
    python3 -c 'import json, sys; j = json.load(open("json")); print(eval(sys.argv[1]))' "$1"
}

# Any number of threads.
first=$(answer alone --threads 1)
equal "$(answer four --threads 4)" "$first" "four threads"
equal "$(answer alone --threads 2)" "$first" "once more, of the games that are there"
for run in side-2/5/self-play side-3/10/skill side-3/10/seats side-2/20/first-turns; do
    same_runs "alone/$run" "four/$run"
done

# The answer is consistent.
answer alone --threads 1 >/dev/null
equal "$(of_json 'j["complete"], len(j["cells"]), len(j["differences"])')" "(True, 8, 4)" "size"
equal "$(of_json 'all(c["wins"] + c["draws"] + c["losses"] == c["games"] for c in j["cells"])')" True "counts"
equal "$(of_json 'all(c["score"]["high"] - c["score"]["low"] <= .2 or
                      c["effective"] < c["games"] or c["games"] >= (60 if c["strength"] == "40" else 300)
                      for c in j["cells"])')" True "no interval is wider than it may be"
equal "$(of_json '[c["seats_games"] for c in j["controls"]].count(20)')" 2 "exchanged seats"
equal "$(of_json '[c["games"] for c in j["skill"]].count(20)')" 4 "skill"
equal "$(of_json '[t["variant"] for t in j["skill_traces"]]')" "['Side 2', 'Side 3']" \
    "skill traces"
equal "$(of_json 'sum(t["games"] for t in j["turns_drawn"])')" 80 \
    "first turns"
# Side 2 is solved (experiments/solved): player 1 wins. So the score reaches 1, and its intervals
# are narrow after few games.
equal "$(of_json '[c["score"]["value"] for c in j["cells"] if c["variant"] == "Side 2"][-1]')" 1 \
    "the solved value"
equal "$(of_json 'all(c["games"] < 300 for c in j["cells"] if c["variant"] == "Side 2" and
                      c["strength"] in ("20", "40"))')" True "games where they are needed"

# No statements about budgets that were not played; controls are pooled, and comparisons at equal
# budgets name the measure in which they are equal.
equal "$(of_json 'sorted({k for t in j["trends"] for k in t})')" \
    "['before', 'first', 'last', 'state', 'step', 'variant', 'whole']" "trends"
equal "$(of_json '[sum(j["controls"][-1]["seats"]), j["controls"][-1]["seats_p"] <= 1]')" \
    "[20, True]" "all exchanged seats"
equal "$(of_json '[(m["equal"], m["measure"] is not None) for m in j["matched"]][:2]')" \
    "[('simulations', True), ('time', False)]" "equal simulations, no speed"

# Suggested commands are complete for any name of the folder.
quotes=$(printf "%0250d" 0 | tr 0 "'") && deep=$quotes/$quotes/$quotes/$quotes/$quotes
mkdir -p "$deep" && cp -r alone "$deep/study" && "$FULCRUM" study "$deep/study" --look >out 2>err ||
    fail "exit $?: a folder name of quotes: $(head -c 300 err)"
grep -q "fulcrum study '.*study' " out || fail "no command: $(cat out)"
checks=$((checks + 1))

# The score is that of the games, read by another command.
"$FULCRUM" info alone/side-3/20/self-play --json >info || fail "info failed"
equal "$(of_json '[c["wins"] for c in j["cells"] if c["variant"] == "Side 3" and
                   c["strength"] == "20"][0]')" \
    "$(sed -E 's/.*"player1_wins":([0-9]+).*/\1/' info)" "wins of player 1"

# When games are decided, by the table and by another command that replays them.
"$FULCRUM" metrics alone/side-3/5/self-play --json >json || fail "metrics failed"
decided=$(of_json '"%.1f" % (100 - 100 * next(m["value"]["value"] for m in j["metrics"]
                                              if m["metric"] == "foregone_share"))')
"$FULCRUM" study alone --look | grep -c "Side 3 .* $decided %" >out || true
equal "$(cat out)" 1 "decided after $decided %: $("$FULCRUM" study alone --look | head -12)"

# Interrupted repeatedly, by TERM and by kill -9, with changing numbers of threads.
RANDOM=20261121
interruptions=$((30 * ${FULCRUM_TEST_EFFORT:-100} / 100 + 3)) cut=0
for ((i = 0; i < interruptions; i++)); do
    signal=KILL
    [ $((i % 2)) -eq 0 ] || signal=TERM
    interrupt $signal "$FULCRUM" study small.json --out cut --quiet --threads $((i % 3 + 1))
done
[ $cut -gt 0 ] || fail "no call was interrupted"
equal "$(answer cut)" "$first" "interrupted $cut times"

# Concurrent tasks share the work; each ends with the complete answer.
for task in 0 1; do
    "$FULCRUM" study small.json --out tasks --task $task/2 --quiet --json --threads 1 \
        >json-$task 2>err-$task </dev/null &
    pids[task]=$!
done
for task in 0 1; do
    wait ${pids[task]} || fail "task $task: exit $?: $(cat err-$task)"
done
equal "$(answer tasks)" "$first" "two tasks"

# shards FOLDER: how many files of games it has.
shards() { find "$1" -name 'shard-*.h5' | wc -l; }

# A higher precision continues the same runs, and is recorded in the folder's study.json.
equal "$(answer alone precision=0.08 | grep -c '"precision":0.08')" 1 "more precision"
equal "$("$FULCRUM" study alone --look --json | grep -c '"precision":0.08')" 1 "its file"
more=$(shards alone) less=$(shards four)
[ "$more" -gt "$less" ] || fail "$more files with more precision, $less before"

# That was a change of plan after results; the time limit that a study begins with is a plan, a later
# one is not. One to decide ends at a look.
anytime() { "$FULCRUM" study "$1" --look --long | tr -s ' \n' ' ' | grep -c 'intervals are anytime-valid' || true; }
equal "$(anytime alone)$(anytime four)" 10 "anytime-valid intervals after another precision"
# A limit within which a busy machine plays no game says nothing; then a longer one.
for ((i = 0, seconds = 1; i < 2; i++)); do
    until
        status=0
        "$FULCRUM" study small.json games.most=1000000 precision=0.001 --out timed --quiet \
            --time-limit "${seconds}s" --threads 2 2>err </dev/null || status=$?
        [ "$(shards timed)" -gt 0 ] || [ $seconds -ge 64 ]
    do
        seconds=$((2 * seconds))
    done
    equal "$status $(anytime timed) $(grep -c '"timed"' timed/study.json)" "3 $i 1" "time limit $i"
done
"$FULCRUM" study small.json purpose=decide games.most=320 precision=0.05 margin=0.2 --out decide --quiet --json >json ||
    fail "a study to decide failed"
equal "$(of_json 'all(c["games"] in (20, 40, 80, 160, 320, 60, 30) and (c["balanced"] != "undecided" or
                      c["games"] in (320, 60)) for c in j["cells"])')" True "games at looks"

# --look changes nothing, even if there is nothing yet.
find four -type f -exec stat -c '%n %Y %s' {} + | sort >before
"$FULCRUM" study four --look >text || fail "--look failed"
awk 'length($0) > 80 && !/fulcrum study/ { exit 1 }' text || fail "over 80 columns: $(cat text)"
find four -type f -exec stat -c '%n %Y %s' {} + | sort >after
cmp -s before after || fail "--look changed a file"
"$FULCRUM" study small.json --look --out nothing >text || fail "--look without games failed"
[ ! -e nothing ] || fail "--look created a folder"
grep -q 'no games yet' text || fail "no message that there are no games: $(cat text)"
"$FULCRUM" study four --look --csv >csv || fail "--csv failed"
equal "$(wc -l <csv)" 9 "lines of CSV"

# Invalid studies: one message, exit status 2, no folder.
wrong() {
    local words=$1 status=0
    "$FULCRUM" study wrong.json --out wrong-out >text 2>err </dev/null || status=$?
    equal "$status" 2 "exit of $words"
    grep -q "$words" err || fail "no \"$words\" in: $(cat err)"
    [ ! -e wrong-out ] || fail "an invalid study created a folder"
}
change() {
    python3 -c 'import json, sys
s = json.load(open("small.json")); exec(sys.argv[1]); json.dump(s, open("wrong.json", "w"))' "$1"
}
change 's["variants"][1]["name"] = "side-2"' && wrong 'two of the variants'
change 's["strengths"][1]["simulations"] = 5' && wrong 'two of the strengths'
change 's["variants"] = []' && wrong '"variants" must be a list'
change 's["variants"][0]["variant"]["size"] = 99' && wrong 'variant.size'
change 's["precison"] = 0.1' && wrong 'precision'
change 's["games"]["shard"] = 7' && wrong 'games.shard'
change 's["strengths"][0]["agent"] = {"search": {"time_ms": 5}}' && wrong 'clock'
change 's["strengths"][0]["agent"] = 5' && wrong '"agent" must be an object'
change 's["strengths"][0]["simulation"] = 5' && wrong 'simulation'
for playouts in -3 1.5 '[3]' '[2, -1]'; do
    change "s['strengths'][0]['playouts'] = [$playouts]" && wrong '"playouts" must be a list of pairs'
done
change 's["game"] = "sesaw"' && wrong 'seesaw'

# Studies that differ from the folder's or omit a part of it; folders of other kinds: no change.
state() { find "$1" -exec stat -c '%n %Y %s' {} + | sort; }
stays() { # FOLDER WORD COMMAND...
    local folder=$1
    state "$folder" >before
    refused "${@:2}"
    state "$folder" | cmp -s - before || fail "changed: ${*:3}"
}
few="simulations=5,10 games.first=10 games.most=10 games.shard=10 seats=0 first_turns=0"
stays four '"seed" is 1 there and 2 here' "$FULCRUM" study small.json seed=2 --out four --quiet
stays four 'is a study of seesaw' "$FULCRUM" study cascade size=3 --out four --time-limit 1s
for word in variants:'variant "Side 3"' strengths:'strength level "40"'; do
    change "del s['${word%%:*}'][-1]"
    stays four "${word#*:}" "$FULCRUM" study wrong.json --out four --quiet
done
change 's["seed"] = 2; s["variants"].insert(0, {"variant": {"size": 4}})' # a new one first
stays four '"seed"' "$FULCRUM" study wrong.json --out four --quiet
# shellcheck disable=SC2086
expect 0 "$FULCRUM" study seesaw size=2 $few skill=0 --out grows --quiet --threads 1
# shellcheck disable=SC2086
expect 0 "$FULCRUM" study seesaw size=2,3 ${few/5,10/5,10,20} skill=10 precision=0.2 \
    --out grows --quiet --threads 1 --solve-budget 0
equal "$("$FULCRUM" study grows --look --csv | wc -l)" 7 "variants and strengths that were added"
expect 0 "$FULCRUM" study grows --quiet
[ ! -s out ] && [ ! -s err ] || fail "--quiet is not: $(cat out err)"
# shellcheck disable=SC2086
stays grows 'variant "size=3"' "$FULCRUM" study seesaw size=2 $few skill=0 --out grows --quiet
run=grows/size-2/5/self-play
for kind in "$run" "grows/size-2/5"; do
    stays grows ' is a ' "$FULCRUM" study small.json --out "$kind" --quiet
    stays grows ' is a ' "$FULCRUM" study seesaw --find fairest --out "$kind" --quiet
done
stays grows 'is a study; choose another' "$FULCRUM" study seesaw --find fairest --out grows --quiet
echo '{"game": "seesaw"}' >seesaw.json
stays grows 'is a study; choose another' "$FULCRUM" selfplay seesaw.json --out grows --quiet
stays grows 'is a study; choose another' "$FULCRUM" rate seesaw --out grows --pairs 1 --quiet \
    "$root"/configs/agents/uct-{25,100}.json

# A folder or file of the wrong kind is reported.
refused 'a study; its runs are in folders below it' "$FULCRUM" export --out x.h5 grows
for command in "report $run" "study $run --look" "study $run --look --find fairest"; do
    # shellcheck disable=SC2086
    refused 'but a run; see fulcrum info' "$FULCRUM" $command
done
refused 'is not a question for the fairest variant but a study' "$FULCRUM" study grows --find fairest
refused 'is not a study but a file; give a folder' "$FULCRUM" report small.json
refused 'there is no such folder' "$FULCRUM" report nowhere

passed
rm -rf "$TEMPORARY"
