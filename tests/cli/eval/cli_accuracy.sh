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
grep -q '^15 distinct positions from [0-9]* playouts; 0 not solved' out || fail "$(cat out)"
grep -q 'prover  *search  *100.0 \[' out || fail "$(cat out)"
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
assert len(rows) == 6 and not found["stopped"]
for i, source in enumerate(found["sources"]):
    matter, solved = sum(source["matter"].values()), sum(source["solved"].values())
    assert source["positions"] == solved == 15 and source["open"] == 0 < matter
    assert source["matter"]["lost"] == 0 and source["games"] >= 15
    assert source["uniform"]["where_it_matters"] < 1
    prover, at_random = source["players"]
    assert (prover["agent"], prover["by"]) == ("prover", "search")
    assert prover["kept"] == source["matter"]
    assert prover["where_it_matters"]["value"] == prover["of_all"]["value"] == 1
    kept = sum(at_random["kept"].values())
    assert at_random["where_it_matters"]["value"] == kept / matter
    assert abs(at_random["of_all"]["value"] - (solved - matter + kept) / solved) < 1e-12
    for row, player in zip(rows[3 * i + 1:3 * i + 4], source["players"]):
        assert row["agent"] == player["agent"] and int(row["matter"]) == matter
        assert int(row["kept_won"]) == player["kept"]["won"]
        assert abs(float(row["share"]) - player["where_it_matters"]["value"]) < 1e-5
    assert rows[3 * i]["agent"] == "uniform"
    assert abs(float(rows[3 * i]["share"]) - source["uniform"]["where_it_matters"]) < 1e-5
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
equal "$(cut -d, -f4,11,12 out | tr -d '"' | paste -sd' ')" \
    "source,agent,by playouts,uniform,chance playouts,net,priors playouts,net,search playouts,outside,search" \
    "players"
grep 'outside' out | cut -d, -f15 | grep -qx 1 || fail "$(cat out)"

expect 3 "$FULCRUM" accuracy cascade size=7 prover.json --memory 16 --time-limit 1s \
    --from playouts --nodes 100000000
grep -q 'stopped by the time limit' err || fail "$(cat err)"
expect 1 "$FULCRUM" accuracy cascade size=5 prover.json --memory 16 --positions 1 \
    --from playouts --nodes 1 --seed 4
refused 'either --json or --csv' "${judge[@]}" --json --csv
refused 'AGENT.json' "$FULCRUM" accuracy cascade
refused 'GAME' "$FULCRUM" accuracy prover.json
refused 'nowhere.json' "$FULCRUM" accuracy cascade nowhere.json
passed
