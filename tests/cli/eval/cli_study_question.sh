#!/usr/bin/env bash
# Studies without a file: every combination of the listed values; exact values beside the scores;
# the same command resumes with the same games; info and metrics accept its folder.
. "$(dirname "$0")/../cli_common.sh"
threads_at_exit
cd "$TEMPORARY" || exit 1
few="simulations=4,8 games.first=20 games.most=20 skill=0"
own=runs/cascade-size-2-3-swap-false-true-simulations-4-8

# shellcheck disable=SC2086
expect 0 "$FULCRUM" study cascade size=2,3 swap=false,true $few --threads 1
for words in 'Drawn with best play (solved): size=2 swap=false, size=2 swap=true, size=3' \
    'Every figure and caveat: --long'; do
    tr -s ' \n' ' ' <out | grep -q "$words" || fail "no \"$words\" in: $(cat out)"
    checks=$((checks + 1))
done

# One screen, also for eight variants; the rest is asked for.
screen() {
    awk 'length($0) > 80 && !/fulcrum study/ { exit 1 }' out || fail "over 80 columns: $(cat out)"
    [ "$(wc -l <out)" -le 24 ] || fail "over 24 lines: $(cat out)"
    checks=$((checks + 2))
}
screen
# shellcheck disable=SC2086
expect 0 "$FULCRUM" study seesaw size=2 swap=false,true $few --out won
grep -q '^Won by the first player with best play (solved): swap=false\.' out || fail "won: $(cat out)"
# Its folder goes on with the search for exact values, as the suggested command names it.
cp -r "$own" unsolved && rm unsolved/size-3-swap-true/exact.json
expect 0 "$FULCRUM" study unsolved --quiet
grep -q '"drawn"' unsolved/size-3-swap-true/exact.json || fail "is not solved"
expect 0 "$FULCRUM" study "$own" --look --long
! grep -q 'caveat: --long' out || fail "all detail, and how to ask for it"
for words in 'Next step' 'player 2 swapped in\|nobody swapped in any of'; do
    tr -s ' \n' ' ' <out | grep -q "$words" || fail "no \"$words\" in: $(cat out)"
done
# shellcheck disable=SC2086
expect 0 "$FULCRUM" study cascade size=3,4,5,6 swap=false,true $few --solve-budget 5s --out eight
screen
expect 0 "$FULCRUM" study "$own" --look --json
cp out first.json
python3 - <<'PYTHON' || fail "wrong JSON"
import json
j = json.load(open("first.json"))
names = [v["name"] for v in j["study"]["variants"]]
assert names == [f"size={s} swap={w}" for s in (2, 3) for w in ("false", "true")], names
assert [s["name"] for s in j["study"]["strengths"]] == ["4", "8"]
assert j["complete"] and len(j["cells"]) == 8, len(j["cells"])
for cell in j["cells"]:
    swaps = "swap=true" in cell["variant"]
    assert (cell["swapped"] is not None) == swaps == (cell["swap_offered"] > 0), cell
    assert cell["swap_offered"] <= cell["games"], cell
assert all(cell["exact"] == "drawn" for cell in j["cells"]), j["cells"]   # experiments/solved
assert j["headline"].startswith("Drawn with best play") and "size=3 swap=true" in j["headline"]
PYTHON

# The same call plays nothing again; the same study in a file gives the same games.
shards() { find "$1" -name 'shard-*.h5' -exec stat -c '%n %Y %s' {} + | sort; }
shards "$own" >before
# shellcheck disable=SC2086
expect 0 "$FULCRUM" study cascade size=2,3 swap=false,true $few --quiet --json
shards "$own" | cmp -s - before || fail "games were played again"
cmp -s out first.json || fail "the answer changed: $(diff out first.json)"
cat >file.json <<'JSON'
{"game": "cascade", "games": {"first": 20, "most": 20, "shard": 20},
 "strengths": [{"simulations": 4}, {"simulations": 8}],
 "variants": [{"variant": {"size": 2, "swap": false}}, {"variant": {"size": 3, "swap": true}}]}
JSON
expect 0 "$FULCRUM" study file.json --out file --quiet --threads 2 --time-limit 1h
same_runs file/size-3-swap-true/8/self-play "$own/size-3-swap-true/8/self-play"

# Tiny variants are solved before the first game: a call that is stopped early has their values.
"$FULCRUM" study cascade size=2,6 simulations=1000000 --out early --threads 1 \
    >out 2>err </dev/null &
early=$!
for ((i = 0; i < 100; i++)); do
    [ ! -e early/size-2/exact.json ] || break
    sleep 0.1
done
kill -TERM $early && wait $early
grep -q 'with best play (solved): size=2' <(tr -s ' \n' ' ' <out) || fail "no exact value of size=2: $(cat out err)"
[ -z "$(find early/size-6 -name 'shard-*')" ] || fail "games of size=6 before the signal"
grep -q 'for exact values\|small enough' out && fail "suggests what was already tried: $(cat out)"

# What killed processes left is removed, also where there is nothing to play or to solve.
gone=$(uname -n)-999999999-00000000.tmp
touch "$own"/size-3-swap-true/{exact.json,x}."$gone" "$own/size-3-swap-true/8/self-play/calls/x.json.$gone"
expect 0 "$FULCRUM" study "$own" --quiet
[ -z "$(find "$own" -name '*.tmp')" ] || fail "left: $(find "$own" -name '*.tmp')"

# Folders of studies.
expect 0 "$FULCRUM" info "$own"
[ "$(grep -c self-play out)" = 8 ] || fail "runs of the study: $(cat out)"
expect 0 "$FULCRUM" metrics "$own" --csv
[ "$(grep -c '/8/self-play.*,"turns",' out)" = 4 ] || fail "the strongest level: $(cat out)"

expect 0 "$FULCRUM" report "$own"
for words in 'Solved: the game is drawn with best play' 'no games of that yet'; do
    tr -s ' \n' ' ' <"$own/report.html" | grep -q "$words" || fail "no \"$words\" on the page"
done

# Variants with names of their own.
# shellcheck disable=SC2086
expect 0 "$FULCRUM" study cascade size=3 --variants 'plain: , the pie: swap=true, small: size=2' \
    $few --out own-names --quiet --json
python3 -c 'import json
j = json.load(open("out"))
assert [(v["name"], v["variant"]["size"], v["variant"]["swap"]) for v in j["study"]["variants"]] == [
    ("plain", 3, False), ("the pie", 3, True), ("small", 2, False)], j["study"]["variants"]' ||
    fail "named variants: $(cat out)"
refused 'has no name' "$FULCRUM" study cascade --variants 'size=3' --out r
refused 'exclude each other' "$FULCRUM" study cascade size=3,4 --variants 'a: swap=true' --out r
refused 'unknown key' "$FULCRUM" study cascade --variants 'a: swop=true' --out r
refused 'is for a GAME or' "$FULCRUM" study own-names/study.json --variants 'a: swap=true'

# Of a variant that a side wins with best play, more games are not asked for.
expect 0 "$FULCRUM" study seesaw size=2 --out solved $few --solve-budget 10s
grep -q 'Next' out || fail "$(cat out)"
! grep -q 'fair, within 5 points, at strength' out || fail "asks about a won variant: $(cat out)"

# Variants come and go; those that are left out keep their games and count in intervals.
before=$("$FULCRUM" study own-names --look --json)
expect 0 "$FULCRUM" study own-names --remove 'The pie' --variants 'other: size=2 swap=true' --json \
    --solve-budget 0
grep -q 'own-names/the-pie keeps its [0-9]* games' err || fail "$(cat err)"
grep -q '4 variants, removed ones included, .* all answers so far together have 6.2 %' err || fail "$(cat err)"
ls own-names/the-pie/*/self-play/*.h5 >/dev/null || fail "the games of a removed variant are gone"
python3 - "$before" "$(cat out)" <<'PYTHON' || fail "a changed study: $(cat out)"
import json, sys
before, after = (json.loads(text) for text in sys.argv[1:])
assert [v["name"] for v in after["study"]["variants"]] == ["plain", "small", "other"]
assert after["study"]["past"] == {"removed": 1, "added": 0.25}, after["study"]["past"]
old, new = (next(c for c in j["cells"] if c["variant"] == "plain") for j in (before, after))
assert old["score"] == new["score"] # alone as before; together with one more variant
assert old["simultaneous"]["low"] > new["simultaneous"]["low"], (old, new)
PYTHON
cp -r own-names gone && rm -r gone/plain gone/small gone/other # results of the pie were seen still
expect 0 "$FULCRUM" study gone --solve-budget 0 --json
tr -d '[:space:]' <gone/study.json | grep -q '"removed":1' || fail "a removed variant is forgotten: $(cat gone/study.json)"
refused 'has no variant "the pie"' "$FULCRUM" study own-names --remove 'the pie'
refused "is for a study's FOLDER" "$FULCRUM" study own-names/study.json --remove plain
refused 'or remove it first: fulcrum study own-names --remove "other"' "$FULCRUM" study cascade size=3 \
    --variants 'plain: , small: size=2' simulations=4 --out own-names

refused 'did you mean "recapture=forced" or "capture=forced"? The keys of seesaw and of its study are size,' \
    "$FULCRUM" study seesaw forced=true
refused 'unknown key "nothing"; the keys of seesaw and of its study are size, stuck,' \
    "$FULCRUM" study seesaw nothing=1 --find fairest
refused 'did you mean "size"' "$FULCRUM" study cascade siez=4
refused '"size": the value 4 is given twice' "$FULCRUM" study cascade size=4,5,4
refused 'more than 12 variants' "$FULCRUM" study cascade size=2,3,4,5,6,7,8 swap=false,true
refused 'separated by commas' "$FULCRUM" study cascade size=2,,3
refused 'whole numbers from 1' "$FULCRUM" study cascade simulations=0
refused 'given twice' "$FULCRUM" study cascade simulations=4 simulations=8
# Studies in files: values of the wrong type are named.
study() { # WORD KEY=JSON ...: a study with these members is refused with the word
    python3 - "${@:2}" >study.json <<'PYTHON'
import json, sys
study = {"title": "t", "game": "seesaw", "variants": [{"name": "a", "variant": {"size": 2}}],
         "strengths": [{"simulations": 4}], "games": {"first": 4, "most": 4, "shard": 2}}
for word in sys.argv[1:]:
    key, value = word.split("=", 1)
    study[key] = json.loads(value)
print(json.dumps(study))
PYTHON
    refused "$1" "$FULCRUM" study study.json --out refused
}
study '"title" must be a text' title=7
study '"title" must be a text' 'title="--"'
study '"variants" must be a list' variants=5
study '"variants" must be a list' variants=[]
study '"variants" must be a list' variants=[7]
study '"strengths" must be a list' 'strengths={}'
study '"speed" must be a number above 0' \
    'variants=[{"name": "a", "speed": "x", "variant": {"size": 2}}]'
study '"speed" must be a number above 0' \
    'variants=[{"name": "a", "speed": 0, "variant": {"size": 2}}]'
study '"search" must be an object' \
    'strengths=[{"simulations": 4, "agent": {"search": 5}}]'
study '"agent" must be an object' 'agent=5'
study 'depends on the clock or on threads' \
    'strengths=[{"simulations": 4, "agent": {"search": {"time_ms": 5}}}]'
study 'depends on the clock or on threads' \
    'strengths=[{"simulations": 4, "agent": {"search": {"threads": 2}}}]'
study '"agent" must be an object' 'strengths=[{"simulations": 4, "agent": 5}]'
study 'have to differ in letters or digits' 'variants=[{"name": "a", "variant": {"size": 2}},
    {"name": "A!", "variant": {"size": 3}}]'
study 'games.shard must be even' seats=6 'games={"first": 3, "most": 3, "shard": 3}'
study 'a letter from a to z or a digit, as folder names are made of these, but is "测试"' \
    'variants=[{"name": "测试", "variant": {"size": 2}}]'
study '"game" must be a text' 'game=""'
study '"game" must be a text' 'game=7'
refused 'separated by commas' "$FULCRUM" study cascade size=2, --out refused
[ ! -e refused ] || fail "a rejected study created a folder"
equal "$(ls runs)" "$(basename "$own")" "folders after rejected questions"
passed
