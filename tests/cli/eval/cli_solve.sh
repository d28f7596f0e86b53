#!/usr/bin/env bash
# solve: values, exit statuses, output formats.
. "$(dirname "$0")/../cli_common.sh"
cd "$TEMPORARY" || exit 1

expect 0 "$FULCRUM" solve seesaw size=2 --memory 16
grep -q '^value     won for player 1, in at most 3 turns$' out || fail "$(cat out)"
grep -q '^best      @b2$' out || fail "$(cat out)"
expect 0 "$FULCRUM" solve seesaw size=2 swap=true --memory 16
grep -q '^value     lost for player 1' out || fail "$(cat out)"
expect 0 "$FULCRUM" solve cascade size=3 direction=both --memory 16 --json
python3 - <<'PYTHON' || fail "$(cat out)"
import json
found = json.load(open("out"))
assert found["solved"] and found["value"] == found["value_to_mover"] == "won"
assert found["best"] == found["line"][0] and found["line_ends"]
PYTHON
expect 0 "$FULCRUM" solve seesaw size=2 --memory 16 --position 'N b1=S1/S b2=S1/S b3=N1/N t1'
grep -q '^best      b3xb2$' out || fail "$(cat out)"
expect 0 "$FULCRUM" solve seesaw --memory 16 --position 'S d4=S2/-'
grep -q '^value     won' out || fail "a finished game: $(cat out)"

# Retrograde analysis of 14 nodes; it needs a game that numbers its positions, and memory.
expect 0 "$FULCRUM" solve situ grid=square order=2 surplus=4 --method retrograde --threads 2 \
    --memory 20 --position 'M double0 a1=X d4=X a2=M a3=W' --json
python3 - <<'PYTHON' || fail "$(cat out)"
import json
found = json.load(open("out"))
assert found["method"] == "retrograde" and found["positions"] == 2 * 3 ** 14
assert found["value"] == "lost" and found["line_ends"]
assert found["bound"] == len(found["line"]) and found["bound_unit"] == "actions"
PYTHON
refused 'are not' "$FULCRUM" solve seesaw size=2 --method retrograde
refused 'takes 1478 MB here, and --memory gives 1024' "$FULCRUM" solve situ order=2 \
    --method retrograde
refused 'allowed: auto, proof or retrograde' "$FULCRUM" solve situ --method alphabeta
expect 1 "$FULCRUM" solve situ order=2 --memory 16 --time-limit 1s
grep -q 'with --memory 1478 it can be solved by retrograde analysis' out || fail "$(cat out)"

# Not solved: exit status 1, with what is known.
expect 1 "$FULCRUM" solve cascade size=7 --memory 16 --time-limit 1s
grep -q 'player 2 can force a win: open' out || fail "$(cat out)"
expect 1 "$FULCRUM" solve cascade size=7 --memory 16 --time-limit 1s --json
grep -q '"value":"open"' out || fail "$(cat out)"

# A signal ends it as the time limit does, with another exit status.
for quiet in '' --quiet; do
    # shellcheck disable=SC2086
    stopped INT 3 "$FULCRUM" solve cascade size=7 --memory 16 $quiet
    grep -q 'player 2 can force a win: open' out || fail "$(cat out)"
    grep -q 'stopped by SIGINT' err || fail "$(cat err)"
done

refused 'no game given' "$FULCRUM" solve
refused 'sise' "$FULCRUM" solve seesaw sise=2
refused 'position text' "$FULCRUM" solve seesaw --position 'X'
expect 2 "$FULCRUM" solve seesaw --memory 0
refused 'allowed: a time such as 90s' "$FULCRUM" solve seesaw --time-limit 90
passed
