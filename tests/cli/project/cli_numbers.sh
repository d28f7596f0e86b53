#!/usr/bin/env bash
# Integers leave every command that writes JSON with all of their digits: seeds and numbers of
# requests around powers of two and ten, up to 2^53 - 1, and random ones.
. "$(dirname "$0")/../cli_common.sh"
cd "$TEMPORARY" || exit 1
export OMP_NUM_THREADS=1

/usr/bin/python3 >seeds <<'PYTHON'
import random
rng = random.Random(7)
edges = [2 ** 31, 2 ** 32, 10 ** 15, 10 ** 16 // 2, 2 ** 52, 2 ** 53 - 2]
seeds = [edge + near for edge in edges for near in (-1, 1)] + [
    4600000000000001, 8007199254740999] + [rng.getrandbits(53) for _ in range(6)]
print(*seeds, sep="\n")
PYTHON
mapfile -t seeds <seeds

has() { # FILE: its seed
    grep -qE "\"seed\":\s*$seed\$|\"seed\":\s*$seed[,}]" "$1" ||
        fail "not $seed in $1: $(grep -oE '"seed"[^,}]*' "$1")"
    checks=$((checks + 1))
}

# The numbers of requests, which may have any size; requests sent to an engine.
for id in "${seeds[@]}" 9007199254740993 -9223372036854775808 18446744073709551615 1e300 0.1; do
    echo "{\"id\":$id,\"request\":\"hello\"}"
done >requests
"$FULCRUM" engine <requests | grep -o '"id":[^,]*' >ids
equal "$(<ids)" "$(grep -o '"id":[^,]*' requests)" "ids of answers"
cat >engine.py <<'PYTHON'
import json, random, sys
for line in sys.stdin:
    request = json.loads(line)
    answer = {"id": request["id"]}
    if request["request"] == "hello":
        answer |= {"protocol": 1, "name": "mine", "version": "1", "can": ["go"]}
    elif request["request"] == "position":
        legal = request["legal"]
    elif request["request"] == "go":
        for seed in (request["seed"], request["moment"]["seed"]):
            assert type(seed) is int and 0 <= seed < 2 ** 53, line
        assert str(request["moment"]["seed"]) in sys.argv[1], line
        answer["action"] = random.Random(request["seed"]).choice(legal)
    print(json.dumps(answer), flush=True)
PYTHON
for seed in "${seeds[@]::3}" "${seeds[@]: -3}"; do
    echo "{\"name\": \"mine\", \"engine\": {\"command\": [\"/usr/bin/python3\", \"engine.py\", \"$seed\"]}}" >engine.json
    expect 0 "$FULCRUM" match engine.json "$root/configs/agents/random.json" seesaw size=2 \
        --games 4 --seed "$seed" --out "match-$seed" --quiet
done

echo '{"game": "cascade", "variant": {"size": 2}, "games": 1, "search": {"simulations": 1}}' >tiny.json
for seed in "${seeds[@]}"; do
    echo "save saved-$seed.json" |
        "$FULCRUM" play seesaw size=2 search.simulations=1 --seed "$seed" >out 2>&1
    has "saved-$seed.json"
    echo "save again-$seed.json" | "$FULCRUM" play --load "saved-$seed.json" >out 2>&1
    has "again-$seed.json"
    expect 0 "$FULCRUM" complexity cascade size=2 --positions 50 --playouts 8 --population 2 \
        --repeats 8 --seed "$seed" --json --quiet
    has out
    "$FULCRUM" accuracy cascade size=2 direction=down "$root/configs/agents/random.json" \
        --memory 16 --positions 3 --from playouts --seed "$seed" --json --quiet >out
    has out
    expect 0 "$FULCRUM" selfplay tiny.json seed="$seed" --out "run-$seed" --quiet
    has "run-$seed/config.json"
    expect 0 "$FULCRUM" info "run-$seed" --json
    has out
    # Another seed is another run, even the next one.
    refused '"seed" is' "$FULCRUM" selfplay tiny.json seed=$((seed - 1)) --out "run-$seed" --quiet
done

# Honest studies with such seeds.
for seed in 4600000000000001 8007199254740999 9007199254740991; do
    echo '{"title": "Tiny", "game": "cascade", "variants": [{"variant": {"size": 2}}],
        "strengths": [{"simulations": 1}], "seed": '$seed', "precision": 0.1,
        "games": {"first": 20, "most": 20, "shard": 20}}' >study.json
    expect 0 "$FULCRUM" study study.json --out "study-$seed" --quiet
    has "study-$seed/study.json"
    expect 0 "$FULCRUM" claim "study-$seed" -o "claim-$seed" --quiet
    has "claim-$seed/study.json"
    expect 0 "$FULCRUM" claim check "claim-$seed"
done
passed
