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

# One run: also spreads, leads and openings. Two runs: rows of the same names.
expect 0 "$FULCRUM" metrics small
for word in 'board coverage' 'drama, mean' 'lead changes' 'First actions' \
    'Expected score by share' 'share of cells'; do
    grep -qF "$word" out || fail "no '$word' in: $(cat out)"
done
expect 0 "$FULCRUM" metrics small other
grep -qE '^  small +seesaw +30 .* size=3' out || fail "$(cat out)"
grep -qE '^  other +seega +4 .* size=5' out || fail "$(cat out)"
grep -qE '^  other +board coverage +[0-9.]+ +\[ *[0-9.]+, *[0-9.]+\]' out || fail "$(cat out)"

# The same games give the same figures, however they are stored.
expect 0 "$FULCRUM" metrics small --json
cp out small.json
expect 0 "$FULCRUM" metrics merged.h5 --json
diff <(sed 's/"run":[^,]*,//g' small.json) <(sed 's/"run":[^,]*,//g' out) >&2 ||
    fail "the merged file has different metrics"
expect 0 "$FULCRUM" metrics small other --json
cp out both.json
expect 0 "$FULCRUM" metrics small other --csv
cp out both.csv

# Figures recomputed with h5py from the columns; JSON against CSV.
/usr/bin/python3 - <<'PYTHON' || fail "the figures differ from those of the file"
import csv
import json
import math
import h5py

said = json.load(open("both.json"))
def small(table):
    return [row for row in said[table] if row["run"] == "small"]

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
    "actions": mean(count),
    "branching": mean(options[f:f + c].mean() for f, c in zip(first, count)),
    "branching_max": mean(options[f:f + c].max() for f, c in zip(first, count)),
    "player1_score": mean(1 if w == 0 else 0.5 if w == 2 else 0 for w in winner),
    "completion": mean(w < 2 for w in winner),
    "drama_mean": mean(drama(g) for g in everything if winner[g] < 2),
}
metrics = {row["metric"]: row for row in small("metrics")}
for key, figure in expected.items():
    found = metrics[key]["value"]
    assert abs(found["value"] - figure) < 1e-6, (key, found, figure)
    assert found["low"] <= figure <= found["high"], key
assert metrics["actions"]["games"] == small("runs")[0]["games"] == 30
actions, leads = small("first_actions"), small("lead")
assert sum(row["games"] for row in small("lengths")) == 2 * 30
assert sum(row["games"] for row in actions) == 30
assert {row["number"] for row in actions} == set(chosen[first])
assert all(isinstance(row["action"], str) for row in actions)
assert sum(row["games"] for row in small("first_cells")) == 30
assert len(leads) == 21 and leads[20]["share"] == 1
assert abs(leads[0]["player1"]["value"] - mean(value[f] for f in first)) < 1e-6

# Lines of the opening book have at most the games of the line that they continue; the shortest
# game is as short as any.
lines = {row["line"]: row for row in small("opening_book")}
assert sum(row["games"] for line, row in lines.items() if " " not in line) <= 30
for line, row in lines.items():
    assert row["games"] >= 10 and 0 <= row["searched"] <= row["games"]
    assert row["score"]["low"] <= row["score"]["value"] <= row["score"]["high"]
    if " " in line:
        assert row["games"] <= lines[line.rsplit(" ", 1)[0]]["games"]
assert len(small("shortest")[0]["actions"].split()) == min(count)
won, lost = sum(winner == 0), sum(winner == 1)
mean = (won - lost) / 30
uniformity = metrics["outcome_uniformity"]["value"]["value"]
assert abs(uniformity - (1 - (won + lost) / 30 + mean * mean)) < 1e-9

rows = list(csv.DictReader(open("both.csv")))
theirs = said["metrics"]
assert len(rows) == 2 * len(metrics) == len(theirs)
for row, figure in zip(rows, theirs):
    assert (row["run"], row["metric"], row["unit"]) == \
        (figure["run"], figure["metric"], figure["unit"])
    assert int(row["games"]) == figure["games"]
    if figure["value"] is None:
        assert row["value"] == ""
    else:
        value = figure["value"]["value"]
        assert abs(float(row["value"]) - value) <= 1e-8 * abs(value)
PYTHON
checks=$((checks + 1))

# Each metric is explained by --explain and in the README.
expect 0 "$FULCRUM" metrics --explain
for key in $(sed -n '2,$s/^"small","\([a-z0-9_]*\)",.*/\1/p' both.csv); do
    grep -q "($key)$" out || fail "$key is not explained"
    grep -qF "\`$key\`" "$root/eval/README.md" || fail "$key is not in eval/README.md"
    checks=$((checks + 1))
done

refused 'no file or folder given' "$FULCRUM" metrics
refused 'exclude each other' "$FULCRUM" metrics small --json --csv
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
    /usr/bin/python3 - <<'PYTHON' || fail "$words: info and metrics differ"
import json

info = json.load(open("info.json"))
score = next(row["value"] for row in json.load(open("metrics.json"))["metrics"]
             if row["metric"] == "player1_score")
for name in "value", "low", "high":
    assert abs(score[name] - info["player1_score"][name]) < 1e-12, (score, info)
assert 1 <= info["effective_games"] <= info["distinct_games"] <= info["games"] == 40
PYTHON
    checks=$((checks + 1))
done
passed
