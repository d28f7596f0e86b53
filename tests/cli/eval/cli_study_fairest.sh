#!/usr/bin/env bash
# The fairest of many variants: the same games and the same answer for any threads, tasks and
# interruptions; one budget; consistent output; exact values beside the scores.
. "$(dirname "$0")/../cli_common.sh"
threads_at_exit
cd "$TEMPORARY" || exit 1
words=(cascade size=2,3 direction=down,both simulations=3 shard=10 games=200 finalists=1)
ask() { "$FULCRUM" study "${words[@]}" --find fairest "$@"; }
own=runs/cascade-size-2-3-direction-down-both-simulations-3-fairest

expect 0 ask --threads 1
for line in 'Ranked first, by all its [0-9]* games, is size=' '4 variants, 2 rounds of sequential halving' \
    'fresh games' 'complete yes' 'It is solved: with perfect play' \
    '4 of 4 variants are solved: with perfect play player 1 wins 1, player 2 wins 0, and 3 are drawn' \
    'First player scores Solved Fair'; do
    tr -s ' \n' ' ' <out | grep -q "$line" || fail "no \"$line\" in: $(cat out)"
    checks=$((checks + 1))
done
without() { # FILE: the JSON without what may differ
    sed -E 's/"folder":"[^"]*",//; s/,"seconds":[^,]*//g' "$1"
}
answer() { # FOLDER WORDS...: the same of the search in it
    local folder=$1
    shift
    ask --out "$folder" --quiet --json "$@" >json 2>err </dev/null || fail "$*: $(cat err)"
    without json
}
first=$(answer "$own")
cat >fits.py <<'PYTHON'
import csv, json, sys
j = json.load(open("json"))
rows = j["variants"]
assert j["complete"] and j["answered"] and len(rows) == len({r["variant"] for r in rows}) == 4
rounds = j["rounds"]
assert [r["variants"] for r in rounds] == [4, 2, 1], rounds
assert sum(r["games"] for r in rows) == j["games"] == j["pass_games"] <= 200
dropped = [r["dropped"] or 3 for r in rows]
assert dropped == sorted(dropped, reverse=True) and dropped.count(3) == 1, dropped
for r in rows:
    last = rounds[(r["dropped"] or 3) - 1]["games"]
    judged = r["wins"] + r["draws"] + r["losses"]
    assert r["games"] == last and r["judged"] == judged <= last, r
    assert (judged < last) == r["finalist"], r
    score = (r["wins"] + r["draws"] / 2) / judged
    assert abs(score - r["score"]["value"]) < 1e-9, r
    assert r["score"]["low"] <= score <= r["score"]["high"], r
    assert (r["turns"]["low"] is not None) == r["finalist"], r
for a, b in zip(rows, rows[1:]):
    assert a["dropped"] != b["dropped"] or \
        max(0, a["distance"]) <= max(0, b["distance"]), (a, b)
tied = [r["finalist"] and max(r["distance"], rows[0]["distance"]) <= 0 for r in rows[1:]]
assert [r["tied"] for r in rows] == [False] + tied, rows
assert rows[0]["variant"] in j["headline"]
for r in rows: # experiments/solved
    won = r["variant"] == "size=3 direction=both"
    assert r["exact"] == ("won" if won else "drawn"), r
table = list(csv.DictReader(open("csv")))
assert [t["variant"] for t in table] == [r["variant"] for r in rows]
assert [float(t["score_low"]) for t in table] == \
    [float("%.10g" % r["score"]["low"]) for r in rows]
assert [t["exact"] for t in table] == [r["exact"] for r in rows]
PYTHON
expect 0 "$FULCRUM" study "$own" --look --csv
mv out csv
python3 fits.py || fail "inconsistent results"
expect 0 "$FULCRUM" report "$own"
grep -q 'class="headline">Ranked first, by all' "$own/report.html" || fail "no headline on the page"
equal "$(grep -o 'class="reach"' "$own/report.html" | wc -l)" 4 "intervals on the page"
grep -q '>Solved<' "$own/report.html" || fail "no exact values on the page"

expect 0 "$FULCRUM" report "$own" --csv=tables
python3 - <<'PYTHON' || fail "another ranking: $(cat tables/variants.csv)"
import csv
table, ranking = (list(csv.DictReader(open(name))) for name in ("tables/variants.csv", "csv"))
for row, ranked in zip(table, ranking, strict=True):
    assert ranked.items() <= row.items(), (ranked, row)
    assert f"size={row['size']} direction={row['direction']}" == row["variant"], row
PYTHON
refused "is a search for the fairest" "$FULCRUM" report "$own" --play
mkdir damaged && sed 's/"game"/"gaem"/' "$own/fairest.json" >damaged/fairest.json
refused 'which game? Set' "$FULCRUM" report damaged
refused 'which game? Set' "$FULCRUM" study damaged --look
echo mine >mine.html
refused 'mine.html' "$FULCRUM" report "$own" -o mine.html

# Threads, tasks, interruptions, time limits.
equal "$(answer four --threads 4)" "$first" "four threads"
[[ $(answer tasks --task 1/2) == *'"complete":true,'*'"games":200,'* ]] ||
    fail "a task does not play what the other has not: $(cat json)"
grep -q '"exact":"' json && fail "the second task looks for exact values, too: $(cat json)"
equal "$(answer tasks --task 0/2)" "$first" "two tasks"
RANDOM=20261122 cut=0
for ((i = 0; i < 3 + 5 * ${FULCRUM_TEST_EFFORT:-100} / 100; i++)); do
    signal=KILL
    [ $((i % 2)) -eq 0 ] || signal=TERM
    interrupt $signal "$FULCRUM" study "${words[@]}" --find fairest --out cut --quiet \
        --threads $((i % 3 + 1))
done
[ $cut -gt 0 ] || fail "no call was interrupted"
equal "$(answer cut)" "$first" "interrupted $cut times"
run=size-2-direction-both/3/self-play
same_runs "$own/$run" "cut/$run"

# Without a number of games: passes until the answer is settled; a time limit ends a call, and does
# not change the answer of the next.
passes() {
    "$FULCRUM" study cascade size=2,3 --find fairest simulations=3 finalists=1 shard=10 \
        margin=0.3 --threads 1 --json "$@" 2>err </dev/null | without -
}
first=$(passes --out passes)
[[ $first == *'"complete":true,"answered":true'*'"pass":'[1-9]* ]] ||
    fail "passes: $first; $(cat err)"
grep -q '^pass 1, round 1 of 1: 2 variants, to' err || fail "no progress of the pass: $(cat err)"
passes --out limited --time-limit 1s >json
equal "$(passes --out limited)" "$first" "after a limit of time"
first=$(answer "$own")

# A map, in which no variant is dropped.
expect 0 "$FULCRUM" study cascade size=2,3 --find fairest simulations=3 games=40 finalists=2 \
    --out map --threads 1 --solve-budget 0
grep -q '^all variants: 2 variants, to 20 games each' err || fail "progress of a map: $(cat err)"

grep -q olved out && fail "exact values for no budget: $(cat out)"
[ -z "$(find map -name exact.json)" ] || fail "variants were tried for no budget"
expect 0 "$FULCRUM" study map --look --json
grep -q '"exact":"' out && fail "exact values for no budget: $(cat out)"

# Exact values: tiny variants are solved before the first game, however soon a search is stopped;
# nothing is solved twice.
"$FULCRUM" study cascade size=2,8 simulations=1000000 --find fairest --out early --threads 1 \
    >out 2>err </dev/null &
early=$!
for ((i = 0; i < 100; i++)); do
    [ ! -e early/size-2/exact.json ] || break
    sleep 0.1
done
kill -TERM $early && wait $early
grep -q '  - 1 of 2 variants is solved' out || fail "no exact value of size=2: $(cat out err)"
[ -z "$(find early -name 'shard-*')" ] || fail "games before the signal"
values() { find "$own" -name exact.json -exec stat -c '%n %y' {} + | sort; }
values >before
equal "$(wc -l <before)" 4 "exact values"
expect 0 ask --solve-budget 1h --quiet
values | cmp -s - before || fail "variants were solved again"

# What killed processes left is removed, also where there is nothing to play or to solve.
gone=$(uname -n)-999999999-00000000.tmp
for folder in "$own"/size-*/ "$own"/size-*/*/*/calls/; do
    touch "${folder}x.$gone"
done
expect 0 ask --quiet
[ -z "$(find "$own" -name '*.tmp')" ] || fail "left: $(find "$own" -name '*.tmp')"

# A question in a file; errors.
cp "$own/fairest.json" file.json
expect 0 "$FULCRUM" study file.json --find fairest --out file --quiet --json
grep -q '"exact":"' out && fail "exact values without a budget"
[ -z "$(find file -name exact.json)" ] || fail "a file is solved without a budget"
expect 0 "$FULCRUM" study file.json --find fairest --out file --quiet --json --solve-budget 20s
without out | cmp -s - <(echo "$first") || fail "another answer from a file"
refused '"games" is 200 there and 500 here' "$FULCRUM" study file.json games=500 \
    --find fairest --out file
refused 'is a question for the fairest variant; choose another' "$FULCRUM" study cascade size=2,3 \
    --out file --time-limit 1s
[ ! -e file/study.json ] || fail "two questions in one folder"
refused 'did you mean "size"' "$FULCRUM" study cascade siez=4 --find fairest
refused 'the value 3 is given twice' "$FULCRUM" study cascade size=3,3 --find fairest
refused 'more than 256' "$FULCRUM" study seega size=5,7,9 opening=fixed,free end_at=0,1 \
    safe_centre=true,false blocked=remove,pass,loss swap=false,true no_capture_limit=40,50 \
    --find fairest
refused '"games" is 10; allowed for 2 variants: 0, or at least 40' "$FULCRUM" study cascade size=2,3 games=10 --find fairest
refused 'one whole number' "$FULCRUM" study cascade size=2,3 simulations=4,8 --find fairest
echo '{"game": "cascade", "grid": {"size": 4}}' >bad.json
refused 'grid.size' "$FULCRUM" study bad.json --find fairest
passed
