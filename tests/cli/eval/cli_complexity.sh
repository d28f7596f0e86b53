#!/usr/bin/env bash
# complexity: known figures, JSON and CSV of one invocation, errors.
. "$(dirname "$0")/../cli_common.sh"
cd "$TEMPORARY" || exit 1

# Seesaw on seven cells is counted completely.
expect 0 "$FULCRUM" complexity seesaw size=2
grep -q '^  Positions  *1,441, counted exactly' out || fail "$(cat out)"
grep -q '^  Games  *708, counted exactly' out || fail "$(cat out)"
grep -q '^  Shortest game  *2 actions, 2 turns (North (player 2) has' out || fail "$(cat out)"
[ ! -s err ] || fail "$(cat err)"

call=("$FULCRUM" complexity cascade size=4 --positions 500 --playouts 400 --population 16
    --repeats 8 --mirror 2 --simulations 5 --seed 3)
expect 0 "${call[@]}"
grep -q '^  Positions  *at least .*(95 %)' out || fail "$(cat out)"
tr -s ' \n' ' ' <out | grep -qE 'standard error [0-9.]+ of the exponent' || fail "$(cat out)"
grep -q '^  Shortest game  *more than' out || fail "$(cat out)"
grep -qE '^ +2 +[0-9.]+ % +\[' out || fail "$(cat out)"
cp out text
expect 0 "${call[@]}"
cmp -s out text || fail "two equal calls differ"
expect 0 "${call[@]}" --json
cp out found.json
expect 0 "${call[@]}" --mirror 0 --csv
cp out found.csv
/usr/bin/python3 - <<'PYTHON' || fail "JSON and CSV differ"
import csv
import json

said = json.load(open("found.json"))
found = {row["figure"]: row["value"] for row in said["figures"]}
rows = {row["figure"]: row for row in csv.DictReader(open("found.csv"))}
for key in ("positions", "boards", "games", "nodes", "length", "shortest", "guide_words"):
    for name, column in ("value", "value"), ("low", "value_low"), ("high", "value_high"):
        number, text = found[key][name], rows[key][column]
        assert (number is None) == (text == ""), (key, name)
        assert text == "" or abs(number - float(text)) < 1e-6
assert found["games"]["low"] < found["games"]["value"]
assert found["games"]["high"] is None or found["games"]["value"] < found["games"]["high"]
assert not said["how"]["positions_exact"] and found["positions"]["value"] is None
assert found["boards"]["value"] > found["positions"]["low"] > 0
assert len(said["copying"]) > 0
for way in said["copying"]:
    assert way["won"] + way["drawn"] + way["lost"] == 2
    assert 0 <= way["score"]["low"] <= way["score"]["value"] <= way["score"]["high"] <= 1
PYTHON
checks=$((checks + 1))

refused 'exclude each other' "$FULCRUM" complexity cascade --json --csv
refused 'population' "$FULCRUM" complexity cascade --population 0
refused 'size' "$FULCRUM" complexity cascade size=99
refused 'nogame' "$FULCRUM" complexity nogame

# Stopped: the results so far are printed, and the exit status says so.
stopped INT 3 "$FULCRUM" complexity seega --positions 100 --playouts 10000000 --quiet
grep -q 'stopped by SIGINT' err || fail "$(cat err)"
grep -q '^  Rules' out || fail "$(cat out)"
passed
