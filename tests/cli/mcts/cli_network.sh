#!/usr/bin/env bash
# Networks: runs, matches and analyses with one; errors.
. "$(dirname "$0")/../cli_common.sh"
cd "$TEMPORARY" || exit 1
tool=$(dirname "$FULCRUM")/tests/network_tool
[ -x "$tool" ] || fail "$tool is missing"
threads_at_exit

"$tool" seesaw 1 16 2 weights.safetensors || fail "no network was written"
"$tool" seesaw 2 16 2 other.safetensors || fail "no network was written"
"$tool" situ 1 16 2 situ.safetensors || fail "no network was written"
network=(search.evaluator=network network.weights=weights.safetensors search.selection=puct
    search.fpu=reduction network.instructions=portable)

cat >run.json <<'JSON'
{"game": "seesaw", "variant": {"size": 3}, "games": 24, "shard_games": 6,
 "search": {"simulations": 24, "selection": "puct", "fpu": "reduction",
            "evaluator": "network"},
 "network": {"weights": "weights.safetensors", "instructions": "portable"}}
JSON

# The files are the same for any number of threads, and so any batches, and when played in parts.
expect 0 "$FULCRUM" selfplay run.json --out one --threads 1
expect 0 "$FULCRUM" selfplay run.json --out three --threads 3
same_runs one three
expect 0 "$FULCRUM" selfplay run.json --out parts --threads 2 --games 0:12
expect 0 "$FULCRUM" selfplay run.json --out parts --threads 1 --games 6:24
same_runs one parts
expect 0 "$FULCRUM" selfplay run.json network.cache_mb=0 --out uncached --threads 2
for table in games positions legal; do # only the configuration differs
    h5diff one/shard-000002.h5 uncached/shard-000002.h5 /$table /$table >&2 ||
        fail "the cache changes $table"
    checks=$((checks + 1))
done
expect 0 "$FULCRUM" verify one

# A run that is stopped by SIGTERM and SIGKILL and resumed equals an uninterrupted one.
simulations=150
[ "${FULCRUM_TEST_EFFORT:-100}" -ge 10 ] || simulations=50 # slow builds
expect 0 "$FULCRUM" selfplay run.json search.simulations=$simulations --out whole --threads 2
cut=0
for signal in TERM KILL TERM KILL; do
    interrupt $signal "$FULCRUM" selfplay run.json search.simulations=$simulations --out cut \
        --threads 2
done
[ $cut -gt 0 ] || fail "no call was interrupted"
expect 0 "$FULCRUM" selfplay run.json search.simulations=$simulations --out cut --threads 1
same_runs whole cut

# The configuration records the hash of the weights and the instruction set.
hash=$("$FULCRUM" evaluate weights.safetensors seesaw --json | sed 's/.*"hash":"\([^"]*\)".*/\1/')
grep -qF "\"hash\":	\"$hash\"" one/config.json || grep -qF "$hash" one/config.json ||
    fail "the hash $hash is not in $(cat one/config.json)"
grep -q '"instructions":.*"portable"' one/config.json || fail "$(cat one/config.json)"
expect 0 "$FULCRUM" selfplay run.json network.instructions=auto --out auto games=6
grep -q '"instructions":.*"auto"' auto/config.json && fail "auto was not resolved"
expect 0 "$FULCRUM" selfplay auto/config.json games=6 --out again --threads 1
same_runs auto again

# A repair plays as the run did; with other weights under the same name it is refused.
rm three/shard-000001.h5
cp weights.safetensors kept.safetensors
refused 'kept.safetensors: is a network for search.evaluator=network' "$FULCRUM" analyze seesaw \
    search.evaluator=integer search.selection=puct network.weights=kept.safetensors
cp other.safetensors weights.safetensors
refused "network.hash" "$FULCRUM" selfplay run.json --out three "network.hash=$hash"
refused "another configuration" "$FULCRUM" selfplay run.json --out three
cp kept.safetensors weights.safetensors
expect 0 "$FULCRUM" selfplay run.json --out three
same_runs one three

# Gumbel at the root, noise, and an opening.
expect 0 "$FULCRUM" selfplay run.json search.root=gumbel games=6 --out gumbel
expect 0 "$FULCRUM" selfplay run.json noise.weight=0.25 opening.turns=2 games=6 --out noise

# An export has the planes and heads that `fulcrum planes` shows.
expect 0 "$FULCRUM" export one -o train.h5 --planes --policy padded --symmetries random
if /usr/bin/python3 -c 'import h5py' 2>/dev/null; then
    FULCRUM=$FULCRUM /usr/bin/python3 - <<'PYTHON' || fail "wrong planes or heads in the export"
import json, os, subprocess
import h5py
told = json.loads(subprocess.run([os.environ["FULCRUM"], "planes", "seesaw", "size=3", "--json"],
                                 capture_output=True, check=True).stdout)
with h5py.File("train.h5") as file:
    p, h, w = (int(file.attrs[name]) for name in ("planes", "height", "width"))
    assert (p, h, w) == (len(told["scales"]), told["height"], told["width"])
    assert file["plane_scales"][...].tolist() == told["scales"]
    for action, *output in told["legal"]:
        assert file["heads"][told["side"], action].tolist() == output
    assert file["heads"].shape == (2, file.attrs["num_actions"], 4)
    rows = file["train"]
    planes = rows["planes"][...].reshape(-1, p, h, w)
    start = [int(i) for i in range(len(planes)) if rows["ply"][i] == 0]
    assert start and len(planes) == len(rows["state"])
    for i in start:  # the start has the same planes from every side
        assert planes[i].reshape(p, -1).tolist() == told["planes"]
PYTHON
    checks=$((checks + 1))
fi

# Without the weights, recorded games can still be checked against the rules.
mv weights.safetensors gone.safetensors
expect 0 "$FULCRUM" verify one --sample 0
expect 0 "$FULCRUM" info one
refused "weights.safetensors: there is no such file" "$FULCRUM" verify one
mv gone.safetensors weights.safetensors

# Agents: a match of a network with playouts, the same at any number of threads.
cat >network.json <<'JSON'
{"search": {"simulations": 20, "selection": "puct", "fpu": "reduction",
            "evaluator": "network"},
 "network": {"weights": "weights.safetensors", "instructions": "portable"}}
JSON
echo '{"search": {"simulations": 50}}' >playouts.json
expect 0 "$FULCRUM" match network.json playouts.json seesaw size=3 --games 8 --out match1 \
    --threads 1
expect 0 "$FULCRUM" match network.json playouts.json seesaw size=3 --games 8 --out match2 \
    --threads 2
same_runs match1 match2
expect 0 "$FULCRUM" match network.json network.json seesaw size=3 --games 2 --out match3
expect 0 "$FULCRUM" analyze seesaw size=3 "${network[@]}" search.simulations=50 --json
expect 0 "$FULCRUM" play seesaw size=3 --player1 network.json --player2 network.json
expect 0 "$FULCRUM" evaluate weights.safetensors seesaw size=6
grep -q 'score' out || fail "$(cat out)"

# bench: a network from a file, and one of random weights.
expect 0 "$FULCRUM" bench seesaw size=3 --seconds 0.05 --network weights.safetensors --batch 3
grep -q '16 channels, 2 blocks, .*, batches of' out || fail "$(cat out)"
grep -q 'Evaluations, /s  *[1-9]' out || fail "$(cat out)"
expect 0 "$FULCRUM" bench situ order=2 --seconds 0.05 --network 16x1 --instructions portable \
    --json
grep -q '"evaluations_per_s":{"value":[1-9]' out || fail "$(cat out)"
refused "--batch" "$FULCRUM" bench seesaw --network 16x1 --batch 0
refused "multiples of 16" "$FULCRUM" bench seesaw --network 17x1
refused "plays seesaw, not situ" "$FULCRUM" bench situ --network weights.safetensors

# Errors, each with the reason.
refused "plays situ, not seesaw" "$FULCRUM" evaluate situ.safetensors seesaw
refused "plays seesaw, not situ" "$FULCRUM" analyze situ "${network[@]}"
refused "plays seesaw, not situ" "$FULCRUM" match network.json playouts.json situ
refused "plays seesaw, not situ" "$FULCRUM" play situ --player1 network.json \
    --player2 search
refused "there is no such file" "$FULCRUM" analyze seesaw search.evaluator=network \
    search.selection=puct network.weights=none.safetensors
refused "given twice" "$FULCRUM" analyze seesaw "${network[@]}" network.weights=x
refused "is not a safetensors file" "$FULCRUM" evaluate run.json seesaw
refused "must name a file" "$FULCRUM" analyze seesaw search.evaluator=network
refused "or network, and search.selection=puct" "$FULCRUM" analyze seesaw network.weights=weights.safetensors
refused "use \"puct\"" "$FULCRUM" analyze seesaw search.evaluator=network \
    network.weights=weights.safetensors
refused "search.expand_after" "$FULCRUM" analyze seesaw "${network[@]}" search.expand_after=2
refused "search.threads" "$FULCRUM" analyze seesaw "${network[@]}" search.threads=2
refused "allowed: auto" "$FULCRUM" analyze seesaw search.evaluator=network \
    network.instructions=fast
refused "--instructions" "$FULCRUM" evaluate weights.safetensors seesaw --instructions fast
grep -qw amx_bf16 /proc/cpuinfo ||
    refused "is amx" "$FULCRUM" evaluate weights.safetensors seesaw --instructions amx
cp weights.safetensors damaged.safetensors
"$root/tests/tools/edit_weights.py" damaged.safetensors --byte 9000
refused "damaged" "$FULCRUM" evaluate damaged.safetensors seesaw
# A network that records what it was trained on: commands warn when they use it on anything else.
cp weights.safetensors seen.safetensors
variant=$("$FULCRUM" moves seesaw --json |
    /usr/bin/python3 -c 'import json, sys; print(json.load(sys.stdin)["variant"])')
"$root/tests/tools/edit_weights.py" seen.safetensors "seen_variants=$variant"
expect 0 "$FULCRUM" evaluate seen.safetensors seesaw
[ ! -s "$TEMPORARY/err" ] || fail "a warning for a variant of the training: $(cat "$TEMPORARY/err")"
for words in size=5 stuck=loss swap=true; do
    expect 0 "$FULCRUM" evaluate seen.safetensors seesaw $words
    grep -q 'was not trained on seesaw' "$TEMPORARY/err" || fail "$words: no warning"
done
expect 0 "$FULCRUM" selfplay "$root/configs/quickstart.json" variant.size=2 games=1 \
    search.simulations=2 search.evaluator=network search.selection=puct \
    network.weights=seen.safetensors --out seen --quiet
grep -q 'was not trained on seesaw' "$TEMPORARY/err" || fail "selfplay: no warning"
passed
