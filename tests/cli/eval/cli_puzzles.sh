#!/usr/bin/env bash
# puzzles: solve confirms each puzzle that is found, for its action and all others; output formats,
# errors, exit statuses.
. "$(dirname "$0")/../cli_common.sh"
cd "$TEMPORARY" || exit 1

expect 0 "$FULCRUM" selfplay "$root/configs/cascade.json" variant.size=3 games=12 \
    shard_games=6 search.simulations=5 --out small --quiet
find_puzzles=("$FULCRUM" puzzles small --most 3 --memory 16)
expect 0 "${find_puzzles[@]}"
grep -q '^  To move  *Player  *Keeps the ' out || fail "$(cat out)"
grep -q '3 puzzles in' err || fail "$(cat err)"
line=$(tr '\n' ' ' <out | sed 's/.*To check one: fulcrum //')
expect 0 bash -c "'$FULCRUM' $line --memory 16"
expect 0 "${find_puzzles[@]}" --json --quiet
cp out puzzles.json
[ ! -s err ] || fail "--quiet: $(cat err)"
expect 0 "${find_puzzles[@]}" --csv
cp out puzzles.csv
FULCRUM=$FULCRUM /usr/bin/python3 - <<'PYTHON' || fail "solve does not confirm a puzzle"
import csv
import json
import os
import subprocess

def ask(puzzle, position, *words):
    call = [os.environ["FULCRUM"], *words, puzzle["game"], *puzzle["variant"].split(),
            "--position", position, "--json"]
    return json.loads(subprocess.run(call, check=True, capture_output=True).stdout)

puzzles = json.load(open("puzzles.json"))["puzzles"]
rows = list(csv.DictReader(open("puzzles.csv")))
assert len(puzzles) == len(rows) == 3
for puzzle, row in zip(puzzles, rows):
    for key in ("position", "action", "keeps", "side"):
        assert row[key] == puzzle[key]
    assert row["line"] == puzzle["line"] and puzzle["line"].split()[0] == puzzle["action"]
    solved = ask(puzzle, puzzle["position"], "solve", "--memory", "16")
    kept = {"win": "won", "draw": "drawn"}[puzzle["keeps"]]
    assert solved["value_to_mover"] == kept and solved["best"] == puzzle["action"]
    player1 = {"won": "lost", "lost": "won"}.get(kept, kept) if puzzle["player"] == 2 else kept
    moves = ask(puzzle, puzzle["position"], "moves")["actions"]
    assert len(moves) == puzzle["legal"]
    for move in moves:
        value = ask(puzzle, move["position"], "solve", "--memory", "16")["value"]
        assert (value == player1) == (move["action"] == puzzle["action"]), (puzzle, move)
PYTHON
checks=$((checks + 1))

expect 1 "$FULCRUM" puzzles small --last 1 --least 9 --memory 16
[ ! -s out ] || fail "$(cat out)"
refused 'exclude each other' "$FULCRUM" puzzles small --json --csv
refused 'nowhere' "$FULCRUM" puzzles nowhere
refused 'PATH' "$FULCRUM" puzzles
passed
