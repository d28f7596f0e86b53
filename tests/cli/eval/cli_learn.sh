#!/usr/bin/env bash
# learn and train: the same networks on any number of threads, with any instructions and through
# any kills; the hash is that of every compiler and machine. Errors.
. "$(dirname "$0")/../cli_common.sh"
cd "$TEMPORARY" || exit 1

words=(cascade size=4 swap=true games.least=60 games.positions=100 games.first_simulations=6
    games.least_simulations=20 games.simulations=40 games.fast_simulations=5
    games.fast_generations=2 train.window=2 train.units=64 train.batch=128
    train.passes=1 train.first_passes=10 gate.games=40 gate.simulations=60 gate.elo=20
    curve.every=2 curve.games=20 ladder.games=4 ladder.simulations=20)
learn=("$FULCRUM" learn "${words[@]}" --generations 3 --quiet)
known="0x085888aff148ae4a 0x5af9f2e7764706f7 0x92e1295c5843fb9f"

expect 0 "${learn[@]}" --out one --threads 1 --json
[ ! -s err ] || fail "$(cat err)"
hashes=$(tr ',' '\n' <out | sed -n 's/.*"hash":"\(0x[0-9a-f]*\)".*/\1/p' | xargs)
equal "$hashes" "$known" "hashes of the generations' networks"
# The first generations have fast searches; Elo of the bests is by games of their own.
python3 - out <<'PYTHON' || fail "the table is wrong: $(cat out)"
import json, math, sys
rows = json.load(open(sys.argv[1]))["generations"]
fast = ["playout_cap" in json.load(open(f"one/games/00{g}.json")) for g in range(3)]
assert fast == [False, True, False], fast
gain = json.load(open("one/generations/001.json"))["gain"]
points = [gain[name] for name in ("lost", "half", "even", "more", "won")]
assert sum(points) == 10, gain
score = sum(i * n for i, n in enumerate(points)) / 40
assert abs(rows[1]["rating"]["value"] - 400 * math.log10(score / (1 - score))) < 0.01, rows
assert rows[0]["rating"] is None and rows[2]["rating"] is None, rows
PYTHON
expect 0 "${learn[@]}" --out one --threads 1
cp out one.txt
grep -q '^ *Generation .* CPU time$' out || fail "$(cat out)"
expect 0 "$FULCRUM" info one
cmp out one.txt || fail "info shows another result: $(cat out)"
# A task that was late may put an earlier generation in the best one's place: the next call does not
# leave it there, unless it is for fewer generations.
cp -r one late
cp one/agents/000.json late/best.json
cp one/weights/000.safetensors late/best.safetensors
expect 0 "${learn[@]}" --out late --generations 1
cmp -s one/best.safetensors late/best.safetensors && fail "a call for fewer generations changes the best"
expect 0 "${learn[@]}" --out late
cmp one/best.safetensors late/best.safetensors || fail "the best network is another"
cmp one/best.json late/best.json || fail "the best agent is another"
# Over NFS, what another machine replaces while it is read is read again.
if [ -n "${LAYERS:-}" ]; then
    stale=(env FAULT_FOLDER="$PWD/late" READ_ERRNO=116 LD_PRELOAD="$LAYERS/read_layer.so")
    "${stale[@]}" PLACE_LOG="$PWD/calls" "$FULCRUM" info late >/dev/null 2>&1
    expect 0 "$FULCRUM" info late
    cp out late.txt
    for call in $(awk '$1 ~ /^(open|fstat|read)$/ {print NR}' calls); do
        expect 0 "${stale[@]}" PLACE_AT="$call" "$FULCRUM" info late
        cmp out late.txt || fail "call $call: $(cat out)"
    done
    refused 'Stale file handle' "${stale[@]}" READ_CALL=read "$FULCRUM" info late
fi
# Of many generations those on the curve and the last.
cp -r one many
for ((g = 3; g < 12; g++)); do
    sed "s/\"generation\":.*/\"generation\": $g,/" one/generations/001.json >"$(printf 'many/generations/%03d.json' $g)"
    [ $((g % 2)) -eq 1 ] || sed -i 's/"curve":.*/"curve": false,/' "$(printf 'many/generations/%03d.json' $g)"
done
expect 0 "$FULCRUM" info many
equal "$(sed -n 's/^ *\([0-9]*\) .*:.*/\1/p' out | xargs), $(grep -c ' and 6 more' out)" "1 3 5 7 9 11, 1" "generations shown"
expect 0 "$FULCRUM" info many --long
equal "$(grep -c ':[0-9][0-9]$' out)" 12 "generations of all"
# Its agents and weights play from any folder, also once they have been moved.
mkdir elsewhere && cp -r one elsewhere/moved
(cd elsewhere/moved && "$FULCRUM" match best.json ../../one/agents/000.json cascade size=4 swap=true \
    --games 2 --out ../match --quiet >/dev/null) || fail "an agent's weights are not found"
expect 0 "$FULCRUM" match elsewhere/moved/weights/001.safetensors one/best.json cascade size=4 \
    swap=true --games 2 --out match --quiet
rm -r elsewhere/moved && expect 0 "$FULCRUM" info match
expect 0 env FULCRUM_KERNELS=plain "${learn[@]}" --out plain --threads 3
expect 0 env FULCRUM_KERNELS=avx2 "${learn[@]}" --out avx2 --threads 2
for ((kill = 1; ; kill++)); do
    (
        timeout --signal=KILL "0.$((RANDOM % 9 + 1))" "${learn[@]}" --out killed --threads 2
        exit $?
    ) >/dev/null 2>&1 && break
    [ "$kill" -lt 500 ] || fail "still not done after 500 kills"
done
for other in plain avx2 killed; do
    for generation in 000 001 002; do
        cmp "one/weights/$generation.safetensors" "$other/weights/$generation.safetensors" ||
            fail "$other: generation $generation is another network"
    done
done

# Three tasks together, one of them killed at random; generations made again.
for task in 0 2; do
    "${learn[@]}" --out tasks --threads 1 --task "$task/3" >/dev/null 2>&1 &
done
for ((kill = 1; ; kill++)); do
    (
        timeout --signal=KILL "0.$((RANDOM % 9 + 1))" "${learn[@]}" --out tasks --task 1/3
        exit $?
    ) >/dev/null 2>&1 && break
    [ "$kill" -lt 500 ] || fail "still not done after 500 kills"
done
wait
expect 0 "$FULCRUM" info tasks --json
equal "$(tr ',' '\n' <out | sed -n 's/.*"hash":"\(0x[0-9a-f]*\)".*/\1/p' | xargs)" "$known" \
    "hashes of three tasks"
expect 0 "$FULCRUM" learn --check one --generations 0,2 --quiet
equal "$(cat out)" "generation 0: ${known%% *} again
generation 2: ${known##* } again" "generations made again"
refused 'generation 3 is not complete' "$FULCRUM" learn --check one --generations 3
sed -i 's/0x/0y/' tasks/generations/001.json
expect 1 "$FULCRUM" learn --check tasks --generations 1 --out again --quiet

# One network for two rules, with the games and the names of each.
two=("$FULCRUM" learn "${words[@]/swap=true/swap=false,true}" --generations 2 --quiet)
expect 0 "${two[@]}" --out two --json
equal "$(tr ',' '\n' <out | sed -n 's/.*"hash":"\(0x[0-9a-f]*\)".*/\1/p' | xargs)" \
    "0x9981c40ff3527c8f 0x5cd8143866beab17" "hashes of a network of two variants"
expect 0 env FULCRUM_KERNELS=plain "${two[@]/ladder.games=4/ladder.games=0}" --out two-plain --threads 3
cmp two/weights/001.safetensors two-plain/weights/001.safetensors || fail "another network"
for swap in false true; do
    expect 0 "$FULCRUM" verify "two/games/001-swap=$swap"
    expect 0 "$FULCRUM" evaluate two/weights/001.safetensors cascade size=4 swap=$swap
done
refused 'the network plays' "$FULCRUM" evaluate two/weights/001.safetensors cascade size=5
refused 'different boards' "$FULCRUM" learn cascade size=4,5 --out none
expect 0 "$FULCRUM" learn "${words[@]}" train.continue=false --generations 2 --quiet --out each --json
equal "$(tr ',' '\n' <out | sed -n 's/.*"hash":"\(0x[0-9a-f]*\)".*/\1/p' | xargs)" \
    "0x085888aff148ae4a 0x05b7930f3cfd44e5" "hashes of networks that start from random weights"
# Weight decay is 3, 3/2, 1 ...: at least 3/2 changes the third network first.
expect 0 "$FULCRUM" learn "${words[@]}" train.weight_decay=1.5 --generations 3 --quiet --out least
for network in 000 001; do
    cmp {one,least}/weights/$network.safetensors || fail "$network by another weight decay"
done
cmp -s {one,least}/weights/002.safetensors && fail "weight decay does not fade"
# A lower rate from the third on changes that first.
expect 0 "$FULCRUM" learn "${words[@]}" train.full_rate=1 --generations 3 --quiet --out slow
for network in 000 001; do
    cmp {one,slow}/weights/$network.safetensors || fail "$network by another rate"
done
cmp -s {one,slow}/weights/002.safetensors && fail "the rate does not fall"
# The fifth starts from the first weights, on two generations, as if nothing else had been trained.
fresh=("$FULCRUM" learn "${words[@]/window=2/window=1}" train.fresh_every=4 --generations 5 --quiet)
expect 0 "${fresh[@]}" --out fresh --json
equal "$(tr ',' '\n' <out | sed -n 's/.*"hash":"\(0x[0-9a-f]*\)".*/\1/p' | tail -1)" \
    "0x2894e5cc3c8d03f4" "hash of a network that starts anew"
rows() { sed -n 's/.*"rows":[[:space:]]*\([0-9]*\).*/\1/p' "fresh/generations/$1.json"; }
[ "$(rows 004)" -gt "$(rows 003)" ] || fail "rows: $(rows 003), $(rows 004)"
expect 0 "$FULCRUM" learn --check fresh --generations 3,4 --quiet

refused 'unknown key "search.simulation"' "$FULCRUM" learn cascade search.simulation=4 --out none

# The largest of the four games' features, and a game in one file, which the folder keeps.
tiny=(games.least=12 games.positions=100 games.first_simulations=3 games.least_simulations=10
    games.simulations=10 games.fast_simulations=0 train.window=4 train.units=64 train.batch=64 train.passes=1 train.first_passes=10 gate.games=4
    gate.simulations=10 ladder.games=0 --generations 2 --quiet --json)
# hashes_of GAME KNOWN: learns, by some kernels and threads.
hashes_of() {
    expect 0 "$FULCRUM" learn $1 "${tiny[@]}" --out "tiny-${1//[^a-z]/}" --threads 1
    equal "$(tr ',' '\n' <out | sed -n 's/.*"hash":"\(0x[0-9a-f]*\)".*/\1/p' | xargs)" "$2" \
        "hashes of $1"
    expect 0 env FULCRUM_KERNELS=plain "$FULCRUM" learn $1 "${tiny[@]}" --threads 3 \
        --out "plain-${1//[^a-z]/}"
    cmp "tiny-${1//[^a-z]/}/weights/001.safetensors" \
        "plain-${1//[^a-z]/}/weights/001.safetensors" || fail "$1: another network"
}
expect 0 "$FULCRUM" learn cascade size=2 "${tiny[@]::${#tiny[@]}-2}" --out said
grep -q '; less than a minute left' err || fail "$(cat err)"
hashes_of "seesaw size=4" "0x0aceafa88db590a4 0x0e9dc062e851f2c8"
if ! sanitized; then
    cp "$root/configs/games/hex.c" .
    hashes_of "./hex.c size=4 swap=false,true" "0x893ccc52ff7a99a9 0x04e745a5db40f3a2"
    cmp hex.c tiny-hexcsizeswapfalsetrue/game.c || fail "the folder keeps another source"
    refused 'needs the rules of its game, hex' "$FULCRUM" info tiny-hexcsizeswapfalsetrue
    expect 0 "$FULCRUM" info tiny-hexcsizeswapfalsetrue --allow-code
    expect 0 "$FULCRUM" learn --out tiny-hexcsizeswapfalsetrue --generations 1 --quiet --allow-code
fi

# From a network of another size, again to the bit.
start=("$FULCRUM" learn "${words[@]/size=4/size=5}" --start one/weights/002.safetensors
    --generations 1 --quiet)
expect 0 "${start[@]}" --out start --json
grep -q '"opponent":"start"' out || fail "$(cat out)"
expect 0 env FULCRUM_KERNELS=plain "${start[@]}" --out start-plain --threads 3
cmp start/weights/000.safetensors start-plain/weights/000.safetensors || fail "another network"
expect 0 "$FULCRUM" learn --check start --quiet
refused 'the network plays cascade, not seega' "$FULCRUM" learn seega --start \
    one/weights/002.safetensors --out other

# An external learner: here the weights of the first network.
cat >learner.sh <<'END'
[ -f "$2" ] && cp FIRST "$1"
END
sed -i "s|FIRST|$PWD/one/weights/000.safetensors|" learner.sh
outside=("$FULCRUM" learn "${words[@]}" --generations 1 --quiet)
expect 0 "${outside[@]}" --out outside train.command="sh $PWD/learner.sh"
cmp outside/weights/000.safetensors one/weights/000.safetensors || fail "other weights"
refused 'the learner, exit 3' "${outside[@]}" --out failing train.command="exit 3"

# Two processes with learners of their own: the first network counts, and the late learner ends.
cat >late.sh <<'END'
if mkdir late; then
    until [ -e late/go ]; do sleep 0.05; done
    cp OTHER "$1"
else
    cp FIRST "$1"
fi 2>no
END
sed -i "s|FIRST|$PWD/one/weights/000.safetensors|; s|OTHER|$PWD/one/weights/001.safetensors|" late.sh
both=("${outside[@]}" --out both train.command="sh $PWD/late.sh")
"${both[@]}" >/dev/null 2>late.err &
pid=$!
until [ -d late ]; do sleep 0.05; done
expect 0 "${both[@]}"
touch late/go
wait $pid || fail "the late one: $(cat late.err)"
cmp both/weights/000.safetensors one/weights/000.safetensors || fail "a network was replaced"
equal "$(find both/weights -name '*.tmp' -o -name '*.new' | wc -l)" 0 "files left behind"

expect 3 "$FULCRUM" learn "${words[@]}" --generations 900 --quiet --out limited --time-limit 1s
# --time is that of all calls together: no generation begins after it.
for _ in 1 2 3; do
    expect 0 "$FULCRUM" learn "${words[@]/ladder.games=4/ladder.games=0}" --time 2s --quiet \
        --out timed
done
python3 - timed/generations/???.json <<'END' || fail "generations began after the time"
import json, sys
seconds = [json.load(open(path))["seconds"]["clock"] for path in sys.argv[1:]]
sys.exit(not sum(seconds[:-1]) < 2 or not seconds)
END
expect 0 "$FULCRUM" verify one/games/001
expect 0 "$FULCRUM" evaluate one/weights/002.safetensors cascade size=4 swap=true

# More generations extend the folder; another plan does not fit it.
refused 'one/plan.json: was begun with another plan' "${learn[@]}" --seed 2 --out one
refused 'one: goes on by its plan, of seed ' "$FULCRUM" learn --seed 99 --out one
refused 'one: goes on by its plan, of seed ' "$FULCRUM" learn train.units=128 --out one
refused 'train.units is 100' "$FULCRUM" learn cascade train.units=100 --out none
refused 'unknown key "games.lest"' "$FULCRUM" learn cascade games.lest=4 --out none
[ ! -e none ] || fail "a refused call made a folder"

train=("$FULCRUM" train one/exports/000.h5 one/exports/001.h5 --units 64 --batch 100
    --steps 30 --passes 0.1 --later)
expect 0 "${train[@]}" --out trained --threads 1
grep -q '^trained/weights.safetensors: hash 0x.* 30 steps on ' out || fail "$(cat out)"
equal "$(wc -l <trained/losses.csv)" 2 "lines of losses.csv"
expect 0 env FULCRUM_KERNELS=plain "${train[@]}" --out trained-plain --threads 3 --quiet
cmp trained/weights.safetensors trained-plain/weights.safetensors || fail "another network"
refused 'already exists' "${train[@]}" --out trained
refused 'is not a file of fulcrum export' "$FULCRUM" train one/games/000/shard-000000.h5 --out no
refused 'multiples of 64' "$FULCRUM" train one/exports/000.h5 --units 65 --out no
expect 0 "$FULCRUM" export one/games/000 -o bare.h5
refused 'export with --features' "$FULCRUM" train bare.h5 --out no
passed
