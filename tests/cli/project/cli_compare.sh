#!/usr/bin/env bash
# experiments/compare.py: two ways of learning with two seeds, by generations and by CPU time, on a
# ladder with fixed ratings and on one without; the same command resumes.
. "$(dirname "$0")/../cli_common.sh"
threads_at_exit
cd "$TEMPORARY" || exit 1
python=/usr/bin/python3
$python -c '' 2>/dev/null || skip "python3 is missing"
export PYTHONDONTWRITEBYTECODE=1
cat >comparison.json <<'JSON'
{"game": "cascade size=3", "seeds": [1, 2],
 "keys": {"games.positions": 100, "games.least": 40, "games.most": 40, "games.first_simulations": 1,
  "games.simulations": 9, "games.least_simulations": 9, "train.units": 64, "train.batch": 16,
  "train.first_passes": 8, "train.later": false, "gate.games": 20, "gate.simulations": 50,
  "gate.elo": 30, "gate.opening_turns": 2},
 "arms": {"plain": {}, "more": {"games.least": 50, "games.most": 50}},
 "at": {"generations": [1, 3]}, "simulations": [3, 6], "pairs": 6, "direct": 5, "opening_turns": 2,
 "ladder": [{"name": "uct-2", "elo": 0, "search": {"simulations": 2}},
            {"name": "uct-9", "elo": 80, "search": {"simulations": 9}}]}
JSON
compare=("$python" "$root/experiments/compare.py" --fulcrum "$FULCRUM" --jobs 2)
expect 0 "${compare[@]}" comparison.json --out made
cp out first.out

equal "$(grep -c '^plain,[12],[13],[0-2],[0-9.]*,[36],' made/compare.csv)" 8 "rows of plain"
grep -Eq '^\| 3 \| 6 \| plain \| 2 \| [+-][0-9]+ \[.*\] \|  \| [0-9]+ \|$' out || fail "$(cat out)"
equal "$(grep -c '^more,[12],[36],[0-9.]*,[0-9.]*,[0-9.]*$' made/direct.csv)" 4 "rows against plain"
grep -Eq '^\| 6 \| more \| 2 \| [0-9]+ \[.*\] \|$' out || fail "$(cat out)"
grep -q '"games":.*50' made/more-2/games/001.json || fail "another plan: $(cat made/more-2/plan.json)"
expect 0 "${compare[@]}" comparison.json --out made
cmp -s out first.out || fail "another table: $(cat out)"
sed 's/"elo": [0-9]*, //' comparison.json >free.json
expect 0 "${compare[@]}" free.json --out made
[ -n "$(find made/ratings -name '*uct-9*uct-2*' -o -name '*uct-2*uct-9*')" ] ||
    fail "the ladder did not play"

# By CPU time, of another game: generations until it is over, twice as long for two variants.
sed 's/"generations": \[1, 3\]/"cpu_seconds": [0.4, 0.8]/; s/\[1, 2\]/[1]/
     s/"at"/"games": {"more": "cascade size=4 swap=false,true"}, &/' comparison.json >timed.json
expect 0 "${compare[@]}" timed.json cascade size=4 --out timed
awk -F, 'NR > 1 && $5 > $3 * ($1 == "more" ? 2 : 1) { exit 1 }' timed/compare.csv || fail "later networks: $(cat timed/compare.csv)"
grep -q 'size=4' timed/plain-1/plan.json || fail "another game"
equal "$(grep -o 'swap=[a-z]*' timed/more-1/plan.json | sort -u | wc -l)" 2 "rules of one network"
sed 's/"pairs"/"pears"/' comparison.json >wrong.json
expect 2 "${compare[@]}" wrong.json --out wrong
grep -q "wrong.json: KeyError('pairs')" err || fail "$(cat err)"
sed 's/"train.units": 64/"train.units": 65/' comparison.json >wrong.json
expect 2 "${compare[@]}" wrong.json --out wrong
grep -q "multiples of 64" err || fail "$(cat err)"
passed
