#!/usr/bin/env bash
# Runs: the same files for any number of threads and invocations.
. "$(dirname "$0")/../cli_common.sh"
threads_at_exit
cd "$TEMPORARY" || exit 1

cat >run.json <<'JSON'
{"game": "seesaw", "variant": {"size": 3}, "games": 22, "shard_games": 5, "seed": 7,
 "search": {"simulations": 50}}
JSON
play() {
    expect 0 "$FULCRUM" selfplay run.json "$@"
}

play --out one --threads 1
grep -q '5 files written, 0 already there' out || fail "$(cat out)"
play --out two --threads 2
same_runs one two
play --out three threads=3 search.reuse=false
same_runs one three

# Budgets that depend only on the search give the same files, too.
budgets="search.simulations=300 search.max_nodes=200 search.stop_when_settled=true"
# shellcheck disable=SC2086
play --out budgets-one $budgets --threads 1
# shellcheck disable=SC2086
play --out budgets-two $budgets --threads 3
same_runs budgets-one budgets-two

# In two calls by game range, the later part first; then nothing is left to do.
play --out parts --games 10:22
[ ! -e parts/shard-000000.h5 ] || fail "games outside the range were played"
play --out parts --games 0:10 --threads 2
same_runs one parts
play --out parts
grep -q 'are there already' out || fail "$(cat out)"

# One file. By default the folder is named after the configuration, and the number of threads is
# that of Slurm's CPUs.
expect 0 env -u OMP_NUM_THREADS SLURM_CPUS_PER_TASK=2 "$FULCRUM" selfplay run.json games=5
grep -q ' per second on 2 threads.$' out || fail "$(cat out)"
grep -q 'runs/run: 1 file written, 0 already there.$' out || fail "$(cat out)"
play games=5
grep -q '^runs/run: the 1 file of these games is there already$' out || fail "$(cat out)"
for range in x 1 0:x 0:5x 0-5 5:5 10:5; do
    refused 'allowed: FIRST:END' "$FULCRUM" selfplay run.json --games $range
done
refused 'is no part of the run' "$FULCRUM" selfplay run.json --out one --games 0:30
for range in 1:10 0:7; do
    refused 'multiples of shard_games' "$FULCRUM" selfplay run.json --out one --games $range
done

# Another seed, variant or budget gives other games.
for change in seed=8 variant.capture=optional search.simulations=51; do
    play --out "other-$change" $change
    h5diff -q one/shard-000000.h5 "other-$change/shard-000000.h5" /games >/dev/null 2>&1 &&
        h5diff -q one/shard-000000.h5 "other-$change/shard-000000.h5" /legal >/dev/null &&
        fail "$change changes nothing"
done

# info, show and the summary agree with the files.
expect 0 "$FULCRUM" info one --json
python3 -c '
import json, sys
run = json.load(open("out"))
assert run["games"] == 22 and run["files"] == 5, run
assert run["player1_wins"] + run["player2_wins"] + run["draws"] == 22, run
score = run["player1_score"]
assert 0 <= score["low"] <= score["value"] <= score["high"] <= 1
assert run["config"]["search"]["simulations"] == 50
' || fail "wrong info --json"
# The actions of an opening are not searched.
play --out opened search.solve=false opening.turns=2
expect 0 "$FULCRUM" info opened
grep -q 'Simulations a search  *50$' out || fail "the opening is counted: $(cat out)"
expect 0 "$FULCRUM" info one two
awk 'length($0) > 80 { exit 1 }' out || fail "the table is too wide: $(cat out)"
expect 0 "$FULCRUM" show one/shard-000001.h5 --game 7
grep -q '^game 7 of seesaw size=3' out || fail "$(head -1 out)"
cp out text
expect 0 "$FULCRUM" show one/shard-000001.h5 --game 7 --json
python3 -c '
import json, re
game, text = json.load(open("out")), open("text").read()
assert game["game"] == "seesaw" and game["id"] == 7
assert re.search("^%d turns?, %d " % (game["turns"], game["actions"]), text, re.M), text
positions = game["positions"]
assert len(positions) == game["actions"] and positions[0]["player"] == 1
assert game["winner"] is None or "(player %d) won" % game["winner"] in text
for ply, position in enumerate(positions):
    assert position["ply"] == ply
    assert position["action"] in [row["action"] for row in position["legal"]]
    assert sum(row["visits"] for row in position["legal"]) == position["visits"]
' || fail "wrong show --json: $(head -c 500 out)"
refused 'exclude each other' "$FULCRUM" show one/shard-000001.h5 --boards --json
expect 0 "$FULCRUM" show one/shard-000001.h5 --boards
grep -q 'played' out || fail "show --boards shows no searches"
[ "$(grep -c '^search:' out)" -eq "$(grep -c '^--- turn' out)" ] || fail "searches are missing"

# Every shipped configuration runs.
for config in "$root"/configs/*.json; do
    expect 0 "$FULCRUM" selfplay "$config" games=2 search.simulations=101 \
        --out "shipped/$(basename "$config" .json)"
done
passed
