#!/usr/bin/env bash
# accuracy: every figure for a perfect and a random player; output formats, errors, exit
# statuses, an outside program, interruption.
. "$(dirname "$0")/../cli_common.sh"
cd "$TEMPORARY" || exit 1

echo '{"name": "prover", "search": {"simulations": 20000}, "temperature": {"start": 0}}' \
    >prover.json
judge=("$FULCRUM" accuracy cascade size=2 direction=down prover.json
    "$root/configs/agents/random.json" --memory 16 --positions 15 --opening 2)
expect 0 "${judge[@]}"
grep -qE '^  playouts +[0-9]+ +15 +0 ' out || fail "$(cat out)"
grep -q 'prover  *search  *100.0 % *\[' out || fail "$(cat out)"
expect 0 "${judge[@]}" --json --quiet
[ ! -s err ] || fail "--quiet: $(cat err)"
cp out accuracy.json
expect 0 "${judge[@]}" --csv
cp out accuracy.csv
/usr/bin/python3 - <<'PYTHON' || fail "wrong figures: $(cat accuracy.json)"
import csv
import json

found = json.load(open("accuracy.json"))
rows = list(csv.DictReader(open("accuracy.csv")))
assert [agent["name"] for agent in found["agents"]] == ["prover", "random"]
assert [source["source"] for source in found["sources"]] == ["playouts", "agents"]
assert len(rows) == len(found["accuracy"]) == 6 and not found["stopped"]
for i, source in enumerate(found["sources"]):
    matter, solved = source["matter"], source["won"] + source["drawn"] + source["lost"]
    assert source["positions"] == solved == 15 and source["open"] == 0 < matter
    assert source["matter_won"] + source["matter_drawn"] == matter
    assert source["games"] >= 15
    chance, prover, at_random = found["accuracy"][3 * i:3 * i + 3]
    assert chance["by"] == "chance" and chance["where_it_matters"]["value"] < 1
    assert (prover["agent"], prover["by"]) == ("prover", "search")
    assert (prover["kept_won"] or 0) + (prover["kept_drawn"] or 0) == matter
    assert prover["where_it_matters"]["value"] == prover["of_all"]["value"] == 1
    kept = (at_random["kept_won"] or 0) + (at_random["kept_drawn"] or 0)
    assert at_random["where_it_matters"]["value"] == kept / matter
    assert abs(at_random["of_all"]["value"] - (solved - matter + kept) / solved) < 1e-12
    for row, player in zip(rows[3 * i:3 * i + 3], (chance, prover, at_random)):
        assert row["agent"] == player["agent"] and row["by"] == player["by"]
        assert abs(float(row["where_it_matters"]) -
                   player["where_it_matters"]["value"]) < 1e-5
PYTHON
checks=$((checks + 1))

# The priors alone, by a network of random weights; one source; an outside program.
"$(dirname "$FULCRUM")/tests/network_tool" integer 1 64 net.safetensors cascade size=2 >/dev/null ||
    fail "no network was written"
echo '{"search": {"selection": "puct", "evaluator": "integer", "simulations": 5},
 "network": {"weights": "net.safetensors"}}' >net.json
echo "{\"engine\": {\"command\": [\"$FULCRUM\", \"engine\", \"prover.json\"]}}" >outside.json
expect 0 "$FULCRUM" accuracy cascade size=2 net.json outside.json --memory 16 --positions 8 \
    --from playouts --csv --quiet
equal "$(cut -d, -f1-3 out | tr -d '"' | paste -sd' ')" \
    "source,agent,by playouts,any action,chance playouts,net,priors playouts,net,search playouts,outside,search" \
    "players"
grep 'outside' out | cut -d, -f4 | grep -qx 1 || fail "$(cat out)"

expect 3 "$FULCRUM" accuracy cascade size=7 prover.json --memory 16 --time-limit 1s \
    --from playouts --nodes 100000000
grep -q 'stopped by the time limit' err || fail "$(cat err)"
expect 1 "$FULCRUM" accuracy cascade size=5 prover.json --memory 16 --positions 1 \
    --from playouts --nodes 1 --seed 4
refused 'exclude each other' "${judge[@]}" --json --csv
refused 'AGENT.json' "$FULCRUM" accuracy cascade
refused 'GAME' "$FULCRUM" accuracy prover.json
refused 'nowhere.json' "$FULCRUM" accuracy cascade nowhere.json
passed
