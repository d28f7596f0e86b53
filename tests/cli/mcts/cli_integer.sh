#!/usr/bin/env bash
# Integer networks: runs, matches and analyses with one are identical with all instruction sets
# and any number of threads; errors.
. "$(dirname "$0")/../cli_common.sh"
cd "$TEMPORARY" || exit 1
tool=$(dirname "$FULCRUM")/tests/network_tool
[ -x "$tool" ] || { echo "skipped: $tool is not built"; exit 77; }

"$tool" integer 1 64 weights.safetensors seesaw size=3 || fail "no network was written"
"$tool" integer 2 128 other.safetensors seesaw size=3 || fail "no network was written"
"$tool" integer 1 64 seesaw4.safetensors seesaw size=4 || fail "no network was written"
network=(search.evaluator=integer network.weights=weights.safetensors search.selection=puct
    search.fpu=reduction)

cat >run.json <<'JSON'
{"game": "seesaw", "variant": {"size": 3}, "games": 24, "shard_games": 6,
 "search": {"simulations": 50, "selection": "puct", "fpu": "reduction",
            "evaluator": "integer"},
 "network": {"weights": "weights.safetensors"}}
JSON
expect 0 "$FULCRUM" selfplay run.json --out one --threads 1
for kernels in plain avx2 avx512; do # one that this processor lacks falls back to the next best
    expect 0 env FULCRUM_KERNELS=$kernels "$FULCRUM" selfplay run.json --out $kernels --threads 3
    same_runs one $kernels
done
expect 0 "$FULCRUM" verify one --all
mv weights.safetensors away
refused '; --sample 0 checks all but the repeated searches' "$FULCRUM" verify one
expect 0 "$FULCRUM" verify one --sample 0
mv away weights.safetensors
expect 0 "$FULCRUM" selfplay run.json --out parts --threads 2 --games 0:12
expect 0 "$FULCRUM" selfplay run.json --out parts --threads 1
same_runs one parts

# A network for each variant: {KEY} in the path of the weights stands for the variant's value.
mkdir nets
cp weights.safetensors nets/seesaw-3-pass.safetensors
cp seesaw4.safetensors nets/seesaw-4-pass.safetensors
cat >study.json <<'JSON'
{"title": "Sizes", "game": "seesaw",
 "variants": [{"variant": {"size": 3}}, {"variant": {"size": 4}}],
 "agent": {"search": {"evaluator": "integer", "selection": "puct", "fpu": "reduction"},
           "network": {"weights": "nets/seesaw-{size}-{stuck}.safetensors"}},
 "strengths": [{"simulations": 5}], "games": {"first": 4, "most": 4, "shard": 2}}
JSON
expect 0 "$FULCRUM" study study.json --out sizes --threads 1 --quiet
for size in 3 4; do
    grep -q "nets/seesaw-$size-pass.safetensors" "sizes/size-$size"/*/self-play/config.json ||
        fail "size $size does not use its own network: $(find sizes | head -n 20)"
done
refused 'braces hold a key of the variant' "$FULCRUM" analyze seesaw size=3 \
    search.evaluator=integer search.selection=puct 'network.weights=nets/seesaw-{side}.safetensors'
refused 'braces hold a key of the variant' "$FULCRUM" analyze seesaw size=3 \
    search.evaluator=integer search.selection=puct 'network.weights=nets/seesaw-{size'

# A match against playouts; analyses, also with several threads in one tree.
cat >integer.json <<'JSON'
{"name": "integer", "search": {"evaluator": "integer", "simulations": 60,
 "selection": "puct", "fpu": "reduction"}, "network": {"weights": "weights.safetensors"}}
JSON
echo '{"name": "playouts", "search": {"simulations": 60}}' >playouts.json
expect 0 "$FULCRUM" match integer.json playouts.json seesaw size=3 --games 8 --out match
expect 0 "$FULCRUM" analyze seesaw size=3 "${network[@]}" search.simulations=200 --json
mv out first
expect 0 env FULCRUM_KERNELS=plain "$FULCRUM" analyze seesaw size=3 "${network[@]}" \
    search.simulations=200 --json
untimed='s/"seconds":[^,}]*//; s/"[a-z_]*_per_s":[^,}]*//'
equal "$(sed "$untimed" out)" "$(sed "$untimed" first)" "an analysis"
# As an agent's file, or its weights alone.
for player in integer.json weights.safetensors; do
    expect 0 "$FULCRUM" analyze seesaw size=3 --player $player search.simulations=200 --json
    equal "$(sed "$untimed" out)" "$(sed "$untimed" first)" "an analysis by $player"
done
refused 'weights.safetensors: the network plays seesaw with' "$FULCRUM" analyze seesaw size=4 \
    --player weights.safetensors
echo '{"engine": {"command": ["true"]}}' >program.json
refused 'program.json: is an outside program' "$FULCRUM" analyze seesaw --player program.json
# Weights alone: what they need is said at once.
refused 'use search.evaluator=integer (networks of fulcrum learn and train) or network, and search.selection=puct' \
    "$FULCRUM" analyze seesaw size=3 network.weights=weights.safetensors
expect 0 "$FULCRUM" analyze seesaw size=3 "${network[@]}" search.simulations=2000 \
    search.threads=4 --json

# The evaluation of a position.
expect 0 "$FULCRUM" evaluate weights.safetensors seesaw size=3 --json
mv out first
expect 0 env FULCRUM_KERNELS=plain "$FULCRUM" evaluate weights.safetensors seesaw size=3 --json
cmp -s out first || fail "plain C gives another evaluation"
expect 0 "$FULCRUM" evaluate weights.safetensors seesaw size=3
grep -q "integer, 64 units" out || fail "the network is not described: $(cat out)"
expect 0 "$FULCRUM" bench seesaw size=3 --network weights.safetensors --seconds 0.05
grep -q "integer, 64 units" out || fail "the network is not described: $(cat out)"
expect 0 "$FULCRUM" bench seesaw size=3 --network 64 --seconds 0.05 --json

# Errors.
refused "not with size=4" "$FULCRUM" evaluate weights.safetensors seesaw size=4
refused "not seega" "$FULCRUM" evaluate weights.safetensors seega
refused "leave it out" "$FULCRUM" evaluate weights.safetensors seesaw size=3 --instructions portable
run=("$FULCRUM" selfplay run.json --out refused)
refused "not with size=3" "${run[@]}" network.weights=seesaw4.safetensors
refused "network.hash" "${run[@]}" network.hash=0x0000000000000000
refused "must be \"auto\"" "${run[@]}" network.instructions=portable
refused "use \"puct\"" "${run[@]}" search.selection=uct
refused "search.expand_after" "${run[@]}" search.expand_after=2
refused "is a network for search.evaluator=integer" "${run[@]}" search.evaluator=network
refused "there is no such file" "${run[@]}" network.weights=nowhere.safetensors
refused "must name a file" "${run[@]}" network.weights=
# A network's features as text: the active ones, or all.
expect 0 "$FULCRUM" features seesaw size=3
on=$(sed -n '1s/.*; \([0-9]*\) on .*/\1/p' out) features=$(sed -n '1s/.*: \([0-9]*\) features.*/\1/p' out)
equal "$(sed 1d out | wc -l)" "$on" "lines of features that are on"
expect 0 "$FULCRUM" features seesaw size=3 --all
equal "$(grep -c '^ *[0-9]* on ' out)" "$on" "features that are on"
equal "$(sed 1d out | wc -l)" "$features" "lines of all features"
refused "the game is over" "$FULCRUM" features seesaw --position 'S d4=S2/-'
cp weights.safetensors damaged.safetensors
"$root/tests/tools/edit_weights.py" damaged.safetensors --byte 3000
refused "damaged.safetensors: its hash does not match" "${run[@]}" network.weights=damaged.safetensors
refused "damaged.safetensors: its hash" "$FULCRUM" evaluate damaged.safetensors seesaw size=3
head -c 3000 weights.safetensors >cut.safetensors
refused "cut.safetensors: ends early: 3000 bytes instead of $(stat -c %s weights.safetensors)" "${run[@]}" network.weights=cut.safetensors

# Every shipped network, of any seed, plays the variant in its file.
for shipped in "$root"/experiments/integer-learning/*.safetensors; do
    variant=$(/usr/bin/python3 - "$shipped" <<'PYTHON'
import json, sys
with open(sys.argv[1], "rb") as file:
    about = json.loads(file.read(int.from_bytes(file.read(8), "little")))["__metadata__"]
print(about["game"], about["variant"].split(" | ")[0])
PYTHON
    )
    # shellcheck disable=SC2086 # words
    expect 0 "$FULCRUM" evaluate "$shipped" $variant
    grep -Eq "integer, (64|128) units" out || fail "$shipped: $(cat out)"
done
passed
