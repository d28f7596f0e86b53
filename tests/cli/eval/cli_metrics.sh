#!/usr/bin/env bash
# metrics: the table, several runs side by side, JSON, CSV, errors; figures recomputed from the
# file itself.
. "$(dirname "$0")/../cli_common.sh"
cd "$TEMPORARY" || exit 1

expect 0 "$FULCRUM" selfplay "$root/configs/quickstart.json" variant.size=3 games=30 \
    shard_games=10 search.simulations=20 --out small
expect 0 "$FULCRUM" selfplay "$root/configs/seega.json" games=4 shard_games=2 \
    search.simulations=5 variant.no_capture_limit=5 variant.swap=true opening.turns=2 \
    --out other
expect 0 "$FULCRUM" merge small -o merged.h5

# One run: also spreads and distributions. Two runs: a column each, with the same names.
expect 0 "$FULCRUM" metrics small
for word in '30 games' 'board coverage' 'drama, mean' 'lead changes' 'first action' \
    'expected score by share' 'share of cells'; do
    grep -qF "$word" out || fail "no '$word' in: $(cat out)"
done
expect 0 "$FULCRUM" metrics small other
grep -q 'small: seesaw size=3' out || fail "$(cat out)"
grep -q 'other: seega size=5' out || fail "$(cat out)"
grep -qE '^board coverage +[0-9.]+ \[ *[0-9.]+, *[0-9.]+\] +[0-9.]+ \[' out || fail "$(cat out)"

# The same games give the same figures, however they are stored.
expect 0 "$FULCRUM" metrics small --json
cp out small.json
expect 0 "$FULCRUM" metrics merged.h5 --json
diff <(sed 's/"path":[^,]*,//' small.json) <(sed 's/"path":[^,]*,//' out) >&2 ||
    fail "the merged file has different metrics"
expect 0 "$FULCRUM" metrics small other --json
[ "$(wc -l <out)" -eq 2 ] || fail "not one line per run"
cp out both.json
expect 0 "$FULCRUM" metrics small other --csv
cp out both.csv

# Figures recomputed with h5py from the columns; JSON against CSV.
/usr/bin/python3 - <<'PYTHON' || fail "the figures differ from those of the file"
import csv
import json
import math
import h5py

runs = [json.loads(line) for line in open("both.json")]
with h5py.File("merged.h5") as file:
    games, positions, legal = file["games"], file["positions"], file["legal"]
    first, count = games["first_position"][...], games["decisions"][...]
    winner = games["winner"][...]
    options = positions["legal"][...].astype(float)
    value = positions["root_value"][...].astype(float)
    player, chosen = positions["player"][...], positions["chosen"][...]

def mean(values):
    values = list(values)
    return sum(values) / len(values)

def drama(g):
    gaps = [1 - 2 * (value[p] if player[p] == winner[g] else 1 - value[p])
            for p in range(first[g], first[g] + count[g])]
    behind = [math.sqrt(gap) for gap in gaps if gap > 0]
    return mean(behind) if behind else 0

everything = range(len(winner))
expected = {
    "decisions": mean(count),
    "branching": mean(options[f:f + c].mean() for f, c in zip(first, count)),
    "branching_max": mean(options[f:f + c].max() for f, c in zip(first, count)),
    "player1_score": mean(1 if w == 0 else 0.5 if w == 2 else 0 for w in winner),
    "completion": mean(w < 2 for w in winner),
    "drama_mean": mean(drama(g) for g in everything if winner[g] < 2),
}
metrics = runs[0]["metrics"]
for key, figure in expected.items():
    assert abs(metrics[key]["value"] - figure) < 1e-6, (key, metrics[key], figure)
    assert metrics[key]["low"] <= figure <= metrics[key]["high"], key
assert metrics["decisions"]["games"] == runs[0]["games"] == 30
assert sum(entry["games"] for entry in runs[0]["turns"]) == 30
assert sum(entry["games"] for entry in runs[0]["first_actions"]) == 30
assert {entry["number"] for entry in runs[0]["first_actions"]} == set(chosen[first])
assert all(isinstance(entry["action"], str) for entry in runs[0]["first_actions"])
assert sum(entry["games"] for entry in runs[0]["first_cells"]) == 30
assert len(runs[0]["lead"]) == 21 and runs[0]["lead"][20]["share"] == 1
assert abs(runs[0]["lead"][0]["player1"] - mean(value[f] for f in first)) < 1e-6

# Lines of the opening book have at most the games of the line that they continue; the shortest
# game is as short as any.
def check(lines, games):
    assert sum(line["games"] for line in lines) <= games
    for line in lines:
        assert line["games"] >= 10 and 0 <= line["searched"] <= line["games"]
        assert line["score"]["low"] <= line["score"]["value"] <= line["score"]["high"]
        check(line["replies"], line["games"])

check(runs[0]["opening_book"], 30)
assert len(runs[0]["shortest"]["actions"]) == min(count)
won, lost = sum(winner == 0), sum(winner == 1)
mean = (won - lost) / 30
uniformity = metrics["outcome_uniformity"]
assert abs(uniformity["value"] - (1 - (won + lost) / 30 + mean * mean)) < 1e-9

rows = list(csv.DictReader(open("both.csv")))
assert len(rows) == 2 * len(metrics)
for row in rows:
    run = runs[0] if row["run"] == "small" else runs[1]
    figure = run["metrics"][row["metric"]]
    assert int(row["games"]) == figure["games"] and row["unit"] == figure["unit"]
    if figure["value"] is None:
        assert row["value"] == ""
    else:
        assert abs(float(row["value"]) - figure["value"]) <= 1e-8 * abs(figure["value"])
PYTHON
checks=$((checks + 1))

# Each metric is explained by --explain and in the README.
expect 0 "$FULCRUM" metrics --explain
for key in $(sed -n '2,$s/^"small",\([a-z0-9_]*\),.*/\1/p' both.csv); do
    grep -q "($key)$" out || fail "$key is not explained"
    grep -qF "\`$key\`" "$root/eval/README.md" || fail "$key is not in eval/README.md"
    checks=$((checks + 1))
done

refused 'no file or folder given' "$FULCRUM" metrics
refused 'either --json or --csv' "$FULCRUM" metrics small --json --csv
refused 'takes no files' "$FULCRUM" metrics small --explain
refused 'nowhere' "$FULCRUM" metrics nowhere
refused 'config.json' "$FULCRUM" metrics small/config.json
[ ! -s out ] || fail "output before everything was read"
expect 2 "$FULCRUM" metrics small nowhere
[ ! -s out ] || fail "output before everything was read"
head -c 3000 small/shard-000000.h5 >cut.h5
refused 'cut.h5' "$FULCRUM" metrics cut.h5
mkdir empty
refused 'empty' "$FULCRUM" metrics empty
# info and metrics give the same interval for a score, with draws and with repeated games.
for words in "seesaw variant.size=3 temperature.start=1" "seega variant.no_capture_limit=5" \
    "seesaw variant.size=2 temperature.start=0"; do
    rm -rf both
    # shellcheck disable=SC2086
    echo "{\"game\": \"${words%% *}\", \"games\": 40, \"seed\": 2, \"search\": {\"simulations\": 8}}" >both.json
    # shellcheck disable=SC2086
    expect 0 "$FULCRUM" selfplay both.json ${words#* } --out both --quiet
    "$FULCRUM" info both --json >info.json
    "$FULCRUM" metrics both --json >metrics.json
    "$FULCRUM" info both >info.txt
    /usr/bin/python3 - <<'PYTHON' || fail "$words: info and metrics differ"
import json

def find(object, key):
    if isinstance(object, dict):
        if key in object:
            return object[key]
        object = list(object.values())
    for item in object if isinstance(object, list) else []:
        found = find(item, key)
        if found is not None:
            return found

info = json.load(open("info.json"))
score = find(json.load(open("metrics.json")), "player1_score")
for name, key in ("value", ""), ("low", "_low"), ("high", "_high"):
    assert abs(score[name] - info["player1_score" + key]) < 1e-12, (score, info)
assert 1 <= info["effective_games"] <= info["distinct_games"] <= info["games"] == 40
text = open("info.txt").read()
assert "distinct games" in text
assert ("intervals are those of" in text) == (info["distinct_games"] < 40)
PYTHON
    checks=$((checks + 1))
done
passed
