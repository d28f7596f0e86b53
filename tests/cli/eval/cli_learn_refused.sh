#!/usr/bin/env bash
# learn refuses wrong calls, plans that are none and damaged folders, with a message, before it plays
# anything; a check finds what has been changed; its keys are those of a plan.
. "$(dirname "$0")/../cli_common.sh"
threads_at_exit
cd "$TEMPORARY" || exit 1
keys=(games.positions=100 games.least=4 games.most=4 games.first_simulations=2 games.simulations=2
    games.least_simulations=2 train.units=64 train.batch=16 train.passes=0.01
    train.first_passes=0.01 gate.games=4 gate.simulations=2 ladder.games=0)
expect 0 "$FULCRUM" learn seesaw size=2 "${keys[@]}" --generations 2 --out made --quiet

# keys --learn lists what a plan holds, with its defaults.
"$FULCRUM" keys --learn --json >keys.json
"$FULCRUM" keys --learn >keys.txt
cat >keys.py <<'PYTHON'
import json, sys
plan, text = json.load(open("made/plan.json")), open("keys.txt").read().split()
given = dict(word.split("=") for word in sys.argv[1:])
names = set()
for key in json.load(open("keys.json"))["keys"]:
    group, name = key["key"].split(".")
    value = given.get(key["key"], key["default"])
    assert key["key"] in text, key
    assert value == "" or plan[group][name] == float(value), key
    names.add((group, name))
assert all((group, name) in names for group, values in plan.items() if isinstance(values, dict)
           for name in values), names
PYTHON
expect 0 python3 keys.py "${keys[@]}"

# Calls.
learn=("$FULCRUM" learn seesaw size=2 --out none)
refused 'no folder given' "$FULCRUM" learn seesaw
refused 'unknown game "nothing"' "$FULCRUM" learn nothing --out none
refused 'has no plan.json: it is no folder of learning' "$FULCRUM" learn --out none
for number in 0 1000 1,2 1x x -1; do
    refused '--generations takes' "${learn[@]}" --generations=$number
done
refused 'up to 999' "$FULCRUM" learn --check made --generations 1000
refused 'up to 999' "$FULCRUM" learn --check made --generations '1;2'
refused 'generation 2 is not complete; it has 2' "$FULCRUM" learn --check made --generations 0,2
refused 'is given twice' "${learn[@]}" size=3
refused 'games.least is above games.most' "${learn[@]}" games.least=9 games.most=3
refused 'more than 64 variants' "$FULCRUM" learn seesaw size=2 \
    max_turns=10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26 swap=false,true \
    stuck=pass,loss --out none
refused 'have different boards' "$FULCRUM" learn cascade size=2,3 --out none
[ ! -e none ] || fail "a refused call made a folder"

# plan MESSAGE PYTHON: the plan, changed by a line of Python, is refused; nothing is played.
cp -r made before
plan() {
    cp before/plan.json made/plan.json
    python3 - "$2" <<'PYTHON'
import json, sys
plan = json.load(open("made/plan.json"))
exec(sys.argv[1])
json.dump(plan, open("made/plan.json", "w"))
PYTHON
    cp made/plan.json changed
    for call in "--out made --generations 3" "--check made" "--out made --time-limit 1h"; do
        # shellcheck disable=SC2086
        refused "$1" "$FULCRUM" learn $call --quiet
    done
    cmp made/plan.json changed && [ ! -e made/generations/002.json ] || fail "it has played"
}
plan 'made/plan.json: it is no plan of learning' 'del plan["game"]'
plan 'made/plan.json: it is no plan of learning' 'plan["game"] = 7'
plan 'made/plan.json: it is no plan of learning' 'plan["variants"] = plan["variants"][0]'
plan 'made/plan.json: it is no plan of learning' 'plan["seed"] = -1'
plan 'made/plan.json: it is no plan of learning' 'plan["seed"] = "1"'
plan 'it has no variants' 'plan["variants"] = []'
plan '"variants" are no list of texts' 'plan["variants"] = [2]'
plan '"variants" are no list of texts' 'plan["variants"] = [f"size=2 max_turns={n}" for n in range(2, 70)]'
plan 'size' 'plan["variants"] = ["size=99"]'
plan 'unknown game "chess"' 'plan["game"] = "chess"'
plan 'train.units' 'plan["train"]["units"] = 65'
plan 'games.least is above games.most' 'plan["games"]["least"] = 5'
plan 'games.least' 'plan["games"]["least"] = "x"'
plan 'unknown key' 'plan["train"]["speed"] = 1'
plan 'unknown key' 'plan["config"] = {"serch": {"simulations": 3}}'
plan 'simulations' 'plan["config"] = {"search": {"simulations": -3}}'
printf '{"game": ' >made/plan.json
refused 'made/plan.json' "$FULCRUM" learn --out made
cp before/plan.json made/plan.json

# Files of the folder.
printf '{"generation": 1, "games": "many"}' >made/generations/001.json
refused 'made/generations/001.json' "$FULCRUM" learn --out made --generations 3 --quiet
cp before/generations/001.json made/generations/001.json
cp -r made damaged
sed -i 's/"hash":.*/"hash": "0x0123456789abcdef",/' damaged/generations/001.json
expect 1 "$FULCRUM" learn --check damaged --generations 1 --quiet
expect 0 "$FULCRUM" learn --check damaged --generations 0 --quiet
rm -r damaged.check
cp "$root/experiments/integer-learning/seesaw-4.safetensors" damaged/weights/001.safetensors
cp before/generations/001.json damaged/generations/001.json
expect 1 "$FULCRUM" learn --check damaged --generations 1 --quiet
rm -r damaged.check
head -c 1000 before/exports/000.h5 >damaged/exports/000.h5
refused 'exports/000.h5' "$FULCRUM" learn --check damaged --generations 1 --quiet
rm -r damaged.check damaged/exports/000.h5
refused 'exports/000.h5' "$FULCRUM" learn --check damaged --generations 1 --quiet
expect 0 "$FULCRUM" learn --check made --quiet --out again

# A plan from before train.weight_decay learned with 0.01 in all generations.
cp -r made older
sed -i '/weight_decay\|fresh_\|full_rate/d' older/plan.json
expect 1 "$FULCRUM" learn --check older --generations 0 --quiet
sed -i 's/"train":.*{/&"first_weight_decay": 3,/' older/plan.json
rm -r older.check
expect 0 "$FULCRUM" learn --check older --generations 0 --quiet
expect 0 "$FULCRUM" learn --out made --generations 2 --quiet
diff -rq --exclude=calls made before || fail "a refused call has changed the folder"

passed
