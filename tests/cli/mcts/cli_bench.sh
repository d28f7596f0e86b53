#!/usr/bin/env bash
# bench: its JSON, fixed amounts of work, and the comparison of two builds.
. "$(dirname "$0")/../cli_common.sh"
cd "$TEMPORARY" || exit 1

expect 0 "$FULCRUM" bench --json --seconds 0.02 seesaw size=3 cascade size=4 direction=both
python3 - out <<'PYTHON' || fail "$(cat out)"
import json, sys
runs = [json.loads(line) for line in open(sys.argv[1])]
assert [run["game"] for run in runs] == ["seesaw", "cascade"]
assert runs[0]["variant"].startswith("size=3 ") and "direction=both" in runs[1]["variant"]
for run in runs:
    assert run["actions_per_playout"] > 1 and run["repeats"] == 5
    assert [key for key in run if key.endswith("_per_s") and run[key]] == [
        "playouts_per_s", "playouts_batch_per_s", "generic_playouts_per_s",
        "uct_simulations_per_s", "leaf_playouts_per_s", "uct_batch_per_s",
        "leaf_playouts_batch_per_s", "features_per_s"]
    for key in run:
        if key.endswith("_per_s") and run[key]:
            assert 0 < run[key]["low"] <= run[key]["value"] <= run[key]["high"]
    for share in run["tree_share"], run["tree_share_batch"]:
        assert -1 < share["low"] <= share["value"] <= share["high"]
    assert all(run[key] for key in ("program", "compiler", "instructions", "build_type"))
    assert run["rules"] in ("portable", "bmi2", "avx512")
PYTHON

expect 0 "$FULCRUM" bench --seconds 0.01 --simulations 50 seesaw size=3
grep -q 'Simulations of a search  *50$' out || fail "$(cat out)"
expect 2 "$FULCRUM" bench --simulations 0 seesaw

# If a proof ends the searches, the tree's share is null.
expect 0 "$FULCRUM" bench --json --seconds 0.02 seesaw size=2
grep -q '"tree_share":null,.*"tree_share_batch":null' out || fail "$(cat out)"

# Fixed amounts of work are the same in every run.
expect 0 "$FULCRUM" bench --count playouts=20 seesaw size=4
cp out first
expect 0 "$FULCRUM" bench --count playouts=20 seesaw size=4
cmp -s out first || fail "20 playouts differ between two runs"
grep -q ': 20 playouts, [0-9]* actions$' out || fail "$(cat out)"
expect 0 "$FULCRUM" bench --count playouts=20 --rules portable seesaw size=4
cmp -s out first || fail "20 playouts differ with the portable rules"
expect 2 "$FULCRUM" bench --rules sse9
grep -q '"sse9"; allowed: portable, bmi2 or avx512' err || fail "$(cat err)"
expect 0 "$FULCRUM" bench --json --seconds 0.01 --rules portable seesaw size=3
grep -q '"rules":"portable"' out || fail "$(cat out)"
expect 0 "$FULCRUM" bench --count simulations=30 seega
grep -q ': 30 simulations$' out || fail "$(cat out)"
expect 0 "$FULCRUM" bench --count playouts=0 seega
grep -q ': 0 playouts, 0 actions$' out || fail "$(cat out)"

# The comparison of two builds: ratios and usage errors.
expect 0 "$root/tests/speed/compare_builds.sh" --pairs 2 "$FULCRUM" "$(dirname "$FULCRUM")" \
    seesaw size=3 --seconds 0.05
[ "$(grep -c 'per_s .*\[.*\]' out)" -eq 8 ] || fail "$(cat out)"
expect 2 "$root/tests/speed/compare_builds.sh" "$FULCRUM" /nowhere
grep -q '/nowhere: no build of fulcrum' err || fail "$(cat err)"
expect 2 "$root/tests/speed/compare_builds.sh" --pairs 0 "$FULCRUM" "$FULCRUM"
passed
