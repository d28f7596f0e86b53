#!/usr/bin/env bash
# Studies by learned players: networks of several seeds a board, one for all variants of it; the
# same to the bit in one call, with kills, and by `fulcrum learn`; more time and more seeds go on.
. "$(dirname "$0")/../cli_common.sh"
threads_at_exit
cd "$TEMPORARY" || exit 1
keys=games.positions=800,games.least=40,games.first_simulations=16,train.first_passes=2,gate.games=8
keys=$keys,gate.simulations=16,games.simulations=32,games.least_simulations=16,ladder.games=4
grid="cascade size=2,3 swap=false,true"
few="games.most=36 games.shard=4 --solve-budget 0"
networks() { (cd "$1/networks" && sha256sum -- */*.safetensors); }
shards() { (cd "$1" && find . -name 'shard-*.h5' -path '*networks*' -exec sha256sum {} + | sort -k2); }

# shellcheck disable=SC2086
expect 0 "$FULCRUM" study $grid --learn 1s --learning "$keys" $few --out s --threads 1
grep -q 'learning size=2 swap=false and the variants of its board, network 1 of 3' err ||
    fail "does not say what it learns: $(cat err)"
tr -s ' \n' ' ' <out | grep -q '[Bb]etween 3 networks' || fail "who plays: $(cat out)"
[ "$(wc -l <out)" -le 24 ] || fail "over 24 lines: $(cat out)"
equal "$(find s/networks -name '*.safetensors' | wc -l)" 6 "networks of two boards and three seeds"
expect 0 "$FULCRUM" study s --look --json
python3 - <<'PYTHON' || fail "wrong JSON"
import json
j = json.load(open("out"))
level, = j["study"]["strengths"]
assert level["name"] == "learned 1s", level
assert level["agent"]["network"]["weights"] == [
    f"s/networks/1s/size-{{size}}-seed-{i}.safetensors" for i in (1, 2, 3)], level
assert j["complete"] and all(c["games"] == 36 for c in j["cells"]), j["cells"]
assert len(j["differences"]) == 6 and all(d["p_value"] is None for d in j["differences"])
assert "just these networks" in json.dumps(j["caveats"]), j["caveats"]
PYTHON
expect 0 "$FULCRUM" report s --csv
! grep -q player1_score s/csv/metrics.csv && grep -q drawishness s/csv/metrics.csv ||
    fail "a score with a second interval: $(grep player1_score s/csv/metrics.csv)"

# A network is that of `fulcrum learn` with the same seed and number of generations.
generations=$(grep -o '[0-9]\+' s/networks/1s/size-3-generations.json)
# shellcheck disable=SC2046
expect 0 "$FULCRUM" learn cascade size=3 swap=false,true $(tr , ' ' <<<"$keys") --seed 2 \
    --generations "$generations" --out alone --quiet
cmp -s s/networks/1s/size-3-seed-2.safetensors alone/best.safetensors ||
    cmp -s s/networks/1s/size-3-seed-2.safetensors alone/weights/*"$((generations - 1))".safetensors ||
    fail "another network than that of fulcrum learn"

# Its games, without those of learning; and while it has none yet, how far it is.
expect 0 "$FULCRUM" status s
[[ $(<out) == 's: 144 of 144 games done'* ]] || fail "status: $(cat out)"
expect 0 "$FULCRUM" info s --json
equal "$(grep -o '"path":"s/' out | wc -l)" "$(find s -path '*networks/?-?' | wc -l)" "runs of the study"
expect 0 "$FULCRUM" verify s --sample 0
grep -q '^s: \([0-9]*\) of \1 runs are intact and complete$' out || fail "verify: $(tail -1 out)"
mkdir begun && cp -r s/learn s/networks begun/
for command in status info report verify "study --look"; do
    # shellcheck disable=SC2086
    refused 'a study whose players still learn' "$FULCRUM" $command begun
done
echo '{"game": "cascade"}' >cascade.json
refused 'choose another --out' "$FULCRUM" selfplay cascade.json --out begun

# TIME is that of all calls together: the same command learns no further if earlier ones took it.
cp -r s t && rm -r t/networks
python3 - t/learn/*-seed-1/generations/*.json <<'PYTHON'
import json, sys
for name in sys.argv[1:]:
    generation = json.load(open(name))
    assert generation["seconds"]["clock"] > 0, generation
    generation["seconds"]["clock"] = 3600
    json.dump(generation, open(name, "w"))
PYTHON
# shellcheck disable=SC2086
expect 0 "$FULCRUM" study $grid --learn 1s --learning "$keys" $few --out t --quiet
cmp <(networks s) <(networks t) || fail "TIME began anew"
checks=$((checks + 1))

# Killed at any time, with the numbers of generations of the first.
mkdir -p k/s/networks/1s && cp s/networks/1s/*-generations.json k/s/networks/1s/
cd k || exit 1
for ((i = 1; i <= 8; i++)); do
    # shellcheck disable=SC2086
    timeout -s KILL "$(printf '%d.%03d' $((i / 10)) $((RANDOM % 1000)))" "$FULCRUM" study $grid \
        --learn 1s --learning "$keys" $few --out s --quiet && break
done 2>/dev/null
# shellcheck disable=SC2086
expect 0 "$FULCRUM" study $grid --learn 1s --learning "$keys" $few --out s --quiet
cd .. || exit 1
cmp <(networks s) <(networks k/s) || fail "other networks after $i kills"
cmp <(shards s) <(shards k/s) || fail "other games after $i kills"
checks=$((checks + 2))

# More seeds keep the games that are there; more time is one level more.
# shellcheck disable=SC2086
expect 0 "$FULCRUM" study $grid --learn 1s --seeds 4 --learning "$keys" $few --out s --quiet
[ -z "$(comm -23 <(shards k/s | sort) <(shards s | sort))" ] || fail "games were played again"
[ -e s/networks/1s/size-2-seed-4.safetensors ] || fail "no fourth network"
expect 0 "$FULCRUM" study s --learn 2s --learning "$keys" --solve-budget 0
expect 0 "$FULCRUM" study s --look --json
python3 -c 'import json
j = json.load(open("out"))
assert [(s["name"], len(s["agent"]["network"]["weights"])) for s in j["study"]["strengths"]] == [
    ("learned 1s", 4), ("learned 2s", 3)], j["study"]["strengths"]' || fail "levels: $(cat out)"

# A learned study may be moved, seen from anywhere, and continued there.
"$FULCRUM" study s --look --json >before.json
mv s elsewhere && mkdir far
cd far || exit 1
expect 0 "$FULCRUM" study ../elsewhere --look --json
python3 - <<'PYTHON' || fail "another study after it was moved"
import json
before, after = (json.load(open(name)) for name in ("../before.json", "../out"))
for key in ("cells", "networks", "differences"):
    for row in before[key] + after[key]:
        row.pop("folder", None)
    assert before[key] == after[key], key
PYTHON
expect 0 "$FULCRUM" report ../elsewhere --out page.html
expect 0 "$FULCRUM" claim ../elsewhere -o bundle --quiet
expect 0 "$FULCRUM" claim check bundle --share 2%
expect 0 "$FULCRUM" study ../elsewhere games.most=72 --quiet --solve-budget 0
expect 0 "$FULCRUM" study ../elsewhere --look --json
grep -q '"games":72' ../out || fail "a moved study did not go on: $(cat ../out)"
cd .. && mv elsewhere s
checks=$((checks + 3))

# Networks and agents named on the command line.
echo '{"search": {"simulations": 8}}' >eight.json
expect 0 "$FULCRUM" study cascade size=3 swap=false,true --out named games.most=8 games.shard=4 seats=0 \
    first_turns=0 skill=0 --solve-budget 0 --quiet --players \
    eight.json,s/networks/1s/size-3-seed-1.safetensors,s/networks/1s/size-3-seed-2.safetensors
expect 0 "$FULCRUM" study named --look --json
[[ $(<out) == *'"name":"eight"'*'"name":"networks"'* ]] || fail "named players: $(cat out)"

# The fairest by a learned network: the same command resumes, and the folder may be moved.
fairest() { # OUT
    # shellcheck disable=SC2086
    expect 0 "$FULCRUM" study $grid --find fairest games=240 --learn 1s --learning "$keys" \
        --solve-budget 0 --out "$1" --json --threads 1
}
fairest f
[[ $(<out) == *'by a network at 400 simulations'* ]] || fail "who plays: $(cat out)"
equal "$(find f/networks -name '*.safetensors' | wc -l)" 2 "networks of two boards"
cp out first && mv f g
fairest g
cmp -s <(sed 's/"f"/"g"/; s#"f/#"g/#' first) out || fail "another ranking: $(cat first out)"
expect 0 "$FULCRUM" report g
refused 'at most 12 variants, here are 14' "$FULCRUM" study cascade size=2,3,4,5,6,7,8 \
    swap=false,true --find fairest games=2000 --learn 1s --out r
[ ! -e r ] || fail "a rejected search made a folder"

refused 'exclude each other' "$FULCRUM" study $grid --learn 1s --players eight.json --out r
refused 'none.safetensors' "$FULCRUM" study cascade size=3 --players none.safetensors --out r
refused 'nothing has been learned' "$FULCRUM" study $grid --learn 9s --look --out r
refused 'unknown key' "$FULCRUM" study $grid --learn 1s --learning train.unit=3 --out r
refused 'paths of 283 bytes, and 255 are the most' "$FULCRUM" study $grid --learn 1s --out "$(printf 'a%.0s' {1..240})"
[ ! -e r/study.json ] || fail "a rejected study was begun"

# With the time for it, a game's players are learned unless somebody says who plays.
# limited WORD...: a study, stopped at once.
limited() { timeout -s TERM 2 "$FULCRUM" study cascade size=2 --seeds 1 --solve-budget 0 "$@" >/dev/null 2>err; }
limited --time-limit 1h
grep -q 'first learns players, for half of the time, 30:00; without them: --players playouts' err ||
    fail "$(cat err)"
[ -d runs/cascade-size-2-learned/learn ] || fail "has learned nothing"
limited --time-limit 1h --players playouts --out playouts
limited --time-limit 9m --out short
grep -q 'learns players' err && fail "learns for less than five minutes"
[ ! -e playouts/learn ] && [ ! -e short/learn ] || fail "has learned"
checks=$((checks + 4))
passed
