#!/usr/bin/env bash
# experiments/scaling-curves: the shipped study of two tiny boards, with a substitute for the
# learner; resumed; invalid files; gains per doubling.
. "$(dirname "$0")/../cli_common.sh"
stand_in_learner
scaling() {
    $python "$root/experiments/scaling-curves/scaling.py" "$@" --threads 2 --jobs 2 \
        --fulcrum "$FULCRUM" --learner "$learner"
}

$python - "$root/experiments/scaling-curves/seesaw.json" \
    "$root/experiments/integer-learning/seesaw-4.json" <<'PYTHON' || fail "no small study"
import json, sys
said, plan = (json.load(open(path)) for path in sys.argv[1:])
assert list(said["boards"]) == ["side-3", "side-4", "side-5", "side-6"]
plan["generations"] = 2
for name in "first", "next":
    plan[name].update(games=10, shard_games=10)
    plan[name]["search"]["simulations"] = 10
plan["train"]["steps"], plan["agent"]["simulations"] = 5, 10
plan["gate"] = {"rule": "off"}
plan["variants"] = [{"variant": {"size": 2}}]  # for which the substitute writes weights
json.dump(plan, open("plan.json", "w"))
boards = {"side-2": "plan.json", "side-2-more": {"plan": "plan.json", "change": {
    "next+": {"games": 20}}, "simulations": [4, 8], "opening": 0}}
said.update(boards=boards, seeds=[1, 2], generations=[0, 1], simulations=[2, 8],
            playouts=[2, 8], pairs=2, opening=1)
json.dump(said, open("two.json", "w"))
json.dump({**said, "boards": {"side-2": boards["side-2"]}}, open("one.json", "w"))
PYTHON
expect 0 scaling one.json --out curves
equal "$(head -n 1 curves/scaling.csv)" \
    "board,seed,generation,cpu_minutes,network,simulations,elo,low,high" "columns"
cp -r curves/side-2-1 before
expect 0 scaling two.json --out curves
diff -r before curves/side-2-1 >&2 || fail "a loop was started again"
equal "$(grep -c '^side-2[-more]*,[12],[01],' curves/scaling.csv)" 16 "rows"
equal "$(grep -c '^| side-2[-more]* | 2 | [0-9.]* to [0-9.]* | -*[0-9]* \[' curves/scaling.md)" 2 \
    "boards in the table"
grep -q '^| side-2, generation | seeds | CPU-minutes | 2 simulations | 8 simulations |$' \
    curves/scaling.md && grep -q '^side-2-more,1,0,.*,4,' curves/scaling.csv ||
    fail "the board's own settings are not used: $(cat curves/scaling.md)"
equal "$(grep -c '^| [01] | 2 | ' curves/scaling.md)" 4 "generations in the tables"
equal "$(grep -c '^side-2[-more]*,,,,uct-[28],[28],' curves/scaling.csv)" 4 "rows of UCT"
grep -q '^| side-2-more | 2 | 0 |$' curves/scaling.md &&
    grep -q '^| side-2-more | 8 | -*[0-9]' curves/scaling.md ||
    fail "no Elo of UCT: $(cat curves/scaling.md)"
cmp curves/scaling.md out || fail "the printed table differs"
[ -s curves/side-2.svg ] || ! command -v gnuplot >/dev/null || fail "no plot"

# Invalid files.
$python - "$root" <<'PYTHON' || fail "an invalid file is accepted, or with another message"
import copy, json, sys
root = sys.argv[1]
sys.path[:0] = [root + "/experiments/learner", root + "/experiments/scaling-curves"]
from data import DataError
from scaling import Scaling

with open("one.json") as file:
    valid = json.load(file)

def wrong(message, **changes):
    said = copy.deepcopy(valid) | changes
    with open("wrong.json", "w") as file:
        json.dump({name: value for name, value in said.items() if value is not None}, file)
    try:
        Scaling("wrong.json")
    except DataError as error:
        assert str(error) == f"wrong.json: {message}", error
    else:
        raise AssertionError(f"accepted: {changes}")

own = "plan, change, generations, simulations, playouts, pairs, opening"
wrong("seed: unknown key; known keys: boards, seeds, generations, simulations, playouts, pairs, "
      "opening", seed=1)
wrong("simulations: must be integers of at least 1", simulations=[0])
wrong(f"side-2: seeds: unknown key; known keys: {own}",
      boards={"side-2": {"plan": "plan.json", "seeds": [1]}})
wrong("generations: must be up to 1 for side-2", generations=[2])
for number in "x", True, 0.5, -1:
    wrong("generations: must be integers of at least 0", generations=[number])
wrong("side-2: must be an object, not 5", boards={"side-2": 5})
wrong("side-2: plan: must be an object, not 5", boards={"side-2": {"plan": 5}})
wrong("side-2: change: must be an object, not [1]",
      boards={"side-2": {"plan": "plan.json", "change": [1]}})
wrong("pairs: missing", pairs=None)
PYTHON
expect 2 scaling wrong.json --out wrong
equal "$(cat err)" "scaling.py: wrong.json: pairs: missing" "message"
[ ! -e wrong ] || fail "a rejected call created a folder"

# Anchors are networks of the first seed in the list, which need not be the smallest.
$python - "$root" <<'PYTHON' || fail "wrong anchors"
import json, sys
root = sys.argv[1]
sys.path[:0] = [root + "/experiments/learner", root + "/experiments/scaling-curves"]
import argparse
import scaling
with open("one.json") as file:
    said = json.load(file)
with open("turned.json", "w") as file:
    json.dump({**said, "seeds": [2, 1]}, file)
scaling.gauntlets = lambda call, programs, folder, game, agents, anchors, pairs: \
    [agent["name"] for agent in agents[:anchors]]
found = scaling.rate(argparse.Namespace(out="curves"), scaling.Scaling("turned.json"), "side-2", None)
assert found == ["uct-2", "uct-8", "side-2-2-001-2", "side-2-2-001-8"], found
PYTHON

# The shipped studies have valid plans; scores of pairs, from the files of a match.
$python - "$root/experiments" "$FULCRUM" <<'PYTHON' || fail "invalid shipped studies, or wrong scores"
import json, os, subprocess, sys
root, fulcrum = sys.argv[1:]
sys.path[:0] = [f"{root}/{folder}" for folder in ("learner", "scaling-curves", "four-games")]
import scaling, scores
for path, boards in ("scaling-curves/seesaw.json", 4), ("four-games/games.json", 5):
    assert len(scaling.Scaling(f"{root}/{path}").rated) == boards, path
for name, simulations in ("a", 40), ("b", 2):
    with open(f"{name}.json", "w") as file:
        json.dump({"name": name, "search": {"simulations": simulations}}, file)
said = json.loads(subprocess.run(
    [fulcrum, "match", "a.json", "b.json", "seesaw", "size=2", "--games", "20", "--out", "scored",
     "--json", "-q"], check=True, capture_output=True).stdout)
pairs = scores.pairs_of("scored")
assert [pairs.count(score / 4) for score in range(5)] == said["pentanomial"], (pairs, said)
assert scores.cells([0.5, 1, 0.5, 1]) == "75.0 [29.1, 100.0] | 191 [−155, ∞]"
PYTHON

# Gains per doubling: 100 Elo of training and 60 of search, 10 more with the second seed.
$python - "$root" <<'PYTHON' || fail "wrong gains"
import sys
root = sys.argv[1]
sys.path[:0] = [root + "/experiments/learner", root + "/experiments/scaling-curves"]
from scaling_report import gains

rows = [{"board": "a", "seed": seed, "generation": generation, "cpu_minutes": 2.0 ** generation,
         "simulations": 2 ** search, "elo": (90 + 10 * seed) * generation + 60 * search}
        for seed in (1, 2) for generation in (0, 1, 3) for search in (2, 4)]
last = lambda rows: gains({"a": {}}, rows)[-1]
assert last(rows) == "| a | 2 | 1.0 to 8.0 | 105 [41, 169] | 60 [60, 60] | 45 [-19, 109] |", last(rows)
assert last(rows[:6]) == "| a | 1 | 1.0 to 8.0 | 100 | 60 | 40 |", last(rows[:6])
assert last(rows[:2]) == "| a | 1 | 1.0 to 1.0 |  | 60 |  |", last(rows[:2])
PYTHON
passed
