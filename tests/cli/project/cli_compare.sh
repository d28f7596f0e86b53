#!/usr/bin/env bash
# experiments/compare.py: two ways of training with two seeds, learned by a substitute that writes
# random networks, on a ladder with fixed ratings and on one without; the same command resumes.
. "$(dirname "$0")/../cli_common.sh"
threads_at_exit
stand_in_learner
cat >plan.json <<'JSON'
{"game": "seesaw", "variants": [{"variant": {"size": 2}}], "generations": 4, "seed": 1,
 "first": {"games": 6, "search": {"simulations": 10}},
 "next": {"games": 6, "search": {"simulations": 5}},
 "train": {"network": "integer", "steps": 5}, "agent": {"simulations": 4},
 "opponents": [{"name": "uct-2", "search": {"simulations": 2}}],
 "gate": {}, "ratings": {"error": 100, "pairs": 2, "opening": 2}}
JSON
cat >comparison.json <<'JSON'
{"seeds": [1, 2], "change": {"generations": 2},
 "arms": {"plain": {}, "more": {"next+": {"games": 8}, "gate": {"games": 2, "opening": 2}}},
 "rated": [0, 1], "simulations": [3, 6], "pairs": 6,
 "ladder": [{"name": "uct-2", "elo": 0, "search": {"simulations": 2}},
            {"name": "uct-9", "elo": 80, "search": {"simulations": 9}}]}
JSON
compare() {
    $python "$root/experiments/compare.py" "$1" plan.json --out "$2" --threads 2 \
        --fulcrum "$FULCRUM" --learner "$learner"
}
expect 0 compare comparison.json made
cp out first.out
equal "$(grep -c '^plain,[12],[01],[0-9.]*,[36],' made/compare.csv)" 8 "rows of plain"
grep -Eq '^\| plain \| 3 \| 2 \| [+-][0-9]+ \[.*\] \|  \| [0-9.]+ \|$' out || fail "$(cat out)"
grep -q '"games": 8' made/more-2/games/001-0.json || grep -q '"games": 6' made/more-2/games/001-0.json ||
    fail "another plan: $(cat made/more-2/plan.json)"
equal "$(sed -n 's/.*"seed": \([0-9]*\),*$/\1/p' made/plain-2.json)" 2 "the seed"
expect 0 compare comparison.json made
cmp -s out first.out || fail "another table: $(cat out)"
sed 's/"elo": [0-9]*, //' comparison.json >free.json
expect 0 compare free.json made
[ -n "$(find made/ratings -name '*uct-9*uct-2*' -o -name '*uct-2*uct-9*')" ] || fail "the ladder did not play"
sed 's/"rated"/"rates"/' comparison.json >wrong.json
expect 2 compare wrong.json made
grep -q "KeyError('rated')" err || fail "$(cat err)"
passed
