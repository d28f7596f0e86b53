#!/usr/bin/env bash
# Ratings: the same games and the same table for any threads, tasks and interruptions; stored
# matches; consistent figures; errors that change nothing.
. "$(dirname "$0")/../cli_common.sh"
threads_at_exit
cd "$TEMPORARY" || exit 1
trap - EXIT # a child that is signalled at once must not run the trap; removed below
agent() {
    printf '{"name": "%s", "search": {"simulations": %d}, "temperature": {"start": 0}}\n' \
        "$1" "$2" >"$1.json"
}
agent five 5 && agent ten 10 && agent twenty 20 && agent forty 40
board=(seesaw size=3)
four=("${board[@]}" five.json ten.json twenty.json forty.json)

# table FOLDER WORDS...: the JSON without the folder's name.
table() {
    local folder=$1 status=0
    shift
    "$FULCRUM" rate "$@" --out "$folder" --quiet --json >json 2>err </dev/null || status=$?
    [ $status -eq 0 ] || fail "exit $status: rate $*; $(cat err)"
    sed -E 's/"folder":"[^"]*"//g' json
}
# same_ratings A B: the same matches with the same games.
same_ratings() {
    diff <(cd "$1" && find . -name '*.h5' | sort) <(cd "$2" && find . -name '*.h5' | sort) ||
        fail "$1 and $2 have different files"
    local match
    for match in "$1"/*/; do
        same_runs "$match" "$2/$(basename "$match")"
    done
}

# A round robin: six matches of 15 pairs, at any number of threads, of agents in any order.
fixed=("${four[@]}" --pairs 15)
first=$(table one "${fixed[@]}" --threads 1)
equal "$(table four "${fixed[@]}" --threads 4)" "$first" "four threads"
same_ratings one four
equal "$(table one "${fixed[@]}")" "$first" "once more, of the games that are there"
equal "$(find one -name 'shard-*.h5' | wc -l)" 12 "files"
[ -d one/five-against-ten ] || fail "$(ls one)"
equal "$(table order "${board[@]}" forty.json ten.json five.json twenty.json --pairs 15)" \
    "$first" "agents in another order"
same_ratings one order

# Consistent figures, recomputed only from the counts.
/usr/bin/python3 - json <<'PYTHON' || fail "inconsistent figures"
import json, math, sys
found = json.load(open(sys.argv[1]))
elo, agents = 400 / math.log(10), found["agents"]
names = [agent["name"] for agent in agents]
rating = {agent["name"]: agent["elo"]["value"] / elo for agent in agents}
assert sorted(found["configurations"]) == sorted(names)
assert sorted(names) == ["five", "forty", "ten", "twenty"] and len(found["pairings"]) == 6
assert [rating[name] for name in names] == sorted(rating.values(), reverse=True)
assert names[0] == "forty" and abs(sum(rating.values())) < 1e-9
advantage, draw = found["advantage"]["value"] / elo, found["draw_parameter"]
# At the maximum of the posterior its gradient is 0.
slope = {name: -rating[name] * (elo / 1000) ** 2 for name in names}
pull = {"advantage": -advantage * (elo / 500) ** 2, "draw": -draw / 9}
points = dict.fromkeys(names, 0.0)
for pairing in found["pairings"]:
    seen = expected = 0
    for first, second, seat in (("a", "b", "a_first"), ("b", "a", "b_first")):
        first, second, results = pairing[first], pairing[second], pairing[seat]
        games = sum(results.values())
        assert games == 15
        d = rating[first] - rating[second] + advantage
        parts = [math.exp(d / 2), math.exp(draw), math.exp(-d / 2)]
        won, drawn, lost = (part / sum(parts) for part in parts)
        by_d = (results["wins"] - results["losses"] - games * (won - lost)) / 2
        slope[first] += by_d
        slope[second] -= by_d
        pull["advantage"] += by_d
        pull["draw"] += results["draws"] - games * drawn
        score = results["wins"] + results["draws"] / 2
        points[first] += score
        points[second] += games - score
        seen += score if first == pairing["a"] else games - score
        share = games * (won + drawn / 2)
        expected += share if first == pairing["a"] else games - share
    assert abs(seen / 30 - pairing["score"]) < 1e-12
    assert abs(expected / 30 - pairing["expected"]) < 1e-9
for value in list(slope.values()) + list(pull.values()):
    assert abs(value) < 1e-6, (slope, pull)
covariance = found["covariance"]
for i, agent in enumerate(agents):
    assert agent["games"] == 90 and abs(points[agent["name"]] / 90 - agent["score"]) < 1e-12
    assert abs(math.sqrt(covariance[i][i]) - agent["error"]) < 1e-9
    assert 1.96 < (agent["elo"]["high"] - agent["elo"]["value"]) / agent["error"] < 2.1 # Student's t
    for k, other in enumerate(agents):
        assert abs(covariance[i][k] - covariance[k][i]) < 1e-6
        if i != k:
            error = math.sqrt(covariance[i][i] + covariance[k][k] - 2 * covariance[i][k])
            z = (agent["elo"]["value"] - other["elo"]["value"]) / error
            assert abs(found["superiority"][i][k] - math.erfc(-z / 2 ** 0.5) / 2) < 0.02
assert found["parameters"] == names + ["advantage", "draw"] and len(covariance) == 6
assert found["pairs"] == 90 and found["intervals_from"] == "clusters"
PYTHON
checks=$((checks + 1))

# Interrupted repeatedly, by TERM and by kill -9, with changing numbers of threads.
RANDOM=20261121
interruptions=$((18 * ${FULCRUM_TEST_EFFORT:-100} / 100 + 3)) cut=0
until=("${four[@]}" --until 60)
for ((i = 0; i < interruptions; i++)); do
    signal=KILL words=("${fixed[@]}")
    [ $((i % 2)) -eq 0 ] || signal=TERM
    [ $((i % 3)) -eq 0 ] || words=("${until[@]}")
    interrupt $signal "$FULCRUM" rate "${words[@]}" --out "cut-$((i % 3))" --quiet \
        --threads $((1 + i % 4))
done
[ $cut -gt 0 ] || fail "no call was interrupted"
equal "$(table cut-0 "${fixed[@]}")" "$first" "interrupted"
same_ratings one cut-0

# Until an error is reached: always the same games are chosen, and not all possible ones.
chosen=$(table chosen "${until[@]}" --threads 1)
equal "$(table chosen-3 "${until[@]}" --threads 3)" "$chosen" "three threads choose"
same_ratings chosen chosen-3
for i in 1 2; do
    equal "$(table cut-$i "${until[@]}")" "$chosen" "interrupted while choosing"
    same_ratings chosen cut-$i
done
/usr/bin/python3 - json <<'PYTHON' || fail "the error is not reached, or too many games"
import json, sys
found = json.load(open(sys.argv[1]))
assert max(agent["error"] for agent in found["agents"]) <= 60, found["agents"]
assert 60 <= found["pairs"] < 600, found["pairs"]
PYTHON
status=0
"$FULCRUM" rate "${four[@]}" --until 20 --pairs 20 --out few --quiet >out 2>err || status=$?
equal "$status" 1 "status where the error is not reached"
# With many agents the first round plays one file each of pairings that connect them: 20 of these
# 28, the same for any order of agents.
eight=() reversed=()
for simulations in 2 3 4 6 8 11 15 20; do
    agent "uct-$simulations" $simulations
    eight+=("uct-$simulations.json")
    reversed=("uct-$simulations.json" "${reversed[@]}")
done
began=$(table began "${board[@]}" "${eight[@]}" --until 400 --threads 1)
equal "$(find began -name 'shard-*.h5' | wc -l)" 20 "files of the first round"
equal "$(table reversed "${board[@]}" "${reversed[@]}" --until 400)" "$began" "another order"

# Tasks share the files, even if a match has few; each reports the existing games.
expect 0 "$FULCRUM" rate "${fixed[@]}" --out tasks --quiet --task 1/2
files=$(find tasks -name 'shard-*.h5' | wc -l)
equal "$files" 6 "files of one task of two"
equal "$(table tasks "${fixed[@]}" --task 0/2)" "$first" "two tasks"
same_ratings one tasks

# With one more agent only its games are played; a gauntlet is a part of the same matches.
expect 0 "$FULCRUM" rate "${board[@]}" ten.json forty.json five.json --pairs 15 --out grows \
    --quiet
before=$(cd grows && find . -name '*.h5' -exec cksum {} + | sort)
equal "$(table grows "${fixed[@]}" | wc -l)" 1 "one agent more"
[ -z "$(comm -23 <(echo "$before") <(cd grows && find . -name '*.h5' -exec cksum {} + | sort))" ] ||
    fail "games were played again"
same_ratings one grows
expect 0 "$FULCRUM" rate "${board[@]}" --gauntlet ten.json five.json ten.json forty.json \
    --pairs 15 --out gauntlet --quiet --csv
equal "$(ls gauntlet | tr '\n' ' ')" "five-against-ten forty-against-ten " "a gauntlet"
same_runs gauntlet/five-against-ten one/five-against-ten
equal "$(head -1 out)" "rank,name,elo,elo_low,elo_high,error,games,score,draws,group" "CSV"
equal "$(wc -l <out)" 4 "lines of CSV"

# Stored games: a rating's folder, or its matches one by one; an agent under another name.
expect 0 "$FULCRUM" rate one --json
equal "$(sed -E 's/"folder":"[^"]*"//g' out)" "$first" "a rating's folder"
grep -qF '"folder":"one/five-against-ten"' out || fail "no folder: $(cat out)"
expect 0 "$FULCRUM" rate one/*/ --json
equal "$(sed -E 's/"folder":"[^"]*"//g' out)" "$first" "its matches"
sed 's/"five"/"cinq"/' five.json >cinq.json
expect 0 "$FULCRUM" match cinq.json ten.json "${board[@]}" --games 40 --out again --quiet
expect 0 "$FULCRUM" rate one again
grep -q '^ *4  five ' out || fail "$(cat out)"
! grep -q cinq out || fail "one agent has two names: $(cat out)"
grep -qE '^  Matches +7$' out || fail "$(cat out)"
sed 's/5/6/' five.json >six.json
expect 0 "$FULCRUM" match six.json ten.json "${board[@]}" --games 40 --out six --quiet
expect 0 "$FULCRUM" rate one six
[ "$(grep -cE '^ +[0-9]+  five~[0-9a-f]{4} .*%.*%$' out)" -eq 2 ] || fail "$(cat out)"

# One anchor.
expect 0 "$FULCRUM" rate one --anchor ten=1500
grep -qE '^ *[0-9]  ten +\+1500 +\[\+1500, \+1500\]' out || fail "$(cat out)"
# Two anchors: both stay fixed, and a third agent that plays only them keeps its rating, whoever
# else is rated.
given=(--anchor ten=100 --anchor five=-80)
three=(one/five-against-ten one/*twenty*five one/*five*twenty one/*twenty*ten one/*ten*twenty)
four_others=(one/*forty*five one/*five*forty one/*forty*ten one/*ten*forty)
existing() { ls -d "$@" 2>/dev/null; }
expect 0 "$FULCRUM" rate $(existing "${three[@]}") "${given[@]}" --json
cp out few.rated
expect 0 "$FULCRUM" rate $(existing "${three[@]}" "${four_others[@]}") "${given[@]}" --json
/usr/bin/python3 - few.rated out <<'PYTHON' || fail "two anchors: $(cat few.rated out)"
import json, sys
few, all_of = ({agent["name"]: agent for agent in json.load(open(path))["agents"]}
               for path in sys.argv[1:])
assert len(few) == 3 and len(all_of) == 4
for rated in few, all_of:
    for name, elo in (("ten", 100), ("five", -80)):
        assert abs(rated[name]["elo"]["value"] - elo) < 0.1
        assert rated[name]["elo"]["low"] == rated[name]["elo"]["high"]
assert abs(few["twenty"]["elo"]["value"] - all_of["twenty"]["elo"]["value"]) < 2
assert json.load(open(sys.argv[1]))["anchors"] == {"ten": 100, "five": -80}
PYTHON
expect 0 "$FULCRUM" rate one "${given[@]}"
grep -q 'Elo are against .*five, which has -80' out || fail "$(cat out)"

# Matches with different opening lines share no openings, even if their seed is the same. A
# sequential test is reported.
expect 0 "$FULCRUM" match five.json ten.json "${board[@]}" opening.turns=0 opening.actions=@b1 \
    --games 12 --out lines-1 --quiet
expect 0 "$FULCRUM" match five.json twenty.json "${board[@]}" opening.turns=0 \
    'opening.actions=@b1;@c2' --games 12 --out lines-2 --quiet
expect 0 "$FULCRUM" rate lines-1 lines-2
grep -q 'openings of 1 given line and 0 random turns' out && grep -q 'Others in other matches  *yes' out ||
    fail "$(cat out)"
grep -q 'the spread between 12 clusters' out || fail "$(cat out)"
status=0
"$FULCRUM" match forty.json five.json "${board[@]}" --sprt 0:50 --out tested --quiet --json \
    >match 2>err || fail "$(cat err)"
expect 0 "$FULCRUM" rate tested --json
equal "$(grep -oE '"pairs":[0-9]+' out | head -1)" "$(grep -oE '"pairs":[0-9]+' match)" \
    "pairs up to the one that decides"
expect 0 "$FULCRUM" rate tested
grep -q 'Ended by a test  *1' out || fail "$(cat out)"
cp -r tested odd && echo 'sprt 0 fifty 0.05 0.05' >odd/sprt.txt
refused 'odd/sprt.txt: is not a sequential test' "$FULCRUM" rate odd

# Agents without a loss are reported. A repeated match adds no information: with another
# configuration that changes no game it counts as the same games; with its own configuration,
# whatever its length, it is rejected.
agent much 300
expect 0 "$FULCRUM" rate seesaw size=4 much.json five.json --pairs 5 --out lost --quiet
grep -q '^Not connected' out || fail "$(cat out)"
grep -q 'group 2: five' out || fail "$(cat out)"
expect 0 "$FULCRUM" match ten.json twenty.json "${board[@]}" --games 100 --out short --quiet \
    opening.simulations=401
expect 0 "$FULCRUM" match ten.json twenty.json "${board[@]}" --games 200 --out long --quiet
field() {
    grep -oE "\"$1\":[0-9]+" out | head -1 | cut -d: -f2
}
expect 0 "$FULCRUM" rate long --json
error=$(field error) distinct=$(field distinct_pairs)
expect 0 "$FULCRUM" rate short long --json
equal "$(field pairs) $(field distinct_pairs)" "150 $distinct" "the same games twice"
[ "$(field error)" -ge "$error" ] || fail "repeated games reduce the error: $(cat out)"

expect 0 "$FULCRUM" match ten.json twenty.json "${board[@]}" --games 20 --out shorter --quiet
refused 'is the same match as' "$FULCRUM" rate shorter long

# Stopped before any game.
agent slow 5000000
expect 3 "$FULCRUM" rate "${board[@]}" slow.json ten.json --out slow --time-limit 1s --quiet \
    --json
grep -q 'stopped by the time limit' err || fail "$(cat err)"
! grep -qi 'nan\|inf' out || fail "$(cat out)"
grep -q '"pairs":0,' out || fail "$(cat out)"

# Errors leave no files.
rate() { "$FULCRUM" rate "$@" --out refused; }
refused 'unknown key "variant.sise"' rate seesaw sise=3 five.json ten.json
refused 'did you mean "seesaw"' rate seasaw five.json ten.json
refused 'no game given' rate five.json ten.json
refused 'two games' rate seesaw situ five.json ten.json
refused 'one agent alone' rate seesaw five.json
refused 'the same agent twice' rate seesaw five.json cinq.json
refused 'called "five"' rate seesaw five.json six.json
refused 'missing.json' rate seesaw five.json missing.json
refused 'is not reproducible' rate seesaw five.json "$root/configs/agents/one-second.json"
refused 'no agent is called "tan"; did you mean "ten"' rate seesaw five.json ten.json \
    --anchor tan=0
refused 'allowed: AGENT=ELO' rate seesaw five.json ten.json --anchor ten
refused '"ten" is given twice' rate seesaw five.json ten.json --anchor ten=0 --anchor ten=1
refused '--until' rate seesaw five.json ten.json --until 0
refused 'exclude each other' rate seesaw five.json ten.json --until 30 --task 0/2
# The games needed for intervals are reported if only some agents have one.
expect 0 "$FULCRUM" rate seesaw size=3 --gauntlet five.json ten.json twenty.json forty.json \
    --pairs 3 --out some --quiet
tr -s ' \n' ' ' <out | grep -q '3 agents have none, which takes games in 6' || fail "$(cat out)"

refused '--pairs is "0"; allowed: whole number' rate seesaw five.json ten.json --pairs 0
refused 'exclude each other' rate seesaw five.json ten.json --json --csv
[ ! -e refused ] || fail "a rejected call created a folder"
refused 'no output folder given' "$FULCRUM" rate seesaw five.json ten.json
refused 'nothing is played' "$FULCRUM" rate one --pairs 5
refused 'one variant' "$FULCRUM" rate one "$(
    "$FULCRUM" match five.json ten.json seesaw size=2 --games 2 --out other --quiet >/dev/null
    echo other
)"
refused 'the same match' "$FULCRUM" rate one one/five-against-ten
mkdir empty
refused 'holds none' "$FULCRUM" rate empty
# Runs of self-play are not matches: beside matches they are skipped, with a message.
expect 0 "$FULCRUM" selfplay "$root/configs/quickstart.json" variant.size=2 games=2 \
    search.simulations=4 --out runs/a --quiet
refused 'holds runs, but no matches' "$FULCRUM" rate runs
cp -r one/five-against-ten runs/match
expect 0 "$FULCRUM" rate runs
grep -q '1 run is not a match and was skipped' err || fail "$(cat err)"
cp -r runs/a runs/b
expect 0 "$FULCRUM" rate runs
grep -q '2 runs are not matches and were skipped' err || fail "$(cat err)"
# Names that become equal in a path.
sed 's/"five"/"a b"/' five.json >blank.json
sed 's/"forty"/"a_b"/' forty.json >line.json
refused "names are too similar" rate seesaw blank.json line.json ten.json
refused 'cannot be read' "$FULCRUM" rate nowhere
refused 'another configuration' "$FULCRUM" rate "${fixed[@]}" --seed 2 --out one
refused 'is a run' "$FULCRUM" rate "${fixed[@]}" --out again
cp -r one hurt
printf x | dd of=hurt/five-against-ten/shard-000000.h5 bs=1 seek=3000 conv=notrunc 2>/dev/null
refused 'hurt/five-against-ten/shard-000000.h5' "$FULCRUM" rate hurt
for shard in 0 1; do
    cp one/five-against-ten/shard-000000.h5 hurt/five-against-ten/shard-00000$shard.h5
done
refused 'does not hold the 10 games from number 20 on' "$FULCRUM" rate hurt
passed
rm -rf "$TEMPORARY"
